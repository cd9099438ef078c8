/* Undocumented parts of unbzip2-stream 1.4.3. */
declare module 'unbzip2-stream/lib/bit_iterator.js' {
  /** Reads bits from buffers fetched one at a time. */
  interface Bits {
    (count: number | null): number;
    readonly bytesRead: number;
  }
  export default function bitIterator(next: () => Buffer | undefined): Bits;
}

declare module 'unbzip2-stream/lib/bzip2.js' {
  import type { Bits } from 'unbzip2-stream/lib/bit_iterator.js';

  const bzip2: {
    /** Reads the header of a stream. @returns block size in units of 100,000 bytes */
    header(bits: Bits): number;
    /** Unpacks a block. @returns the checksum of the stream so far; null at the end */
    decompress(
      bits: Bits,
      write: (byte: number) => void,
      buffer: Int32Array,
      length: number,
      checksum: number,
    ): number | null;
  };
  export default bzip2;
}
