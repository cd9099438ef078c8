import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';

/** The check takes some microseconds, so not every group does it. */
const lookEveryMs = 100;

/**
 * Checks whether the names of a database and of its log still lead to the open files. If a file was
 * replaced or removed, all further writes go to a file that has no name and will be lost.
 *
 * @returns a function to be called between a commit and its replies. It throws if a file was
 *   replaced. So a lost write is not acknowledged, except within the first tenth of a second. After
 *   the error nothing can be answered any more. Closing the database is safe: SQLite makes the same
 *   check and leaves the log of the other file alone.
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
