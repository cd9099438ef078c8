import { describe, expect, it } from 'vitest';
import {
  additionsInWords,
  explainAdditions,
  foldMarked,
  isDuplicateAt,
  levels,
} from '../../console/additions.js';
import { english } from '../../console/text/english.js';
import { translator } from '../../console/text/language.js';
import { noDifference, unknownDifference } from '../../src/matching/additions.js';
import * as service from '../../src/matching/match.js';
import { isDuplicateAt as isDuplicateInService } from '../../src/matching/match-rule.js';

type Additions = NonNullable<Parameters<typeof additionsInWords>[0]>;

const [inEnglish, inChinese] = [translator('en'), translator('zh')];
const none = noDifference.adds as Additions;
const some = (changes: Partial<Additions>): Additions => ({ ...none, nothing: false, ...changes });

describe('what a page adds', () => {
  it.each([
    [null, 'additions unknown'],
    [none, 'adds nothing'],
    [some({ lines: 1, words: 7, numbers: 2 }), 'adds 1 line, 7 new words, 2 new numbers'],
    [some({ lines: 2, words: 1200, numbers: 1 }), 'adds 2 lines, 1,200 new words, 1 new number'],
    [some({ lines: 1 }), 'adds 1 line'],
  ])('is said in a few words: %o', (adds, words) => {
    expect(additionsInWords(adds, inEnglish)).toBe(words);
  });

  it('is said in Chinese', () => {
    expect(additionsInWords(some({ lines: 1, words: 7, numbers: 2 }), inChinese)).toBe(
      '增加了 1 行、7 个新词、2 个新数字',
    );
  });

  it('is said to be an estimate if only evidence is compared', () => {
    const adds = some({ lines: 1, words: 10 });
    expect(additionsInWords(adds, inEnglish, { areEstimated: true })).toBe(
      'adds 1 line, about 10 new words',
    );
    expect(additionsInWords(adds, inChinese, { areEstimated: true })).toBe(
      '增加了 1 行、约 10 个新词',
    );
  });

  it('is explained by whether the other page has the lines, and by the level', () => {
    const reason = (adds: Additions | null, level: service.Level) =>
      explainAdditions(adds, level, inEnglish);
    expect(reason(none, 'page')).toBe(english['adds.nothing.why']);
    expect(reason(none, 'similar')).toBe(english['adds.longer.why']);
    expect(reason(some({ lines: 1, words: 7 }), 'similar')).toBe(english['adds.some.why']);
    expect(reason(some({ lines: 1 }), 'similar')).toBe(english['adds.order.why']);
    expect(reason(some({ lines: 1 }), 'article')).toBe(english['adds.article.why']);
    const ofSite = { ...none, siteLines: [285724, 4859126] };
    expect(reason(ofSite, 'page')).toBe(
      'Apart from 2 lines that its site repeats, the other page has every line of this page.',
    );
    expect(unknownDifference.adds).toBeNull();
    expect(reason(null, unknownDifference.level)).toBe(english['adds.unknown.why']);
  });
});

describe('a line with marked words', () => {
  const shown = (text: string, ...marks: readonly [number, number][]) =>
    foldMarked(
      text,
      marks.map(([start, end]) => ({ start, end })),
    )
      .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
      .join('');

  it('keeps only the text near the marks', () => {
    const far = 'x'.repeat(200);
    const near = 'x'.repeat(60);
    expect(shown(`${far}AB${far}C${far}`, [200, 202], [402, 403])).toBe(
      `…${near}[AB]${near}…${near}[C]${near}…`,
    );
  });

  it('begins and ends with whole words where words are separated', () => {
    const far = 'seven letters '.repeat(20);
    expect(shown(`${far}AB${far}`, [280, 282])).toMatch(
      /^… (seven letters )+\[AB\](seven letters )+…$/,
    );
  });

  it('stays whole if it is short, or if no mark is in the shown part', () => {
    expect(shown('a new day', [2, 5])).toBe('a [new] day');
    expect(shown('x'.repeat(300), [400, 404])).toBe('x'.repeat(300));
    expect(shown('x'.repeat(300))).toBe('x'.repeat(300));
  });
});

it('the console knows at which levels a match refuses a document, as the service does', () => {
  expect(levels).toEqual(service.levels);
  for (const level of levels) {
    for (const duplicateIf of levels) {
      expect(isDuplicateAt(level, duplicateIf)).toBe(isDuplicateInService(level, duplicateIf));
    }
  }
});
