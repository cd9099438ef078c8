import type { Database } from 'better-sqlite3';
import { compareUtf8 } from '../../../matching/match-order.js';

export type Changes = ReturnType<typeof createChanges>;

/**
 * Which documents of a collection changed while its successor is built. The rows are stored under
 * the generation of the successor, so that the sweep removes a change log together with its
 * successor.
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
    /** Removes and returns at most `limit` ids, in the order of their bytes. */
    take: (successor: number, limit: number): string[] =>
      take.all(successor, limit).sort(compareUtf8),
    isEmpty: (successor: number): boolean => selectAny.get(successor) === undefined,
  };
}
