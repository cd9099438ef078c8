import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type {
  Collection,
  CollectionKey,
  CreateCollection,
  UpdateCollection,
} from '../../contract/collections.js';
import type { StoreStats } from '../../contract/statistics.js';
import type { BeginSuccessor } from '../../contract/successors.js';
import { createUndoLog } from '../undo.js';
import { type Counts, createCollectionRows, noCounts } from './collection-rows.js';

/** A live collection or a successor, and its counts. */
interface Entry extends Counted {
  readonly collection: Collection;
  readonly lineage: number;
}

export type Catalog = ReturnType<typeof createCatalog>;

/**
 * Keeps all collections in memory, because every operation needs them. A live collection has a name; a successor is the
 * collection that a reindexing builds to replace a live one, and has no name yet. The two belong to the same lineage.
 * Operations change the counts in memory, and `flush` writes them once per transaction. A rollback of the database also
 * reverts the changes in memory.
 */
export function createCatalog(db: Database) {
  /** Entries by generation. */
  const entries = new Map<number, Entry>();
  /** Successors, by the generation of the collection that they will replace. */
  const successors = new Map<number, Collection>();
  const { changed, ...undoable } = createUndoLog();
  const rows = createCollectionRows(db);
  const counts = createCollectionCounts(entries, changed, rows.writeCounts);
  // Deletes the successors that an earlier process left unfinished, because no process resumes them.
  rows.discardSuccessors();
  for (const stored of rows.named()) {
    entries.set(stored.collection.generation, { ...stored, changed: false });
  }

  /** Sets an entry of a map, or deletes it if `value` is undefined. A rollback undoes the change. */
  function put<V>(map: Map<number, V>, key: number, value: V | undefined): void {
    const before = map.get(key);
    change(map, key, value);
    changed(() => change(map, key, before));
  }

  /** Returns a live collection or a successor. @throws `collection_not_found` */
  function require({ name, generation }: CollectionKey): Collection {
    const entry = entries.get(generation);
    if (entry !== undefined) return entry.collection;
    throw new NeardupError('collection_not_found', `Collection "${name}" was deleted meanwhile`);
  }

  /** Returns a live collection and its lineage. @throws `collection_not_found`, also for a successor */
  function complete(key: CollectionKey): { collection: Collection; lineage: number } {
    const collection = require(key);
    if (!isSuccessor(collection)) return { collection, lineage: findLineage(collection) };
    throw new NeardupError('collection_not_found', `Collection "${key.name}" is not complete`);
  }

  /** Returns a live collection or a successor, or undefined if it was deleted. */
  function byGeneration(generation: number): Collection | undefined {
    return entries.get(generation)?.collection;
  }

  function create(operation: CreateCollection): Collection {
    const { collectionsMax, now, ...given } = operation;
    const { name } = given;
    if (find(name) !== undefined) {
      throw new NeardupError('collection_exists', `Collection "${name}" already exists`);
    }
    if (list().length >= collectionsMax) {
      throw new NeardupError(
        'validation_failed',
        `Cannot create collection "${name}": there are already ${collectionsMax}`,
      );
    }
    const created = { ...given, createdAt: now };
    const generation = rows.insert(created);
    return enter({ ...created, generation }, generation);
  }

  /** Changes settings of a collection and of its successor, if any. */
  function update({ collection: key, settings }: UpdateCollection): Collection {
    const updated = { ...require(key), ...settings };
    const { generation } = updated;
    rows.updateSettings(updated);
    putCollection(updated);
    const successor = successors.get(generation);
    if (successor !== undefined) {
      const changedSuccessor = { ...successor, ...settings };
      putCollection(changedSuccessor);
      put(successors, generation, changedSuccessor);
    }
    return updated;
  }

  /** Deletes a collection and its successor, if any. Their rows are deleted later, by `sweep`. */
  function remove(name: string): void {
    const collection = find(name);
    if (collection === undefined) {
      throw new NeardupError('collection_not_found', `No collection is named "${name}"`);
    }
    abandonSuccessor(collection);
    rows.discard(collection);
    put(entries, collection.generation, undefined);
  }

  function beginSuccessor({ collection: key, recipe, recipeId }: BeginSuccessor): Collection {
    const former = require(key);
    if (successors.has(former.generation)) {
      throw new NeardupError(
        'collection_exists',
        `Collection "${former.name}" is already being reindexed`,
      );
    }
    const generation = rows.insertSuccessor(former, recipe, recipeId);
    const successor = enter({ ...former, recipe, recipeId, generation }, findLineage(former));
    put(successors, former.generation, successor);
    return successor;
  }

  /** Deletes the collection `former`, and gives its name to its successor. */
  function completeSuccessor(former: Collection, successor: Collection): void {
    rows.discard(former);
    rows.giveName(former.name, successor);
    put(entries, former.generation, undefined);
    put(successors, former.generation, undefined);
  }

  function abandonSuccessor({ generation }: Collection): void {
    const successor = successors.get(generation);
    if (successor === undefined) return;
    rows.discard(successor);
    put(entries, successor.generation, undefined);
    put(successors, generation, undefined);
  }

  /** Returns the successor being built for a collection, if any. */
  function findSuccessor({ generation }: Collection): Collection | undefined {
    return successors.get(generation);
  }

  function find(name: string): Collection | undefined {
    return list().find((collection) => collection.name === name);
  }

  /** Returns all live collections. Successors have no name and are not included. */
  function list(): Collection[] {
    const hidden = new Set(successors.values());
    return [...entries.values()]
      .map(({ collection }) => collection)
      .filter((collection) => !hidden.has(collection));
  }

  function enter(collection: Collection, lineage: number): Collection {
    const entry = { collection, lineage, counts: noCounts(), changed: false };
    put(entries, collection.generation, entry);
    return collection;
  }

  /** Replaces the settings of an existing collection, and keeps its counts. */
  function putCollection(collection: Collection): void {
    put(entries, collection.generation, { ...entries.get(collection.generation)!, collection });
  }

  /** Returns the lineage under which clusters, separations and decisions are stored. */
  function findLineage({ generation }: CollectionKey): number {
    return entries.get(generation)!.lineage;
  }

  /** Returns true if a collection is a successor. */
  function isSuccessor({ generation }: CollectionKey): boolean {
    for (const successor of successors.values()) {
      if (successor.generation === generation) return true;
    }
    return false;
  }

  /** Returns the live collection of a lineage, or undefined if it was deleted. */
  function ofLineage(lineage: number): Collection | undefined {
    return list().find((collection) => findLineage(collection) === lineage);
  }

  /** Returns the counts of one collection, or their sums over all live collections. */
  function readCounts(collection?: Collection): ReturnType<typeof counts.sumCounts> {
    return counts.sumCounts(collection === undefined ? list() : [collection]);
  }

  return {
    require,
    complete,
    byGeneration,
    create,
    update,
    remove,
    list,
    findSuccessor,
    isSuccessor,
    findLineage,
    beginSuccessor,
    completeSuccessor,
    abandonSuccessor,
    ofLineage,
    count: counts.count,
    flush: counts.flush,
    mayHaveOrphans: counts.mayHaveOrphans,
    contentKinds: counts.contentKinds,
    hasClaims: counts.hasClaims,
    released: counts.released,
    living: counts.living,
    counts: readCounts,
    ...undoable,
  };
}

