import type { Database } from 'better-sqlite3';

/** Size of each table and index in bytes, from SQLite's own statistics. */
export function bytesByPart(db: Database): Map<string, number> {
  const rows = db
    .prepare<[], [string, number]>('SELECT name, pgsize FROM dbstat WHERE aggregate = 1')
    .raw()
    .all();
  return new Map(rows);
}
