/** Whether this is SQLite's error for a file that is damaged or is no database. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** What to do if a file is too damaged to be opened; undefined: it is not damaged. */
export function adviceOnOpening(error: unknown): string | undefined {
  if (!isDamage(error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'SQLITE_NOTADB'
    ? 'it is not a database, or its beginning is damaged; name another file, or put a backup in its place with `neardup restore`'
    : `it is damaged (${message}); put a backup in its place with \`neardup restore\``;
}

/** What to do if damage shows while a file is in use. */
export function adviceInUse(error: unknown): string {
  const { message } = error as Error;
  return `The database file is damaged (${message}): stop the service; \`neardup verify\` tells what is wrong and whether --repair mends it; otherwise put a backup in its place with \`neardup restore\``;
}
