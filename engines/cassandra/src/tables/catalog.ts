import { setTimeout as sleep } from 'node:timers/promises';
import type { types } from 'cassandra-driver';
import {
  type Collection,
  type CollectionKey,
  type CreateCollection,
  NeardupError,
  type UpdateCollection,
} from 'neardup/engine';
import type { Connection } from '../connection.js';
import { newToken } from '../protocol/tokens.js';

interface CatalogRow {
  readonly definition: string;
  readonly collection: Collection;
}

/**
 * Collections, stored in one partition. Every process caches the rows for a short time, so a change or deletion is
 * acknowledged only when all caches have expired.
 *
 *   creation    writes the row and the last generation in one step, if no other collection was created meanwhile
 *   change      replaces the definition, if it is still the one that was read
 *   deletion    records the generation in `dropped`, then deletes the row if it still has that generation
 *   sweep       deletes the data of a recorded generation only if no collection has it (sweep.ts)
 *
 * So if a deletion fails halfway, the collection either remains live, and the sweep ignores its record in `dropped`, or
 * it is deleted, and the sweep deletes its data.
 */
export interface Catalog {
  create(operation: CreateCollection): Promise<Collection>;
  get(name: string): Promise<Collection | undefined>;
  list(): Promise<Collection[]>;
  /** Returns the collection with this key. @throws `collection_not_found` */
  require(key: CollectionKey): Promise<Collection>;
  update(operation: UpdateCollection): Promise<Collection>;
  /**
   * @throws `collection_not_found`; `not_ready`, also if the outcome is unknown, in which case the caller may retry
   */
  delete(name: string): Promise<void>;
  /** Checks that a quorum can be read. @throws `not_ready` */
  ping(): Promise<void>;
}

/** Maximum number of tries of a change whose outcome is unknown. */
const triesMax = 4;
/** Maximum number of tries to create a collection while other processes create collections as well. */
const creationsMax = 30;
const space = 'all';

