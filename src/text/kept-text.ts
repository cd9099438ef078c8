import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

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

/**
 * Number of packed bytes that hold the first n UTF-16 units: each is three bytes at most, a byte takes at
 * most 15 bits, and the tables of the codes before them fewer than 512 bytes.
 */
export const packedBytesOf = (length: number) => Math.ceil((3 * length * 15) / 8) + 512;

const firstSlice = 256;

/**
 * The beginning of a text, of all its packed bytes or of as many as `packedBytesOf` says. Read by slices that
 * double, as 2 KB may unpack to 2 MB: what is unpacked at once is at most a thousand times the last slice.
 * @returns at most `length` UTF-16 units, without half a character at the end
 */
export function beginningOf(packed: Uint8Array, length: number): string {
  for (let bytes = firstSlice; ; bytes *= 2) {
    const unpacked = inflateRawSync(packed.subarray(0, bytes), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    const isWhole = bytes >= packed.length;
    if (isWhole || unpacked.length >= 3 * length) return cut(unpacked, length);
  }
}

function cut(utf8: Uint8Array, length: number): string {
  // As a stream, so that bytes of half a character are left out.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    utf8.subarray(0, 3 * length + 3),
    { stream: true },
  );
  const end = text.slice(0, length);
  return end.isWellFormed() ? end : end.slice(0, -1);
}
