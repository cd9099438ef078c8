import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { Recipe } from '../../../fingerprint/recipe.js';
import type {
  Collection,
  CollectionKey,
  CollectionSettings,
  CreateCollection,
  UpdateCollection,
} from '../../contract/collections.js';
import type { StoreStats } from '../../contract/statistics.js';
import type { BeginSuccessor } from '../../contract/successors.js';
import { createUndoLog } from '../undo.js';

/** Counts of a collection, after the operations of the current transaction. */
export interface Counts {
  documents: number;
  contents: number;
  fingerprints: number;
  /** Documents with an expiry. */
  expiring: number;
  /** Contents that are recorded as having no document. */
  released: number;
}

export const noCounts = (): Counts => ({
  documents: 0,
  contents: 0,
  fingerprints: 0,
  expiring: 0,
  released: 0,
});

/** A live collection or a successor, and its counts. */
interface Entry {
  readonly collection: Collection;
  readonly lineage: number;
  readonly counts: Counts;
  /** Whether the counts differ from those in the database. */
  changed: boolean;
}

export type Catalog = ReturnType<typeof createCatalog>;

/**
 * The collections, held in memory because every operation needs one. Each operation changes counts
 * here; `flush` writes them once per transaction. Whatever is undone in the database is undone
 * here, too.
 *
 * A row of a collection says what it is:
 *
 *   name  successor_of
 *   ────  ────────────
 *   pages      –         live
 *    –         7         a successor, built to replace generation 7; only its key leads to it
 *    –         –         deleted: `sweep` removes its data, then the row
 */
