import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackEvidence } from '../../src/fingerprint/evidence.js';
import { storedEvidence, unpackReading } from '../../src/fingerprint/packed-reading.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign, withTitle } from '../../src/fingerprint/sign.js';
import { computeDifference, newWords } from '../../src/matching/additions.js';
import { addsTo } from '../../src/matching/novelty.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { notCompared } from './differences.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const evidenceOf = (text: string) => sign({ kind: 'text', text }, recipe, dictionaries).evidence!;

const story = `The city council approved the new budget on Tuesday after a long debate. The plan raises spending on
schools and parks by 4 percent and cuts the fund for road repairs by 12 million. The mayor said the vote was a clear
sign. Critics said the plan ignores the bridges, which engineers rated as poor in 2019. The council will meet again on
March 14 to discuss the bonds that pay for a library.`;

const stored = (text: string) => storedEvidence(evidenceOf(text));
const added = (page: string, content = story) =>
  computeDifference(evidenceOf(page), stored(content), {}).adds!;

describe('additions of a page to a stored content', () => {
  it.each([
    ['itself', story],
    ['in capitals', story.toUpperCase().replaceAll('.', ' .')],
    ['without its end', story.slice(0, story.indexOf('Critics'))],
    ['with another ordinary word', story.replace('long debate', 'short debate')],
  ])('are nothing: %s', (_, page) => {
    expect(added(page)).toMatchObject({
      nothing: true,
      numbers: 0,
      names: 0,
      negations: 0,
      lines: 0,
    });
  });

  it.each([
    [{ words: 1, longest: 1, numbers: 1 }, story.replace('4 percent', '5 percent')],
    [{ words: 2, names: 1 }, story.replace('on Tuesday', 'in Oslo')],
    [{ negations: 1 }, story.replace('was a clear', 'was not a clear')],
    [{ negations: 1 }, story.replace('said the vote was', 'said the vote was never')],
    [
      { words: 7, longest: 7 },
      story.replace('Critics', 'The fund was spent in the end, he said. Critics'),
    ],
    [
      { words: 2, longest: 1, lines: 0 },
      story.replace('The plan', 'The sketch').replaceAll('the plan', 'the sketch'),
    ],
  ])('are something: %j', (expected, page) => {
    expect(added(page)).toMatchObject({ nothing: false, ...expected });
  });

  it('include a negation in a long text whose words are next to each other elsewhere', () => {
    const long = `${fillerOf(20_000)} It was not a clear sign. ${story}`;
    expect(added(long, long)).toMatchObject({ nothing: true });
    const denied = long.replace('the vote was a clear', 'the vote was not a clear');
    expect(added(denied, long)).toMatchObject({ nothing: false, negations: 1 });
  });

  it('include a short denial at the end, though its words occur elsewhere', () => {
    const content = `${story} It is not known who pays. The vaccine is safe.`;
    expect(added(`${content} It is not so.`, content)).toMatchObject({
      nothing: false,
      negations: 1,
    });
  });

  it('include a negation left out of a long text whose sentences are in another order', () => {
    const sentences = fillerOf(9000).split('. ');
    const denied = sentences.with(
      5,
      'In this year the plan of the council is not in the budget for roads',
    );
    const content = denied.join('. ');
    const reversed = denied.toReversed().join('. ');
    expect(added(reversed, content)).toMatchObject({ nothing: true });
    expect(added(reversed.replace(' not ', ' '), content)).toMatchObject({ nothing: false });
  });

  it('are found between texts on both sides of the length from which texts are long', () => {
    const [shorter, longer] = [8000, 8400].map((words) => `${story} ${fillerOf(words)}`);
    expect(added(shorter!, longer)).toMatchObject({ nothing: true });
    expect(added(longer!, shorter)).toMatchObject({ nothing: false });
    const changed = shorter!.replace('4 percent', '5 percent');
    expect(added(changed, longer).numbers).toBeGreaterThan(0);
    expect(computeDifference(stored(shorter!), stored(longer!), {})).toEqual(notCompared);
    expect(computeDifference(evidenceOf(longer!), stored(shorter!), {}).covers).toBe(true);
    expect(computeDifference(evidenceOf(shorter!), stored(longer!), {}).covers).toBe(false);
  });

  it('are the same for a long page if each of its words is looked up in the stored content', () => {
    const words = fillerOf(20_000).split(' ');
    const edit = fc.record({
      at: fc.nat({ max: words.length - 1 }),
      of: fc.constantFrom(1, 1, 3, 400),
      by: fc.constantFrom<string[]>(
        [],
        ['not'],
        ['1984'],
        ['In', 'Oslo.'],
        ['some', 'other', 'words'],
      ),
    });
    const edited = fc.array(edit, { minLength: 1, maxLength: 8 }).map((edits) => {
      const result = [...words];
      for (const { at, of, by } of edits) result.splice(at, of, ...by);
      return result.join(' ');
    });
    fc.assert(
      fc.property(edited, edited, (text, other) => {
        const page = evidenceOf(text);
        const content = stored(other);
        const alone = addsTo(unpackReading(page)!, unpackEvidence(content)!);
        const { words, share, numbers, names, negations, lines } = computeDifference(
          page,
          content,
          {},
        ).adds!;
        expect({ words, share, numbers, names, negations, lines }).toEqual({
          words: Math.ceil(alone.added - 1e-6),
          share: Math.round(alone.share * 1000) / 1000,
          numbers: alone.numbers + alone.edgeNumbers,
          names: alone.names + alone.edgeNames,
          negations: alone.negations,
          lines: alone.wholeLines,
        });
      }),
      { numRuns: 15 },
    );
  });

  it('include a negation that only the stored content has', () => {
    const denied = story.replace('was a clear', 'was not a clear');
    expect(added(story, denied)).toMatchObject({ nothing: false, negations: 1 });
  });

  it('are unknown if either has no evidence, or evidence of another build', () => {
    const known = evidenceOf(story);
    for (const other of [null, Uint8Array.of(9, 9, 9), known.slice(0, 20)]) {
      expect(computeDifference(known, other, {})).toEqual(notCompared);
      expect(computeDifference(other, storedEvidence(known), {})).toEqual(notCompared);
    }
  });

  it('are the same for a content with its reading', () => {
    const page = evidenceOf(story.replace('on Tuesday', 'in Oslo'));
    const difference = computeDifference(page, stored(story), {});
    expect(computeDifference(page, evidenceOf(story), {})).toEqual(difference);
  });

  it('are nothing between two stored contents only if nothing is new', () => {
    const between = (page: string) => computeDifference(stored(page), stored(story), {}).adds;
    const unknown = { longest: null, names: null, negations: null, lines: null };
    expect(between(story.toUpperCase())).toMatchObject({ nothing: true, words: 0, ...unknown });
    const cut = story.slice(0, story.indexOf('Critics') - 1);
    expect(between(cut)).toMatchObject({ nothing: true, words: 0 });
    const other = story.replace('long debate', 'short debate');
    expect(between(other)).toMatchObject({ nothing: false, words: 2, numbers: 0 });
    const number = story.replace('4 percent', '5 percent');
    expect(between(number)).toMatchObject({ nothing: false, words: 2, numbers: 1 });
  });
});

