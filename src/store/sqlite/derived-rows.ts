import type { Database } from 'better-sqlite3';
import { blockOf, fingerprintOf, restOf } from '../../fingerprint/blocks.js';
import { bandKeys } from '../../fingerprint/minhash.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import type { Fingerprint } from '../../fingerprint/signature.js';
import { storedBlock, storedRest } from './block-index.js';
import { hashKeyOf, prefixOf, usesBlocks } from './contents.js';
import { blockTables } from './gathering.js';

/**
 * What each derived table holds of a content: the definition that checking and repairing share, apart
 * from the indexes, which write these rows one change at a time.
 */

/** A content as far as rows are derived from it. */
export interface DerivingContent {
  readonly number: number;
  readonly collection: number;
  readonly high: number;
  readonly low: number;
  readonly exactHash: Buffer;
  readonly sketch: Buffer | null;
}

export type DerivedRow = [collection: number, key: number, value: number];

export interface DerivedTable {
  readonly table: string;
  readonly key: string;
  readonly value: string;
  rowsOf(content: DerivingContent, recipe: Recipe): DerivedRow[];
  /** Of the block tables, whose rows are whole fingerprints. */
  fingerprintOf?(row: DerivedRow): Fingerprint;
}

export const derivedTables: readonly DerivedTable[] = [
  ...blockTables.map((table, index) => ({
    table,
    key: 'block',
    value: 'rest',
    rowsOf: (content: DerivingContent, recipe: Recipe): DerivedRow[] => {
      if (!usesBlocks(recipe)) return [];
      const block = storedBlock(blockOf(content, index));
      return [[content.collection, block, storedRest(restOf(content, index))]];
    },
    fingerprintOf: ([, block, rest]: DerivedRow) =>
      fingerprintOf(index, block + 2 ** 15, rest + 2 ** 47),
  })),
  {
    table: 'bands',
    key: 'key',
    value: 'content',
    rowsOf: ({ number, collection, sketch }, { bands }) =>
      sketch === null || bands === null
        ? []
        : bandKeys(sketch, bands).map((key) => [collection, key, number]),
  },
  {
    table: 'contents_by_fingerprint',
    key: 'prefix',
    value: 'content',
    rowsOf: (content) => [[content.collection, prefixOf(content), content.number]],
  },
  {
    table: 'contents_by_hash',
    key: 'hash',
    value: 'content',
    rowsOf: ({ number, collection, exactHash }) => [[collection, hashKeyOf(exactHash), number]],
  },
];

export const selectDeriving = `
  SELECT number, collection, (fingerprint >> 32) & 0xffffffff AS high,
    fingerprint & 0xffffffff AS low, exact_hash AS exactHash, sketch
  FROM contents`;

/** The recipes of collections that live or are built to succeed one, by generation. */
export function liveRecipes(db: Database): Map<number, Recipe> {
  const rows = db
    .prepare<[], [number, string]>(
      'SELECT generation, recipe FROM collections WHERE name IS NOT NULL OR successor_of IS NOT NULL',
    )
    .raw()
    .all();
  return new Map(rows.map(([generation, json]) => [generation, JSON.parse(json) as Recipe]));
}
