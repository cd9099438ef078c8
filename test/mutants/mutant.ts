import { posix } from 'node:path';

/** A fault that the tests must detect: one text replaced in one source file. */
export interface Mutant {
  /** Name of the fault, as words joined by hyphens. */
  readonly name: string;
  /** Folder of the package, with src/, dist/ and test/; absent: the core's. */
  readonly folder?: string;
  /** Path of the source file, below src/. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files below test/ that must detect it: the nearest and quickest ones. */
  readonly tests: readonly string[];
  /** Only the tests whose full name contains this text; absent: all of these files. */
  readonly testName?: string;
}

/** Returns the path of a mutant's source file, from the root of the project. */
export function sourcePath({ folder = '', file }: Mutant): string {
  return posix.join(folder, 'src', file);
}

/** Returns the paths of a mutant's test files, from the root of the project. */
export function testPaths({ folder = '', tests }: Mutant): string[] {
  return tests.map((file) => posix.join(folder, 'test', file));
}

/**
 * Returns the source with the mutation.
 * @throws Error if the text to replace does not occur exactly once: the mutant is out of date
 */
export function mutate(source: string, mutant: Mutant): string {
  const { name, find, replace } = mutant;
  const count = source.split(find).length - 1;
  if (count !== 1) {
    throw new Error(
      `Cannot apply mutant "${name}": its text occurs ${count} times in ${sourcePath(mutant)}`,
    );
  }
  return source.replace(find, () => replace);
}
