import { NeardupError } from '../errors.js';

/**
 * Loads an optional package.
 * @throws NeardupError `extraction_failed` if it is not installed
 */
export async function optionalPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new NeardupError(
      'extraction_failed',
      `Cannot read the document: the package "${name}" is not installed here; install it next to neardup`,
      { cause },
    );
  }
}
