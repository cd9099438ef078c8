import { type Chunk, type ChunkBuilder, createChunkBuilder, readChunk } from './chunk.js';
import { createFences, type Fences } from './fences.js';
import type { Key } from './row.js';
import { isOfHashes } from './space.js';
import { createTextChunkBuilder, readTextChunk } from './text-chunk.js';
import { createTextFences } from './text-fences.js';

/** The tables of some runs. */
export interface RunTables {
  readonly runs: string;
  readonly segments: string;
  readonly chunks: string;
  /** Values whose rows do not count any more. */
  readonly removed: string;
}

/**
 * What the rows of some runs are, and how they are written. Their values are numbers that ascend; none is
 * used again while a run may have it.
 */
export interface RowFormat<K extends Key> {
  readonly tables: RunTables;
  createChunkBuilder(): ChunkBuilder<K>;
  readChunk(bytes: Uint8Array): Chunk<K>;
  /** @param stored what `bytes` of fences gave */
  createFences(stored?: Uint8Array): Fences<K>;
  /** For filters: a whole number of at most 53 bits. */
  hashOf(key: K): number;
  /** Whether every value has one row in this space, so that values are counted by them. */
  hasEach(space: number): boolean;
  readonly leastKey: K;
}

/** The indexes of contents; values are numbers of contents. */
export const contentRows: RowFormat<number> = {
  tables: {
    runs: 'content_runs',
    segments: 'content_segments',
    chunks: 'content_chunks',
    removed: 'removed_contents',
  },
  createChunkBuilder,
  readChunk,
  createFences,
  hashOf: (key) => key,
  hasEach: isOfHashes,
  leastKey: 0,
};

/** Documents by id: keys are what `bytesAsText` makes of ids, values are numbers of documents. */
export const documentRows: RowFormat<string> = {
  tables: {
    runs: 'document_runs',
    segments: 'document_segments',
    chunks: 'document_chunks',
    removed: 'removed_documents',
  },
  createChunkBuilder: createTextChunkBuilder,
  readChunk: readTextChunk,
  createFences: createTextFences,
  hashOf: hashOfText,
  hasEach: () => true,
  leastKey: '',
};

/** Two hashes of 32 bits side by side (FNV-1a and a multiplication by another odd number), 53 bits of them. */
function hashOfText(text: string): number {
  let low = 0x811c_9dc5;
  let high = 0x9e37_79b9;
  for (let at = 0; at < text.length; at++) {
    const byte = text.charCodeAt(at);
    low = Math.imul(low ^ byte, 0x0100_0193);
    high = Math.imul(high ^ byte, 0x85eb_ca6b);
    high ^= high >>> 15;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