function change<V>(map: Map<number, V>, key: number, value: V | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

/** A collection whose counts are held in memory. */
export interface Counted {
  readonly counts: Counts;
  /** True if the counts differ from those in the database. */
  changed: boolean;
}

/**
 * Counts of the collections. Operations change them in memory; `flush` writes them once per transaction.
 * @param entries counts by the generation of their collection; the catalog adds and removes entries
 * @param changed receives a function that reverts the change
 */
function createCollectionCounts(
  entries: ReadonlyMap<number, Counted>,
  changed: (undo: () => void) => void,
  write: (generation: number, counts: Readonly<Counts>) => void,
) {
  /** Adds the changes of an operation to the counts. @param change must not be modified afterwards */
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

  /** Writes the changed counts. Must be called in the transaction that changed them. */
  function flush(): void {
    for (const [generation, entry] of entries) {
      if (!entry.changed) continue;
      write(generation, entry.counts);
      entry.changed = false;
    }
  }

  /** Returns true if a collection may have orphans: contents whose documents have all been deleted or have expired. */
  function mayHaveOrphans({ generation }: CollectionKey): boolean {
    const { expiring, released } = entries.get(generation)!.counts;
    return expiring > 0 || released > 0;
  }

  /** Returns the kinds of contents that a collection has: with evidence (false), and without it (true). */
  function contentKinds({ generation }: CollectionKey): boolean[] {
    const { contents, bare } = entries.get(generation)!.counts;
    return [...(bare < contents ? [false] : []), ...(bare > 0 ? [true] : [])];
  }

  function hasClaims({ generation }: CollectionKey): boolean {
    return entries.get(generation)!.counts.claims > 0;
  }

  /** Returns the number of contents without a document in all collections together. */
  function released(): number {
    let sum = 0;
    for (const { counts } of entries.values()) sum += counts.released;
    return sum;
  }

  /** Returns the sums of the counts of some collections. */
  function sumCounts(
    collections: readonly Collection[],
  ): Pick<StoreStats, 'documents' | 'contents' | 'fingerprints' | 'claims'> {
    const total = { documents: 0, contents: 0, fingerprints: 0, claims: 0 };
    for (const { generation } of collections) {
      const { documents, contents, fingerprints, claims } = entries.get(generation)!.counts;
      total.documents += documents;
      total.contents += contents;
      total.fingerprints += fingerprints;
      total.claims += claims;
    }
    return total;
  }

  /** Returns the number of contents or documents of all live collections and successors. */
  function living(what: 'contents' | 'documents'): number {
    let sum = 0;
    for (const { counts } of entries.values()) sum += counts[what];
    return sum;
  }

  return { count, flush, mayHaveOrphans, contentKinds, hasClaims, released, sumCounts, living };
}

function addCounts(counts: Counts, change: Readonly<Counts>, by: 1 | -1): void {
  counts.documents += by * change.documents;
  counts.contents += by * change.contents;
  counts.bare += by * change.bare;
  counts.fingerprints += by * change.fingerprints;
  counts.expiring += by * change.expiring;
  counts.released += by * change.released;
  counts.claims += by * change.claims;
}
