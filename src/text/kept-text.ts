import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Packs a text for storage as deflated UTF-8 (RFC 1951). The text is kept as it was sent, so that human readers see its
 * paragraphs and a collection can be reindexed under any recipe. Lone surrogates become U+FFFD, as in every recipe.
 */
export function packText(text: string): Uint8Array {
  // Copied, because zlib returns a view of a larger buffer, all of which would be copied when it is posted to a thread.
  return new Uint8Array(deflateRawSync(text));
}

export function unpackText(packed: Uint8Array): string {
  return inflateRawSync(packed).toString('utf8');
}

/**
 * Number of packed bytes that are enough for the first n UTF-16 units: a unit is at most three bytes of UTF-8, such a
 * byte takes at most 15 packed bits, and the code tables before them take fewer than 512 bytes.
 */
export const packedBytesMax = (length: number) => Math.ceil((3 * length * 15) / 8) + 512;

const firstSlice = 256;

/**
 * Returns the beginning of a packed text, given all its bytes or the first `packedBytesOf(length)`. Unpacks the first
 * bytes only, and twice as many in each further attempt, because 2 KB may unpack to 2 MB: an attempt yields at most
 * about a thousand times its input.
 * @returns at most `length` UTF-16 units, without half a character at the end
 */
export function unpackBeginning(packed: Uint8Array, length: number): string {
  for (let bytes = firstSlice; ; bytes *= 2) {
    const unpacked = inflateRawSync(packed.subarray(0, bytes), {
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    const isWhole = bytes >= packed.length;
    if (isWhole || unpacked.length >= 3 * length) return cut(unpacked, length);
  }
}

function cut(utf8: Uint8Array, length: number): string {
  // In streaming mode, the bytes of an incomplete character at the end are left out.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    utf8.subarray(0, 3 * length + 3),
    { stream: true },
  );
  const end = text.slice(0, length);
  return end.isWellFormed() ? end : end.slice(0, -1);
}
