import { NeardupError } from '../errors.js';
import type { RecallCurve } from '../fingerprint/recall.js';
import {
  completeRecipe,
  defaultMinSimilarity,
  hasWords,
  ownTextsLength,
  type Recipe,
  recipeId,
} from '../fingerprint/recipe.js';
import { recipeFault, recipeProblem } from '../fingerprint/recipe-problem.js';
import { exactDistanceMax, type Level, type MatchRule } from '../matching/match.js';
import type {
  Collection,
  CollectionSettings,
  RefusedPages,
} from '../store/contract/collections.js';
import type { Store } from '../store/contract/store.js';
import { createKnownRecall } from './known-recall.js';
import type { ScopeLimits } from './scope.js';

/** A collection with the recall of its index or, if the collection cannot be used, the reason. */
export interface DescribedCollection extends Collection {
  readonly problem: string | null;
  /** Probability of finding a matching pair, by similarity; null if the collection cannot be used. */
  readonly recallAt: RecallCurve | null;
}

/** Collection settings that a request may change. Undefined leaves a setting unchanged. */
export type CollectionChanges = {
  readonly [Name in keyof CollectionSettings]?: CollectionSettings[Name] | undefined;
} & { readonly recipe?: unknown };

/** Name of the collection that exists from the start. */
export const defaultCollection = 'default';
export const keepRefusedDefault = 100;
export const siteLinesDefault = true;

/** Settings of a new collection. Undefined stands for the default of the service. */
export interface NewCollection {
  readonly name: string;
  /** Fields that override the default recipe. */
  readonly recipe?: Partial<Recipe> | undefined;
  readonly maxDistance?: number | undefined;
  readonly minSimilarity?: number | undefined;
  readonly minContainment?: number | null | undefined;
  readonly duplicateIf?: Level | undefined;
  readonly ttlSeconds?: number | null | undefined;
  readonly keepText?: boolean | undefined;
  readonly keepRefused?: number | undefined;
  readonly keepPerFamily?: number | null | undefined;
  readonly siteLines?: boolean | undefined;
  readonly refusedPages?: RefusedPages | null | undefined;
}

/** Use cases for collections. A collection is a set of documents with one recipe. */
export interface CollectionUseCases {
  /**
   * @throws `collection_exists`; `recipe_mismatch` if this build cannot serve the recipe; `store_unsupported`;
   *   `distance_unsupported`; `validation_failed` for a limit that the recipe does not use, or if there are too many
   *   collections already
   */
  createCollection(collection: NewCollection): Promise<DescribedCollection>;
  /**
   * Changes the defaults of a collection; stored documents stay unchanged.
   * @throws `recipe_immutable` if a recipe is among the changes; `collection_not_found`; `store_unsupported`;
   *   `distance_unsupported`; `validation_failed` for a limit that the recipe does not use
   */
  updateCollection(name: string, changes: CollectionChanges): Promise<DescribedCollection>;
  /** @throws `collection_not_found` */
  getCollection(name: string): Promise<DescribedCollection>;
  /** Returns all collections, sorted by name. If this build cannot serve a collection, `problem` is the reason. */
  listCollections(): Promise<DescribedCollection[]>;
  /** Resolves once the name is free and the documents are deleted. @throws `collection_not_found` */
  deleteCollection(name: string): Promise<void>;
}

/** Operations on collections that the other use cases need. */
export interface Collections extends CollectionUseCases {
  /** @throws `collection_not_found` */
  find(name: string): Promise<Collection>;
  /**
   * Runs an operation on a collection whose recipe this build can serve. If the collection is replaced in the meantime,
   * retries once.
   * @throws `collection_not_found`, `recipe_mismatch`
   */
  use<T>(name: string, operate: (collection: Collection) => Promise<T>): Promise<T>;
  /** Like `use`, but for operations that need no recipe: also works if this build cannot serve the recipe. */
  reach<T>(name: string, operate: (collection: Collection) => Promise<T>): Promise<T>;
  /**
   * Makes `use` and `reach` wait before they begin an operation on a collection. Operations that have begun continue.
   * @returns a function that lets them begin
   */
  hold(name: string): () => void;
  /**
   * Completes a partial recipe.
   * @param action action named in error messages, such as `create collection "news"`
   * @throws `recipe_mismatch`; `store_unsupported` for parts or custom words; `validation_failed`
   */
  recipeFor(action: string, partial: Partial<Recipe>): Promise<Recipe>;
  /** @returns the same description each time for the same `Collection` object */
  describe(collection: Collection): DescribedCollection;
  /** Returns the reason why this build cannot serve a collection; null if it can. */
  findProblem(collection: Collection): string | null;
}

