import { v7 as uuidv7 } from 'uuid';
import { NeardupError } from './errors.js';
import { completeRecipe, type Recipe, recipeId, recipeProblem } from './fingerprint/recipe.js';
import { fingerprintSignature } from './fingerprint/sign.js';
import type { Fingerprint, Signable, Signature, Signer } from './fingerprint/signature.js';
import type {
  AddOutcome,
  CheckOutcome,
  Collection,
  DeleteOutcome,
  QueryOutcome,
  Store,
  StoredDocument,
  StoreStats,
} from './store/store.js';
import { exactDistanceMax } from './store/store.js';

/** What a client posts as the content of a document. */
export type Content =
  | Signable
  | {
      readonly kind: 'fingerprint';
      readonly fingerprint: Fingerprint;
      /** Id of the recipe that it was made with, if the client wants that checked. */
      readonly recipeId?: string | undefined;
    };

export interface Document {
  readonly id?: string | undefined;
  readonly collection: string;
  readonly content: Content;
  /** JSON text of an object. */
  readonly metadata: string | null;
}

/** What a single request may set; undefined: the default of the collection or of the service. */
export interface MatchLimits {
  readonly maxDistance?: number | undefined;
  readonly limit?: number | undefined;
}

export interface CheckLimits extends MatchLimits {
  readonly store?: 'ifNew' | 'always' | 'never' | undefined;
}

/** A collection, and why it cannot be used if so. */
export interface DescribedCollection extends Collection {
  readonly problem: string | null;
}

export interface DetectorOptions {
  readonly store: Store;
  readonly signer: Signer;
  /** Of new collections. */
  readonly defaultRecipe: Recipe;
  readonly collectionsMax: number;
  readonly clock?: () => number;
  readonly newId?: () => string;
}

/** How many matches a reply lists unless the request names a number. */
export const limitDefault = 10;
/** Name of the collection that exists from the start. */
export const defaultCollection = 'default';
const maxDistanceDefault = 3;

export type Detector = ReturnType<typeof createDetector>;

/**
 * The use cases of neardup, free of HTTP. Shapes have been checked by the caller; what depends on
 * collections, recipes and stored documents is checked here and in the store.
 *
 * A signature is computed before the store is asked, never inside a transaction. If a collection is
 * deleted in between, the operation fails with `collection_not_found`, because it carries the
 * generation of the collection whose recipe it was signed with.
 */
