import { closeSync, openSync, readSync } from 'node:fs';
import { NeardupError } from '../../errors.js';
import type { EvidenceFile } from './evidence-file.js';
import type { Fingerprints } from './rows.js';

/**
 * Values for comparing contents, by content number, in shared memory. Fingerprints and flags take 9 bytes per content,
 * and sketches another `sketchBytes(recipe)`: 176 with the default bands, including tails and landmarks. Sketches stay
 * in a file if they would need too much memory. Evidence always stays in a file.
 */
export interface Contents extends Fingerprints {
  readonly flags: Uint8Array;
  /** Null if no content has a sketch. */
  readonly sketches: Column | null;
  readonly evidence: EvidenceFile;
}

/** Consecutive values of `width` bytes, one per content; zeros for a missing value. */
export type Column = { readonly width: number } & (
  | { readonly kind: 'memory'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly file: string }
);

export const contentFlags = { shortText: 1, sketch: 2 } as const;

export interface ColumnReader {
  /** Copies the values of `count` contents, starting with content `first`. */
  readRange(first: number, count: number, into: Uint8Array): void;
  read(content: number, into: Uint8Array, offset: number): void;
  close(): void;
}

/** Opens a column. The reader throws NeardupError `internal` if the file has become shorter. */
export function openColumn(column: Column): ColumnReader {
  const { width } = column;
  if (column.kind === 'memory') {
    const { bytes } = column;
    const part = (first: number, count: number) =>
      bytes.subarray(first * width, (first + count) * width);
    return {
      readRange: (first, count, into) => into.set(part(first, count)),
      read: (content, into, offset) => into.set(part(content, 1), offset),
      close: () => {},
    };
  }
  const descriptor = openSync(column.file, 'r');
  const readAt = (content: number, into: Uint8Array, offset: number, length: number) => {
    const count = readSync(descriptor, into, offset, length, content * width);
    if (count === length) return;
    throw new NeardupError('internal', `"${column.file}" became shorter while it was in use`);
  };
  return {
    readRange: (first, count, into) => readAt(first, into, 0, count * width),
    read: (content, into, offset) => readAt(content, into, offset, width),
    close: () => closeSync(descriptor),
  };
}
