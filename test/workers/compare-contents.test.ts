import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparable } from '../../src/fingerprint/comparable.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { packText } from '../../src/text/kept-text.js';
import { normalize } from '../../src/text/normalize.js';
import type { PageText } from '../../src/text/page-text.js';
import { compareContents, createCompareWithAll } from '../../src/workers/compare-contents.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const recipes = [recipe, completeRecipe({ method: 'simhash' }, recipe)];
const texts = [
  'The river rose by two metres in a single night and took the bridge with it.',
  'The river rose by three metres in a single night and took the mill with it.',
];
const probes = texts.flatMap((text): Comparable[] => [
  { kind: 'content', content: { kind: 'text', text } },
  { kind: 'packed', text: packText({ text }) },
]);

it('a comparison is independent of the previous probe and recipe', () => {
  const compareWithAll = createCompareWithAll(dictionaries);
  for (let round = 0; round < 2; round++) {
    for (const recipe of recipes) {
      for (const probe of [...probes, ...probes.toReversed()]) {
        const alone = createCompareWithAll(dictionaries)(probe, probes, recipe);
        expect(compareWithAll(structuredClone(probe), probes, recipe)).toEqual(alone);
        expect(compareWithAll(probe, probes, structuredClone(recipe))).toEqual(alone);
      }
    }
  }
});

