import { printableJson } from '../printable.js';
import type { CollectionFacts } from './service/service.js';

/**
 * Prints a collection in the form that `--recipe` accepts. Omits thresholds that the method of the recipe does not use.
 */
export function printCollection(name: string, facts: CollectionFacts): void {
  const { recipeId, recipe, maxDistance, minSimilarity, minContainment, duplicateIf, ...others } =
    facts;
  const { ttlSeconds, keepText, keepRefused, keepPerFamily, siteLines, refusedPages } = others;
  const thresholds = {
    ...(recipe.method !== 'minhash' && { maxDistance }),
    ...(recipe.method !== 'simhash' && { minSimilarity }),
    ...{ minContainment, duplicateIf },
  };
  const kept = { keepText, keepRefused, keepPerFamily, siteLines, refusedPages };
  const settings = { ...thresholds, ttlSeconds, ...kept };
  const json = JSON.stringify({ name, recipeId, ...settings, recipe }, null, 2);
  process.stdout.write(`${printableJson(json)}\n`);
}
