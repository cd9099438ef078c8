import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The form in which a text is stored: as it was sent, as UTF-8, deflated (RFC 1951). People read it with
 * its paragraphs, and a collection can be moved to any recipe. Lone surrogates become U+FFFD, as which
 * every recipe reads them.
 */
export function packText(text: string): Uint8Array {
  // zlib returns a view of a larger buffer, and a message to a thread would copy all of that
  // buffer.
  return new Uint8Array(deflateRawSync(text));
}

export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed).toString('utf8');
}
