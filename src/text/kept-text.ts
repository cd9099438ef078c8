import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { normalize } from './normalize.js';

/**
 * The form in which a text is kept: normalised, but with its case, as UTF-8, deflated (RFC 1951).
 * Normalising what is kept again gives what normalising the text would have given under any recipe,
 * so that a collection can be moved to one that distinguishes case.
 */
export function packText(text: string): Uint8Array {
  // A copy of its own size: what zlib gives is a view of a larger buffer, which a message would copy.
  return new Uint8Array(deflateRawSync(normalize(text, { lowerCase: false })));
}

export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed).toString('utf8');
}
