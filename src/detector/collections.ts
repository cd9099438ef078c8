import { NeardupError } from '../errors.js';
import { type RecallCurve, recallCurve } from '../fingerprint/recall.js';
import {
  completeRecipe,
  defaultMinSimilarity,
  type Recipe,
  recipeId,
  recipeProblem,
} from '../fingerprint/recipe.js';
import type { MatchRule } from '../matching/match.js';
import { exactDistanceMax } from '../matching/match.js';
import type { Collection, CollectionSettings } from '../store/contract/collections.js';
import type { Store } from '../store/contract/store.js';

/** A collection, why it cannot be used if so, and how much its index finds. */
export interface DescribedCollection extends Collection {
  readonly problem: string | null;
  /** How likely a pair is found; null for a collection that cannot be used. */
  readonly recallAt: RecallCurve | null;
}

/** What a single request may set; undefined: the default of the collection or of the service. */
export interface MatchLimits {
  readonly maxDistance?: number | undefined;
  readonly minSimilarity?: number | undefined;
  readonly limit?: number | undefined;
}

/** What a request may change of a collection; undefined: not this. */
export type CollectionChanges = {
  readonly [Name in keyof CollectionSettings]?: CollectionSettings[Name] | undefined;
} & { readonly recipe?: unknown };

/** Name of the collection that exists from the start. */
export const defaultCollection = 'default';
/** Of collections that name none. */
export const maxDistanceDefault = 3;
const keepRefusedDefault = 100;

export interface CollectionsOptions {
  readonly store: Store;
  /** Of new collections. */
  readonly defaultRecipe: Recipe;
  readonly collectionsMax: number;
  readonly clock: () => number;
}

export type Collections = ReturnType<typeof createCollections>;

/** Collections and what requests may do with them. */
export function createCollections(options: CollectionsOptions) {
  const { store, defaultRecipe, collectionsMax, clock } = options;
  const problems = new WeakMap<Recipe, string | null>();

  /** @throws `collection_exists`; `recipe_mismatch` if this build cannot serve the recipe */
  async function create(request: {
    readonly name: string;
    readonly recipe?: Partial<Recipe> | undefined;
    readonly maxDistance?: number | undefined;
    readonly minSimilarity?: number | undefined;
    readonly ttlSeconds?: number | null | undefined;
    readonly keepText?: boolean | undefined;
    readonly keepRefused?: number | undefined;
  }): Promise<DescribedCollection> {
    const action = `create collection "${request.name}"`;
    const recipe = recipeFor(action, request.recipe ?? {});
    const maxDistance = request.maxDistance ?? maxDistanceDefault;
    refuseLimits(action, request.name, recipe, request);
    const created = await store.createCollection({
      name: request.name,
      recipe,
      recipeId: recipeId(recipe),
      maxDistance,
      minSimilarity: request.minSimilarity ?? defaultMinSimilarity,
      ttlSeconds: request.ttlSeconds ?? null,
      keepText: request.keepText ?? false,
      keepRefused: request.keepRefused ?? keepRefusedDefault,
      collectionsMax,
      now: clock(),
    });
    return describe(created);
  }

  /**
   * Changes defaults; what is stored already stays as it is.
   * @throws `recipe_immutable` if a recipe is among the changes; `collection_not_found`
   */
  function update(name: string, { recipe, ...changes }: CollectionChanges) {
    return reach(name, async (collection) => {
      if (recipe !== undefined) {
        throw new NeardupError(
          'recipe_immutable',
          `Cannot change the recipe of collection "${name}": move it to another one by POST /collections/${name}/reindex`,
        );
      }
      refuseLimits(`update collection "${name}"`, name, collection.recipe, changes);
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const settings = Object.fromEntries(given) as Partial<CollectionSettings>;
      return describe(await store.updateCollection({ collection, settings }));
    });
  }

  /** The whole recipe that a partial one stands for. */
  function recipeFor(action: string, partial: Partial<Recipe>): Recipe {
    const recipe = completeRecipe(partial, defaultRecipe);
    const problem = recipeProblem(recipe, defaultRecipe.checksums);
    if (problem === null) return recipe;
    throw new NeardupError('recipe_mismatch', `Cannot ${action}: ${problem}`);
  }

  /** @throws `collection_not_found` */
  async function find(name: string): Promise<Collection> {
    return found(name, await store.getCollection(name));
  }

  /** Runs an operation on a collection whose recipe this build can serve. */
  function use<T>(name: string, operate: (collection: Collection) => Promise<T>): Promise<T> {
    return onCurrent(() => findOpen(name), operate);
  }

  /** Runs an operation that needs no recipe, so that a closed collection will do. */
  function reach<T>(name: string, operate: (collection: Collection) => Promise<T>): Promise<T> {
    return onCurrent(() => find(name), operate);
  }

  async function findOpen(name: string): Promise<Collection> {
    const collection = found(name, await store.getCollection(name));
    const problem = problemOf(collection);
    if (problem === null) return collection;
    throw new NeardupError('recipe_mismatch', `Collection "${name}" is closed: ${problem}`);
  }

  function describe(collection: Collection): DescribedCollection {
    const problem = problemOf(collection);
    const { recipe, maxDistance, minSimilarity } = collection;
    const recallAt = problem === null ? recallCurve(recipe, { maxDistance, minSimilarity }) : null;
    return { ...collection, problem, recallAt };
  }

  function problemOf({ recipe }: Collection): string | null {
    const known = problems.get(recipe);
    if (known !== undefined) return known;
    const problem = recipeProblem(recipe, defaultRecipe.checksums);
    problems.set(recipe, problem);
    return problem;
  }

  return {
    create,
    update,
    find,
    use,
    reach,
    recipeFor,
    get: async (name: string) => describe(await find(name)),
    list: async () => (await store.listCollections()).map(describe),
    delete: (name: string) => store.deleteCollection(name),
  };
}

