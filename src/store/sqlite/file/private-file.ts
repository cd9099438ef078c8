import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The mode of new files. They hold data of other people, so only the user of the process may access
 * them, whatever the umask is. An existing file keeps its mode, because somebody chose it.
 */
export const privateFileMode = 0o600;
const privateDirectoryMode = 0o700;

/**
 * Creates the file (empty) and the directories above it, if they do not exist. SQLite gives a
 * write-ahead log the mode of its database file.
 * @throws Error if the name belongs to something other than a regular file, or cannot be created
 */
export function makePrivateFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile()) return;
  if (found !== undefined) {
    throw new Error(found.isDirectory() ? 'it is a directory' : 'it is no regular file');
  }
  makePrivateDirectory(dirname(resolve(file)));
  closeSync(openSync(file, 'a', privateFileMode));
}

/** Makes one level at a time: the recursive `mkdirSync` never ends in places such as /proc. */
export function makePrivateDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makePrivateDirectory(dirname(directory));
  try {
    mkdirSync(directory, { mode: privateDirectoryMode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
