import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';

/** So that the look, some microseconds, is no part of every group. */
const lookEveryMs = 100;

/**
 * Whether the names of a database and of its log still lead to the files that are open. Where a file was
 * replaced or removed, all that is written goes to one that nobody will find again.
 *
 * @returns to be called between a commit and its replies, so that what was written too late is not
 *   acknowledged, but for what was within a tenth of a second
 * @throws Error that says so: nothing can be answered any more; closing the database is safe, as SQLite
 *   looks for itself and leaves the log of the other file alone
 */
export function createFilePlace(db: Database): () => void {
  if (db.memory) return () => {};
  const files = [db.name, `${db.name}-wal`];
  const opened = files.map(identityOf);
  let lookedAt = performance.now();
  return function refuseIfReplaced() {
    const now = performance.now();
    if (now - lookedAt < lookEveryMs) return;
    lookedAt = now;
    const [replaced] = files.filter((file, i) => identityOf(file) !== opened[i]);
    if (replaced === undefined) return;
    throw new NeardupError(
      'not_ready',
      `"${replaced}" was replaced or removed while the database was in use; what was written since then may be lost`,
    );
  };
}

function identityOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.dev} ${found.ino}`;
}
