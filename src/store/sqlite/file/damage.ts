import { BrokenInvariant } from '../../../errors.js';

/**
 * Returns true if an error of SQLite says that the file is damaged or not a database, or if its rows contradict each
 * other, which SQLite does not notice.
 */
export function isDamage(error: unknown): boolean {
  if (error instanceof BrokenInvariant) return true;
  return /^SQLITE_(CORRUPT|NOTADB)/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** Returns advice for a file too damaged to open, or undefined if the error shows no damage. */
export function adviceOnOpening(error: unknown): string | undefined {
  if (!isDamage(error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'SQLITE_NOTADB'
    ? 'it is not a database, or its beginning is damaged; name another file, or restore a backup with `neardup restore`'
    : `it is damaged (${message}); restore a backup with \`neardup restore\``;
}

/** Returns advice for damage detected while the file is in use. */
export function adviceInUse(error: unknown): string {
  const { message } = error as Error;
  const cause =
    error instanceof BrokenInvariant
      ? 'The database file is damaged, or neardup has a defect'
      : 'The database file is damaged';
  return `${cause} (${message}): stop the service; \`neardup verify\` reports the damage and whether --repair can fix it; otherwise restore a backup with \`neardup restore\``;
}
