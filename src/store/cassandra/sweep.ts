import type { Recipe } from '../../fingerprint/recipe.js';
import type { Connection } from './connection.js';
import { bucketCount, type IndexRows } from './index-rows.js';
import { signatureOf } from './registers.js';

/** Operations on a collection that was deleted may still be under way for this long. */
const graceMs = 60_000;
const idsAStep = 50;

/** Removes a little of what is left of deleted collections. True: there may be more. */
export async function sweepDropped(connection: Connection, rows: IndexRows): Promise<boolean> {
  const { keyspace } = connection;
  const [dropped] = await connection.read(
    `SELECT generation, recipe, dropped_at FROM ${keyspace}.dropped WHERE space = ? LIMIT 1`,
    ['all'],
  );
  if (dropped === undefined || Number(dropped.dropped_at) > Date.now() - graceMs) return false;
  const generation = dropped.generation as number;
  const recipe = JSON.parse(dropped.recipe as string) as Recipe;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const found = await connection.read(
      `SELECT id, attempt, content, stored_at FROM ${keyspace}.ids WHERE generation = ? AND bucket = ? LIMIT ?`,
      [generation, bucket, idsAStep],
    );
    for (const { id, attempt, content, stored_at: storedAt } of found) {
      const select =
        `SELECT content, fingerprint, feature_count, short_text, sketch FROM ${keyspace}.attempts ` +
        'WHERE generation = ? AND content = ? AND stored_at = ? AND id = ? AND attempt = ?';
      const [row] = await connection.read(select, [generation, content, storedAt, id, attempt]);
      const place = { attempt, id, base: null, priority: '', storedAt: Number(storedAt) };
      for (const table of ['documents', 'sightings']) {
        const remove = `DELETE FROM ${keyspace}.${table} WHERE generation = ? AND id = ?`;
        await connection.write(remove, [generation, id]);
      }
      if (row !== undefined) {
        await rows.remove(generation, recipe, { ...place, signature: signatureOf(row) });
      } else {
        const remove = `DELETE FROM ${keyspace}.ids WHERE generation = ? AND bucket = ? AND id = ? AND attempt = ?`;
        await connection.write(remove, [generation, bucket, id, attempt]);
      }
    }
    if (found.length > 0) return true;
  }
  const done = `DELETE FROM ${keyspace}.dropped WHERE space = ? AND generation = ?`;
  await connection.write(done, ['all', generation]);
  return true;
}
