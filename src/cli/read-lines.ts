import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { NeardupError } from '../errors.js';

/** A file of lines, plain or gzipped; the name `-` is the standard input. */
export interface Input {
  readonly name: string;
  /** Bytes on disk; null if unknown. */
  readonly size: number | null;
}

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line feed; null if the line was too long, in which case it was skipped. */
  readonly bytes: Buffer | null;
}

/** @throws NeardupError `extraction_failed` if there is no such file */
export function findInput(name: string): Input {
  if (name === '-') return { name, size: null };
  try {
    const facts = statSync(name);
    if (facts.isDirectory()) throw new Error('it is a directory');
    return { name, size: facts.isFile() ? facts.size : null };
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

/**
 * Reads the lines of an input. A line that is longer than `lineBytesMax` is never held in memory.
 * @param onBytes told how many more bytes were read from the disk
 * @throws NeardupError `extraction_failed` if reading or inflating fails
 */
export async function* readLines(
  { name }: Input,
  lineBytesMax: number,
  onBytes: (count: number) => void,
): AsyncGenerator<Line> {
  try {
    yield* splitLines(open(name, onBytes), lineBytesMax);
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

function open(name: string, onBytes: (count: number) => void): AsyncIterable<Buffer> {
  const raw: NodeJS.ReadableStream = name === '-' ? process.stdin : createReadStream(name);
  if (!name.endsWith('.gz')) return counted(raw, onBytes);
  // A failure anywhere in the pipeline reaches whoever reads its end.
  return pipeline(
    raw,
    (source) => counted(source, onBytes),
    createGunzip(),
    () => {},
  );
}

async function* counted(
  source: AsyncIterable<string | Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk as Buffer;
  }
}

export async function* splitLines(
  source: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;

  function take(part: Buffer): void {
    length += part.length;
    if (length <= lineBytesMax) parts.push(part);
    else parts = [];
  }
  function finish(): Line {
    const line = { number, bytes: length <= lineBytesMax ? Buffer.concat(parts) : null };
    number += 1;
    parts = [];
    length = 0;
    return line;
  }

  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }
  if (length > 0) yield finish();
}

function unreadable(name: string, error: Error): NeardupError {
  if (error instanceof NeardupError) return error;
  return new NeardupError('extraction_failed', `Cannot read "${name}": ${error.message}`, {
    cause: error,
  });
}
