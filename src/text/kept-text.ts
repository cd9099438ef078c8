import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { normalize } from './normalize.js';

/**
 * The form in which a text is stored: normalised, but with its case, as UTF-8, deflated (RFC 1951).
 * Normalising the stored text gives the same result as normalising the original, under any recipe.
 * So a collection can be moved to a recipe that distinguishes case.
 */
export function packText(text: string): Uint8Array {
  // zlib returns a view of a larger buffer, and a message to a thread would copy all of that
  // buffer.
  return new Uint8Array(deflateRawSync(normalize(text, { lowerCase: false })));
}

export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed).toString('utf8');
}
