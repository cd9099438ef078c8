import { describe, expect, it } from 'vitest';
import { additionsInWords, reasonsOfAdditions } from '../../console/additions.js';
import { english } from '../../console/text/english.js';
import { translator } from '../../console/text/language.js';
import { computeDifference, noDifference } from '../../src/matching/additions.js';
import type { Additions } from '../../src/matching/match.js';
import { noveltyRule } from '../../src/matching/novelty.js';

const [inEnglish, inChinese] = [translator('en'), translator('zh')];
const none = noDifference.adds as Additions;
const some = (changes: Partial<Additions>): Additions => ({ ...none, nothing: false, ...changes });

describe('what a page adds', () => {
  it.each([
    [null, 'additions unknown'],
    [none, 'adds nothing'],
    [{ ...none, words: 1, longest: 1 }, 'adds nothing that counts: 1 new word'],
    [some({ words: 7, numbers: 2 }), 'adds 7 new words, 2 numbers'],
    [
      some({ words: 1200, numbers: 1, names: 3, negations: 1, lines: 1 }),
      'adds 1,200 new words, 1 number, 3 names, 1 negation, 1 whole line or sentence',
    ],
    [some({ negations: 1 }), 'adds 1 negation'],
    [some({ words: 1, title: true }), 'adds 1 new word, different title'],
    [
      some({ words: 1, longest: null, names: null, negations: null, lines: null }),
      'adds 1 new pair of words',
    ],
  ])('is said in a few words: %o', (adds, words) => {
    expect(additionsInWords(adds, inEnglish)).toBe(words);
  });

  it('is said in Chinese', () => {
    expect(additionsInWords(some({ words: 7, numbers: 2 }), inChinese)).toBe(
      '增加了 7 个新词、2 个数字',
    );
  });
});

describe('why it counts', () => {
  const whyOf = (adds: Additions | null) => reasonsOfAdditions(adds, inEnglish);

  it('is a sentence for each kind, and for too long a passage or too large a share', () => {
    expect(whyOf(some({ words: 9, longest: 4, share: 0.15, numbers: 2, lines: 1 }))).toEqual([
      english['adds.numbers.why'],
      english['adds.lines.why'],
    ]);
    expect(whyOf(some({ words: 9, longest: 5, share: 0.16, names: 1, negations: 1 }))).toEqual([
      english['adds.names.why'],
      english['adds.negations.why'],
      english['adds.longest.why'].replace('{count}', '5'),
      english['adds.share.why'],
    ]);
    expect(whyOf(some({ words: 4, longest: 2 }))).toEqual([english['adds.words.why']]);
  });

  it('says so when a page adds nothing that counts, or when it is not known what it adds', () => {
    expect(whyOf(none)).toEqual([english['adds.nothing.why']]);
    expect(whyOf({ ...none, words: 2 })).toEqual([english['adds.little.why']]);
    expect(whyOf(some({ title: true }))).toEqual([english['adds.title.why']]);
    expect(whyOf(null)).toEqual([english['adds.unknown.why']]);
    expect(computeDifference(null, null, {}).adds).toBe(null);
  });

  it('is any new pair of words between two documents without texts', () => {
    const pairs = some({ words: 3, longest: null, names: null, negations: null, lines: null });
    expect(whyOf(pairs)).toEqual([english['adds.pairs.why']]);
    expect(whyOf({ ...pairs, numbers: 1 })).toEqual([
      english['adds.pairs.why'],
      english['adds.numbers.why'],
    ]);
  });

  it('has the limits of the service', () => {
    expect(noveltyRule).toMatchObject({ longestMax: 4, edgeMax: 8, shareMax: 0.15 });
    expect(english['adds.longest.why']).toContain('more than 4 count');
    expect(english['adds.longest.why']).toContain('more than 8');
    expect(english['adds.share.why']).toContain('15%');
  });
});