export function createDetector(options: DetectorOptions) {
  const { store, signer, defaultRecipe, collectionsMax } = options;
  const clock = options.clock ?? Date.now;
  const newId = options.newId ?? uuidv7;
  const problems = new WeakMap<Recipe, string | null>();

  /** Stores a document whatever it resembles. */
  async function add(document: Document): Promise<AddOutcome> {
    const collection = await openCollection(document.collection);
    const signature = await signatureOf(document.content, collection);
    return store.add({
      collection,
      id: document.id ?? newId(),
      signature,
      metadata: document.metadata,
      now: clock(),
    });
  }

  /** Decides whether a document is here already and stores it if not, in one atomic step. */
  async function check(
    document: Document,
    limits: CheckLimits,
  ): Promise<CheckOutcome & { signature: Signature }> {
    const collection = await openCollection(document.collection);
    const maxDistance = distanceFor('check', collection, limits);
    const signature = await signatureOf(document.content, collection);
    const outcome = await store.check({
      collection,
      id: document.id ?? null,
      newId: document.id === undefined ? newId() : document.id,
      signature,
      metadata: document.metadata,
      store: limits.store ?? 'ifNew',
      maxDistance,
      limit: limits.limit ?? limitDefault,
      now: clock(),
    });
    return { ...outcome, signature };
  }

  /** Matches of a content, or of a stored document, which is then left out. */
  async function query(
    probe: Content | { readonly kind: 'id'; readonly id: string },
    collectionName: string,
    limits: MatchLimits,
  ): Promise<QueryOutcome> {
    const collection = await openCollection(collectionName);
    const maxDistance = distanceFor('query', collection, limits);
    const outcome = await store.query({
      collection,
      probe:
        probe.kind === 'id'
          ? { id: probe.id }
          : { signature: await signatureOf(probe, collection) },
      maxDistance,
      limit: limits.limit ?? limitDefault,
    });
    if (outcome === undefined)
      throw documentNotFound(probe.kind === 'id' ? probe.id : '', collection);
    return outcome;
  }

  /** The signature that a document would get, without storing anything. */
  async function fingerprint(content: Signable, collectionName: string) {
    const collection = await openCollection(collectionName);
    return { signature: await signer.sign(content, collection.recipe), collection };
  }

  /** @throws `document_not_found` */
  async function get(id: string, collectionName: string): Promise<StoredDocument> {
    const collection = await findCollection(collectionName);
    const [document] = await store.get(collection, [id]);
    if (document === undefined) throw documentNotFound(id, collection);
    return document;
  }

  /** Many documents by id, in the order of the ids, without repetition. */
  async function lookup(ids: readonly string[], collectionName: string) {
    const documents = await store.get(await findCollection(collectionName), [...new Set(ids)]);
    const found = new Set(documents.map((document) => document.id));
    return { documents, missing: [...new Set(ids)].filter((id) => !found.has(id)) };
  }

  /** Deletes documents; those that are absent are listed, which is not an error. */
  async function deleteMany(
    ids: readonly string[],
    collectionName: string,
  ): Promise<DeleteOutcome> {
    return store.delete({ collection: await findCollection(collectionName), ids });
  }

  /**
   * Deletes one document.
   * @throws `document_not_found`; `precondition_failed` if `isExpected` refuses what is stored
   */
  async function deleteOne(
    id: string,
    collectionName: string,
    isExpected?: (document: StoredDocument) => boolean,
  ): Promise<void> {
    const collection = await findCollection(collectionName);
    let ifRevision: { readonly ifRevision: number } | undefined;
    if (isExpected !== undefined) {
      const document = await get(id, collectionName);
      if (!isExpected(document)) {
        throw new NeardupError(
          'precondition_failed',
          `Cannot delete document "${id}": it is at revision ${document.revision}, which If-Match does not name`,
        );
      }
      ifRevision = { ifRevision: document.revision };
    }
    const { missing } = await store.delete({ collection, ids: [id], ...ifRevision });
    if (missing.length > 0) throw documentNotFound(id, collection);
  }

  /** One page of documents in the byte order of their ids, and whether more follow. */
  async function list(collectionName: string, after: string | null, limit: number) {
    const collection = await findCollection(collectionName);
    const documents = await store.list({ collection, after, limit: limit + 1 });
    return { documents: documents.slice(0, limit), more: documents.length > limit };
  }

  /** @throws `collection_exists`, `recipe_mismatch` if this build cannot serve the recipe */
  async function createCollection(request: {
    readonly name: string;
    readonly recipe?: Partial<Recipe> | undefined;
    readonly maxDistance?: number | undefined;
  }): Promise<DescribedCollection> {
    const recipe = completeRecipe(request.recipe ?? {}, defaultRecipe);
    const problem = recipeProblem(recipe, defaultRecipe.checksums);
    if (problem !== null) {
      throw new NeardupError(
        'recipe_mismatch',
        `Cannot create collection "${request.name}": ${problem}`,
      );
    }
    const maxDistance = request.maxDistance ?? maxDistanceDefault;
    refuseDistance('create a collection', request.name, maxDistance);
    const created = await store.createCollection({
      name: request.name,
      recipe,
      recipeId: recipeId(recipe),
      maxDistance,
      collectionsMax,
      now: clock(),
    });
    return describe(created);
  }

  async function getCollection(name: string): Promise<DescribedCollection> {
    return describe(await findCollection(name));
  }

  async function listCollections(): Promise<DescribedCollection[]> {
    return (await store.listCollections()).map(describe);
  }

  async function deleteCollection(name: string): Promise<void> {
    await store.deleteCollection(name);
  }

  /** Counts of one collection, or of the whole store. */
  async function stats(collectionName?: string): Promise<StoreStats> {
    if (collectionName === undefined) return store.stats();
    return store.stats(await findCollection(collectionName));
  }

  async function close(): Promise<void> {
    await signer.close();
    await store.close();
  }

  async function findCollection(name: string): Promise<Collection> {
    const collection = await store.getCollection(name);
    if (collection !== undefined) return collection;
    throw new NeardupError(
      'collection_not_found',
      `No collection is named "${name}": create it by POST /collections`,
    );
  }

  /** A collection whose recipe this build can serve. */
  async function openCollection(name: string): Promise<Collection> {
    const collection = await findCollection(name);
    const problem = problemOf(collection);
    if (problem === null) return collection;
    throw new NeardupError('recipe_mismatch', `Collection "${name}" is closed: ${problem}`);
  }

  function problemOf({ recipe }: Collection): string | null {
    let problem = problems.get(recipe);
    if (problem === undefined) {
      problem = recipeProblem(recipe, defaultRecipe.checksums);
      problems.set(recipe, problem);
    }
    return problem;
  }

  function describe(collection: Collection): DescribedCollection {
    return { ...collection, problem: problemOf(collection) };
  }

  async function signatureOf(content: Content, collection: Collection): Promise<Signature> {
    if (content.kind !== 'fingerprint') return signer.sign(content, collection.recipe);
    if (content.recipeId !== undefined && content.recipeId !== collection.recipeId) {
      throw new NeardupError(
        'recipe_mismatch',
        `Cannot use a fingerprint of recipe "${content.recipeId}": collection "${collection.name}" has recipe "${collection.recipeId}"`,
      );
    }
    return fingerprintSignature(content.fingerprint);
  }

  return {
    add,
    check,
    query,
    fingerprint,
    get,
    lookup,
    delete: deleteMany,
    deleteOne,
    list,
    createCollection,
    getCollection,
    listCollections,
    deleteCollection,
    stats,
    ping: () => store.ping(),
    close,
  };
}

function distanceFor(action: string, collection: Collection, limits: MatchLimits): number {
  const { maxDistance } = limits;
  if (maxDistance === undefined) return collection.maxDistance;
  refuseDistance(action, collection.name, maxDistance);
  return maxDistance;
}

function refuseDistance(action: string, collection: string, maxDistance: number): void {
  if (maxDistance <= exactDistanceMax) return;
  throw new NeardupError(
    'distance_unsupported',
    `Cannot ${action} with maxDistance ${maxDistance}: collection "${collection}" answers at most ${exactDistanceMax} exactly`,
  );
}

function documentNotFound(id: string, collection: Collection): NeardupError {
  return new NeardupError(
    'document_not_found',
    `No document "${id}" in collection "${collection.name}"`,
  );
}
