import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partLimit } from '../../src/fingerprint/parts.js';
import {
  findPassages,
  type PlacedShingles,
  passagesInSample,
} from '../../src/fingerprint/passages.js';

const size = 3;

/** A text in which each word is a number from 0 to 9. */
function placed(words: readonly number[]): PlacedShingles {
  const count = words.length < size ? Math.min(1, words.length) : words.length - size + 1;
  const hashes = Uint32Array.from({ length: count }, (_, at) =>
    words.slice(at, at + size).reduce((hash, word) => hash * 10 + word, 1),
  );
  const places = Int32Array.from(words.keys());
  const ends = places.map((place) => place + 1);
  const distinct = new Set(hashes).size;
  return { hashes, distinct, size, wordCount: words.length, words: { starts: places, ends } };
}

/** Returns words inside a shingle that the other text contains. */
function coveredByBruteForce(page: readonly number[], match: readonly number[]): Set<number> {
  const others = new Set(placed(match).hashes);
  const covered = new Set<number>();
  for (const [at, hash] of placed(page).hashes.entries()) {
    if (!others.has(hash)) continue;
    for (let word = at; word < Math.min(at + size, page.length); word++) covered.add(word);
  }
  return covered;
}

const text = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 40 });
const digits = (line: string) => [...line].map(Number);

describe('passagesIn', () => {
  it('covers everything shared by both texts, each word once', () => {
    fc.assert(
      fc.property(text, text, (page, match) => {
        const passages = findPassages(placed(page), placed(match), 1);
        const covered = coveredByBruteForce(page, match);
        const told = new Set<number>();
        for (const { start, end, inMatch } of passages) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(page.length);
          expect(inMatch!.start).toBeGreaterThanOrEqual(0);
          expect(inMatch!.end).toBeLessThanOrEqual(match.length);
          for (let word = start; word < end; word++) {
            expect(told.has(word)).toBe(false);
            told.add(word);
          }
        }
        for (const word of covered) expect(told).toContain(word);
        if (covered.size === 0) expect(passages).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['one stretch', '99012345678', '7012345678', 6, [[2, 11, 1, 10]]],
    ['a changed word in it', '0123456789', '0123956789', 6, [[0, 10, 0, 10]]],
    ['added words in it', '0123456789', '01234888856789', 6, [[0, 10, 0, 14]]],
    [
      'two stretches in another order',
      '0123456789',
      '5678999990123',
      4,
      [
        [0, 4, 9, 13],
        [5, 10, 0, 5],
      ],
    ],
    ['nothing', '0123456789', '9876543210', 3, []],
    ['nothing that is long enough', '0123456789', '8801234888', 6, []],
    ['a text of one word', '7', '7', 1, [[0, 1, 0, 1]]],
  ])('finds %s', (_what, page, match, wordsMin, expected) => {
    const found = findPassages(placed(digits(page)), placed(digits(match)), wordsMin);
    const told = found.map(({ start, end, inMatch }) => [start, end, inMatch!.start, inMatch!.end]);
    expect(told).toEqual(expected);
  });

  it('prefers the occurrence with the longest passage', () => {
    const [passage] = findPassages(placed(digits('0123456')), placed(digits('01239990123456')), 3);
    expect(passage).toEqual({ start: 0, end: 7, inMatch: { start: 7, end: 14 } });
  });
});

describe('passagesInSample', () => {
  it('covers all shared shingles if the sample is complete', () => {
    fc.assert(
      fc.property(text, text, (page, match) => {
        const hashes = placed(match).hashes;
        const found = passagesInSample(placed(page), { hashes, limit: partLimit }, 1);
        const told = new Set(found.flatMap(({ start, end }) => [...range(start, end)]));
        expect([...told].sort()).toEqual([...coveredByBruteForce(page, match)].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('extends from hit to hit across shingles outside the sample', () => {
    const page = placed(digits('0123456789'));
    const sampled = (places: number[]) => Uint32Array.from(places, (at) => page.hashes[at]!);
    const limit = Math.max(...page.hashes) + 1;
    const foreign = placed(digits('9999456999')).hashes;
    expect(passagesInSample(page, { hashes: sampled([1, 2, 3]), limit }, 1)).toEqual([
      { start: 1, end: 6, inMatch: null },
    ]);
    expect(passagesInSample(page, { hashes: foreign, limit }, 1)).toEqual([
      { start: 4, end: 7, inMatch: null },
    ]);
    // Shingles above the limit are ignored: 3 is between two hits, 4 is a miss.
    const below = { hashes: sampled([0, 2]), limit: page.hashes[3]! };
    expect(passagesInSample(page, below, 1)).toEqual([
      { start: 0, end: 3, inMatch: null },
      { start: 2, end: 5, inMatch: null },
    ]);
  });
});

function* range(from: number, to: number): Generator<number> {
  for (let each = from; each < to; each++) yield each;
}
