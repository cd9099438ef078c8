import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Analysis, analyse, signatureAnalysis } from '../../src/fingerprint/analyse.js';
import { compareAnalyses, flipTermsMax, termsMax } from '../../src/fingerprint/explain.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { fingerprintSignature } from '../../src/fingerprint/sign.js';
import type { Fingerprint } from '../../src/fingerprint/signature.js';
import { simhash } from '../../src/fingerprint/simhash.js';
import { weightScale } from '../../src/fingerprint/weights.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const analyseText = (text: string, by = recipe) =>
  analyse({ kind: 'text', text }, by, dictionaries);
const compareTexts = (a: string, b: string, by = recipe) =>
  compareAnalyses(analyseText(a, by), analyseText(b, by), by);

describe('compareAnalyses', () => {
  it('reports the shared terms of two texts', () => {
    const { terms, sets, similarity, vectors } = compareTexts(
      'red green blue green',
      'green blue yellow',
    );
    const log2 = Math.round((1 + Math.log(2)) * weightScale) / weightScale;
    expect(terms).toEqual({
      shared: {
        count: 2,
        terms: [
          { term: 'green', weightA: log2, weightB: 1 },
          { term: 'blue', weightA: 1, weightB: 1 },
        ],
      },
      onlyA: { count: 1, terms: [{ term: 'red', weightA: 1, weightB: 0 }] },
      onlyB: { count: 1, terms: [{ term: 'yellow', weightA: 0, weightB: 1 }] },
    });
    // red green, green blue, blue green | green blue, blue yellow
    expect(sets).toEqual({
      of: 'shingles',
      jaccard: 1 / 4,
      containment: { aInB: 1 / 3, bInA: 1 / 2 },
    });
    expect(Math.abs(similarity! - 1 / 4)).toBeLessThan(0.2);
    expect(vectors!.euclidean).toBeCloseTo(Math.sqrt(1 + (log2 - 1) ** 2 + 1), 9);
  });

  it('finds no difference between equal texts', () => {
    const comparison = compareTexts('red green blue', 'Red, green; blue.');
    expect(comparison).toMatchObject({
      distance: 0,
      similarity: 1,
      sets: { jaccard: 1, containment: { aInB: 1, bInA: 1 } },
      vectors: { cosine: 1, euclidean: 0, correlation: 1 },
      terms: { onlyA: { count: 0 }, onlyB: { count: 0 } },
      differingBits: [],
      equalBlocks: [0, 1, 2, 3],
      sharedBands: [0, 1, 2, 3, 4, 5, 6, 7],
    });
  });

  it('compares sets of terms if there are no shingles', () => {
    const method = completeRecipe({ method: 'simhash' }, recipe);
    const { sets, similarity, sharedBands } = compareTexts('red green blue', 'green red', method);
    expect(sets).toEqual({
      of: 'terms',
      jaccard: 2 / 3,
      containment: { aInB: 2 / 3, bInA: 1 },
    });
    expect([similarity, sharedBands]).toEqual([null, null]);
  });

  it('knows only the bits of a fingerprint', () => {
    const text = analyseText('red green blue');
    const { high, low } = text.signature.fingerprint;
    const posted = fingerprintSignature({ high, low: (low ^ 1) >>> 0 });
    const comparison = compareAnalyses(text, signatureAnalysis(posted), recipe);
    expect(comparison).toMatchObject({
      distance: 1,
      similarity: null,
      sets: null,
      vectors: null,
      terms: null,
      equalBlocks: [0, 1, 2],
      sharedBands: null,
    });
    expect(comparison.differingBits).toHaveLength(1);
    expect(comparison.differingBits[0]).toMatchObject({ bit: 0, flip: { document: 'a' } });
    const alone = signatureAnalysis(posted);
    const bits = compareAnalyses(alone, signatureAnalysis(text.signature), recipe).differingBits;
    expect(bits).toEqual([{ bit: 0, a: (low & 1) ^ 1, b: low & 1, flip: null }]);
  });

  it('lists a limited number of terms, heaviest first', () => {
    const words = Array.from({ length: 100 }, (_, index) => `w${index}`);
    const { terms } = compareTexts(`${words.join(' ')} w7 w7 w9`, 'lamp');
    expect(terms!.onlyA.count).toBe(100);
    expect(terms!.onlyA.terms).toHaveLength(termsMax);
    expect(terms!.onlyA.terms.slice(0, 2).map(({ term }) => term)).toEqual(['w7', 'w9']);
  });
});

describe('words that flip a bit', () => {
  const words = fc.array(fc.nat(30), { minLength: 1, maxLength: 40 });
  const text = (list: number[]) => list.map((word) => `w${word}`).join(' ');

  it('flip it when removed, and no smaller set does', () => {
    fc.assert(
      fc.property(words, words, (first, second) => {
        const analyses = { a: analyseText(text(first)), b: analyseText(text(second)) };
        const { differingBits, distance } = compareAnalyses(analyses.a, analyses.b, recipe);
        expect(differingBits).toHaveLength(distance);
        for (const { bit, a, b, flip } of differingBits) {
          expect([bitOf(analyses.a.signature.fingerprint, bit), a]).toEqual([1 - b, 1 - b]);
          if (flip === null) continue;
          expect(flip.terms.length).toBeLessThanOrEqual(flipTermsMax);
          const analysis = analyses[flip.document];
          const now = flip.document === 'a' ? a : b;
          expect(bitOf(fingerprintWithout(analysis, flip.terms), bit)).toBe(1 - now);
          expect(bitOf(fingerprintWithout(analysis, flip.terms.slice(0, -1)), bit)).toBe(now);
          for (const term of flip.terms) {
            const others = flip.terms.filter((other) => other !== term);
            expect(bitOf(fingerprintWithout(analysis, others), bit)).toBe(now);
          }
        }
      }),
    );
  });
});

function fingerprintWithout({ features }: Analysis, removed: readonly string[]): Fingerprint {
  const kept = [...features!.terms.keys()].filter((at) => !removed.includes(features!.terms[at]!));
  return simhash({
    high: Int32Array.from(kept, (index) => features!.high[index]!),
    low: Int32Array.from(kept, (index) => features!.low[index]!),
    weights: Float64Array.from(kept, (index) => features!.weights[index]!),
  });
}

function bitOf({ high, low }: Fingerprint, bit: number): number {
  return ((bit < 32 ? low : high) >>> (bit & 31)) & 1;
}
