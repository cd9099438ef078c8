import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * What neardup makes holds what others wrote, so it is for the user of the process alone, whatever the
 * umask says. What is there already keeps its mode: somebody chose it.
 */
export const privateFileMode = 0o600;
const privateDirectoryMode = 0o700;

/**
 * Makes the file, empty, and the directories above it, where they are absent. SQLite gives a
 * write-ahead log the mode of its file.
 * @throws Error if something else than a regular file has the name, or none can be there
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

/** One at a time: where no directory can be, as in /proc, the recursive `mkdirSync` never ends. */
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
