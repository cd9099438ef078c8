import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Gap, type Pieces, withHead } from './pieces.js';
import { unbzip2 } from './unbzip2.js';
import { unzstd } from './unzstd.js';

/** Compression of a file, detected from its first bytes. */
export type Packing = 'gzip' | 'zstd' | 'bzip2' | null;

/** Detects gzip (RFC 1952), zstd (RFC 8878, including skippable frames) and bzip2. */
function detectPacking(head: Uint8Array): Packing {
  const first = Buffer.from(head.buffer, head.byteOffset, Math.min(4, head.byteLength));
  if (first.length >= 2 && first[0] === 0x1f && first[1] === 0x8b) return 'gzip';
  if (first.length === 4) {
    const magic = first.readUInt32LE();
    if (magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50) return 'zstd';
    if (/^BZh[1-9]$/.test(first.toString('latin1'))) return 'bzip2';
  }
  return null;
}

/** Number of bytes per read. It is larger than Node's default, because every read wakes two threads. */
const readBytes = 2 ** 18;

/** Reads the raw bytes of a file; the name `-` is standard input. */
export function bytesOfFile(name: string): AsyncIterable<Buffer> {
  return name === '-' ? process.stdin : createReadStream(name, { highWaterMark: readBytes });
}

/**
 * Unpacks a file. A damaged or truncated part of it becomes a gap.
 * @param onBytes called with the number of packed bytes that were read since the last call
 */
export async function unpack(
  raw: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): Promise<{ readonly packing: Packing; readonly bytes: Pieces }> {
  const { head, whole } = await withHead(counted(raw, onBytes), ({ length }) => length >= 4);
  const packing = detectPacking(head);
  return { packing, bytes: unpacked(whole, packing) };
}

async function* unpacked(whole: Pieces, packing: Packing): Pieces {
  if (packing === null) yield* whole;
  else if (packing === 'gzip') yield* gunzipped(readBuffers(whole));
  else
    yield* untilDamage(
      packing === 'zstd' ? unzstd(readBuffers(whole)) : unbzip2(readBuffers(whole)),
    );
}

/** Returns the pieces as bytes. The pieces come directly from the file, so there are no gaps among them. */
async function* readBuffers(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (piece instanceof Gap) throw piece.cause;
    yield piece;
  }
}

async function* untilDamage(bytes: Pieces): Pieces {
  try {
    yield* bytes;
  } catch (error) {
    yield new Gap(error as Error);
  }
}

/**
 * Unpacks concatenated gzip members (RFC 1952, 2.2). WARC archives have a member for each record. After a damaged
 * member, reading resumes at the next one.
 */
async function* gunzipped(source: AsyncGenerator<Buffer>): Pieces {
  let member: Inflation | undefined;
  let isDamaged = false;
  for await (const { bytes, mayBegin } of splitMembers(source)) {
    if (member === undefined && !mayBegin) continue; // damaged bytes, or zeros after the last member
    member ??= createInflation();
    const outcome = await member.push(bytes);
    if (outcome.bytes.length > 0) isDamaged = false;
    yield* outcome.bytes;
    if (outcome.error !== null && !isDamaged) yield new Gap(outcome.error);
    if (outcome.error !== null) isDamaged = true;
    if (outcome.error !== null || outcome.ended) member = undefined;
  }
  if (member === undefined) return;
  const { bytes, error } = await member.end();
  yield* bytes;
  if (error !== null && !isDamaged) yield new Gap(error);
}

/** Number of packed bytes that are unpacked at a time: 32 KiB become at most 33 MB. */
const inflatedTogether = 2 ** 15;
const headerBytes = 4;

/**
 * Splits a stream into parts so that each header of a member is at the start of a part. Other bytes that look like a
 * header also start a part.
 */
async function* splitMembers(source: AsyncGenerator<Buffer>) {
  let rest = Buffer.alloc(0);
  let mayBegin = false;

  function* parts(bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += inflatedTogether) {
      yield { bytes: bytes.subarray(at, at + inflatedTogether), mayBegin: mayBegin && at === 0 };
    }
    if (bytes.length > 0) mayBegin = false;
  }

  for await (const chunk of source) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const searched = bytes.length - headerBytes;
    let start = 0;
    for (
      let at = bytes.indexOf(0x1f);
      at !== -1 && at <= searched;
      at = bytes.indexOf(0x1f, at + 1)
    ) {
      const isHeader = bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && bytes[at + 3]! < 0x20;
      if (!isHeader) continue;
      yield* parts(bytes.subarray(start, at));
      [start, mayBegin] = [at, true];
    }
    const end = Math.max(start, searched + 1);
    yield* parts(bytes.subarray(start, end));
    rest = Buffer.from(bytes.subarray(end));
  }
  yield* parts(rest);
}

interface Inflated {
  readonly bytes: readonly Buffer[];
  readonly error: Error | null;
  /** True if the last member has ended, and the rest of the input is not gzip. */
  readonly ended: boolean;
}

interface Inflation {
  push(packed: Buffer): Promise<Inflated>;
  end(): Promise<Inflated>;
}

function createInflation(): Inflation {
  const gunzip = createGunzip();
  let bytes: Buffer[] = [];
  let error: Error | null = null;
  let ended = false;
  let wake = () => {};
  gunzip.on('data', (part: Buffer) => bytes.push(part));
  gunzip.on('error', (cause) => {
    error = cause;
    wake();
  });
  gunzip.on('end', () => {
    ended = true;
    wake();
  });

  /**
   * Calls `write`, and resolves when the stream calls back. A stream that has ended or failed never calls back, so its
   * `end` and `error` events resolve as well.
   */
  async function inflated(write: (done: () => void) => void): Promise<Inflated> {
    if (!ended && error === null) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        write(resolve);
      });
    }
    const ready = bytes;
    bytes = [];
    return { bytes: ready, error, ended };
  }

  return {
    push: (packed) => inflated((done) => gunzip.write(packed, () => done())),
    end: () =>
      inflated((done) => {
        gunzip.on('end', done);
        gunzip.end();
      }),
  };
}

async function* counted(source: AsyncIterable<Buffer>, onBytes: (count: number) => void): Pieces {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk;
  }
}
