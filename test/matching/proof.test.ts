import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackEvidence } from '../../src/fingerprint/evidence.js';
import { storedEvidence, unpackPage } from '../../src/fingerprint/packed-reading.js';
import { findLines, findSentences, readPage } from '../../src/fingerprint/reading.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign } from '../../src/fingerprint/sign.js';
import type { Signature } from '../../src/fingerprint/signature.js';
import { compareContents } from '../../src/matching/compare.js';
import { levels } from '../../src/matching/match.js';
import { isDuplicateAt } from '../../src/matching/match-rule.js';
import { prove } from '../../src/matching/proof.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import type { PageText } from '../../src/text/page-text.js';
import {
  linesText,
  type NaiveLine,
  type NaivePage,
  proveNaively,
  unknownTexts,
} from './naive-proof.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = completeRecipe(
  { shingle: null, bands: null },
  defaultRecipe(dictionaries.checksums),
);
const signed = (page: PageText) => sign({ kind: 'text', ...page }, recipe, dictionaries);

/** Returns the proof that a page says nothing more than a stored page, and the strictest level. */
function proofOf(page: Signature, stored: Signature) {
  const evidence = unpackEvidence(storedEvidence(page.evidence!))!;
  const words = unpackPage(page.evidence!)!;
  const kept = unpackEvidence(storedEvidence(stored.evidence!))!;
  const reading = readPage(words, kept.full);
  const { level } = compareContents(page, stored);
  const sentences = words.isBlocks ? null : findSentences(words);
  return { ...prove({ reading, lines: findLines(words), sentences, evidence }, kept), level };
}

const textOf = (page: NaivePage): PageText => ({
  text: linesText(page.main, page),
  rest: linesText(page.rest, page),
  isBlocks: page.isBlocks,
});

const word = fc.constantFrom('tide', 'harbour', 'ferry', 'leaves', 'pier', 'on', 'with', 'fog');
const number = fc.constantFrom('18', '19', '2026');
const sentence = fc.oneof(
  { weight: 4, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.tuple(word, number).map((words): string[] => words) },
  { weight: 1, arbitrary: fc.tuple(number).map((words): string[] => words) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(word, { minLength: 6, maxLength: 9 }), number)
      .map(([words, number]) => [...words.slice(0, 3), number, ...words.slice(3)]),
  },
);
const line: fc.Arbitrary<NaiveLine> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(sentence) },
  { weight: 1, arbitrary: fc.array(sentence, { minLength: 2, maxLength: 3 }) },
);
const pages: fc.Arbitrary<NaivePage> = fc.record({
  main: fc.array(line, { minLength: 1, maxLength: 6 }),
  rest: fc.array(line, { maxLength: 5 }),
  isBlocks: fc.boolean(),
  lineEnd: fc.constantFrom('\n', ';\n', '\n\n'),
});

/** A change of a page, as numbers that are reduced to its size. */
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('cut', 'move', 'add', 'shorten', 'join', 'carry', 'wrap'),
    from: fc.nat({ max: 20 }),
    to: fc.nat({ max: 20 }),
    line,
  }),
  { maxLength: 3 },
);
type Edit = (typeof edits extends fc.Arbitrary<infer Edits> ? Edits : never)[number];

/** Returns a page with a line less, elsewhere, more, shorter, joined with another, in the other part, or in two lines. */
function edited(page: NaivePage, { kind, from, to, line }: Edit): NaivePage {
  const parts = [page.main, page.rest];
  const lines = parts[from % 2]!;
  if (lines.length === 0) return page;
  const at = from % lines.length;
  const without = lines.toSpliced(at, 1);
  const moved = [...parts];
  if (kind === 'cut') moved[from % 2] = without;
  if (kind === 'move') moved[from % 2] = without.toSpliced(to % lines.length, 0, lines[at]!);
  if (kind === 'add') moved[from % 2] = lines.toSpliced(to % (lines.length + 1), 0, line);
  if (kind === 'shorten')
    moved[from % 2] = lines.with(at, [lines[at]![0]!.slice(to % 2, to % 3 === 0 ? -1 : undefined)]);
  if (kind === 'join')
    moved[from % 2] = lines.with(at, [...lines[at]!, ...lines[to % lines.length]!]);
  if (kind === 'wrap') {
    const [first, ...others] = lines[at]!;
    const middle = to % first!.length;
    moved[from % 2] = lines.toSpliced(
      at,
      1,
      [first!.slice(0, middle)],
      [first!.slice(middle), ...others],
    );
  }
  if (kind === 'carry') {
    moved[from % 2] = without;
    moved[1 - (from % 2)] = parts[1 - (from % 2)]!.concat([lines[at]!]);
  }
  const [main, rest] = [withoutBlanks(moved[0]!), withoutBlanks(moved[1]!)];
  return main.length === 0 ? page : { ...page, main, rest };
}