function found(name: string, collection: Collection | undefined): Collection {
  if (collection !== undefined) return collection;
  throw new NeardupError(
    'collection_not_found',
    `No collection is named "${name}": create it by POST /collections`,
  );
}

/**
 * A collection that is replaced while an operation is under way (reindexed, or deleted and created
 * again) has another generation and perhaps another recipe, so the operation begins again, once.
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

/**
 * The rule by which a request matches. A similarity that it names holds for short texts, too: who
 * asks for 0.5 wants to see what is at 0.5.
 * @throws `distance_unsupported`; `validation_failed` for a limit that the recipe does not know
 */
export function matchRule(action: string, collection: Collection, limits: MatchLimits): MatchRule {
  const { name, recipe } = collection;
  refuseLimits(action, name, recipe, limits);
  const minSimilarity = limits.minSimilarity ?? collection.minSimilarity;
  const raised = limits.minSimilarity === undefined ? (recipe.shortMinSimilarity ?? 0) : 0;
  return {
    maxDistance: limits.maxDistance ?? collection.maxDistance,
    minSimilarity,
    shortMinSimilarity: Math.max(minSimilarity, raised),
  };
}

function refuseLimits(action: string, name: string, recipe: Recipe, limits: MatchLimits): void {
  const { maxDistance, minSimilarity } = limits;
  if (maxDistance !== undefined && maxDistance > exactDistanceMax) {
    throw new NeardupError(
      'distance_unsupported',
      `Cannot ${action} with maxDistance ${maxDistance}: collection "${name}" answers at most ${exactDistanceMax} exactly`,
    );
  }
  if (maxDistance !== undefined && recipe.method === 'minhash') {
    throw unusedLimit(action, 'maxDistance', name, recipe);
  }
  if (minSimilarity !== undefined && recipe.method === 'simhash') {
    throw unusedLimit(action, 'minSimilarity', name, recipe);
  }
}

function unusedLimit(action: string, limit: string, name: string, { method }: Recipe) {
  return new NeardupError(
    'validation_failed',
    `Cannot ${action} with ${limit}: collection "${name}" has method "${method}", which uses none`,
    { errors: [{ pointer: `/${limit}`, detail: `has no effect with method "${method}"` }] },
  );
}
