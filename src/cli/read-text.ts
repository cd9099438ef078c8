import { readFileSync } from 'node:fs';
import { describeFileError, NeardupError } from '../errors.js';

/**
 * Reads a text file in UTF-8; `-` stands for standard input.
 * @throws NeardupError `extraction_failed`, with only the reason as its message
 */
export function readText(name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(name === '-' ? 0 : name));
  } catch (error) {
    const reason = describeFileError(error as Error);
    throw new NeardupError('extraction_failed', reason, { cause: error });
  }
}
