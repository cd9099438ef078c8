import { type ByteReader, createByteReader } from './byte-reader.js';
import { Gap, type Pieces } from './pieces.js';

/** Number of packed bytes unpacked at a time. Four bytes can represent 128 KiB, so a slice yields at most 32 MiB. */
const sliceBytes = 1024;
/** First frame of a file of records with a dictionary. (IIPC, WARC-Zstandard 1.0) */
const dictionaryMagic = 0x184d2a5d;
const frameMagic = 0xfd2fb528;
/** Maximum size of a dictionary and of a record, packed and unpacked. */
const dictionaryBytesMax = 2 ** 24;
const packedBytesMax = 2 ** 26;
const unpackedBytesMax = 2 ** 28;

/**
 * Unpacks concatenated Zstandard frames (RFC 8878), as written by parallel compressors and archivers. The file may
 * begin with a dictionary for all frames; then a damaged frame is a gap, and reading resumes at the next one.
 * @throws Error for damaged or truncated bytes
 */
export async function* unzstd(source: AsyncGenerator<Buffer>): Pieces {
  const reader = createByteReader(source);
  const head = await reader.peek(18);
  const magic = head.readUInt32LE();
  if (magic === frameMagic) refuseWideWindow(head);
  if (magic === dictionaryMagic) yield* unzstdByDictionary(reader);
  else yield* unzstdPlain(reader.rest());
}

/** Unpacking needs as much memory as a frame's window; compressors need `--long=28` for a wider one. */
const windowBytesMax = 2 ** 27;

/** @param head first bytes of a frame (RFC 8878, 3.1.1.1) */
function refuseWideWindow(head: Buffer): void {
  const descriptor = head[4] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  const [exponent, mantissa] = [head[5]! >> 3, head[5]! & 7];
  const start = 5 + [0, 1, 2, 4][descriptor & 3]!;
  const window = isSingle
    ? readLength(head.subarray(start, start + [1, 2, 4, 8][descriptor >> 6]!))
    : 2 ** (10 + exponent) * (1 + mantissa / 8);
  if (window <= windowBytesMax) return;
  throw new Error(`it needs a window of ${window} bytes; at most ${windowBytesMax} are supported`);
}

async function* unzstdPlain(source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { Decompress } = await import('fzstd');
  let ready: Buffer[] = [];
  const frames = new Decompress((part) => {
    if (part.length > 0) ready.push(Buffer.from(part));
  });
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      frames.push(chunk.subarray(start, start + sliceBytes));
      yield* ready;
      ready = [];
    }
  }
  frames.push(new Uint8Array(0), true);
  yield* ready;
}

/**
 * Unpacks one body.
 * @throws Error if the body is damaged or longer than `bytesMax`
 */
export async function unzstdBody(bytes: Uint8Array, bytesMax: number): Promise<Buffer> {
  async function* whole() {
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of unzstdPlain(whole())) {
    length += part.length;
    if (length > bytesMax) {
      const error = new RangeError(`unpacked, it is longer than ${bytesMax} bytes`);
      throw Object.assign(error, { code: 'ERR_BUFFER_TOO_LARGE' }); // same code as in zlib
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function* unzstdByDictionary(reader: ByteReader): Pieces {
  const zstd = await loadZstd();
  const length = (await reader.take(8)).readUInt32LE(4);
  if (length > dictionaryBytesMax) throw new Error(`its dictionary has ${length} bytes`);
  const written = await reader.take(length);
  const isPacked = written.length >= 4 && written.readUInt32LE() === frameMagic;
  const dictionary = isPacked ? await unzstdBody(written, dictionaryBytesMax) : written;
  const context = zstd.createDCtx();
  try {
    while ((await reader.peek(1)).length > 0) {
      const frame = await nextFrame(reader).catch((error: Error) => error);
      if (frame === null) continue;
      if (frame instanceof Error) {
        yield new Gap(frame);
        await skipToFrame(reader);
      } else yield unpackFrame(frame);
    }
  } finally {
    zstd.freeDCtx(context);
  }

  function unpackFrame({ bytes, hasLength }: Frame): Buffer | Gap {
    // If a frame does not state its length, it is tried with increasing room.
    for (let room = 2 ** 20; ; room *= 4) {
      try {
        const options = { defaultHeapSize: room };
        return Buffer.from(zstd.decompressUsingDict(context, bytes, dictionary, options));
      } catch {
        if (hasLength || room >= unpackedBytesMax) return new Gap(new Error('invalid zstd data'));
      }
    }
  }
}

const frameStart = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);

/** Skips damaged bytes up to the next frame, or to the end. */
async function skipToFrame(reader: ByteReader): Promise<void> {
  for (;;) {
    const bytes = await reader.peek(2 ** 16);
    const at = bytes.indexOf(frameStart);
    // The last bytes may begin a frame.
    const isEnd = bytes.length < frameStart.length;
    const skipped = isEnd ? bytes.length : bytes.length - frameStart.length + 1;
    await reader.skip(at === -1 ? skipped : at);
    if (at !== -1 || isEnd) return;
  }
}

interface Frame {
  readonly bytes: Buffer;
  readonly hasLength: boolean;
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  const zstd = await import('@bokuweb/zstd-wasm');
  await zstd.init();
  return zstd;
}

/** Loads the reference implementation of Zstandard once: a second initialisation would lose its state. */
export function loadZstd(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}

/** Returns the next whole frame; null for a frame to skip. (RFC 8878, 3.1) */
async function nextFrame(reader: ByteReader): Promise<Frame | null> {
  const start = await reader.peek(4);
  if (start.length < 4) throw new Error('unexpected end of file');
  const magic = start.readUInt32LE();
  if ((magic & 0xfffffff0) >>> 0 === 0x184d2a50) {
    await reader.skip((await reader.take(8)).readUInt32LE(4));
    return null;
  }
  if (magic !== frameMagic) throw new Error('a frame of Zstandard does not begin where it should');
  const head = await reader.take(5);
  const descriptor = head[4]!;
  const isSingle = (descriptor & 0x20) !== 0;
  const lengthBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const before = (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const header = await reader.take(before + lengthBytes);
  if (lengthBytes > 0) refuseLong(readLength(header.subarray(before)), unpackedBytesMax);
  const parts = [head, header];
  let [isLast, size] = [false, head.length + header.length];
  while (!isLast) {
    const block = await reader.take(3);
    const bits = block.readUIntLE(0, 3);
    isLast = (bits & 1) === 1;
    const isRepeated = ((bits >> 1) & 3) === 1;
    const content = await reader.take(isRepeated ? 1 : bits >> 3);
    parts.push(block, content);
    size += block.length + content.length;
    refuseLong(size, packedBytesMax);
  }
  if ((descriptor & 4) !== 0) parts.push(await reader.take(4));
  return { bytes: Buffer.concat(parts), hasLength: lengthBytes > 0 };
}

/** The 2-byte field has an offset of 256. (RFC 8878, 3.1.1.1.4) */
function readLength(field: Buffer): number {
  if (field.length === 8) return Number(field.readBigUInt64LE());
  return field.readUIntLE(0, field.length) + (field.length === 2 ? 256 : 0);
}

function refuseLong(length: number, max: number): void {
  if (length > max) throw new RangeError(`a record of it has more than ${max} bytes`);
}
