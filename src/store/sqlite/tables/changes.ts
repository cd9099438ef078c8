import type { Database } from 'better-sqlite3';
import { compareUtf8 } from '../../../matching/match-order.js';

/**
 * Which documents of a collection changed while its successor is built. Kept under the generation of
 * the successor, so that a change log that nobody takes any more is swept away with it.
 */
export function createChanges(db: Database) {
  const insert = db.prepare<[number, string]>(
    'INSERT OR IGNORE INTO changes (collection, id) VALUES (?, ?)',
  );
  const take = db
    .prepare<[number, number], string>(
      `DELETE FROM changes WHERE (collection, id) IN
         (SELECT collection, id FROM changes WHERE collection = ? ORDER BY id LIMIT +?)
       RETURNING id`,
    )
    .pluck();
  const selectAny = db
    .prepare<[number], number>('SELECT 1 FROM changes WHERE collection = ? LIMIT 1')
    .pluck();

  return {
    note: (successor: number, id: string): void => {
      insert.run(successor, id);
    },
    /** At most `limit` ids, by their bytes; they are no longer in the log then. */
    take: (successor: number, limit: number): string[] =>
      take.all(successor, limit).sort(compareUtf8),
    isEmpty: (successor: number): boolean => selectAny.get(successor) === undefined,
  };
}
