import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../console/api/types.js';
import { recipeInWords } from '../../console/recipe-words.js';
import { translator } from '../../console/text/language.js';
import { completeRecipe, defaultRecipe } from '../../src/fingerprint/recipe.js';

const base = defaultRecipe({} as never);
const words = (partial: Partial<Recipe>, language: 'en' | 'zh' = 'en') =>
  recipeInWords(completeRecipe(partial as object, base) as never, translator(language)).join('\n');

describe('a recipe in words', () => {
  it('describes the default recipe', () => {
    expect(words({})).toBe(
      [
        'Pages are candidates if their fingerprints are near or a band of their sketches is equal; the sketches then decide.',
        'Chinese is split into words with a dictionary; traditional characters count as simplified ones; case is ignored; stop words (Chinese and English) are left out of fingerprints.',
        'In the fingerprint, the weight of a word grows with its number of occurrences, ever more slowly.',
        'Sketches are computed from sequences of 2 words and split into 8 bands of 3 values.',
        'Texts of fewer than 24 such sequences are short and need a similarity of 0.84 to match.',
      ].join('\n'),
    );
  });

  it('changes with every field that it describes', () => {
    const changes: Partial<Recipe>[] = [
      { method: 'simhash' },
      { method: 'minhash' },
      { hmm: true },
      { simplify: false },
      { lowerCase: false },
      { minTermLength: 2 },
      { stopWords: [] },
      { stopWords: ['zh'] },
      { weighting: 'none' },
      { weighting: 'tf' },
      { weighting: 'tfIdf' },
      { weighting: 'textRank' },
      { topTerms: 64 },
      { shortTextBelow: 0 },
      { shortMinSimilarity: null },
      { shingle: { words: 3 } },
      { bands: { count: 16, rows: 3 } },
    ];
    for (const language of ['en', 'zh'] as const) {
      const told = [{}, ...changes].map((change) => words(change, language));
      expect(new Set(told).size).toBe(changes.length + 1);
      for (const each of told) expect(each).not.toMatch(/\{|undefined/);
    }
  });
});