describe('the title at the start of a page', () => {
  const budget = 'Council of Bergen approves budget, keeps 4 bridges';
  const titled = (text: string, title: string) =>
    withTitle(sign({ kind: 'text', text }, recipe, dictionaries), title).evidence!;
  const between = (page: [string, string], content: [string, string]) =>
    computeDifference(titled(...page), storedEvidence(titled(...content)), {}).adds!;

  it.each([
    [budget, budget],
    ['Council of Bergen approves budget.\nKeeps 4 bridges', budget],
    ['预算获批，卑尔根保留四座桥', '预算获批，卑尔根保留四座桥'],
  ])('is nothing if the content has the same title: %s', (line, title) => {
    const adds = between([`${line}\n${story}`, title], [story, title]);
    expect(adds).toMatchObject({ nothing: true, words: 0 });
  });

  it.each([
    ['the content has another title', budget, budget, 'Vote on the budget of the city'],
    ['a number of it is another', budget, budget, budget.replace('4', '5')],
    ['its numbers are swapped', '40 killed, 5 hurt', '40 killed, 5 hurt', '5 killed, 40 hurt'],
    ['its names are swapped', '中国队击败日本队', '中国队击败日本队', '日本队击败中国队'],
    ['the content denies it', '市长去上海', '市长去上海', '市长不去上海'],
    ['it is only a part of the title', 'Bergen keeps 4', budget, budget],
    ['it has the words of the title in another order', 'Bergen keeps 4 bridges', budget, budget],
    ['it may be an answer', 'The pier is not safe in 2026.', 'Is the pier safe or not in 2026?'],
  ])('counts if %s', (_, line, title, titleOfContent = title) => {
    const adds = between([`${line}\n${story}`, title], [story, titleOfContent]);
    expect(adds).toMatchObject({ nothing: false });
  });

  it('counts if the text of the content has a similar line', () => {
    const [line, other] = ['Arsenal 1 Chelsea 2', 'Arsenal 2 Chelsea 1'];
    const adds = between([`${line}\n${story}`, line], [`${other}\n${story}`, other]);
    expect(adds).toMatchObject({ nothing: false });
  });

  it('hides no negation left out after it', () => {
    const title = 'Library of Bergen, Oslo and Voss in 2026';
    const content = `Do not open the box before Sunday. ${story}`;
    const page = `${title}\n${content.replace('Do not open', 'Open')}`;
    expect(between([page, title], [content, title])).toMatchObject({ nothing: false });
  });

  it('does not move the passages after it', () => {
    const page = titled(`${budget}\n${story.replace('library', 'museum')}`, budget);
    const [only, ...others] = newWords(page, titled(story, budget))!;
    const plain = newWords(evidenceOf(story.replace('library', 'museum')), stored(story))!;
    expect(others).toEqual([]);
    expect(only!.start).toBe(plain[0]!.start + 8);
  });
});

describe('a page covers a stored content', () => {
  const covers = (page: string, content: string) =>
    computeDifference(evidenceOf(page), stored(content), {}).covers;

  it.each([
    [true, story, story],
    [true, `Home News Sport. ${story} The vote was on a Monday.`, story],
    [false, story, `${story} The vote was on a Monday.`],
    [false, story.replace('4 percent', '5 percent'), story],
    [true, story.replace('long debate', 'short debate'), story],
    [false, story.replace('on Tuesday', 'in Oslo'), story],
    [false, story.replace('bridges, which engineers', 'old roads that they'), story],
  ])('%s', (expected, page, content) => {
    expect(covers(page, content)).toBe(expected);
  });
});

/** Words in sentences of ten, all different. */
function fillerOf(words: number): string {
  const letters = (at: number) =>
    [...at.toString(26)].map((digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)]);
  return Array.from({ length: words }, (_, at) => {
    return `w${letters(at).join('')}${at % 10 === 9 ? '.' : ''}`;
  }).join(' ');
}
