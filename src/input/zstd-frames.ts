import xxhash from 'xxhash-wasm';
import type { ByteReader } from './byte-reader.js';

/** Magic number of a frame with content. (RFC 8878, 3.1.1) */
const frameMagic = 0xfd2fb528;
export const frameStart = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);
/** Maximum size of a block, packed and unpacked. (RFC 8878, 3.1.1.2.4) */
const blockBytesMax = 2 ** 17;
/** Maximum size of a skippable frame. A longer one is regarded as damaged, because only its length can be checked. */
const skippableBytesMax = 2 ** 26;
/**
 * Maximum window size of a frame, because the window is in memory while the frame is unpacked block by block. A
 * compressor exceeds it only with `--long=28` or more.
 */
const windowBytesMax = 2 ** 27;

/** Structure of a frame. Its content may still be damaged. */
export interface Frame {
  /** `long`: the compressed size of the frame exceeds the maximum. */
  readonly kind: 'content' | 'skippable' | 'long' | 'damaged';
  /**
   * Number of packed bytes in the frame, at least 1. For a damaged frame, only the bytes up to the damage are counted;
   * for a long frame, only the bytes within the maximum.
   */
  readonly size: number;
  /** Length of the content; an upper bound if the frame does not state it. */
  readonly length: number;
  readonly isLengthStated: boolean;
  /** Set if the frame is damaged. */
  readonly error: Error | null;
}

/** Reads the structure of the next frame without consuming it. (RFC 8878, 3.1) */
export async function measureFrame(reader: ByteReader, packedMax: number): Promise<Frame> {
  const frame = {
    kind: 'content',
    size: 0,
    length: 0,
    isLengthStated: false,
    error: null,
  } as const;
  const damaged = (size: number, message: string): Frame => ({
    ...{ ...frame, kind: 'damaged', size, error: new Error(message) },
  });
  const truncated = ({ length }: Buffer) => damaged(length, 'unexpected end of file');

  const start = await reader.peek(5);
  if (start.length < 5) return truncated(start);
  if (isSkippable(start)) return measureSkippable(reader);
  if (start.readUInt32LE() !== frameMagic) {
    return damaged(1, 'a frame of Zstandard does not begin where it should');
  }
  const head = await reader.peek(headerSize(start));
  if (head.length < headerSize(start)) return truncated(head);
  const { length: stated, window, hasChecksum, isReserved } = parseHeader(head);
  if (isReserved) return damaged(head.length, 'invalid zstd data');
  if (window > windowBytesMax) {
    const message = `it needs a window of ${window} bytes; at most ${windowBytesMax} are supported`;
    return damaged(head.length, message);
  }
  let [size, bound] = [head.length, 0];
  for (let isLast = false; !isLast; ) {
    if (size > packedMax) {
      const { length } = await reader.peek(packedMax);
      return { ...frame, kind: 'long', size: length };
    }
    const bytes = await reader.peek(size + 3);
    if (bytes.length < size + 3) return truncated(bytes);
    const block = parseBlock(bytes.subarray(size));
    if (block === null) return damaged(size + 3, 'invalid zstd data');
    isLast = block.isLast;
    size += block.packedSize;
    bound += block.length;
  }
  const ended = await reader.peek(size + (hasChecksum ? 4 : 0));
  if (ended.length < size + (hasChecksum ? 4 : 0)) return truncated(ended);
  if (stated !== null && stated > bound) return damaged(ended.length, 'invalid zstd data');
  return { ...frame, size: ended.length, length: stated ?? bound, isLengthStated: stated !== null };
}

/** Reads the structure of a skippable frame. */
async function measureSkippable(reader: ByteReader): Promise<Frame> {
  const frame = { length: 0, isLengthStated: true };
  const damaged = (message: string): Frame => ({
    ...{ ...frame, kind: 'damaged', size: 1, error: new Error(message) },
  });
  const head = await reader.peek(8);
  if (head.length < 8) return damaged('unexpected end of file');
  const size = 8 + head.readUInt32LE(4);
  if (size > skippableBytesMax) return damaged(`a skippable frame of it has ${size} bytes`);
  if ((await reader.peek(size)).length < size) return damaged('unexpected end of file');
  return { ...frame, kind: 'skippable', size, error: null };
}

