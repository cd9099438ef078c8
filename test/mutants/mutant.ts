/** A fault that the tests must detect: one text replaced in one source file. */
export interface Mutant {
  /** Name of the fault, as words joined by hyphens. */
  readonly name: string;
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
