import type { Database } from 'better-sqlite3';
import type { BloomFilter } from './bloom-filter.js';
import { type Chunk, readChunk } from './chunk.js';
import type { Fences } from './fences.js';
import type { Row } from './row.js';

/** A part of a run by the order of its rows, written once: chunk after chunk in a table. */
export interface Segment {
  readonly number: number;
  readonly rows: number;
  readonly last: Row;
  readonly fences: Fences;
  /** Of the keys; undefined: not read yet. */
  filter: BloomFilter | undefined;
}

/** Chunks have rows of one space, so a segment of many collections may have many. */
export const chunksMax = 2 ** 16;
export const chunkNumber = (segment: number, chunk: number): number => segment * chunksMax + chunk;
/** A segment ends there, so that no step writes much at once: its filter has a megabyte. */
export const segmentRowsMax = 2 ** 20;

export type ReadChunk = (segment: number, chunk: number) => Chunk;

export function createChunkReader(db: Database): ReadChunk {
  const select = db
    .prepare<[number], Uint8Array>(`SELECT rows FROM content_chunks WHERE number = ?`)
    .pluck();
  return (segment, chunk) => readChunk(select.get(chunkNumber(segment, chunk))!);
}

/** The values of a key. */
export interface Lookup {
  readonly space: number;
  readonly key: number;
  /** Only values above it. */
  readonly after: number;
  /** No more once so many are found. */
  readonly length: number;
  /** Left out. */
  readonly isRemoved: (value: number) => boolean;
}

/** Appends the values, ascending, to `found`. */
export function valuesInSegment(
  { fences, number }: Segment,
  read: ReadChunk,
  { space, key, after, length, isRemoved }: Lookup,
  found: number[],
): void {
  const begin = Math.max(0, fences.lastUpTo(space, key, after));
  for (let at = begin; at < fences.length; at++) {
    const ofSpace = fences.spaceAt(at);
    if (ofSpace < space) continue;
    if (ofSpace > space || fences.keyAt(at) > key) return;
    const chunk = read(number, at);
    for (let row = chunk.firstRowFrom(key); row < chunk.count; row++) {
      if (chunk.keyAt(row) !== key || found.length >= length) return;
      const value = chunk.valueAt(row);
      if (value > after && !isRemoved(value)) found.push(value);
    }
  }
}
