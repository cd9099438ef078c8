import type { Database } from 'better-sqlite3';
import { fingerprintKey, joinBlocks, readBlock, readRest } from '../../../fingerprint/blocks.js';
import type { Recipe } from '../../../fingerprint/recipe.js';
import type { Fingerprint } from '../../../fingerprint/signature.js';
import { familyKeys } from '../../../matching/family.js';
import type { SortedIndex } from '../runs/rows.js';
import { toHashKey, usesBlocks } from '../tables/contents.js';
import { readParts } from '../tables/stored-parts.js';
import {
  blockSpace,
  collectionOfBlockSpace,
  createPostingLists,
  isBareSpace,
  type PostingLists,
  readRests,
  restBytes,
} from '../write-buffer/posting-lists.js';
import { blockTables } from '../write-buffer/write-buffer.js';

/**
 * Defines the rows that each content must have in each index table, for both `verify` and `repair`. Deliberately shares
 * as little code as possible with the indexes, so that it can reveal faults in them.
 */

/** Fields of a content from which its index rows are derived. */
export interface DerivingContent {
  readonly number: number;
  readonly collection: number;
  readonly high: number;
  readonly low: number;
  /** 1 if the content has no evidence. */
  readonly bare: 0 | 1;
  readonly exactHash: Buffer;
  readonly sketch: Buffer | null;
  readonly parts: Buffer | null;
}

export type DerivedRow = [collection: number, key: number, value: number];

/** A block table. Each row contains a whole fingerprint, divided into one block and the rest. */
export interface BlockTable {
  readonly table: string;
  rowsOf(content: DerivingContent, recipe: Recipe): DerivedRow[];
  fingerprintOf(row: DerivedRow): Fingerprint & Pick<DerivingContent, 'collection' | 'bare'>;
  disk(db: Database): PostingLists;
  count(db: Database): number;
  /** Yields all rows on disk, several thousand at a time. */
  pages(db: Database): Iterable<DerivedRow[]>;
}

export const blockRows: readonly BlockTable[] = blockTables.map((table, index) => ({
  table,
  rowsOf(content, recipe) {
    if (!usesBlocks(recipe)) return [];
    const space = blockSpace(content.collection, content.bare === 1);
    return [[space, readBlock(content, index), readRest(content, index)]];
  },
  fingerprintOf: ([space, block, rest]) => ({
    ...joinBlocks(index, block, rest),
    collection: collectionOfBlockSpace(space),
    bare: isBareSpace(space) ? 1 : 0,
  }),
  disk: (db) => createPostingLists(db, table),
  count: (db) =>
    db
      .prepare<[], number>(`SELECT coalesce(sum(length(rests)), 0) / ${restBytes} FROM ${table}`)
      .pluck()
      .get()!,
  pages: (db) => pagesOf(db, table),
}));

/** Functions that derive the rows of a content in each index that is stored in runs. */
export const sortedRows: Readonly<
  Record<SortedIndex, (content: DerivingContent, recipe: Recipe) => DerivedRow[]>
> = {
  bands: ({ number, collection, sketch }, { bands }) =>
    sketch === null || bands === null
      ? []
      : familyKeys(sketch, bands).map((key) => [collection, key, number]),
  contents_by_fingerprint: (content) => [
    [content.collection, fingerprintKey(content, content.bare === 1), content.number],
  ],
  contents_by_hash: ({ number, collection, exactHash }) => [
    [collection, toHashKey(exactHash), number],
  ],
  parts: ({ number, collection, parts }) =>
    parts === null
      ? []
      : Array.from(readParts(parts).indexed, (hash) => [collection, hash, number]),
};

const pageLists = 100;

function* pagesOf(db: Database, table: string): Generator<DerivedRow[]> {
  // Numbers of lists are above 2^53, and so are read as BigInts.
  const page = db
    .prepare<[bigint, number], [number: bigint, collection: bigint, block: bigint, Buffer]>(
      `SELECT number, collection, block, rests FROM ${table}
       WHERE number > ? ORDER BY number LIMIT +?`,
    )
    .raw()
    .safeIntegers();
  for (let last: bigint | undefined = -(2n ** 63n); last !== undefined; ) {
    const lists = page.all(last, pageLists);
    if (lists.length > 0) {
      yield lists.flatMap(([, collection, block, rests]) =>
        readRests(rests).map((rest): DerivedRow => [Number(collection), Number(block), rest]),
      );
    }
    last = lists.at(-1)?.[0];
  }
}

export const selectDeriving = `
  SELECT number, collection, (fingerprint >> 32) & 0xffffffff AS high,
    fingerprint & 0xffffffff AS low, evidence IS NULL AS bare, exact_hash AS exactHash, sketch, parts
  FROM contents`;

/** Returns the recipes of live collections and of unfinished successors, by generation. */
export function liveRecipes(db: Database): Map<number, Recipe> {
  const rows = db
    .prepare<[], [number, string]>(
      'SELECT generation, recipe FROM collections WHERE name IS NOT NULL OR successor_of IS NOT NULL',
    )
    .raw()
    .all();
  return new Map(rows.map(([generation, json]) => [generation, JSON.parse(json) as Recipe]));
}

/** Returns the generations of deleted collections, whose rows the sweep has yet to delete. */
export function deletedCollections(
  db: Database,
  recipes: ReadonlyMap<number, Recipe>,
): ReadonlySet<number> {
  const all = db.prepare<[], number>('SELECT generation FROM collections').pluck().all();
  return new Set(all.filter((generation) => !recipes.has(generation)));
}
