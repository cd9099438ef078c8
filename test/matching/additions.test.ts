import { describe, expect, it } from 'vitest';
import { storedEvidence } from '../../src/fingerprint/packed-reading.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign } from '../../src/fingerprint/sign.js';
import {
  compareVersions,
  computeDifference,
  findNewLines,
  saysTheSame,
} from '../../src/matching/additions.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import type { PageText } from '../../src/text/page-text.js';
import { notCompared, nothingAdded } from './differences.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = completeRecipe(
  { shingle: null, bands: null },
  defaultRecipe(dictionaries.checksums),
);
const signed = (page: string | PageText) =>
  sign(
    { kind: 'text', ...(typeof page === 'string' ? { text: page } : page) },
    recipe,
    dictionaries,
  );
const evidenceOf = (page: string | PageText) => signed(page).evidence!;

const story = `The city council approved the new budget on Tuesday after a long debate. The plan raises spending on
schools and parks by 4 percent and cuts the fund for road repairs by 12 million. The mayor said the vote was a clear
sign. Critics said the plan ignores the bridges, which engineers rated as poor in summer. The council will meet again on
March 14 to discuss the bonds that pay for a library.`;

const stored = (page: string | PageText) => storedEvidence(evidenceOf(page));
const added = (page: string | PageText, content: string | PageText = story) =>
  computeDifference(evidenceOf(page), stored(content)).adds!;
const levelOf = (page: string | PageText, content: string | PageText) =>
  computeDifference(evidenceOf(page), stored(content)).level;

describe('additions of a page to a stored content', () => {
  it.each([
    ['itself', story],
    ['in capitals', story.toUpperCase().replaceAll('.', ' .')],
    ['without its end', story.slice(0, story.indexOf('Critics'))],
    ['with other line breaks', story.replaceAll('\n', ' ').replaceAll(/(\w+ \w+) /g, '$1\n')],
    [
      'with its sentences in another order',
      story
        .replaceAll('\n', ' ')
        .split(/(?<=\.) /)
        .reverse()
        .join(' '),
    ],
  ])('are nothing: %s', (_, page) => {
    expect(added(page)).toEqual(nothingAdded.adds);
  });

  it('are nothing if paragraphs and their headings are in another order', () => {
    const sections = [
      ['Budget', 'The council raises spending on schools and parks, and cuts the fund for roads'],
      [
        'Views of critics',
        'Critics said that the plan ignores bridges which engineers rated as poor',
      ],
      ['Next meeting', 'The council will discuss the bonds that pay for a library at the harbour'],
    ];
    const text = sections.flat().join('\n\n');
    const reversed = sections.flat().reverse().join('\n\n');
    expect(levelOf(reversed, text)).toBe('page');
    expect(levelOf(reversed.replaceAll('\n\n', '\n'), text)).not.toBe('page');
  });

  it.each([
    [{ words: 1, numbers: 1, lines: 1 }, story.replace('4 percent', '5 percent')],
    [{ words: 2, numbers: 0, lines: 1 }, story.replace('on Tuesday', 'in Oslo')],
    [{ words: 1, numbers: 0, lines: 1 }, story.replace('long debate', 'short debate')],
    [{ words: 1, numbers: 0 }, story.replace('was a clear', 'was not a clear')],
    [{ words: 0, numbers: 0, lines: 1 }, story.replace('was a clear', 'was clear')],
    [{ words: 5 }, story.replace('Critics', 'The fund was spent in the end. Critics')],
    [{ words: 2 }, story.replace('The plan', 'The sketch').replaceAll('the plan', 'the sketch')],
  ])('are something: %j', (expected, page) => {
    expect(added(page)).toMatchObject({ nothing: false, ...expected });
  });

  it('include swapped numbers, and a word that only the stored content has', () => {
    const swapped = story.replace('4 percent', '#').replace('12', '4').replace('#', '12 percent');
    expect(added(swapped)).toMatchObject({ nothing: false, numbers: 0 });
    const denied = story.replace('was a clear', 'was not a clear');
    expect(added(story, denied)).toMatchObject({ nothing: false });
  });

  it('include a word in a long text whose words are next to each other elsewhere', () => {
    const long = `${fillerOf(20_000)} It was not a clear sign. ${story}`;
    expect(added(long, long)).toMatchObject({ nothing: true });
    const denied = long.replace('the vote was a clear', 'the vote was not a clear');
    expect(added(denied, long)).toMatchObject({ nothing: false });
  });

  it('include a short sentence at the end, though its words occur elsewhere', () => {
    const content = `${story} It is not known who pays. The vaccine is safe.`;
    expect(added(`${content} Not so.`, content)).toMatchObject({ nothing: false });
    expect(added(`${content} Cancelled.`, content)).toMatchObject({ nothing: false, words: 1 });
    expect(added(`${content} Poor.`, content)).toMatchObject({ nothing: false });
  });

  it('are found between texts on both sides of the length from which texts are long', () => {
    const [shorter, longer] = [8000, 8400].map((words) => `${story} ${fillerOf(words)}`);
    expect(added(shorter!, longer)).toMatchObject({ nothing: true });
    expect(levelOf(shorter!, longer!)).toBe('page');
    expect(added(longer!, shorter)).toMatchObject({ nothing: false });
    const changed = shorter!.replace('4 percent', '5 percent');
    expect(added(changed, longer).numbers).toBeGreaterThan(0);
    expect(computeDifference(stored(shorter!), stored(longer!))).toEqual(notCompared);
  });

  it('are unknown if either has no evidence, or evidence of another build', () => {
    const known = evidenceOf(story);
    const former = Uint8Array.of(1, ...storedEvidence(known).slice(1));
    for (const other of [null, Uint8Array.of(9, 9, 9), known.slice(0, 20), former]) {
      expect(computeDifference(known, other)).toEqual(notCompared);
      expect(computeDifference(other, storedEvidence(known))).toEqual(notCompared);
      expect(compareVersions(known, other)).toBeNull();
      expect(findNewLines(known, other)).toBeNull();
    }
    expect(findNewLines(storedEvidence(known), known)).toBeNull();
  });

  it('are the same for a content with its reading', () => {
    const page = evidenceOf(story.replace('on Tuesday', 'in Oslo'));
    expect(computeDifference(page, evidenceOf(story))).toEqual(
      computeDifference(page, stored(story)),
    );
  });
});

