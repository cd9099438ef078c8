import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { NeardupError } from '../errors.js';

/** A file with random access to any range of bytes. */
export interface ReadFile {
  readonly length: number;
  /** Fills `into` completely with bytes of the file, starting at `position`. */
  read(position: number, into: Uint8Array): void;
  close(): void;
}

/** Opens a file for reading. Its `read` throws NeardupError `internal` if the file ends before `into` is full. */
export function openReadFile(file: string): ReadFile {
  const descriptor = openSync(file, 'r');
  return {
    length: fstatSync(descriptor).size,
    read(position, into) {
      for (let at = 0; at < into.length; ) {
        const count = readSync(descriptor, into, at, into.length - at, position + at);
        if (count === 0) throw new NeardupError('internal', `"${file}" is truncated`);
        at += count;
      }
    },
    close: () => closeSync(descriptor),
  };
}

const pieceBytes = 2 ** 20;

/**
 * Reads a file of fixed-size records piece by piece, and calls `each` with every piece in order. A record is never
 * split between two pieces.
 */
export function forEachPiece(
  file: ReadFile,
  recordBytes: number,
  each: (piece: Buffer, firstRecord: number) => void,
): void {
  const length = Math.max(1, Math.floor(pieceBytes / recordBytes)) * recordBytes;
  const buffer = Buffer.allocUnsafe(length);
  for (let position = 0; position < file.length; position += length) {
    const piece = buffer.subarray(0, Math.min(length, file.length - position));
    file.read(position, piece);
    each(piece, position / recordBytes);
  }
}