function withoutBlanks(lines: readonly NaiveLine[]): NaiveLine[] {
  return lines
    .map((line) => line.filter((words) => words.length > 0))
    .filter((line) => line.length > 0);
}

const pairs = fc
  .tuple(pages, pages, edits, fc.nat({ max: 3 }))
  .map(([stored, other, edits, kind]) => {
    const page = kind === 0 ? other : edits.reduce(edited, stored);
    return { stored, page };
  });

describe('a proof', () => {
  it('is that of a naive comparison of the words', () => {
    const seen = { exact: 0, page: 0, article: 0, similar: 0 };
    fc.assert(
      fc.property(pairs, ({ stored, page }) => {
        const expected = proveNaively(page, stored);
        const { unknown, similarity, level } = proofOf(
          signed(textOf(page)),
          signed(textOf(stored)),
        );
        expect({ unknown, level }).toEqual({ unknown: expected.unknown, level: expected.level });
        expect(similarity).toBeCloseTo(expected.similarity, 9);
        seen[level]++;
      }),
      { seed: 65, numRuns: 1500 },
    );
    for (const level of levels) expect(seen[level], level).toBeGreaterThan(50);
  });

  it('refuses a page less, the more is new in it', () => {
    let kept = 0;
    const three = fc.tuple(pages, edits, edits, pages).map(([stored, first, second, other]) => {
      const page = first.reduce(edited, stored);
      return { stored, page, others: [second.reduce(edited, page), other] };
    });
    fc.assert(
      fc.property(three, ({ stored, page, others }) => {
        const blocks = (page: NaivePage) => ({ ...page, isBlocks: true });
        const own = unknownTexts(blocks(page), proveNaively(blocks(page), stored));
        if (own.size === 0) return;
        for (const other of others) {
          const more = unknownTexts(blocks(other), proveNaively(blocks(other), stored));
          if ([...own].some((each) => !more.has(each))) continue;
          const { level } = proofOf(signed(textOf(blocks(other))), signed(textOf(stored)));
          expect(isDuplicateAt(level, 'page')).toBe(false);
          kept++;
        }
      }),
      { seed: 66, numRuns: 1000 },
    );
    expect(kept).toBeGreaterThan(100);
  });
});

const levelOf = (page: PageText, stored: PageText) => proofOf(signed(page), signed(stored)).level;
const unknownOf = (page: PageText, stored: PageText) =>
  proofOf(signed(page), signed(stored)).unknown;
const blocks = (...lines: readonly string[]): PageText => ({
  text: lines.join('\n'),
  isBlocks: true,
});
const wordsOf = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => `word${letters(first + at)}`);
const letters = (number: number) => [...`${number}`].map((digit) => 'abcdefghij'[+digit]).join('');

