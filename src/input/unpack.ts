import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** How a file is compressed, by its first bytes. */
export type Packing = 'gzip' | 'zstd' | 'bzip2' | null;

/** RFC 1952, RFC 8878 with its skippable frames, and the format of bzip2. */
function packingOf(head: Uint8Array): Packing {
  const first = Buffer.from(head.buffer, head.byteOffset, Math.min(4, head.byteLength));
  if (first.length >= 2 && first[0] === 0x1f && first[1] === 0x8b) return 'gzip';
  if (first.length === 4) {
    const magic = first.readUInt32LE();
    if (magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50) return 'zstd';
    if (/^BZh[1-9]$/.test(first.toString('latin1'))) return 'bzip2';
  }
  return null;
}

/** Larger than by default: each read wakes two threads. */
const readBytes = 2 ** 18;

/**
 * The bytes of a file, unpacked; the name `-` is the standard input. Unpacking ends with an error where a
 * file is cut off.
 * @param onBytes told how many more bytes were read from the disk
 */
export async function unpack(name: string, onBytes: (count: number) => void) {
  const raw: AsyncIterable<Buffer> =
    name === '-' ? process.stdin : createReadStream(name, { highWaterMark: readBytes });
  const { head, whole } = await withHead(counted(raw, onBytes), ({ length }) => length >= 4);
  const packing = packingOf(head);
  return { packing, bytes: unpacked(whole, packing) };
}

async function* unpacked(whole: AsyncGenerator<Buffer>, packing: Packing): AsyncGenerator<Buffer> {
  switch (packing) {
    case 'gzip':
      // A failure anywhere in the pipeline reaches the reader of its end.
      yield* pipeline(whole, createGunzip(), () => {});
      break;
    case 'zstd':
      yield* unzstd(whole);
      break;
    case 'bzip2': {
      const { default: unbzip2 } = await import('unbzip2-stream');
      const unpacking = unbzip2(); // a stream as they were before Node 0.10, which hands no errors on
      const plain = new PassThrough();
      const fail = (cause: Error) =>
        plain.destroy(new Error('it is no whole bzip2 file', { cause }));
      Readable.from(whole).on('error', fail).pipe(unpacking).on('error', fail).pipe(plain);
      yield* plain;
      break;
    }
    default:
      yield* whole;
  }
}

/** Packed bytes that are unpacked together: 4 of them can stand for 128 KiB, so at most 32 MiB come of these. */
const zstdSlice = 1024;

/** Several frames may follow each other, as parallel compressors write them. */
async function* unzstd(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { Decompress } = await import('fzstd');
  let ready: Buffer[] = [];
  const frames = new Decompress((part) => {
    if (part.length > 0) ready.push(Buffer.from(part));
  });
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += zstdSlice) {
      frames.push(chunk.subarray(start, start + zstdSlice));
      yield* ready;
      ready = [];
    }
  }
  frames.push(new Uint8Array(0), true);
  yield* ready;
}

/** The first bytes of a stream, until they are enough or it ends, and the stream with them. */
export async function withHead(
  source: AsyncIterable<Buffer>,
  isEnough: (head: Buffer) => boolean,
): Promise<{ readonly head: Buffer; readonly whole: AsyncGenerator<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let ended = false;
  while (!ended && !isEnough(head)) {
    const next = await iterator.next();
    if (next.done) ended = true;
    else head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (;;) {
        const next = ended ? { done: true, value: undefined } : await iterator.next();
        if (next.done) return;
        yield next.value as Buffer;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head, whole: whole() };
}

async function* counted(
  source: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk;
  }
}