export interface CollectionsOptions {
  readonly store: Store;
  /** Recipe of new collections. */
  readonly defaultRecipe: Recipe;
  readonly collectionsMax: number;
  readonly clock: () => number;
  /** Signs a probe text, so that an unusable recipe is rejected. */
  readonly tryRecipe: (recipe: Recipe) => Promise<unknown>;
}

/**
 * Maximum total length of the custom texts in the recipes of all collections, in UTF-16 units. It is limited because
 * recipes are held in memory.
 */
const allOwnTextsLengthMax = 2 ** 24;

export function createCollections(options: CollectionsOptions): Collections {
  const { store, defaultRecipe, collectionsMax, clock } = options;
  const problems = new WeakMap<Recipe, string | null>();
  const described = new WeakMap<Collection, DescribedCollection>();
  const recallOf = createKnownRecall();
  /** Ends of holds, by collection name. */
  const holds = new Map<string, Promise<void>>();

  async function createCollection(request: NewCollection): Promise<DescribedCollection> {
    const action = `create collection "${request.name}"`;
    const recipe = await recipeFor(action, request.recipe ?? {});
    const maxDistance = request.maxDistance ?? maxDistanceDefault;
    refuseLimits(action, request.name, recipe, request);
    refuseRefusedPages(action, request);
    await refuseTooManyTexts(action, recipe);
    const created = await store.createCollection({
      name: request.name,
      recipe,
      recipeId: recipeId(recipe),
      maxDistance,
      minSimilarity: request.minSimilarity ?? defaultMinSimilarity,
      minContainment: request.minContainment ?? null,
      duplicateIf: request.duplicateIf ?? duplicateIfDefault,
      ttlSeconds: request.ttlSeconds ?? null,
      keepText: request.keepText ?? false,
      keepRefused: request.keepRefused ?? keepRefusedDefault,
      keepPerFamily: request.keepPerFamily ?? null,
      siteLines: request.siteLines ?? siteLinesDefault,
      refusedPages: request.refusedPages ?? null,
      collectionsMax,
      now: clock(),
    });
    return describe(created);
  }

  async function refuseTooManyTexts(action: string, recipe: Recipe): Promise<void> {
    if (!hasWords(recipe)) return;
    const stored = (await store.listCollections()).map((each) => ownTextsLength(each.recipe));
    const length = stored.reduce((sum, each) => sum + each, ownTextsLength(recipe));
    if (length <= allOwnTextsLengthMax) return;
    throw new NeardupError(
      'validation_failed',
      `Cannot ${action}: the own words, stop words and idf of all collections would have ${length} characters together, more than ${allOwnTextsLengthMax}; delete a collection that has such texts, or shorten them`,
    );
  }

  function updateCollection(name: string, { recipe, ...changes }: CollectionChanges) {
    return reach(name, async (collection) => {
      if (recipe !== undefined) {
        throw new NeardupError(
          'recipe_immutable',
          `Cannot change the recipe of collection "${name}": reindex the collection to give it another one`,
        );
      }
      const action = `update collection "${name}"`;
      refuseLimits(action, name, collection.recipe, changes);
      refuseRefusedPages(action, changes);
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const settings = Object.fromEntries(given) as Partial<CollectionSettings>;
      return describe(await store.updateCollection({ collection, settings }));
    });
  }

  function refuseRefusedPages(
    action: string,
    { refusedPages }: Pick<NewCollection, 'refusedPages'>,
  ): void {
    if (refusedPages == null || store.features.has('decisionLog')) return;
    throw new NeardupError(
      'store_unsupported',
      `Cannot ${action}: this store keeps no refused pages`,
    );
  }

  async function recipeFor(action: string, partial: Partial<Recipe>): Promise<Recipe> {
    const recipe = completeRecipe(partial, defaultRecipe);
    const fault = recipeFault(recipe, defaultRecipe.checksums);
    if (fault !== null) {
      throw new NeardupError(
        'recipe_mismatch',
        `Cannot ${action}: ${fault}. A field that is left out has the value that goes with the method`,
      );
    }
    if (recipe.parts && !store.features.has('parts')) {
      throw new NeardupError('store_unsupported', `Cannot ${action}: this store has no parts`);
    }
    if (!hasWords(recipe)) return recipe;
    if (!store.features.has('ownTexts')) {
      throw new NeardupError(
        'store_unsupported',
        `Cannot ${action}: this store keeps no recipes with words of their own`,
      );
    }
    await options.tryRecipe(recipe);
    return recipe;
  }

  async function find(name: string): Promise<Collection> {
    return found(name, await store.getCollection(name));
  }

  function use<T>(name: string, operate: (collection: Collection) => Promise<T>): Promise<T> {
    return onCurrent(() => findOpen(name), operate);
  }

  function reach<T>(name: string, operate: (collection: Collection) => Promise<T>): Promise<T> {
    return onCurrent(() => findReleased(name), operate);
  }

  function hold(name: string): () => void {
    let release = () => {};
    const end = new Promise<void>((resolve) => {
      release = resolve;
    });
    holds.set(name, end);
    return () => {
      if (holds.get(name) === end) holds.delete(name);
      release();
    };
  }

  async function findReleased(name: string): Promise<Collection> {
    await holds.get(name);
    return find(name);
  }

  async function findOpen(name: string): Promise<Collection> {
    const collection = await findReleased(name);
    const problem = findProblem(collection);
    if (problem === null) return collection;
    throw new NeardupError('recipe_mismatch', `Collection "${name}" is closed: ${problem}`);
  }

  function describe(collection: Collection): DescribedCollection {
    const known = described.get(collection);
    if (known !== undefined) return known;
    const problem = findProblem(collection);
    const recallAt = problem === null ? recallOf(collection) : null;
    const description = { ...collection, problem, recallAt };
    described.set(collection, description);
    return description;
  }

  function findProblem({ recipe }: Collection): string | null {
    const known = problems.get(recipe);
    if (known !== undefined) return known;
    const problem = recipeProblem(recipe, defaultRecipe.checksums);
    problems.set(recipe, problem);
    return problem;
  }

  return {
    createCollection,
    updateCollection,
    getCollection: async (name) => describe(await find(name)),
    listCollections: async () => (await store.listCollections()).map(describe),
    deleteCollection: (name) => store.deleteCollection({ name }),
    find,
    use,
    reach,
    hold,
    recipeFor,
    describe,
    findProblem,
  };
}