const main = `The choir of the harbour sings songs of the coast\nAll are welcome to the old church by the sea`;
const page = (rest: string, text = main): PageText => ({ text, rest, isBlocks: true });
const event = page('Concert\n4 May at 18:00\nOld church\nMenu');

describe('levels', () => {
  it.each([
    ['page', event, event],
    ['page', page('Concert\n4 May at 18:00\nMenu'), page('Concert\n4 May at 18:00\nMenu')],
    ['article', page('Menu\nOld church\nConcert\n4 May at 18:00'), event],
    ['article', page('Concert\n5 May at 18:00\nOld church\nMenu'), event],
    ['article', page('Concert\nCancelled\nOld church\nMenu'), event],
    ['similar', page('Concert\n4 May at 18:00', main.replace('All', 'Some')), event],
    [
      'article',
      page('Concert', main),
      page(Array.from({ length: 99 }, (_, i) => `${i}`).join('\n')),
    ],
  ])('%s', (level, one, other) => {
    expect(levelOf(one, other)).toBe(level);
    const between = computeDifference(stored(one), stored(other));
    if (level !== 'page') expect(between.level).toBe(level);
  });

  it('of two stored pages are at most those of the page with its words', () => {
    const cut = page('Concert', main.split('\n')[0]);
    expect(added(cut, event)).toMatchObject({ nothing: true });
    expect(computeDifference(stored(cut), stored(event))).toMatchObject({
      adds: { nothing: true, words: 0, numbers: 0, lines: 0 },
      level: 'similar',
    });
    const pieces = page('', 'All are welcome to the harbour sings songs of the coast');
    expect(added(pieces, event)).toMatchObject({ nothing: true });
    expect(computeDifference(stored(pieces), stored(event)).adds).toMatchObject({ nothing: false });
  });

  it('of two stored pages depend on marks, and not on line breaks in equal texts', () => {
    const greek = (word: string) => page('', `Εκείνη τη μέρα στο χωριό ο ${word} μίλησε`);
    const between = (page: PageText, content: PageText) =>
      computeDifference(stored(page), stored(content));
    expect(between(greek('γέρος'), greek('γέρος')).adds).toMatchObject({ nothing: true });
    expect(between(greek('γερός'), greek('γέρος')).adds).toMatchObject({ nothing: false });
    expect(between(greek('γερος'), greek('γέρος')).adds).toMatchObject({ nothing: true });
    const broken = page('', main.replaceAll('\n', ' '));
    expect(between(broken, page('', main))).toMatchObject({
      adds: { nothing: true },
      level: 'page',
    });
  });

  it('of two stored texts count shingles and numbers', () => {
    const between = (page: string) => computeDifference(stored(page), stored(story)).adds;
    expect(between(story.toUpperCase())).toEqual(nothingAdded.adds);
    const cut = story.slice(0, story.indexOf('Critics') - 1);
    expect(between(cut)).toMatchObject({ nothing: true, words: 0 });
    const other = story.replace('long debate', 'short debate');
    expect(between(other)).toMatchObject({ nothing: false, words: 3, numbers: 0, lines: 1 });
    const number = story.replace('4 percent', '5 percent');
    expect(between(number)).toMatchObject({ nothing: false, words: 2, numbers: 1, lines: 1 });
  });
});

