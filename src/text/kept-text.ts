import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PageText } from './page-text.js';

/**
 * Packs a page for storage: its main text as deflated UTF-8 (RFC 1951), and after it, if it has other lines, a byte that
 * UTF-8 never contains and the other fields as JSON. The text is kept as it was sent, so that human readers see its
 * paragraphs and a collection can be reindexed under any recipe. Lone surrogates become U+FFFD, as in every recipe.
 */
export function packText({ text, ...fields }: PageText): Uint8Array {
  const others = JSON.stringify({
    rest: fields.rest || undefined,
    isBlocks: fields.isBlocks || undefined,
    title: fields.title ?? undefined,
  });
  const bytes =
    others === '{}' ? text : Buffer.concat([Buffer.from(text), endOfText, Buffer.from(others)]);
  // Copied, because zlib returns a view of a larger buffer, all of which would be copied when it is posted to a thread.
  return new Uint8Array(deflateRawSync(bytes));
}

const endOfText = Uint8Array.of(0xff);

/** Unpacks the main text. */
export function unpackText(packed: Uint8Array): string {
  return mainBytes(inflateRawSync(packed)).toString('utf8');
}

/** Unpacks the main text and the other lines. */
export function unpackPageText(packed: Uint8Array): PageText {
  const bytes = inflateRawSync(packed);
  const main = mainBytes(bytes);
  const others = bytes.toString('utf8', main.length + 1);
  return { text: main.toString('utf8'), ...(others !== '' && (JSON.parse(others) as PageText)) };
}

function mainBytes(bytes: Buffer): Buffer {
  const end = bytes.indexOf(endOfText);
  return end < 0 ? bytes : bytes.subarray(0, end);
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
    const main = mainBytes(unpacked);
    if (isWhole || main.length < unpacked.length || main.length >= 3 * length) {
      return cut(main, length);
    }
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
