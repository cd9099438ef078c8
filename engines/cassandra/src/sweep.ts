import type { types } from 'cassandra-driver';
import type { Recipe } from 'neardup/engine';
import type { Connection } from './connection.js';
import { bucketCount, type IndexRows } from './tables/index-rows.js';
import { toSignature } from './tables/registers.js';

/**
 * Time for which the sweep waits after the deletion of a collection, because operations on it may still be in progress.
 */
const graceMs = 60_000;
const idsAStep = 50;
const space = 'all';

interface Dropped {
  readonly generation: number;
  readonly recipe: Recipe;
}

/**
 * Deletes the rows of deleted collections. A generation is recorded in `dropped` before its collection is deleted, and
 * that deletion may fail, or take effect much later. So the grace period begins only when no collection has the
 * recorded generation any more. Generations are never reused.
 *
 * @returns a function that deletes some rows and returns true if there may be more
 */
export function createSweep(
  connection: Connection,
  rows: Pick<IndexRows, 'removeAllButId'>,
  { grace = graceMs, clock = () => performance.now() } = {},
): () => Promise<boolean> {
  const { keyspace } = connection;
  /** For each generation, the time at which this process first saw that no collection has it. */
  const goneSince = new Map<number, number>();

  return async function sweepDropped(): Promise<boolean> {
    const dropped = await readDropped();
    if (dropped.some(({ generation }) => !goneSince.has(generation)))
      await lookWhichAreGone(dropped);
    const due = dropped.find(({ generation }) => {
      const since = goneSince.get(generation);
      return since !== undefined && clock() - since >= grace;
    });
    if (due === undefined) return false;
    if (await eraseSome(due)) return true;
    const counts = `DELETE FROM ${keyspace}.counts WHERE generation = ?`;
    await connection.write(counts, [due.generation]);
    const done = `DELETE FROM ${keyspace}.dropped WHERE space = ? AND generation = ?`;
    await connection.write(done, [space, due.generation]);
    goneSince.delete(due.generation);
    return true;
  };

  async function readDropped(): Promise<Dropped[]> {
    const select = `SELECT generation, recipe FROM ${keyspace}.dropped WHERE space = ?`;
    const found = await connection.read(select, [space]);
    return found.map((row) => ({
      generation: row.generation as number,
      recipe: JSON.parse(row.recipe as string) as Recipe,
    }));
  }

  async function lookWhichAreGone(dropped: readonly Dropped[]): Promise<void> {
    const select = `SELECT name, generation FROM ${keyspace}.collections WHERE space = ?`;
    // The serial read completes pending changes of the partition, so that the second read sees them.
    await connection.readSerially(`${select} LIMIT 1`, [space]);
    const listed = await connection.read(select, [space]);
    const living = new Set(listed.map((row) => row.generation as number | null));
    for (const { generation } of dropped) {
      if (!living.has(generation) && !goneSince.has(generation)) {
        goneSince.set(generation, clock());
      }
    }
  }

  /** Deletes some rows of a generation. @returns false if there were none */
  async function eraseSome({ generation, recipe }: Dropped): Promise<boolean> {
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      const found = await connection.read(
        `SELECT id, attempt, content, stored_at FROM ${keyspace}.ids WHERE generation = ? AND bucket = ? LIMIT ?`,
        [generation, bucket, idsAStep],
      );
      for (const row of found) await eraseAttempt(generation, recipe, bucket, row);
      if (found.length > 0) return true;
    }
    return false;
  }

  async function eraseAttempt(
    generation: number,
    recipe: Recipe,
    bucket: number,
    { id, attempt, content, stored_at: storedAt }: types.Row,
  ): Promise<void> {
    const select =
      `SELECT content, since, fingerprint, feature_count, short_text, sketch, shingles, evidence FROM ${keyspace}.attempts ` +
      'WHERE generation = ? AND content = ? AND stored_at = ? AND id = ? AND attempt = ?';
    const [row] = await connection.read(select, [generation, content, storedAt, id, attempt]);
    for (const table of ['documents', 'sightings']) {
      const remove = `DELETE FROM ${keyspace}.${table} WHERE generation = ? AND id = ?`;
      await connection.write(remove, [generation, id]);
    }
    if (row !== undefined) {
      const place = { attempt, id, base: null, priority: '', storedAt: Number(storedAt) };
      const signature = toSignature(row);
      await rows.removeAllButId(generation, recipe, { ...place, since: row.since, signature });
    }
    // This row is deleted last, because after an interruption, the other rows are found through it.
    const remove = `DELETE FROM ${keyspace}.ids WHERE generation = ? AND bucket = ? AND id = ? AND attempt = ?`;
    await connection.write(remove, [generation, bucket, id, attempt]);
  }
}
