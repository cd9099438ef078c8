import { type ByteReader, createByteReader } from './byte-reader.js';
import { Gap, type Pieces } from './pieces.js';
import { type Frame, frameStart, measureFrame, unpackLong } from './zstd-frames.js';

/** Magic number of the frame with the dictionary, the first frame of a file of records. (IIPC, WARC-Zstandard 1.0) */
const dictionaryMagic = 0x184d2a5d;
const dictionaryBytesMax = 2 ** 24;
const empty = Buffer.alloc(0);

/** Maximum size, packed and unpacked, of a frame that is unpacked as a whole. */
interface FrameLimits {
  readonly packed: number;
  readonly unpacked: number;
}
/**
 * Limits for a file with a dictionary. Each frame of such a file is a record, and a frame beyond the limits is not
 * read.
 */
const recordLimits: FrameLimits = { packed: 2 ** 26, unpacked: 2 ** 28 };
/** Limits for a file without a dictionary. A frame beyond the limits is unpacked block by block. */
const wholeLimits: FrameLimits = { packed: 2 ** 22, unpacked: 2 ** 26 };

/**
 * Limit of the search for undamaged frames within the bytes of damaged frames. The number of examined bytes may reach
 * `examinedBytesMin` plus `examinedPerByte` for each byte read from the file. Beyond this limit, the search skips the
 * bytes of damaged frames, and loses any undamaged frame among them.
 */
const examinedPerByte = 4;
const examinedBytesMin = 2 ** 24;
/** Ratio of unpacked to packed size from which unpacking takes most of the time of a search. */
const usualRatio = 16;

/**
 * Unpacks concatenated Zstandard frames (RFC 8878), as written by parallel compressors and archivers. The file may
 * begin with a dictionary for all frames. A damaged frame becomes a gap, and reading resumes at the next frame. The
 * length of a damaged frame may be wrong, so the search for the next frame starts inside it, not after it.
 * @throws Error for a damaged dictionary
 */
export async function* unzstd(source: AsyncGenerator<Buffer>): Pieces {
  try {
    yield* unpackFrames(source);
  } finally {
    await source.return(undefined); // closes the file if the reader stops before the end
  }
}

async function* unpackFrames(source: AsyncGenerator<Buffer>): Pieces {
  let bytesRead = 0;
  async function* counted() {
    for await (const chunk of source) {
      bytesRead += chunk.length;
      yield chunk;
    }
  }
  const reader = createByteReader(counted());
  const dictionary = await takeDictionary(reader);
  const limits = dictionary === null ? wholeLimits : recordLimits;
  const unpacker = await createUnpacker(dictionary);
  let bytesExamined = 0;
  let isDamaged = false;

  async function* unpackFrame(frame: Frame): AsyncGenerator<Buffer> {
    if (frame.error !== null) throw frame.error;
    const isLong = frame.kind === 'long' || frame.length > limits.unpacked;
    if (isLong && dictionary === null) return yield* unpackLong(reader);
    if (frame.kind === 'long' || (isLong && frame.isLengthStated)) {
      throw new TooLongError();
    }
    const packed = await reader.peek(frame.size);
    const room = Math.min(frame.length, limits.unpacked);
    const bytes = frame.kind === 'skippable' ? empty : unpacker.unpack(packed, room);
    await reader.skip(frame.size);
    yield bytes;
  }

  try {
    while ((await reader.peek(1)).length > 0) {
      const frame = await measureFrame(reader, limits.packed);
      const before = reader.position();
      try {
        for await (const bytes of unpackFrame(frame)) {
          if (bytes.length === 0) continue;
          isDamaged = false;
          yield bytes;
        }
      } catch (error) {
        const consumed = reader.position() - before;
        bytesExamined += Math.max(frame.size, Math.min(frame.length, limits.unpacked) / usualRatio);
        if (!isDamaged) yield new Gap(error as Error);
        isDamaged = true;
        const isNarrow = bytesExamined <= examinedBytesMin + examinedPerByte * bytesRead;
        if (consumed === 0) await reader.skip(isNarrow ? 1 : frame.size);
        else if (!isNarrow) await reader.skip(Math.max(0, frame.size - consumed));
        await seekFrame(reader);
      }
    }
  } finally {
    unpacker.close();
  }
}