function found(name: string, collection: Collection | undefined): Collection {
  if (collection !== undefined) return collection;
  throw new NeardupError(
    'collection_not_found',
    `No collection is named "${name}"; create it, or name another`,
  );
}

/**
 * Runs an operation on the current generation of a collection. A collection that is replaced during the
 * operation (reindexed, or deleted and created again) has another generation and perhaps another recipe, so the
 * operation is retried once.
 */
async function onCurrent<T>(
  find: () => Promise<Collection>,
  operate: (collection: Collection) => Promise<T>,
): Promise<T> {
  const collection = await find();
  try {
    return await operate(collection);
  } catch (error) {
    if (!(error instanceof NeardupError) || error.code !== 'collection_not_found') throw error;
    const current = await find();
    if (current.generation === collection.generation) throw error;
    return operate(current);
  }
}

/** Limits that a request may set. Undefined stands for the default of the collection or of the service. */
export interface MatchLimits extends ScopeLimits {
  readonly maxDistance?: number | undefined;
  readonly minSimilarity?: number | undefined;
  /** Null excludes matches by parts (sampled shingles). */
  readonly minContainment?: number | null | undefined;
  readonly limit?: number | undefined;
}

/** Defaults for settings that a request to create a collection omits. */
export const maxDistanceDefault = 3;
export const duplicateIfDefault: Level = 'page';
/** Default number of matches in a response. */
export const matchesDefault = 10;

/**
 * Returns the match rule for a request. A `minSimilarity` in the request also applies to short texts: a client that
 * asks for 0.5 wants all matches with at least 0.5.
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
  };
}

/** Rejects a distance that is too large, and limits that the recipe does not use. @throws as `matchRule` */
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

/** @param pointer JSON pointer to the field of the request that needs parts; empty if there is none */
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
