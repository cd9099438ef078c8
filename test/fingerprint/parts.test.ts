import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countAmong,
  countBelow,
  hashParts,
  knownBelow,
  partLimit,
  sampleParts,
} from '../../src/fingerprint/parts.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { weighedWords } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);

function hashesOf(text: string, words = 3): Uint32Array {
  const { sequence } = weighedWords({ kind: 'text', text }, recipe, dictionaries);
  const { hashes, total } = hashParts(sequence!.lows, { words });
  expect(total).toBe(hashes.length);
  return hashes;
}

/** Texts with few distinct words, so that shingles repeat. */
const wordLists = fc.array(fc.constantFrom('ash', 'birch', 'cedar', 'elm', 'fir', '老虎', '北京'), {
  minLength: 1,
  maxLength: 80,
});

describe('hashParts', () => {
  it('returns one hash per distinct shingle, ascending', () => {
    fc.assert(
      fc.property(wordLists, fc.integer({ min: 2, max: 4 }), (words, shingleWords) => {
        const hashes = hashesOf(words.join(' '), shingleWords);
        const count = Math.max(1, words.length - shingleWords + 1);
        const shingles = Array.from({ length: count }, (_, from) =>
          words.slice(from, from + shingleWords).join(' '),
        );
        expect(hashes).toHaveLength(new Set(shingles).size);
        expect([...hashes]).toEqual([...new Set(hashes)].sort((a, b) => a - b));
        for (const hash of hashes) {
          expect(Number.isInteger(hash) && hash >= 0 && hash < partLimit).toBe(true);
        }
      }),
    );
  });

  it('shares as many hashes as shingles', () => {
    fc.assert(
      fc.property(wordLists, wordLists, (a, b) => {
        const setOf = (words: string[]) =>
          new Set(words.slice(2).map((_, from) => words.slice(from, from + 3).join(' ')));
        fc.pre(a.length >= 3 && b.length >= 3);
        const inB = setOf(b);
        const shared = [...setOf(a)].filter((shingle) => inB.has(shingle)).length;
        expect(countAmong(hashesOf(a.join(' ')), hashesOf(b.join(' ')))).toBe(shared);
      }),
    );
  });

  it('reads words like sketches: case, width and stop words', () => {
    const hashes = hashesOf('The ferry to the islands leaves at eight');
    expect(hashes).toHaveLength(6);
    expect(hashesOf('the ＦＥＲＲＹ, to the islands… leaves at eight!')).toEqual(hashes);
    expect(hashesOf('我们在北京大学见面')).toEqual(hashesOf('我們在北京大學見面'));
  });

  it('is stable across releases, because stored parts must be found', () => {
    expect([...hashesOf('The ferry to the islands leaves at eight')]).toEqual([
      324405642, 1138030035, 1656494812, 2183188047, 3625002500, 4285125445,
    ]);
    expect([...hashesOf('我们在北京大学见面')]).toEqual([547905601, 3015512259]);
    expect([...hashesOf('ferry')]).toEqual([1041350050]);
  });
});

const hashLists = fc
  .uniqueArray(fc.integer({ min: 0, max: partLimit - 1 }), { minLength: 1, maxLength: 300 })
  .map((list) => Uint32Array.from(list).sort());
const layouts = fc.record({
  oneIn: fc.constantFrom(1, 2, 16, 64),
  least: fc.integer({ min: 1, max: 40 }),
});

describe('sampleParts', () => {
  it('has all hashes below its limit, and enough of them', () => {
    fc.assert(
      fc.property(hashLists, layouts, (hashes, { oneIn, least }) => {
        const sample = sampleParts({ hashes, total: hashes.length }, { oneIn, least });
        expect([...sample.hashes]).toEqual([...hashes].filter((hash) => hash < sample.limit));
        const below = hashes.filter((hash) => hash < partLimit / oneIn).length;
        expect(sample.hashes.length).toBe(Math.max(below, Math.min(least, hashes.length)));
        expect(sample.total).toBe(hashes.length);
        expect(sample.limit === partLimit).toBe(sample.hashes.length === hashes.length);
        // The limit follows from the stored values: the sample and the total number of hashes.
        const stored = { hashes: sample.hashes, total: hashes.length };
        const layout = { words: 3, oneIn, least };
        expect(sampleParts(stored, layout)).toEqual(sample);
        expect(knownBelow(stored, layout)).toBe(sample.limit);
      }),
    );
  });

  it('has the limit of long texts if that suffices', () => {
    const hashes = Uint32Array.from({ length: 640 }, (_, index) => (index / 640) * partLimit);
    expect(sampleParts({ hashes, total: hashes.length }, { oneIn: 64, least: 8 })).toMatchObject({
      limit: partLimit / 64,
    });
    expect(
      sampleParts({ hashes, total: hashes.length }, { oneIn: 64, least: 8 }).hashes,
    ).toHaveLength(10);
    expect(sampleParts({ hashes, total: hashes.length }, { oneIn: 64, least: 11 })).toMatchObject({
      limit: partLimit / 64 + 1,
    });
  });
});

it('countBelow counts like a filter', () => {
  fc.assert(
    fc.property(hashLists, fc.integer({ min: 0, max: partLimit }), (hashes, limit) => {
      expect(countBelow(hashes, limit)).toBe(hashes.filter((hash) => hash < limit).length);
    }),
  );
});