describe('a line is known', () => {
  const stored = blocks(
    'From the long pier at 18 on all days but Sunday leaves the ferry to the island',
    'In winter at 19',
    'Fares: adults pay 40 crowns and children 20 crowns on each of the boats of the line',
    'Ask nobody on board',
  );

  it.each([
    ['as a whole', ['In winter at 19'], []],
    ['by its pairs, with eight words to a number', ['From the long pier at 18 on board'], []],
    ['not with seven words', ['Ask nobody on each of the island'], [0]],
    ['not without its first words', ['the long pier at 18 on all days but Sunday on board'], [0]],
    ['not without its last words', ['From the long pier at 18 on all days but Sunday'], [0]],
    [
      'by its pairs, with sixteen words to two numbers',
      ['In winter at 18 on all days but Sunday leaves the island in winter at 19'],
      [],
    ],
    [
      'not with fourteen words to two numbers',
      ['Fares: adults pay 40 crowns and children 20 crowns on each of the line'],
      [0],
    ],
    ['not with another number', ['From the long pier at 19 on board'], [0]],
    ['not with swapped numbers', [stored.text.split('\n')[2]!.replace('40', '20')], [0]],
    ['not with words in another order', ['From the island leaves the ferry to the island'], [0]],
    ['not if it is a single word of another line', ['Sunday'], [0]],
    ['not if only one of its sentences is', ['Ask nobody on board. Or do not ask at all'], [0]],
    [
      'by sentences that stand elsewhere',
      ['Ask nobody on board. From the long pier at 18 on board'],
      [],
    ],
    ['across two lines of the stored page', ['From the ferry to the island in winter at 19'], []],
  ])('%s', (_, lines, unknown) => {
    expect(unknownOf(blocks(...lines), stored)).toEqual(unknown);
  });

  it('with up to three words and a number, only after the same line', () => {
    const page = (...lines: string[]) => blocks('The choir', ...lines);
    const stored = page('Opens at 18', 'Closed', 'The doors open at 18');
    expect(unknownOf(stored, page('Opens at 18', 'x'))).toEqual([2, 3]);
    expect(unknownOf(page('Closed', 'Opens at 18'), stored)).toEqual([1, 2]);
    expect(unknownOf(page('The doors open at 18', 'Opens at 18'), stored)).toEqual([2]);
    expect(unknownOf(blocks('Opens at 18'), stored)).toEqual([0]);
  });

  it('not by two words that stand beside the same sign', () => {
    const layout = (width: string) =>
      blocks(`the width = ${width} and the height = half and so on`);
    expect(unknownOf(layout('full'), layout('full'))).toEqual([]);
    expect(unknownOf(layout('half'), layout('full'))).toEqual([0]);
  });

  it('in the main text or outside, wherever it stands', () => {
    const other = 'Bring 2 ropes and 1 anchor';
    const one = 'Free for all members of the club at sea and at the club house';
    const part = 'Free for all members of the club house';
    const page = (text: string, rest: string) => ({ text, rest, isBlocks: true });
    expect(unknownOf(page(one, other), page(other, one))).toEqual([]);
    // Pairs of lines outside the main text are not kept.
    expect(unknownOf(page(part, ''), page(other, one))).toEqual([0]);
    expect(unknownOf(page(other, part), page(one, other))).toEqual([]);
  });

  it('if the main texts are equal, whatever their lines', () => {
    const lines = ['Open at 7', 'or at 8 today'];
    expect(unknownOf(blocks(lines.join(' ')), blocks(...lines))).toEqual([]);
    expect(unknownOf(blocks(...lines), blocks(lines.join(' ')))).toEqual([]);
    expect(unknownOf(blocks(lines.join(' '), 'Ask'), blocks(...lines, 'Ask me'))).toEqual([0, 1]);
  });

  it('not by words with other marks', () => {
    const page = (word: string) => blocks(`Εκείνη τη μέρα στο χωριό ο ${word} μίλησε`, 'Στο χωριό');
    expect(unknownOf(page('γέρος'), page('γέρος'))).toEqual([]);
    expect(unknownOf(page('γερός'), page('γέρος'))).toEqual([0]);
    expect(unknownOf(page('γερος'), page('γέρος'))).toEqual([]);
    const rest = (word: string) => ({
      text: 'Στο χωριό',
      rest: `ο ${word} μίλησε`,
      isBlocks: true,
    });
    expect(unknownOf(rest('γέρος'), rest('γέρος'))).toEqual([]);
    expect(unknownOf(rest('γερός'), rest('γέρος'))).toEqual([1]);
  });
});

