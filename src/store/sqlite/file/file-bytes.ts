import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { StoreStats } from '../../contract/statistics.js';

/** Returns the total size of the database file and its write-ahead log, and the size of the log alone. */
export function fileBytes(db: Database): Pick<StoreStats, 'bytes' | 'walBytes'> {
  if (db.memory) return { bytes: null, walBytes: null };
  const readSize = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const walBytes = readSize(`${db.name}-wal`);
  return { bytes: readSize(db.name) + walBytes, walBytes };
}