function isSkippable(start: Buffer): boolean {
  return (start.readUInt32LE() & 0xfffffff0) >>> 0 === 0x184d2a50;
}

/** Returns the size of the header of a frame with content. @param start first 5 bytes of the frame */
function headerSize(start: Buffer): number {
  const { isSingle, dictionaryEnd } = parseDescriptor(start[4]!);
  return dictionaryEnd + [isSingle ? 1 : 0, 2, 4, 8][start[4]! >> 6]!;
}

/** Returns the positions of the fields in a frame header, which depend on its descriptor byte. (RFC 8878, 3.1.1.1.1) */
function parseDescriptor(descriptor: number) {
  const isSingle = (descriptor & 0x20) !== 0;
  return { isSingle, dictionaryEnd: (isSingle ? 5 : 6) + [0, 1, 2, 4][descriptor & 3]! };
}

interface Header {
  /** Length of the content; null if it is not stated. */
  readonly length: number | null;
  readonly window: number;
  readonly hasChecksum: boolean;
  /** True if the reserved bit is set, to which the format assigns no meaning yet. */
  readonly isReserved: boolean;
}

/** Parses the header of a frame with content. (RFC 8878, 3.1.1.1) */
function parseHeader(head: Buffer): Header {
  const descriptor = head[4]!;
  const { isSingle, dictionaryEnd } = parseDescriptor(descriptor);
  const length = dictionaryEnd === head.length ? null : readLength(head.subarray(dictionaryEnd));
  const [exponent, mantissa] = [head[5]! >> 3, head[5]! & 7];
  const window = isSingle ? length! : 2 ** (10 + exponent) * (1 + mantissa / 8);
  const [hasChecksum, isReserved] = [(descriptor & 4) !== 0, (descriptor & 8) !== 0];
  return { length, window, hasChecksum, isReserved };
}

/** Parses the length of the content. A 2-byte field stores the length minus 256. (RFC 8878, 3.1.1.1.4) */
function readLength(field: Buffer): number {
  if (field.length === 8) return Number(field.readBigUInt64LE());
  return field.readUIntLE(0, field.length) + (field.length === 2 ? 256 : 0);
}

/** Parses the header of a block (RFC 8878, 3.1.1.2). Returns null if it is damaged. */
function parseBlock(head: Buffer) {
  const bits = head.readUIntLE(0, 3);
  const [isLast, kind, size] = [(bits & 1) === 1, (bits >> 1) & 3, bits >> 3];
  if (kind === 3 || size > blockBytesMax) return null;
  // A block contains one repeated byte, or stored or compressed bytes.
  return {
    isLast,
    packedSize: 3 + (kind === 1 ? 1 : size),
    length: kind === 2 ? blockBytesMax : size,
  };
}

/**
 * Unpacks and consumes the next frame block by block.
 * @throws Error at a damaged block, which is not consumed, or if the length or checksum of the content differs from the
 * stated one
 */
export async function* unpackLong(reader: ByteReader): AsyncGenerator<Buffer> {
  const { Decompress } = await import('fzstd');
  const head = await reader.take(headerSize(await reader.peek(5)));
  const { length, hasChecksum } = parseHeader(head);
  const checksum = (await xxhash()).create64();
  let ready: Buffer[] = [];
  let total = 0;
  const blocks = new Decompress((part) => {
    checksum.update(part);
    total += part.length;
    ready.push(Buffer.from(part));
  });
  blocks.push(head);
  for (let isLast = false; !isLast; ) {
    const start = await reader.peek(3);
    const block = start.length < 3 ? null : parseBlock(start);
    if (block === null) throw new Error('invalid zstd data');
    const bytes = await reader.peek(block.packedSize);
    if (bytes.length < block.packedSize) throw new Error('unexpected end of file');
    blocks.push(bytes);
    await reader.skip(bytes.length);
    isLast = block.isLast;
    yield* ready;
    ready = [];
  }
  if (length !== null && total !== length)
    throw new Error('its length differs from the stated one');
  if (!hasChecksum) return;
  const written = await reader.take(4);
  if (Number(checksum.digest() & 0xffff_ffffn) !== written.readUInt32LE()) {
    throw new Error('its checksum differs from the stated one');
  }
}
