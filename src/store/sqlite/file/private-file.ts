import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Mode of new files. They contain other people's data, so only the user of the process may access them, even if the
 * umask allows more. An existing file keeps its mode, which may have been chosen deliberately.
 */
export const privateFileMode = 0o600;
const privateDirectoryMode = 0o700;

/**
 * Creates an empty file and its missing parent directories, unless the file exists. SQLite gives a write-ahead log the
 * mode of its database file.
 * @throws Error if the name belongs to something other than a regular file, or cannot be created
 */
export function makePrivateFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile()) return;
  if (found !== undefined) {
    throw new Error(found.isDirectory() ? 'it is a directory' : 'it is not a regular file');
  }
  makePrivateDirectory(dirname(resolve(file)));
  closeSync(openSync(file, 'a', privateFileMode));
}

/**
 * Creates a directory and its missing parents, one level at a time, because the recursive `mkdirSync` never returns in
 * places such as /proc.
 */
export function makePrivateDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makePrivateDirectory(dirname(directory));
  try {
    mkdirSync(directory, { mode: privateDirectoryMode });
  } catch (error) {
    // Another process may have created the directory in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
