import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { NeardupError } from '../errors.js';
import { type Line, splitLines } from '../http/bulk/split-lines.js';

/** A file of lines, plain or gzipped; the name `-` is the standard input. */
export interface Input {
  readonly name: string;
  /** Bytes on disk; null if unknown. */
  readonly size: number | null;
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

function unreadable(name: string, error: Error): NeardupError {
  if (error instanceof NeardupError) return error;
  return new NeardupError('extraction_failed', `Cannot read "${name}": ${error.message}`, {
    cause: error,
  });
}
