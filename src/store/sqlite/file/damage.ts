/** Whether SQLite says by this that the bytes of the file are not those that it wrote. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test((error as NodeJS.ErrnoException).code ?? '');
}

/** What to do where even the beginning of a file cannot be read; undefined: it is not damaged. */
export function adviceOnOpening(error: unknown): string | undefined {
  if (!isDamage(error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'SQLITE_NOTADB'
    ? 'it is not a database, or its beginning is damaged; name another file, or put a backup in its place with `neardup restore`'
    : `it is damaged (${message}); put a backup in its place with \`neardup restore\``;
}

/** What to do where damage shows while a file is in use. */
export function adviceInUse(error: unknown): string {
  const { message } = error as Error;
  return `The database file is damaged (${message}): stop the service; \`neardup verify\` tells what is wrong and whether --repair mends it; otherwise put a backup in its place with \`neardup restore\``;
}
