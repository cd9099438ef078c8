/** A wrong program that the tests must tell from the right one: one file with one text replaced. */
export interface Mutant {
  /** Names what is wrong, in words joined by hyphens. */
  readonly name: string;
  /** Path of the source file, below src/. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Files of tests below test/ that must notice it: the nearest and the quickest. */
  readonly tests: readonly string[];
  /** Only the tests whose full name contains this text; absent: all of these files. */
  readonly testName?: string;
}

/**
 * Returns the source with the mutation.
 * @throws Error if the text to replace does not occur exactly once: the mutant is out of date
 */
export function mutate(source: string, { name, file, find, replace }: Mutant): string {
  const count = source.split(find).length - 1;
  if (count !== 1) {
    throw new Error(`Cannot apply mutant "${name}": its text occurs ${count} times in src/${file}`);
  }
  return source.replace(find, () => replace);
}
