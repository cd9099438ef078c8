import { NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { exactDistanceMax, type MatchRule, type Refusal } from '../matching/match.js';
import type { Collection } from '../store/contract/collections.js';

/** Limits that a single request may set; undefined: the default of the collection or of the service. */
export interface MatchLimits {
  readonly maxDistance?: number | undefined;
  readonly minSimilarity?: number | undefined;
  /** null: no matches by parts. */
  readonly minContainment?: number | null | undefined;
  readonly limit?: number | undefined;
}

/** Defaults of a collection without its own settings. */
export const maxDistanceDefault = 3;
export const refusalDefault: Refusal = 'addsNothing';
export const compareTitlesDefault = true;
/** Default number of matches in a response. */
export const matchesDefault = 10;

/**
 * Match rule of a request. A similarity in the request also applies to short texts: a client that asks for 0.5
 * wants to see matches at 0.5.
 * @throws `distance_unsupported`; `validation_failed` for a limit that does not apply to the recipe
 */
export function matchRule(action: string, collection: Collection, limits: MatchLimits): MatchRule {
  const { name, recipe } = collection;
  refuseLimits(action, name, recipe, limits);
  const minSimilarity = limits.minSimilarity ?? collection.minSimilarity;
  const minContainment =
    limits.minContainment === undefined ? collection.minContainment : limits.minContainment;
  const raised = limits.minSimilarity === undefined ? (recipe.shortMinSimilarity ?? 0) : 0;
  return {
    maxDistance: limits.maxDistance ?? collection.maxDistance,
    minSimilarity,
    shortMinSimilarity: Math.max(minSimilarity, raised),
    ...(minContainment !== null && { minContainment }),
    ...titleRule(collection),
  };
}

/** Title setting of a match rule; empty if titles are compared. */
export function titleRule({ compareTitles }: Pick<Collection, 'compareTitles'>) {
  return compareTitles ? {} : ({ compareTitles: false } as const);
}

/** @throws as `matchRule` */
export function refuseLimits(
  action: string,
  name: string,
  recipe: Recipe,
  limits: MatchLimits,
): void {
  const { maxDistance, minSimilarity, minContainment } = limits;
  if (maxDistance !== undefined && maxDistance > exactDistanceMax) {
    throw new NeardupError(
      'distance_unsupported',
      `Cannot ${action} with maxDistance ${maxDistance}: collection "${name}" answers exactly up to ${exactDistanceMax}; send at most that`,
    );
  }
  if (maxDistance !== undefined && recipe.method === 'minhash') {
    throw unusedLimit(action, 'maxDistance', name, recipe);
  }
  if (minSimilarity !== undefined && recipe.method === 'simhash') {
    throw unusedLimit(action, 'minSimilarity', name, recipe);
  }
  if (minContainment != null && !recipe.parts) {
    throw missingParts(`${action} with minContainment`, name, '/minContainment');
  }
}

/** @param pointer field of the request that needs parts, if any */
export function missingParts(action: string, collection: string, pointer = ''): NeardupError {
  const detail = 'needs a collection whose recipe has parts';
  return new NeardupError(
    'validation_failed',
    `Cannot ${action}: the recipe of collection "${collection}" has no parts; reindex it, or create a collection, with "parts": {} in the recipe`,
    pointer === '' ? {} : { errors: [{ pointer, detail }] },
  );
}

function unusedLimit(action: string, limit: string, name: string, { method }: Recipe) {
  return new NeardupError(
    'validation_failed',
    `Cannot ${action} with ${limit}: collection "${name}" has method "${method}", which does not use it; leave it out`,
    { errors: [{ pointer: `/${limit}`, detail: `has no effect with method "${method}"` }] },
  );
}
