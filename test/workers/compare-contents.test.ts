import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparable } from '../../src/fingerprint/comparable.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { computeDifference } from '../../src/matching/additions.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { packText } from '../../src/text/kept-text.js';
import { normalize } from '../../src/text/normalize.js';
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
  { kind: 'packed', text: packText(text) },
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

describe('the passages of new words', () => {
  const newPassages = (a: string, b: string) => {
    const side = (text: string): Comparable => ({
      kind: 'content',
      content: { kind: 'text', text },
    });
    const compared = compareContents(side(a), side(b), recipe, true, dictionaries);
    const { words } = computeDifference(compared.a.evidence, compared.b.evidence, {}).adds!;
    return { ...compared.newPassages!, words };
  };
  const textsOf = (a: string, b: string) =>
    newPassages(a, b).passages.map(({ start, end, text, words, kinds }) => {
      expect(text).toBe(a.slice(start, end));
      return [text, words, ...kinds];
    });
  const notice =
    'The fee is 40 dollars in Bergen, paid at the office by all who use the harbour. Boats may anchor here.';

  it.each([
    ['nothing', notice, []],
    ['a number', notice.replace('40', '45'), [['45', 1, 'number']]],
    ['a name', notice.replace('Bergen', 'Ålesund'), [['Ålesund', 1, 'name']]],
    ['a negation', notice.replace('may anchor', 'may not anchor'), [['not', 1, 'negation']]],
    [
      'words beside a negation',
      notice.replace('anchor here', 'not stay over night'),
      [['not stay over night', 4, 'negation']],
    ],
    [
      'several, in the order of the text',
      notice
        .replace('paid', 'to be PAID')
        .replace('all who', 'ships\n or Small')
        .replace('Boats', 'Small boats'),
      [
        ['to be', 2],
        ['ships\n or Small', 3, 'name'],
        ['Small', 1, 'name'],
      ],
    ],
  ])('show %s', (_what, page, expected) => {
    expect(textsOf(page, notice)).toEqual(expected);
  });

  it('show new passages in Chinese, even if they are disguised', () => {
    const stored =
      '市教育局昨日宣布，全市中小学将于九月一日统一开学，各校须在八月底以前完成教室消毒工作。';
    expect(textsOf(stored.replace('九月', '十月'), stored)).toEqual([['十', 1, 'number']]);
    expect(textsOf(stored.replace('完成', '𠮷𠮷完成'), stored)).toEqual([['𠮷𠮷', 2]]);
    const traditional = '各校須在八月底以前*開*始*教室*消毒工作。';
    expect(textsOf(traditional, stored)).toEqual([['開*始', 2]]);
  });

  it('are limited to the longest 100', () => {
    const words = Array.from({ length: 900 }, (_, at) => `w${at.toString(36)}`);
    const changed = words.map((word, at) => (at % 8 === 4 ? `x${word}` : word));
    const page = [...changed.slice(0, 890), 'one', 'more', ...changed.slice(890)].join(' ');
    const { passages, truncated } = newPassages(page, words.join(' '));
    expect(passages).toHaveLength(100);
    expect(truncated).toBe(true);
    expect(passages.at(-1)).toMatchObject({ text: 'one more', words: 2 });
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

  it('contain exactly the words that are in no shingle of the other text', () => {
    const words = fc.array(fc.constantFrom(...vocabulary), { minLength: 4, maxLength: 40 });
    const gap = fc.constantFrom(' ', ', ', '  \n');
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
        const { passages, words } = newPassages(text, other);
        const lengths = page.map(([, , inShingle], at) => (isOld.has(at) ? 0 : 2 / inShingle));
        const length = lengths.reduce((sum, each) => sum + each, 0);
        expect(words).toBe(Math.max(0, Math.ceil(length - 1e-6)));
        expect(passages.map(({ start, end }) => ({ start, end }))).toEqual(wanted);
        for (const { start, end, text: shown, kinds } of passages) {
          expect(shown).toBe(text.slice(start, end));
          expect(kinds.includes('number')).toBe(shown!.includes('17'));
        }
      }),
      { numRuns: 300 },
    );
  });
});
