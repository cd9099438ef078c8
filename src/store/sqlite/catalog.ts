import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../errors.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { Collection, CollectionKey, CreateCollection, StoreStats } from '../store.js';

/** Counts of a collection as the operations of the current transaction leave them. */
export interface Counts {
  documents: number;
  contents: number;
  fingerprints: number;
}

/** A collection that lives, by its generation, and its counts. */
interface Entry {
  readonly collection: Collection;
  counts: Counts;
  /** Whether the counts differ from those in the database. */
  changed: boolean;
}

export type Catalog = ReturnType<typeof createCatalog>;

/**
 * The collections, held in memory because every operation asks for one. Counts are changed here by
 * each operation and written by `flush` once a transaction.
 */
export function createCatalog(db: Database) {
  const entries = new Map<number, Entry>();
  const insert = db.prepare<[string, string, string, number, number]>(
    `INSERT INTO collections (name, recipe, recipe_id, max_distance, created_at)
     VALUES (?, ?, ?, ?, ?)`,
  );
  const forgetName = db.prepare<[number]>(
    'UPDATE collections SET name = NULL WHERE generation = ?',
  );
  const writeCounts = db.prepare<[number, number, number, number]>(
    'UPDATE collections SET documents = ?, contents = ?, fingerprints = ? WHERE generation = ?',
  );
  const selectAll = db.prepare<[], Row>('SELECT * FROM collections WHERE name IS NOT NULL');
  reload();

  /** Takes everything from the database, as is needed after a transaction was rolled back. */
  function reload(): void {
    entries.clear();
    for (const row of selectAll.iterate()) {
      const { documents, contents, fingerprints } = row;
      entries.set(row.generation, {
        collection: collectionOf(row),
        counts: { documents, contents, fingerprints },
        changed: false,
      });
    }
  }

  /** The generation of a collection that lives. @throws `collection_not_found` */
  function require({ name, generation }: CollectionKey): number {
    if (entries.has(generation)) return generation;
    throw new NeardupError('collection_not_found', `Collection "${name}" was deleted meanwhile`);
  }

  function create(operation: CreateCollection): Collection {
    const { name, recipe, recipeId, maxDistance, collectionsMax, now } = operation;
    if (find(name) !== undefined) {
      throw new NeardupError('collection_exists', `Collection "${name}" exists already`);
    }
    if (entries.size >= collectionsMax) {
      throw new NeardupError(
        'validation_failed',
        `Cannot create collection "${name}": there are ${collectionsMax} already`,
      );
    }
    const { lastInsertRowid } = insert.run(
      name,
      JSON.stringify(recipe),
      recipeId,
      maxDistance,
      now,
    );
    const generation = Number(lastInsertRowid);
    const collection = { name, generation, recipe, recipeId, maxDistance, createdAt: now };
    const counts = { documents: 0, contents: 0, fingerprints: 0 };
    entries.set(generation, { collection, counts, changed: false });
    return collection;
  }

  /** Takes the name away; the rows go by `sweep`. */
  function remove(name: string): void {
    const collection = find(name);
    if (collection === undefined) {
      throw new NeardupError('collection_not_found', `No collection is named "${name}"`);
    }
    forgetName.run(collection.generation);
    entries.delete(collection.generation);
  }

  function find(name: string): Collection | undefined {
    return list().find((collection) => collection.name === name);
  }

  function list(): Collection[] {
    return [...entries.values()].map(({ collection }) => collection);
  }

  /** Adds what an operation that succeeded changed. */
  function count(generation: number, change: Readonly<Counts>): void {
    const entry = entries.get(generation);
    if (entry === undefined) return;
    entry.counts.documents += change.documents;
    entry.counts.contents += change.contents;
    entry.counts.fingerprints += change.fingerprints;
    entry.changed = true;
  }

  /** Writes the counts that changed. Belongs into the transaction that changed them. */
  function flush(): void {
    for (const [generation, entry] of entries) {
      if (!entry.changed) continue;
      const { documents, contents, fingerprints } = entry.counts;
      writeCounts.run(documents, contents, fingerprints, generation);
      entry.changed = false;
    }
  }

  /** Counts of one collection, or the sums over all. */
  function counts(generation?: number): Omit<StoreStats, 'bytes'> {
    if (generation !== undefined) return { ...entries.get(generation)!.counts };
    const total = { documents: 0, contents: 0, fingerprints: 0 };
    for (const { counts } of entries.values()) {
      total.documents += counts.documents;
      total.contents += counts.contents;
      total.fingerprints += counts.fingerprints;
    }
    return total;
  }

  return { require, create, remove, list, count, flush, reload, counts };
}

interface Row extends Counts {
  readonly generation: number;
  readonly name: string;
  readonly recipe: string;
  readonly recipe_id: string;
  readonly max_distance: number;
  readonly created_at: number;
}

function collectionOf(row: Row): Collection {
  return {
    name: row.name,
    generation: row.generation,
    recipe: JSON.parse(row.recipe) as Recipe,
    recipeId: row.recipe_id,
    maxDistance: row.max_distance,
    createdAt: row.created_at,
  };
}
