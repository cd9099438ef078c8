import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countBelow, partHashes, partLimit, sampleOf } from '../../src/fingerprint/parts.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { weighedWords } from '../../src/fingerprint/sign.js';
import { sharedCount } from '../../src/fingerprint/similarity.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);

function hashesOf(text: string, shingleWords = 3): Float64Array {
  const { records, sequence } = weighedWords({ kind: 'text', text }, recipe, dictionaries);
  return partHashes(records, sequence!.words, shingleWords);
}

/** Texts of few different words, so that shingles repeat. */
const wordLists = fc.array(fc.constantFrom('ash', 'birch', 'cedar', 'elm', 'fir', '老虎', '北京'), {
  minLength: 1,
  maxLength: 80,
});

describe('partHashes', () => {
  it('has one hash for each different shingle, ascending', () => {
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

  it('shares as many as shingles are shared', () => {
    fc.assert(
      fc.property(wordLists, wordLists, (a, b) => {
        const setOf = (words: string[]) =>
          new Set(words.slice(2).map((_, from) => words.slice(from, from + 3).join(' ')));
        fc.pre(a.length >= 3 && b.length >= 3);
        const inB = setOf(b);
        const shared = [...setOf(a)].filter((shingle) => inB.has(shingle)).length;
        expect(sharedCount(hashesOf(a.join(' ')), hashesOf(b.join(' ')))).toBe(shared);
      }),
    );
  });

  it('reads words as sketches do: case, width and stop words', () => {
    const hashes = hashesOf('The ferry to the islands leaves at eight');
    expect(hashes).toHaveLength(6);
    expect(hashesOf('the ＦＥＲＲＹ, to the islands… leaves at eight!')).toEqual(hashes);
    expect(hashesOf('我们在北京大学见面')).toEqual(hashesOf('我們在北京大學見面'));
  });

  it('is frozen: what is stored must be found by later releases', () => {
    expect([...hashesOf('The ferry to the islands leaves at eight')]).toEqual([
      83047844390, 291335689057, 424062671975, 558896140135, 928000640069, 1096992114086,
    ]);
    expect([...hashesOf('我们在北京大学见面')]).toEqual([140263833930, 771971138325]);
    expect([...hashesOf('ferry')]).toEqual([266585613039]);
  });
});

const hashLists = fc
  .uniqueArray(fc.integer({ min: 0, max: partLimit - 1 }), { minLength: 1, maxLength: 300 })
  .map((list) => Float64Array.from(list).sort());
const layouts = fc.record({
  oneIn: fc.constantFrom(1, 2, 16, 64),
  least: fc.integer({ min: 1, max: 40 }),
});

describe('sampleOf', () => {
  it('holds all hashes below its limit, and enough of them', () => {
    fc.assert(
      fc.property(hashLists, layouts, (hashes, { oneIn, least }) => {
        const sample = sampleOf(hashes, { oneIn, least });
        expect([...sample.hashes]).toEqual([...hashes].filter((hash) => hash < sample.limit));
        const below = hashes.filter((hash) => hash < partLimit / oneIn).length;
        expect(sample.hashes.length).toBe(Math.max(below, Math.min(least, hashes.length)));
        expect(sample.total).toBe(hashes.length);
        expect(sample.limit === partLimit).toBe(sample.hashes.length === hashes.length);
      }),
    );
  });

  it('has the limit of long texts where that gives enough', () => {
    const hashes = Float64Array.from({ length: 640 }, (_, index) => (index / 640) * partLimit);
    expect(sampleOf(hashes, { oneIn: 64, least: 8 })).toMatchObject({ limit: partLimit / 64 });
    expect(sampleOf(hashes, { oneIn: 64, least: 8 }).hashes).toHaveLength(10);
    expect(sampleOf(hashes, { oneIn: 64, least: 11 })).toMatchObject({ limit: partLimit / 64 + 1 });
  });
});

it('countBelow counts as a filter does', () => {
  fc.assert(
    fc.property(hashLists, fc.integer({ min: 0, max: partLimit }), (hashes, limit) => {
      expect(countBelow(hashes, limit)).toBe(hashes.filter((hash) => hash < limit).length);
    }),
  );
});