describe('a page covers a stored content', () => {
  const covers = (page: string | PageText, content: string | PageText) =>
    computeDifference(evidenceOf(page), stored(content)).covers;

  it.each([
    [true, story, story],
    [true, `Home News Sport. ${story} The vote was on a Monday.`, story],
    [false, story, `${story} The vote was on a Monday.`],
    [false, story.replace('4 percent', '5 percent'), story],
    [false, story.replace('long debate', 'short debate'), story],
    [true, page('Concert\nMenu\nMore', main), page('Concert\nMenu', main)],
    [false, page('Concert', main), page('Concert\nMenu', main)],
    [true, page('', `${main}\nAnd more`), page('', main)],
    [false, page('', main), page('', `${main}\nAnd more`)],
  ])('%s', (expected, page, content) => {
    expect(covers(page, content)).toBe(expected);
  });
});

describe('two versions of a page', () => {
  const compared = (page: string | PageText, former: string | PageText) => {
    const [own, stored] = [signed(page), signed(former)];
    const change = compareVersions(own.evidence, storedEvidence(stored.evidence!))!;
    const version = { ...stored, evidence: storedEvidence(stored.evidence!) };
    const [same, exact] = [saysTheSame(own, version, 'page'), saysTheSame(own, version, 'exact')];
    return { nothing: change.adds.nothing, gone: change.gone, same, exact };
  };

  it.each([
    ['equal', event, event, true, 0],
    [
      'in another order',
      page('Menu of the day\nSong of the sea'),
      page('Song of the sea\nMenu of the day'),
      true,
      0,
    ],
    ['with a line less', page('Concert\n4 May at 18:00\nOld church'), event, true, 1],
    ['with a main line less', page('', main.split('\n')[0]), page('', main), true, 1],
    ['with a line more', event, page('Concert\n4 May at 18:00\nOld church'), false, 0],
    ['with another line', page('Concert\n4 May at 18:00\nOld church\nFog'), event, false, 1],
    // Each of the two short lines is hashed with the line before it.
    ['with another short line', page('Concert\nCancelled\nOld church\nMenu'), event, false, 2],
    ['with other line breaks in its text', story.replaceAll('\n', ' '), story, true, 0],
  ])('are compared: %s', (_, one, other, nothing, gone) => {
    const same = nothing && gone === 0;
    expect(compared(one, other)).toEqual({ nothing, gone, same, exact: same });
  });

  it('differ in the order of their main lines only where equal texts alone are duplicates', () => {
    const turned = main.split('\n').toReversed().join('\n');
    const expected = { nothing: true, gone: 0, same: true, exact: false };
    expect(compared(page('', turned), page('', main))).toEqual(expected);
  });

  it('say the same if their hashes are equal, even without evidence', () => {
    const version = { exactHash: 'a', evidence: null };
    expect(saysTheSame(version, version, 'page')).toBe(true);
    expect(saysTheSame(version, { ...version, exactHash: 'b' }, 'page')).toBe(false);
  });
});

describe('the new lines of a page', () => {
  const newLines = (page: string | PageText, content: string | PageText) =>
    findNewLines(evidenceOf(page), stored(content));

  it('are numbered by words in the main text and in the rest', () => {
    const changed = page('Concert\n5 June at 18:00 or later', `${main}\nBring 2 friends with you`);
    expect(newLines(changed, event)).toMatchObject([
      { in: 'main', start: 20, end: 25, words: 5, runs: [{ start: 20, end: 25 }] },
      { in: 'rest', start: 1, end: 7 },
    ]);
    expect(newLines(event, event)).toEqual([]);
  });

  it('mark the words that are in no known pair, and unknown numbers', () => {
    const one = page('', 'Doors open at 7 in the evening at the quay');
    const other = page('', 'Doors open at 8 in the evening at the pier');
    expect(newLines(one, other)).toEqual([
      {
        ...{ in: 'main', start: 0, end: 10, words: 2, line: expect.any(Number) },
        runs: [
          { start: 3, end: 4 },
          { start: 9, end: 10 },
        ],
      },
    ]);
  });

  it('have no mark if only the line is new', () => {
    const content = page('', '4 May at 18 in the hall\n5 May at 19 in the hall');
    const pieces = page('', '4 May at 19 in the hall');
    expect(newLines(pieces, content)).toEqual([
      { in: 'main', start: 0, end: 7, words: 0, runs: [], line: expect.any(Number) },
    ]);
    expect(added(pieces, content)).toMatchObject({ nothing: false, words: 0, lines: 1 });
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
