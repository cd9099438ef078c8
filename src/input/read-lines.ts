import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Line, splitLines } from '../api/split-lines.js';
import { unreadable } from './find-inputs.js';

/** No longer line is read. */
export const lineBytesMax = 16 * 1024 * 1024;

/**
 * Reads the lines of a file, plain or gzipped; the name `-` is the standard input. A line that is
 * longer than `lineBytesMax` is never held in memory.
 * @param onBytes told how many more bytes were read from the disk
 * @throws NeardupError `extraction_failed` if reading or inflating fails
 */
export async function* readLines(
  name: string,
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
  // A failure anywhere in the pipeline reaches the reader of its end.
  return pipeline(
    raw,
    (source) => counted(source, onBytes),
    createGunzip(),
    () => {},
  );
}

export async function* counted(
  source: AsyncIterable<string | Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onBytes(chunk.length);
    yield chunk as Buffer;
  }
}
