import { describe, expect, it } from 'vitest';
import { analyse, signatureAnalysis } from '../../src/fingerprint/analyse.js';
import { jaccard } from '../../src/fingerprint/explain.js';
import { sketchSimilarity } from '../../src/fingerprint/minhash.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';
import { sign } from '../../src/fingerprint/sign.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';

const dictionaries = loadDictionaries(wordTrieBytes());
const recipe = defaultRecipe(dictionaries.checksums);
const text = 'The quick brown fox. 北京大学, the quick dog!';
const analyseText = (content: string) =>
  analyse({ kind: 'text', text: content }, recipe, dictionaries);

describe('analyse', () => {
  it('returns the signature and its inputs', () => {
    const { signature, features, shingles, tokens } = analyseText(text);
    expect(signature).toEqual(sign({ kind: 'text', text }, recipe, dictionaries));
    expect(features?.terms).toEqual(['quick', 'brown', 'dog', 'fox', '北京大学']);
    expect(features?.weights).toHaveLength(5);
    expect(tokens?.join('')).toBe('The quick brown fox. 北京大学, the quick dog!');
    // the quick, quick brown, brown fox, fox 北京大学, 北京大学 the, quick dog
    expect(shingles).toHaveLength(6);
  });

  it('can be sent between threads', () => {
    const analysis = analyseText(text);
    expect(structuredClone(analysis)).toEqual(analysis);
  });

  it('has no word order for features, and only bits for a fingerprint', () => {
    const features = [
      { term: 'b', weight: 1 },
      { term: 'a', weight: 2 },
    ];
    const analysis = analyse({ kind: 'features', features }, recipe, dictionaries);
    expect(analysis.features?.terms).toEqual(['a', 'b']);
    expect([analysis.shingles, analysis.tokens]).toEqual([null, null]);
    expect(signatureAnalysis(analysis.signature).features).toBeNull();
  });

  it('has shingles if the recipe does', () => {
    const simhash = completeRecipe({ method: 'simhash' }, recipe);
    expect(analyse({ kind: 'text', text }, simhash, dictionaries).shingles).toBeNull();
  });

  it('returns shingles with the similarity that sketches estimate', () => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}`);
    const a = analyseText(words.join(' '));
    const b = analyseText(words.slice(100).join(' '));
    expect(jaccard(a.shingles!, b.shingles!)).toBe(299 / 399);
    const estimate = sketchSimilarity(a.signature.sketch!, b.signature.sketch!);
    expect(Math.abs(estimate - 299 / 399)).toBeLessThan(0.12);
  });
});
