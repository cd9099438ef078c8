import type { Database } from 'better-sqlite3';
import type { BloomFilter } from './bloom-filter.js';
import type { Chunk } from './chunk.js';
import type { Fences } from './fences.js';
import type { Key, Row } from './row.js';
import type { RowFormat } from './row-format.js';

/** A part of a run by the order of its rows, written once: chunk after chunk in a table. */
export interface Segment<K extends Key> {
  readonly number: number;
  readonly rows: number;
  readonly last: Row<K>;
  readonly fences: Fences<K>;
  /** Of the keys; undefined: not read yet. */
  filter: BloomFilter | undefined;
}

/** Chunks have rows of one space, so a segment of many collections may have many. */
export const chunksMax = 2 ** 16;
export const chunkNumber = (segment: number, chunk: number): number => segment * chunksMax + chunk;
/** A segment ends there, so that no step writes much at once: its filter has a megabyte. */
export const segmentRowsMax = 2 ** 20;

export type ReadChunk<K extends Key> = (segment: number, chunk: number) => Chunk<K>;

export function createChunkReader<K extends Key>(
  db: Database,
  { readChunk, tables }: RowFormat<K>,
): ReadChunk<K> {
  const select = db
    .prepare<[number], Uint8Array>(`SELECT rows FROM ${tables.chunks} WHERE number = ?`)
    .pluck();
  return (segment, chunk) => readChunk(select.get(chunkNumber(segment, chunk))!);
}

/** The values of a key. */
export interface Lookup<K extends Key> {
  readonly space: number;
  readonly key: K;
  /** Only values above it. */
  readonly after: number;
  /** No more once so many are found. */
  readonly length: number;
  /** Left out. */
  readonly isRemoved: (value: number) => boolean;
}

/** Appends the values, ascending, to `found`. */
export function valuesInSegment<K extends Key>(
  { fences, number }: Segment<K>,
  read: ReadChunk<K>,
  { space, key, after, length, isRemoved }: Lookup<K>,
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
