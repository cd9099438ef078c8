/**
 * Returns advice if the native module of better-sqlite3 cannot be loaded; undefined for other errors. The install
 * script of better-sqlite3 downloads or compiles the module. Some package managers skip install scripts unless they
 * are approved: pnpm since version 10, npm since 12, and yarn.
 */
export function adviceOnBinding(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  const fault = message.startsWith('Could not locate the bindings file')
    ? 'is missing, as after an installation without install scripts'
    : code === 'ERR_DLOPEN_FAILED'
      ? `is for another Node or platform than ${process.version} on ${process.platform} ${process.arch}`
      : undefined;
  return fault && `the compiled part of better-sqlite3 ${fault}; ${advice}`;
}

const advice =
  'run `npm rebuild better-sqlite3` (before it, since npm 12, `npm approve-scripts better-sqlite3`), ' +
  'or `pnpm approve-builds && pnpm rebuild better-sqlite3`, ' +
  'or, with "dependenciesMeta": {"better-sqlite3": {"built": true}} in package.json, `yarn rebuild better-sqlite3`';
