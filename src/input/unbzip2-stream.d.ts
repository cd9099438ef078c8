/* The parts of unbzip2-stream 1.4.3 that it does not describe. */
declare module 'unbzip2-stream/lib/bit_iterator.js' {
  /** Reads bits from buffers that are asked for one by one. */
  interface Bits {
    (count: number | null): number;
    readonly bytesRead: number;
  }
  export default function bitIterator(next: () => Buffer | undefined): Bits;
}

declare module 'unbzip2-stream/lib/bzip2.js' {
  import type { Bits } from 'unbzip2-stream/lib/bit_iterator.js';

  const bzip2: {
    /** Reads the header of a stream. @returns how many hundred thousand bytes a block has */
    header(bits: Bits): number;
    /** Unpacks a block. @returns the checksum of the stream so far; null at its end */
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
