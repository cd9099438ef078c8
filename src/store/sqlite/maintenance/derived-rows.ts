import type { Database } from 'better-sqlite3';
import { blockOf, fingerprintOf, restOf } from '../../../fingerprint/blocks.js';
import { bandKeys } from '../../../fingerprint/minhash.js';
import type { Recipe } from '../../../fingerprint/recipe.js';
import type { Fingerprint } from '../../../fingerprint/signature.js';
import { storedBlock } from '../search/block-index.js';
import { hashKeyOf, prefixOf, usesBlocks } from '../tables/contents.js';
import { createDiskTable, type DiskColumns, type DiskTable } from '../write-buffer/disk-table.js';
import {
  createPostingLists,
  faultyLists,
  readRests,
  restBytes,
} from '../write-buffer/posting-lists.js';
import { blockTables } from '../write-buffer/write-buffer.js';

/**
 * Defines which rows each derived table holds for a content. `verify` and `repair` share this
 * definition. It is independent of the indexes, which write these rows one change at a time.
 */

/** The part of a content from which rows are derived. */
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
  rowsOf(content: DerivingContent, recipe: Recipe): DerivedRow[];
  /** For the block tables, whose rows are whole fingerprints. */
  fingerprintOf?(row: DerivedRow): Fingerprint;
  disk(db: Database): DiskTable;
  count(db: Database): number;
  /** All rows on disk, in the order of the table, some thousand at a time. */
  pages(db: Database): Iterable<DerivedRow[]>;
  /** For the block tables: how many posting lists are faulty. */
  countFaulty?(db: Database): number;
}

export const derivedTables: readonly DerivedTable[] = [
  ...blockTables.map((table, index) => ({
    ...inPostingLists(table),
    rowsOf: (content: DerivingContent, recipe: Recipe): DerivedRow[] => {
      if (!usesBlocks(recipe)) return [];
      const block = storedBlock(blockOf(content, index));
      return [[content.collection, block, restOf(content, index)]];
    },
    fingerprintOf: ([, block, rest]: DerivedRow) => fingerprintOf(index, block + 2 ** 15, rest),
  })),
  {
    ...inRows({ table: 'bands', key: 'key', value: 'content' }),
    rowsOf: ({ number, collection, sketch }, { bands }) =>
      sketch === null || bands === null
        ? []
        : bandKeys(sketch, bands).map((key) => [collection, key, number]),
  },
  {
    ...inRows({ table: 'contents_by_fingerprint', key: 'prefix', value: 'content' }),
    rowsOf: (content) => [[content.collection, prefixOf(content), content.number]],
  },
  {
    ...inRows({ table: 'contents_by_hash', key: 'hash', value: 'content' }),
    rowsOf: ({ number, collection, exactHash }) => [[collection, hashKeyOf(exactHash), number]],
  },
];

type OnDisk = Omit<DerivedTable, 'rowsOf' | 'fingerprintOf'>;

const pageRows = 5000;
const pageLists = 100;

function inRows(columns: DiskColumns): OnDisk {
  const { table, key, value } = columns;
  return {
    table,
    disk: (db) => createDiskTable(db, columns),
    count: (db) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()!,
    *pages(db) {
      const page = db
        .prepare<[...DerivedRow, number], DerivedRow>(
          `SELECT collection, ${key}, ${value} FROM ${table}
           WHERE (collection, ${key}, ${value}) > (?, ?, ?)
           ORDER BY collection, ${key}, ${value} LIMIT +?`,
        )
        .raw();
      for (let last: DerivedRow | undefined = beforeAll; last !== undefined; ) {
        const rows: DerivedRow[] = page.all(...last, pageRows);
        if (rows.length > 0) yield rows;
        last = rows.at(-1);
      }
    },
  };
}

function inPostingLists(table: string): OnDisk {
  return {
    table,
    disk: (db) => createPostingLists(db, table),
    count: (db) =>
      db
        .prepare<[], number>(`SELECT coalesce(sum(length(rests)), 0) / ${restBytes} FROM ${table}`)
        .pluck()
        .get()!,
    *pages(db) {
      const page = db
        .prepare<[...DerivedRow, number], [...DerivedRow, Buffer]>(
          `SELECT collection, block, list, rests FROM ${table}
           WHERE (collection, block, list) > (?, ?, ?)
           ORDER BY collection, block, list LIMIT +?`,
        )
        .raw();
      for (let last: DerivedRow | undefined = beforeAll; last !== undefined; ) {
        const lists: [...DerivedRow, Buffer][] = page.all(...last, pageLists);
        if (lists.length > 0) {
          yield lists.flatMap(([collection, block, , rests]) =>
            readRests(rests).map((rest): DerivedRow => [collection, block, rest]),
          );
        }
        const end = lists.at(-1);
        last = end && [end[0], end[1], end[2]];
      }
    },
    countFaulty: (db) => faultyLists(db, table),
  };
}

const beforeAll: DerivedRow = [0, Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

export const selectDeriving = `
  SELECT number, collection, (fingerprint >> 32) & 0xffffffff AS high,
    fingerprint & 0xffffffff AS low, exact_hash AS exactHash, sketch
  FROM contents`;

/** The recipes of live collections and of successors that are being built, by generation. */
export function liveRecipes(db: Database): Map<number, Recipe> {
  const rows = db
    .prepare<[], [number, string]>(
      'SELECT generation, recipe FROM collections WHERE name IS NOT NULL OR successor_of IS NOT NULL',
    )
    .raw()
    .all();
  return new Map(rows.map(([generation, json]) => [generation, JSON.parse(json) as Recipe]));
}