/** @param heldMs time in milliseconds for which cached rows are used */
export function createCatalog(connection: Connection, heldMs = 1_000): Catalog {
  const table = `${connection.keyspace}.collections`;
  const select = `SELECT name, definition, last_generation FROM ${table} WHERE space = ?`;
  let creating: Promise<unknown> = Promise.resolve();
  let held: { readonly at: number; readonly collections: Promise<Collection[]> } | null = null;

  async function readRows(): Promise<CatalogRow[]> {
    const rows = await connection.read(select, [space]);
    return rows
      .filter((row) => row.name !== null)
      .map((row) => ({ definition: row.definition as string, collection: toCollection(row) }));
  }

  async function read(): Promise<Collection[]> {
    return (await readRows()).map(({ collection }) => collection);
  }

  async function list(): Promise<Collection[]> {
    await creating;
    if (held === null || performance.now() - held.at > heldMs) {
      const collections = read();
      collections.catch(() => {
        // The caller gets the error. The next call reads again.
        held = null;
      });
      held = { at: performance.now(), collections };
    }
    return held.collections;
  }

  /** Finds a collection. If it is not cached, reads the table again: another process may just have created it. */
  async function find(isWanted: (collection: Collection) => boolean) {
    const calledAt = performance.now();
    const found = (await list()).find(isWanted);
    if (found !== undefined || (held !== null && held.at >= calledAt)) return found;
    held = null;
    return (await list()).find(isWanted);
  }

  async function everywhere(): Promise<void> {
    held = null;
    await sleep(heldMs);
    held = null;
  }

  async function create({ collectionsMax, now, ...given }: CreateCollection): Promise<Collection> {
    const { name } = given;
    for (let tries = 1; tries <= creationsMax; tries++) {
      const others = await read();
      if (others.some((other) => other.name === name)) throw exists(name);
      if (others.length >= collectionsMax) {
        throw new NeardupError(
          'validation_failed',
          `Cannot create collection "${name}": there are already ${collectionsMax}`,
        );
      }
      const last = await lastGeneration();
      const generation = (last ?? 0) + 1;
      const collection: Collection = { ...given, generation, createdAt: now };
      const insert =
        `UPDATE ${table} SET last_generation = ?, generation = ?, definition = ? ` +
        'WHERE space = ? AND name = ? IF last_generation = ? AND generation = ?';
      const values = [generation, generation, packDefinition(collection), space, name, last, null];
      const outcome = await changeRow(name, insert, values, `collection "${name}" was created`);
      if (outcome === 'applied' || (await findGeneration(name)) === generation) return collection;
      if (outcome === 'either') throw unknown(name, `collection "${name}" was created`);
      await sleep(Math.random() * 20 * tries);
    }
    throw new NeardupError(
      'not_ready',
      `Cannot create collection "${name}": other collections are being created at the same time; try again`,
      { retryAfterSeconds: 1 },
    );
  }

  async function lastGeneration(): Promise<number | null> {
    const row = await connection.readSerially(`${select} LIMIT 1`, [space]);
    return (row?.last_generation as number | null | undefined) ?? null;
  }

  async function findGeneration(name: string): Promise<number | undefined> {
    const query = `SELECT generation FROM ${table} WHERE space = ? AND name = ?`;
    const row = await connection.readSerially(query, [space, name]);
    return row?.generation as number | undefined;
  }

  /**
   * Changes the row of a collection if a condition holds. Once the change has been applied, the condition must never
   * hold again.
   * @returns `refused`: the condition did not hold; `either`: the condition did not hold, perhaps because an earlier
   *   try with an unknown outcome was applied
   * @throws `not_ready` if the outcome is unknown
   */
  async function changeRow(
    name: string,
    query: string,
    values: readonly unknown[],
    what: string,
  ): Promise<'applied' | 'refused' | 'either'> {
    held = null;
    for (let tries = 1; tries <= triesMax; tries++) {
      const applied = await connection.change(query, values);
      if (applied === true) return 'applied';
      if (applied === false) return tries === 1 ? 'refused' : 'either';
    }
    throw unknown(name, what);
  }

  const unknown = (name: string, what: string) =>
    new NeardupError(
      'not_ready',
      `Cannot change collection "${name}": Cassandra takes too long, and it is unknown whether ${what}; check the collection, or try again`,
      { retryAfterSeconds: 5 },
    );

  const notFound = (name: string) =>
    new NeardupError('collection_not_found', `Collection "${name}" was deleted meanwhile`);

  return {
    create(operation) {
      const created = create(operation);
      creating = created.catch(() => {
        // The creating call gets the error.
      });
      return created;
    },
    get: (name) => find((collection) => collection.name === name),
    async list() {
      await creating;
      return read();
    },
    async require({ name, generation }) {
      const found = await find((each) => each.name === name && each.generation === generation);
      if (found === undefined) throw notFound(name);
      return found;
    },
    async update({ collection: { name, generation }, settings }) {
      const update = `UPDATE ${table} SET definition = ? WHERE space = ? AND name = ? IF definition = ?`;
      for (;;) {
        const found = (await readRows()).find(({ collection }) => collection.name === name);
        if (found?.collection.generation !== generation) throw notFound(name);
        const updated: Collection = { ...found.collection, ...settings };
        const values = [packDefinition(updated), space, name, found.definition];
        if ((await connection.change(update, values)) !== true) continue;
        await everywhere();
        return updated;
      }
    },
    async delete(name) {
      const found = (await read()).find((collection) => collection.name === name);
      if (found === undefined) {
        throw new NeardupError('collection_not_found', `No collection is named "${name}"`);
      }
      const { generation, recipe } = found;
      const note = `INSERT INTO ${connection.keyspace}.dropped (space, generation, recipe, dropped_at) VALUES (?, ?, ?, ?)`;
      const droppedAt = BigInt(Date.now());
      await connection.write(note, [space, generation, JSON.stringify(recipe), droppedAt]);
      const remove = `DELETE FROM ${table} WHERE space = ? AND name = ? IF generation = ?`;
      const outcome = await changeRow(name, remove, [space, name, generation], 'it was deleted');
      await everywhere();
      if (outcome === 'refused') throw notFound(name);
    },
    async ping() {
      await read();
    },
  };
}

/**
 * Returns the definition of a collection in its stored form. It contains a new token, and no two definitions are equal.
 * So a late change, which is conditional on an earlier definition, can never be applied to a later one.
 */
function packDefinition(collection: Collection): string {
  return JSON.stringify({ ...collection, written: newToken() });
}

function toCollection(row: types.Row): Collection {
  const { written: _, ...collection } = JSON.parse(row.definition as string) as Written;
  return collection;
}

type Written = Collection & { readonly written?: string };

function exists(name: string): NeardupError {
  return new NeardupError('collection_exists', `Collection "${name}" already exists`);
}
