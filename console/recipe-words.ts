import type { Recipe } from './api/types.js';
import type { Key } from './text/english.js';
import type { Translate } from './text/language.js';

/** Describes a recipe in sentences, in the order of its steps. */
export function recipeInWords(recipe: Recipe, t: Translate): string[] {
  const { method, shingle, bands, shortTextBelow, shortMinSimilarity } = recipe;
  const sentences = [t(methodKeys[method]), wordsSentence(recipe, t)];
  if (method !== 'minhash') {
    const weighting = t('recipe.weighting', { weight: t(weightingKeys[recipe.weighting]) });
    sentences.push(
      recipe.topTerms === null
        ? weighting
        : weighting + t('recipe.topTerms', { count: recipe.topTerms }),
    );
  }
  if (shingle !== null && bands !== null) {
    sentences.push(
      t('recipe.sketch', { words: shingle.words, bands: bands.count, rows: bands.rows }),
    );
  }
  if (recipe.parts) sentences.push(t('recipe.parts', { ...recipe.parts }));
  if (shortTextBelow > 0) {
    const below = { below: shortTextBelow, needed: shortMinSimilarity ?? 0 };
    sentences.push(
      t(
        shingle === null
          ? 'recipe.shortFeatures'
          : shortMinSimilarity == null
            ? 'recipe.short'
            : 'recipe.shortNeeds',
        below,
      ),
    );
  }
  return sentences;
}

export const methodKeys: Readonly<Record<Recipe['method'], Key>> = {
  hybrid: 'recipe.hybrid',
  simhash: 'recipe.simhash',
  minhash: 'recipe.minhash',
};

export const weightingKeys: Readonly<Record<Recipe['weighting'], Key>> = {
  none: 'weighting.none',
  tf: 'weighting.tf',
  logTf: 'weighting.logTf',
  tfIdf: 'weighting.tfIdf',
  textRank: 'weighting.textRank',
};

function wordsSentence(recipe: Recipe, t: Translate): string {
  const { simplify, lowerCase, hmm, stopWords, minTermLength } = recipe;
  const parts = [t('recipe.cut')];
  if (hmm) parts.push(t('recipe.hmm'));
  if (simplify) parts.push(t('recipe.simplify'));
  if (lowerCase) parts.push(t('recipe.lowerCase'));
  if (stopWords.length > 0) {
    const names = stopWords.map((each) => t(each === 'zh' ? 'recipe.zh' : 'recipe.en'));
    parts.push(t('recipe.stopWords', { languages: names.join(t('list.and')) }));
  }
  if (minTermLength > 1) parts.push(t('recipe.minTermLength', { length: minTermLength }));
  return `${parts.join(t('list.semicolon'))}${t('list.stop')}`;
}
