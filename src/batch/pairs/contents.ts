import { closeSync, openSync, readSync } from 'node:fs';
import { NeardupError } from '../../errors.js';
import { sketchLength } from '../../fingerprint/minhash.js';
import type { Fingerprints } from './rows.js';

/**
 * What is compared of contents, by their numbers, in memory that threads share. Fingerprints and
 * flags take 9 bytes per content; a sketch takes 128 more. If sketches need too much memory, they
 * stay in a file.
 */
export interface Contents extends Fingerprints {
  readonly flags: Uint8Array;
  readonly sketches: Sketches;
}

/** Sketches of contents, one after the other; null: there are none. */
export type Sketches =
  | { readonly kind: 'memory'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly file: string }
  | null;

export const shortTextFlag = 1;
export const sketchFlag = 2;

export interface SketchReader {
  /** Copies the sketches of `count` contents, from content `first` on. */
  readRange(first: number, count: number, into: Uint8Array): void;
  read(content: number, into: Uint8Array, offset: number): void;
  close(): void;
}

/** The reader throws NeardupError `internal` if the file is shorter than it was. */
export function openSketches(sketches: NonNullable<Sketches>): SketchReader {
  if (sketches.kind === 'memory') {
    const { bytes } = sketches;
    const part = (first: number, count: number) =>
      bytes.subarray(first * sketchLength, (first + count) * sketchLength);
    return {
      readRange: (first, count, into) => into.set(part(first, count)),
      read: (content, into, offset) => into.set(part(content, 1), offset),
      close: () => {},
    };
  }
  const descriptor = openSync(sketches.file, 'r');
  const readAt = (content: number, into: Uint8Array, offset: number, length: number) => {
    const count = readSync(descriptor, into, offset, length, content * sketchLength);
    if (count === length) return;
    throw new NeardupError('internal', `"${sketches.file}" became shorter while it was in use`);
  };
  return {
    readRange: (first, count, into) => readAt(first, into, 0, count * sketchLength),
    read: (content, into, offset) => readAt(content, into, offset, sketchLength),
    close: () => closeSync(descriptor),
  };
}