/** Consumes the dictionary at the beginning of a file; returns null if there is none. */
async function takeDictionary(reader: ByteReader): Promise<Buffer | null> {
  const start = await reader.peek(4);
  if (start.length < 4 || start.readUInt32LE() !== dictionaryMagic) return null;
  const length = (await reader.take(8)).readUInt32LE(4);
  if (length > dictionaryBytesMax) throw new Error(`its dictionary has ${length} bytes`);
  const written = await reader.take(length);
  return written.subarray(0, 4).equals(frameStart)
    ? unzstdBody(written, dictionaryBytesMax)
    : written;
}

/** Skips damaged bytes up to the next frame, or to the end. */
async function seekFrame(reader: ByteReader): Promise<void> {
  for (;;) {
    const bytes = await reader.peek(2 ** 16);
    const at = bytes.indexOf(frameStart);
    // The last bytes may be the beginning of a frame, so they are not skipped.
    const isEnd = bytes.length < frameStart.length;
    const skipped = isEnd ? bytes.length : bytes.length - frameStart.length + 1;
    await reader.skip(at === -1 ? skipped : at);
    if (at !== -1 || isEnd) return;
  }
}

/**
 * Unpacks bytes that are entirely in memory, such as the body of a response.
 * @throws Error if the bytes are damaged, or unpack to more than `bytesMax` bytes
 */
export async function unzstdBody(bytes: Uint8Array, bytesMax: number): Promise<Buffer> {
  async function* whole() {
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  const reader = createByteReader(whole());
  const unpacker = await createUnpacker(null);
  const parts: Buffer[] = [];
  let room = bytesMax;
  try {
    while ((await reader.peek(1)).length > 0) {
      const frame = await measureFrame(reader, Number.POSITIVE_INFINITY);
      if (frame.error !== null) throw frame.error;
      const packed = await reader.take(frame.size);
      if (frame.kind === 'skippable') continue;
      if (frame.isLengthStated && frame.length > room) throw tooLong(bytesMax);
      const part = unpacker.unpack(packed, Math.min(frame.length, room));
      parts.push(part);
      room -= part.length;
    }
  } catch (error) {
    throw error instanceof TooLongError ? tooLong(bytesMax) : error;
  } finally {
    unpacker.close();
  }
  return Buffer.concat(parts);
}

function tooLong(bytesMax: number): Error {
  const error = new RangeError(`unpacked, it is longer than ${bytesMax} bytes`);
  return Object.assign(error, { code: 'ERR_BUFFER_TOO_LARGE' }); // same code as in zlib
}

/** Thrown if a frame has more content than may be unpacked. */
class TooLongError extends Error {
  constructor() {
    super('a frame of it is too long to be unpacked');
  }
}

interface Unpacker {
  /**
   * Unpacks a whole frame.
   * @param room maximum length of the content, if the frame does not state its length
   * @throws Error if the frame is damaged
   */
  unpack(packed: Buffer, room: number): Buffer;
  close(): void;
}

/** Messages by the error code of the reference implementation. (zstd_errors.h) */
const messages = new Map([
  [-22, 'its checksum differs from the stated one'],
  [-32, 'it needs another dictionary'],
]);
const roomTooSmall = -70;

async function createUnpacker(dictionary: Buffer | null): Promise<Unpacker> {
  const zstd = await loadZstd();
  const context = zstd.createDCtx();
  return {
    unpack(packed, room) {
      try {
        const options = { defaultHeapSize: room };
        const bytes = zstd.decompressUsingDict(context, packed, dictionary ?? empty, options);
        return Buffer.from(bytes.buffer);
      } catch (error) {
        const code = Number(/-\d+$/.exec((error as Error).message)?.[0]);
        const message = messages.get(code) ?? 'invalid zstd data';
        throw code === roomTooSmall ? new TooLongError() : new Error(message);
      }
    },
    close: () => zstd.freeDCtx(context),
  };
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  const zstd = await import('@bokuweb/zstd-wasm');
  await zstd.init();
  return { ...zstd };
}

/** Loads the reference implementation of Zstandard, only once: a second initialisation would discard its state. */
export function loadZstd(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}
