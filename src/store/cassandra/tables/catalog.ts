import { setTimeout as sleep } from 'node:timers/promises';
import { NeardupError } from '../../../errors.js';
import type {
  Collection,
  CollectionKey,
  CreateCollection,
  UpdateCollection,
} from '../../contract/collections.js';
import type { Connection } from '../connection.js';

/**
 * The collections, in one partition. Every process caches what it read for a while; a change or
 * deletion waits for this time before it is reported.
 *
 *   deletion    note the generation in `dropped`, then take its row away on a condition
 *   sweep       only generations that are noted and have no row (sweep.ts)
 *
 * So a deletion that fails anywhere leaves either a live collection, or a deleted one that will be
 * swept. A note of a live collection does no harm; the deletion that succeeds finds the note.
 */
export interface Catalog {
  create(operation: CreateCollection): Promise<Collection>;
  get(name: string): Promise<Collection | undefined>;
  list(): Promise<Collection[]>;
  /** @throws `collection_not_found` */
  require(key: CollectionKey): Promise<Collection>;
  update(operation: UpdateCollection): Promise<Collection>;
  /**
   * @throws `collection_not_found`; `not_ready` also if the outcome is unknown: then the caller may
   *   repeat it
   */
  delete(name: string): Promise<void>;
  /** Asks a quorum. @throws `not_ready` */
  ping(): Promise<void>;
}

/** How often a change with an unknown outcome is tried. */
const triesMax = 4;
const space = 'all';

/** @param heldMs for how long a read row is trusted */
export function createCatalog(connection: Connection, heldMs = 1_000): Catalog {
  const table = `${connection.keyspace}.collections`;
  const select = `SELECT name, definition, last_generation FROM ${table} WHERE space = ?`;
  let creating: Promise<unknown> = Promise.resolve();
  let held: { readonly at: number; readonly collections: Promise<Collection[]> } | null = null;

  async function read(): Promise<Collection[]> {
    const rows = await connection.read(select, [space]);
    return rows
      .filter((row) => row.name !== null)
      .map((row) => JSON.parse(row.definition as string) as Collection);
  }

  async function list(): Promise<Collection[]> {
    await creating;
    if (held === null || performance.now() - held.at > heldMs) {
      const collections = read();
      collections.catch(() => {
        // The caller gets the error; the next call reads again.
        held = null;
      });
      held = { at: performance.now(), collections };
    }
    return held.collections;
  }

  /** A number that no collection has had. */
  async function newGeneration(): Promise<number> {
    const update = `UPDATE ${table} SET last_generation = ? WHERE space = ? IF last_generation = ?`;
    for (;;) {
      const row = await connection.readSerially(`${select} LIMIT 1`, [space]);
      const last = (row?.last_generation as number | null | undefined) ?? null;
      const next = (last ?? 0) + 1;
      if ((await connection.change(update, [next, space, last])) === true) return next;
    }
  }

  async function everywhere(): Promise<void> {
    held = null;
    await sleep(heldMs);
    held = null;
  }

  async function create({ collectionsMax, now, ...given }: CreateCollection): Promise<Collection> {
    const { name } = given;
    const others = await read();
    if (others.some((other) => other.name === name)) throw exists(name);
    if (others.length >= collectionsMax) {
      throw new NeardupError(
        'validation_failed',
        `Cannot create collection "${name}": there are ${collectionsMax} already`,
      );
    }
    const generation = await newGeneration();
    const collection: Collection = { ...given, generation, createdAt: now };
    const insert = `INSERT INTO ${table} (space, name, generation, definition) VALUES (?, ?, ?, ?) IF NOT EXISTS`;
    const values = [space, name, generation, JSON.stringify(collection)];
    await changeRow(name, insert, values, `collection "${name}" was created`);
    if ((await generationOf(name)) !== generation) throw exists(name);
    return collection;
  }

  async function generationOf(name: string): Promise<number | undefined> {
    const query = `SELECT generation FROM ${table} WHERE space = ? AND name = ?`;
    const row = await connection.readSerially(query, [space, name]);
    return row?.generation as number | undefined;
  }

  /**
   * Changes the row of a collection on a condition that never holds again after it was applied.
   * @returns `either`: a try whose outcome is not known was applied, or all were refused
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
    throw new NeardupError(
      'not_ready',
      `Cannot change collection "${name}": Cassandra takes too long; whether ${what} is not known, so look or try again`,
      { retryAfterSeconds: 5 },
    );
  }

  const notFound = (name: string) =>
    new NeardupError('collection_not_found', `Collection "${name}" was deleted meanwhile`);

  return {
    create(operation) {
      const created = create(operation);
      creating = created.catch(() => {
        // The call that creates it gets the error.
      });
      return created;
    },
    async get(name) {
      return (await list()).find((collection) => collection.name === name);
    },
    async list() {
      return [...(await list())];
    },
    async require({ name, generation }) {
      const found = (await list()).find((collection) => collection.name === name);
      if (found?.generation === generation) return found;
      throw notFound(name);
    },
    async update({ collection: { name, generation }, settings }) {
      const update = `UPDATE ${table} SET definition = ? WHERE space = ? AND name = ? IF definition = ?`;
      for (;;) {
        const found = (await read()).find((collection) => collection.name === name);
        if (found?.generation !== generation) throw notFound(name);
        const updated: Collection = { ...found, ...settings };
        const values = [JSON.stringify(updated), space, name, JSON.stringify(found)];
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

function exists(name: string): NeardupError {
  return new NeardupError('collection_exists', `Collection "${name}" exists already`);
}