describe('a line of a text whose breaks may be wraps is known', () => {
  const stored = {
    text: 'The ferry leaves the long pier at 18 on all days\nbut Sunday. Ask on board. Cancelled.',
  };
  it.each([
    ['with other breaks', 'The ferry\nleaves the long\npier at\n18 on all days but\nSunday.', []],
    ['if it is a short sentence of its own', 'Cancelled.\nAsk on board.', []],
    ['not without the first words of a sentence', 'Ferry leaves the long pier.\nOn board.', [0, 1]],
    ['not without the last words of a sentence', 'The ferry leaves the long pier.\nAsk on', [0]],
    ['if the text is cut', 'Cancelled.\nThe ferry leaves the long pier', []],
    ['not if it is a short sentence that is none there', 'Sunday.\nAsk on board.', [0]],
    ['not if a short line with a number has other neighbours', 'Ask\n18 on\nboard', [0, 1, 2]],
    ['not if a number stands elsewhere', 'The ferry leaves the pier\nat 18 on all', [0]],
  ])('%s', (_, text, unknown) => {
    expect(unknownOf({ text }, stored)).toEqual(unknown);
  });

  it('not without the end of a long sentence', () => {
    const said =
      'The bridge to the old harbour is closed to all cars today. Ask on board of the long ferry.';
    const cut = said.replace(' today', '');
    expect(unknownOf({ text: cut }, { text: said })).toEqual([0]);
    expect(unknownOf({ text: cut.replace(' is', '\nis') }, { text: said })).toEqual([1]);
    expect(unknownOf({ text: cut.replace('. ', '.\n') }, { text: said })).toEqual([0]);
    expect(unknownOf({ text: said.replace('. ', '.\n') }, { text: said })).toEqual([]);
  });

  it('not if it is made of pieces of a list', () => {
    const concert = 'Concert of the band\nDate: 10 October 19:00\nPlace: Quay\n';
    const lecture = 'Lecture on old ships\nDate: 11 October 18:00\nPlace: Library\n';
    const list = { text: concert + lecture };
    const moved = concert.replace('19:00', '18:00');
    expect(unknownOf({ text: moved + lecture }, list)).toContain(1);
    expect(unknownOf({ text: list.text.replaceAll('\n', ' ') }, list)).toEqual([]);
    expect(unknownOf({ text: concert.replace('\n', ' ') }, list)).toEqual([0, 1]);
  });

  it('not if a short sentence of it is made of pieces', () => {
    const said = 'The shop is closed for works. The museum is open. Come and see all of our ships.';
    expect(unknownOf({ text: `${said} The shop is open. Come and see.` }, { text: said })).toEqual([
      0,
    ]);
    expect(unknownOf({ text: said.replaceAll(' ', '\n') }, { text: said })).toEqual([]);
  });
});

describe('a page is a duplicate', () => {
  it('from a similarity of .8', () => {
    // They have 97 pairs, a beginning and an end, and a page without the last ones has another end.
    const words = wordsOf(98);
    const stored = { text: words.join(' ') };
    const first = (count: number) => ({ text: words.slice(0, count).join(' ') });
    expect(levelOf(first(80), stored)).toBe('page');
    expect(levelOf(first(79), stored)).toBe('similar');
  });

  it('at the level of articles if only the lines outside its main text are too few', () => {
    const text = wordsOf(11).join(' ');
    const stored = (count: number) => ({
      ...{ text, isBlocks: true },
      rest: wordsOf(count, 500).join('\n'),
    });
    // The main text has ten pairs, a beginning and an end.
    const page = { text, isBlocks: true };
    expect(levelOf(page, stored(3))).toBe('page');
    expect(levelOf(page, stored(4))).toBe('article');
    expect(levelOf(stored(2), page)).toBe('article');
    expect(levelOf(stored(2), stored(2))).toBe('exact');
    expect(levelOf(page, { text: `${text} ${wordsOf(3, 500).join(' ')}` })).toBe('similar');
  });

  it('of no page that lists every value of a template', () => {
    const values = Array.from(
      { length: 200 },
      (_, at) => `Lot ${at} of the old harbour is for sale`,
    );
    const list = blocks(...values);
    expect(unknownOf(blocks(values[7]!), list)).toEqual([]);
    expect(levelOf(blocks(values[7]!), list)).toBe('similar');
  });

  it('exactly if also the lines outside the main text are equal, in any order', () => {
    const page = (rest: string) => ({ text: 'The choir sings by the sea', rest, isBlocks: true });
    const one = page('Doors open at six o clock\nAll are welcome here');
    const other = page('All are welcome here\nDoors open at six o clock\nAll are welcome here');
    expect(signed(one).exactHash).toBe(signed(other).exactHash);
    expect(levelOf(one, other)).toBe('exact');
    expect(signed(page('')).exactHash).toBe(signed({ text: page('').text }).exactHash);
    expect(signed(page('Menu')).exactHash).not.toBe(signed(page('')).exactHash);
  });
});