export function createCatalog(db: Database) {
  /** By generation. */
  const entries = new Map<number, Entry>();
  /** By the generation that they will replace. */
  const successors = new Map<number, Collection>();
  const { changed, ...undoable } = createUndoLog();
  const insert = db.prepare<[string, string, string, ...Settings, number]>(
    `INSERT INTO collections
       (name, recipe, recipe_id, max_distance, min_similarity, ttl_seconds, keep_text, keep_refused,
        created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateSettings = db.prepare<[...Settings, number, number]>(
    `UPDATE collections
     SET max_distance = ?, min_similarity = ?, ttl_seconds = ?, keep_text = ?, keep_refused = ?
     WHERE generation = ? OR successor_of = ?`,
  );
  const insertSuccessor = db.prepare<[string, string, number]>(
    `INSERT INTO collections
       (successor_of, lineage, recipe, recipe_id, max_distance, min_similarity, ttl_seconds,
        keep_text, keep_refused, created_at)
     SELECT generation, lineage, ?, ?, max_distance, min_similarity, ttl_seconds, keep_text,
       keep_refused, created_at
     FROM collections WHERE generation = ?`,
  );
  const beginLineage = db.prepare<[number, number]>(
    'UPDATE collections SET lineage = ? WHERE generation = ?',
  );
  const giveName = db.prepare<[string, number]>(
    'UPDATE collections SET name = ?, successor_of = NULL WHERE generation = ?',
  );
  const discard = db.prepare<[number]>(
    'UPDATE collections SET name = NULL, successor_of = NULL WHERE generation = ?',
  );
  const discardSuccessors = db.prepare(
    'UPDATE collections SET successor_of = NULL WHERE successor_of IS NOT NULL',
  );
  const writeCounts = db.prepare<[number, number, number, number, number, number]>(
    `UPDATE collections
     SET documents = ?, contents = ?, fingerprints = ?, expiring = ?, released = ?
     WHERE generation = ?`,
  );
  const selectAll = db.prepare<[], Row>(
    `SELECT collections.*, coalesce(collections.name, former.name) AS name
     FROM collections LEFT JOIN collections AS former
       ON former.generation = collections.successor_of
     WHERE coalesce(collections.name, former.name) IS NOT NULL`,
  );
  // Successors that another process left unfinished are never resumed.
  discardSuccessors.run();
  for (const row of selectAll.iterate()) {
    const { generation, lineage, documents, contents, fingerprints, expiring, released } = row;
    const counts = { documents, contents, fingerprints, expiring, released };
    entries.set(generation, { collection: collectionOf(row), lineage, counts, changed: false });
  }

  /** Sets a value or, for undefined, deletes it; can be undone. */
  function put<V>(map: Map<number, V>, key: number, value: V | undefined): void {
    const before = map.get(key);
    change(map, key, value);
    changed(() => change(map, key, before));
  }

  /** A live collection or a successor. @throws `collection_not_found` */
  function require({ name, generation }: CollectionKey): Collection {
    const entry = entries.get(generation);
    if (entry !== undefined) return entry.collection;
    throw new NeardupError('collection_not_found', `Collection "${name}" was deleted meanwhile`);
  }

  /** A live collection or a successor. */
  function byGeneration(generation: number): Collection | undefined {
    return entries.get(generation)?.collection;
  }

  function create(operation: CreateCollection): Collection {
    const { collectionsMax, now, ...given } = operation;
    const { name, recipe, recipeId } = given;
    if (find(name) !== undefined) {
      throw new NeardupError('collection_exists', `Collection "${name}" exists already`);
    }
    if (list().length >= collectionsMax) {
      throw new NeardupError(
        'validation_failed',
        `Cannot create collection "${name}": there are ${collectionsMax} already`,
      );
    }
    const row = insert.run(name, JSON.stringify(recipe), recipeId, ...settingsOf(given), now);
    const generation = Number(row.lastInsertRowid);
    beginLineage.run(generation, generation);
    return enter({ ...given, generation, createdAt: now }, generation);
  }

  /** Changes settings of a collection and of its successor, if there is one. */
  function update({ collection: key, settings }: UpdateCollection): Collection {
    const updated = { ...require(key), ...settings };
    const { generation } = updated;
    updateSettings.run(...settingsOf(updated), generation, generation);
    putCollection(updated);
    const successor = successors.get(generation);
    if (successor !== undefined) {
      const changedSuccessor = { ...successor, ...settings };
      putCollection(changedSuccessor);
      put(successors, generation, changedSuccessor);
    }
    return updated;
  }

  /** Removes the name and the successor; `sweep` removes the rows. */
  function remove(name: string): void {
    const collection = find(name);
    if (collection === undefined) {
      throw new NeardupError('collection_not_found', `No collection is named "${name}"`);
    }
    abandonSuccessor(collection);
    discard.run(collection.generation);
    put(entries, collection.generation, undefined);
  }

  function beginSuccessor({ collection: key, recipe, recipeId }: BeginSuccessor): Collection {
    const former = require(key);
    if (successors.has(former.generation)) {
      throw new NeardupError(
        'collection_exists',
        `Collection "${former.name}" is being reindexed already`,
      );
    }
    const row = insertSuccessor.run(JSON.stringify(recipe), recipeId, former.generation);
    const generation = Number(row.lastInsertRowid);
    const successor = enter({ ...former, recipe, recipeId, generation }, lineageOf(former));
    put(successors, former.generation, successor);
    return successor;
  }

  /** Gives the successor the name of the collection, which is deleted. */
  function completeSuccessor(former: Collection, successor: Collection): void {
    discard.run(former.generation);
    giveName.run(former.name, successor.generation);
    put(entries, former.generation, undefined);
    put(successors, former.generation, undefined);
  }

  function abandonSuccessor({ generation }: Collection): void {
    const successor = successors.get(generation);
    if (successor === undefined) return;
    discard.run(successor.generation);
    put(entries, successor.generation, undefined);
    put(successors, generation, undefined);
  }

  /** The successor that is being built for this collection, if there is one. */
  function successorOf({ generation }: Collection): Collection | undefined {
    return successors.get(generation);
  }

  function find(name: string): Collection | undefined {
    return list().find((collection) => collection.name === name);
  }

  /** All live collections, without successors, which have no name. */
  function list(): Collection[] {
    const hidden = new Set(successors.values());
    return [...entries.values()]
      .map(({ collection }) => collection)
      .filter((collection) => !hidden.has(collection));
  }

  function enter(collection: Collection, lineage: number): Collection {
    const counts = noCounts();
    put(entries, collection.generation, { collection, lineage, counts, changed: false });
    return collection;
  }

  /** Replaces the settings of an existing collection; its counts stay. */
  function putCollection(collection: Collection): void {
    put(entries, collection.generation, { ...entries.get(collection.generation)!, collection });
  }

  /** The lineage under which clusters, separations and decisions are stored. */
  function lineageOf({ generation }: CollectionKey): number {
    return entries.get(generation)!.lineage;
  }

  /** Whether a collection has this lineage. */
  function isLineage(lineage: number): boolean {
    for (const entry of entries.values()) if (entry.lineage === lineage) return true;
    return false;
  }

  /** Whether a collection is a successor. */
  function isSuccessor({ generation }: CollectionKey): boolean {
    for (const successor of successors.values()) {
      if (successor.generation === generation) return true;
    }
    return false;
  }

  /** Adds the changes of an operation. @param change must not be modified afterwards */
  function count({ generation }: Collection, change: Readonly<Counts>): void {
    const entry = entries.get(generation);
    if (entry === undefined) return;
    const changedBefore = entry.changed;
    addCounts(entry.counts, change, 1);
    entry.changed = true;
    changed(() => {
      addCounts(entry.counts, change, -1);
      entry.changed = changedBefore;
    });
  }

  /** Writes the counts that changed; belongs in the transaction that changed them. */
  function flush(): void {
    for (const [generation, entry] of entries) {
      if (!entry.changed) continue;
      const { documents, contents, fingerprints, expiring, released } = entry.counts;
      writeCounts.run(documents, contents, fingerprints, expiring, released, generation);
      entry.changed = false;
    }
  }

  /** Whether a collection may hold contents without a present document. */
  function mayHoldGone({ generation }: CollectionKey): boolean {
    const { expiring, released } = entries.get(generation)!.counts;
    return expiring > 0 || released > 0;
  }

  /** How many contents of all collections are recorded as having no document. */
  function released(): number {
    let sum = 0;
    for (const { counts } of entries.values()) sum += counts.released;
    return sum;
  }

  /** The live collection with a lineage, not its successor; undefined if it was deleted. */
  function ofLineage(lineage: number): Collection | undefined {
    return list().find((collection) => lineageOf(collection) === lineage);
  }

  /** Counts of one collection, or the sums over all that have a name. */
  function counts(
    collection?: Collection,
  ): Pick<StoreStats, 'documents' | 'contents' | 'fingerprints'> {
    const total = { documents: 0, contents: 0, fingerprints: 0 };
    for (const { generation } of collection === undefined ? list() : [collection]) {
      const { documents, contents, fingerprints } = entries.get(generation)!.counts;
      total.documents += documents;
      total.contents += contents;
      total.fingerprints += fingerprints;
    }
    return total;
  }

  /** The number of contents of all live collections and successors. */
  function livingContents(): number {
    let sum = 0;
    for (const { counts } of entries.values()) sum += counts.contents;
    return sum;
  }

  return {
    require,
    byGeneration,
    livingContents,
    create,
    update,
    remove,
    list,
    successorOf,
    isSuccessor,
    isLineage,
    lineageOf,
    beginSuccessor,
    completeSuccessor,
    abandonSuccessor,
    count,
    flush,
    mayHoldGone,
    released,
    ofLineage,
    counts,
    ...undoable,
  };
}

function change<V>(map: Map<number, V>, key: number, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

function addCounts(counts: Counts, change: Readonly<Counts>, by: 1 | -1): void {
  counts.documents += by * change.documents;
  counts.contents += by * change.contents;
  counts.fingerprints += by * change.fingerprints;
  counts.expiring += by * change.expiring;
  counts.released += by * change.released;
}

type Settings = [
  maxDistance: number,
  minSimilarity: number,
  ttlSeconds: number | null,
  keepText: number,
  keepRefused: number,
];

function settingsOf(settings: CollectionSettings): Settings {
  const { maxDistance, minSimilarity, ttlSeconds, keepText, keepRefused } = settings;
  return [maxDistance, minSimilarity, ttlSeconds, Number(keepText), keepRefused];
}

interface Row extends Counts {
  readonly generation: number;
  readonly name: string;
  readonly recipe: string;
  readonly recipe_id: string;
  readonly max_distance: number;
  readonly min_similarity: number;
  readonly ttl_seconds: number | null;
  readonly keep_text: number;
  readonly keep_refused: number;
  readonly lineage: number;
  readonly created_at: number;
  readonly successor_of: number | null;
}

function collectionOf(row: Row): Collection {
  return {
    name: row.name,
    generation: row.generation,
    recipe: JSON.parse(row.recipe) as Recipe,
    recipeId: row.recipe_id,
    maxDistance: row.max_distance,
    minSimilarity: row.min_similarity,
    ttlSeconds: row.ttl_seconds,
    keepText: row.keep_text === 1,
    keepRefused: row.keep_refused,
    createdAt: row.created_at,
  };
}