describe('the difference', () => {
  const diffOf = (a: string, b: string) => {
    const side = (text: string): Comparable => ({
      kind: 'content',
      content: { kind: 'text', text },
    });
    return compareContents(side(a), side(b), recipe, true, dictionaries).diff!;
  };

  it('keeps case and paragraphs, and ignores differences in both', () => {
    const diff = diffOf(
      'The River rose.\n\nThe bridge fell in the night.',
      'The river  rose.\nThe Mill fell in the night.',
    );
    expect(diff).toEqual([
      { in: 'both', text: 'The river  rose.\nThe ' },
      { in: 'a', text: 'bridge' },
      { in: 'b', text: 'Mill' },
      { in: 'both', text: ' fell in the night.' },
    ]);
    expect(diffOf('ＨＴＭＬ　page', 'HTML\n\npage')).toEqual([
      { in: 'both', text: 'HTML\n\npage' },
    ]);
  });

  it('compares Chinese by words, as written', () => {
    const diff = diffOf('我来到北京大学。\n今天下雨。', '我来到清华大学。\n\n今天下雨。');
    expect(diff.filter((part) => part.in !== 'both')).toEqual([
      { in: 'a', text: '北京大学' },
      { in: 'b', text: '清华大学' },
    ]);
  });

  it('joins to the second text as written, and to the first text as normalized', () => {
    const words = fc.constantFrom(
      'Tea',
      'tea',
      'HOUSE',
      'old',
      ' ',
      '\n\n',
      ', ',
      '北京',
      '茶',
      '！',
    );
    const text = fc.array(words, { maxLength: 30 }).map((parts) => `start ${parts.join('')}`);
    fc.assert(
      fc.property(text, text, (a, b) => {
        const diff = diffOf(a, b);
        const joined = (side: 'a' | 'b') =>
          diff
            .flatMap((part) => (part.in === side || part.in === 'both' ? part.text : []))
            .join('');
        const read = (whole: string) => normalize(whole, { lowerCase: true });
        expect(joined('b')).toBe(b);
        expect(read(joined('a'))).toBe(read(a));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the new passages', () => {
  const side = (page: string | PageText): Comparable => ({
    kind: 'content',
    content: { kind: 'text', ...(typeof page === 'string' ? { text: page } : page) },
  });
  const packed = (page: PageText): Comparable => ({ kind: 'packed', text: packText(page) });
  const newPassages = (a: Comparable, b: Comparable) =>
    compareContents(a, b, recipe, true, dictionaries).newPassages!;
  /** Returns the text of each new line with its marked words. */
  function shown(a: string, b: string) {
    return newPassages(side(a), side(b)).passages.map(
      ({ start, end, text, words, marks, ...more }) => {
        expect(more.in).toBe('main');
        expect(text).toBe(a.slice(start, end));
        return [text, words, ...marks.map(({ start, end }) => a.slice(start, end))];
      },
    );
  }
  const fee = 'The fee is 40 dollars in Bergen, paid at the office by all who use the harbour.';
  const notice = `${fee}\nBoats may anchor here.`;

  it.each([
    ['nothing', notice, []],
    ['a number', notice.replace('40', '45'), [[fee.replace('40', '45').slice(0, -1), 1, '45']]],
    [
      'several words of a line, in order',
      notice.replace('in Bergen', 'in Ålesund').replace('office', 'pier'),
      [
        [
          fee.replace('in Bergen', 'in Ålesund').replace('office', 'pier').slice(0, -1),
          ...[2, 'Ålesund', 'pier'],
        ],
      ],
    ],
    ['a new line', `${notice}\nNot on Sundays`, [['Not on Sundays', 3, 'Not on Sundays']]],
    ['a line without a word', notice.replace('may ', ''), [['Boats anchor here', 0]]],
  ])('show %s', (_what, page, expected) => {
    expect(shown(page, notice).slice(0, 1)).toEqual(expected);
  });

  it('show new lines in Chinese, even if they are disguised', () => {
    const stored =
      '市教育局昨日宣布，全市中小学将于九月一日统一开学，各校须在八月底以前完成教室消毒工作。';
    const ofChanged = (page: string) => shown(page, stored).map(([, ...rest]) => rest);
    expect(ofChanged(stored.replace('九月', '十月'))).toEqual([[1, '十']]);
    expect(ofChanged(stored.replace('完成', '𠮷𠮷完成'))).toEqual([[2, '𠮷𠮷']]);
    expect(ofChanged('各校須在八月底以前*開*始*教室*消毒工作。')).toEqual([[2, '開*始']]);
  });

  it('tell the main text from the other lines, for texts as sent and as stored', () => {
    const stored: PageText = { text: notice, rest: 'Menu\nOpen at 9', isBlocks: true };
    const page: PageText = {
      ...{ text: `${notice}\nBring a rope`, rest: 'Menu\nOpen at 10 on Mondays' },
      isBlocks: true,
    };
    const expected = [
      { in: 'main', text: 'Bring a rope', words: 3, start: notice.length + 1 },
      { in: 'rest', text: 'Open at 10 on Mondays', words: 5, start: 5 },
    ];
    for (const [a, b] of [
      [side(page), side(stored)],
      [packed(page), packed(stored)],
    ] as const) {
      expect(newPassages(a, b)).toMatchObject({ truncated: false, passages: expected });
    }
    expect(newPassages(side(stored), packed(stored)).passages).toEqual([]);
  });

  it('are none for equal contents, and unknown without a text', () => {
    const { a } = compareContents(side(fee), side(fee), recipe, true, dictionaries);
    const signature: Comparable = { kind: 'signature', signature: a };
    const found = (a: Comparable, b: Comparable) =>
      compareContents(a, b, recipe, true, dictionaries).newPassages;
    expect(found(side(fee), signature)).toEqual({ passages: [], truncated: false });
    expect(found(signature, side(fee))).toBeNull();
  });

  it('are limited to the first 100 lines, and 100 marks each', () => {
    const lines = Array.from({ length: 120 }, (_, at) => `new${at} line${at}`);
    const long = Array.from({ length: 600 }, (_, at) => `w${at.toString(36)}`);
    const changed = long.map((word, at) => (at % 5 === 2 ? `x${word}` : word)).join(' ');
    const { passages, truncated } = newPassages(
      side([changed, ...lines].join('\n')),
      side(long.join(' ')),
    );
    expect(passages).toHaveLength(100);
    expect(truncated).toBe(true);
    expect(passages[0]!.marks).toHaveLength(100);
    expect(passages.at(-1)).toMatchObject({ text: lines[98] });
  });

  it('shows a long line from a little before its first new words on', () => {
    const words = Array.from({ length: 400 }, (_, at) => `w${at}`);
    for (const changedAt of [0, 5, 200, 399]) {
      const line = words.with(changedAt, 'changed').join(' ');
      const [passage] = newPassages(side(line), side(words.join(' '))).passages;
      const { start, end, textStart, text, marks } = passage!;
      expect([start, end]).toEqual([0, line.length]);
      expect(text).toBe(line.slice(textStart, textStart + 500));
      expect(text).toHaveLength(500);
      const mark = marks[0]!.start;
      expect(mark).toBe(line.indexOf('changed'));
      expect([0, mark - 100, line.length - 500]).toContain(textStart);
      expect(text!.slice(mark - textStart)).toMatch(/^changed/);
    }
  });

  /** Words as sent and as read, with the number of words per shingle. */
  const vocabulary = [
    ['bolm', 'bolm', 2],
    ['ＣＯＬＭ', 'colm', 2],
    ['17', '17', 2],
    ['河', '河', 3],
    ['𠮷', '𠮷', 3],
  ] as const;
  type Word = (typeof vocabulary)[number];

  /** Numbers of the words of each shingle, by the definition in evidence-words.ts. */
  function shinglesOf(words: readonly Word[]): number[][] {
    const shingles: number[][] = [];
    for (let start = 0, end = 0; start < words.length && end < words.length; start++) {
      let left = 1;
      for (end = start; left > 0.001 && end < words.length; end++) left -= 1 / words[end]![2];
      shingles.push([...words.keys()].slice(start, end));
    }
    return shingles;
  }

  /** Han characters with gaps would be treated as a disguise. */
  const gapAfter = (words: readonly Word[], at: number, gap: string) =>
    words[at]![2] === 3 && words[at + 1]?.[2] === 3 ? '' : gap;

  it('mark exactly the words that are in no shingle of the other text, and new numbers', () => {
    const words = fc.array(fc.constantFrom(...vocabulary), { minLength: 4, maxLength: 40 });
    const gap = fc.constantFrom(' ', ', ', '  ');
    const gaps = fc.array(gap, { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(words, gaps, words, (page, gaps, stored) => {
        const read = (all: readonly Word[], shingle: readonly number[]) =>
          shingle.map((at) => all[at]![1]).join(' ');
        const known = new Set(shinglesOf(stored).map((shingle) => read(stored, shingle)));
        const isOld = new Set(
          shinglesOf(page)
            .filter((shingle) => known.has(read(page, shingle)))
            .flat(),
        );
        let text = '';
        const places = page.map(([sent], at) => {
          const start = text.length;
          text += sent + gapAfter(page, at, gaps[at]!);
          return { start, end: start + sent.length };
        });
        const wanted = page.flatMap((_, at) => {
          if (isOld.has(at) || (at > 0 && !isOld.has(at - 1))) return [];
          let last = at;
          while (last + 1 < page.length && !isOld.has(last + 1)) last++;
          return { start: places[at]!.start, end: places[last]!.end };
        });
        const other = stored.map(([, word], at) => word + gapAfter(stored, at, ' ')).join('');
        const { passages } = newPassages(side(text), side(other));
        const lengths = page.map(([, , inShingle], at) => (isOld.has(at) ? 0 : 2 / inShingle));
        const length = lengths.reduce((sum, each) => sum + each, 0);
        for (const { start, end, text: shown, words, marks } of passages) {
          expect(shown).toBe(text.slice(start, end));
          expect(words).toBe(Math.max(0, Math.ceil(length - 1e-6)));
          expect(marks).toEqual(wanted);
        }
        if (wanted.length > 0) expect(passages).toHaveLength(1);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});
