import bitIterator from 'unbzip2-stream/lib/bit_iterator.js';
import bzip2 from 'unbzip2-stream/lib/bzip2.js';

/**
 * Returns the maximum packed size of a block in bytes.
 * @param hundreds maximum unpacked size in units of 100,000 bytes, as stated in the header of the stream
 */
const packedBytesMax = (hundreds: number) => 25_000 + 100_000 * hundreds;

/**
 * Unpacks concatenated bzip2 streams block by block. A block of 45 bytes can expand to 46 MB, so only one block is
 * unpacked at a time. The library's own stream would unpack all available input at once.
 * @throws Error if the bytes are damaged or truncated
 */
export async function* unbzip2(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  let [read, ended, hundreds] = [0, false, 0];
  let checksum: number | null = null;
  let bits: ReturnType<typeof bitIterator> | undefined;

  async function fill(count: number): Promise<void> {
    while (!ended && read - (bits?.bytesRead ?? 0) < count) {
      const next = await source.next();
      if (next.done) ended = true;
      else if (next.value.length > 0) {
        chunks.push(next.value);
        read += next.value.length;
      }
    }
  }

  try {
    await fill(4);
    bits = bitIterator(() => chunks.shift()); // takes the first chunk at once
    while (read > bits.bytesRead) {
      if (hundreds === 0) {
        hundreds = bzip2.header(bits);
        checksum = 0;
      }
      await fill(packedBytesMax(hundreds));
      const block = createBlock();
      const buffer = new Int32Array(100_000 * hundreds);
      checksum = bzip2.decompress(bits, block.add, buffer, buffer.length, checksum!);
      if (checksum === null) hundreds = 0;
      else yield block.bytes();
      await fill(4);
    }
  } catch (cause) {
    throw new Error('the bzip2 file is damaged or truncated', { cause });
  }
  if (checksum !== null) throw new Error('the bzip2 file is truncated');
}

/** Collects the bytes of a block. */
function createBlock() {
  let bytes = Buffer.allocUnsafe(2 ** 20);
  let length = 0;
  return {
    add(byte: number): void {
      if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(length)]);
      bytes[length++] = byte;
    },
    bytes: () => bytes.subarray(0, length),
  };
}
