import type { Database } from 'better-sqlite3';
import { createDiskRows, keysOf } from './disk-rows.js';
import { createFilteredRows, type FilteredRows } from './filtered-rows.js';
import { createGatheredTable, type GatheredTable } from './gathered-table.js';
import { createPostingLists } from './posting-lists.js';
import type { Undoable } from './undo.js';

/**
 * The tables whose rows are made from contents, and can be made again from them: their newest rows
 * gather in memory, and move to the disk in the order of the tables.
 *
 * The keys of a content lie all over these tables. Written one by one, the 4 blocks of a fingerprint
 * and the 8 bands of a sketch change 12 pages, which is more than everything else that is stored of a
 * document. Moved in their order, many rows fall on one page:
 *
 *   operations ──► recent rows ──when enough──► merging rows ──some a transaction──► table on disk
 *                  (in memory)                  (in memory, sorted)
 *
 * When the store is closed, all move. What was in memory only when a process was killed is made again when
 * the database is opened: `merged.up_to` is the last content whose rows are all on disk. Numbers of
 * contents only ascend, so the contents of the merging rows come before those of the recent ones, and one
 * number says it for all tables. For every content that comes the rows of one move, so nobody waits for a
 * merge.
 *
 * A transaction or an operation that is undone undoes what is in memory too. (The idea is that of a
 * log-structured merge tree with a rolling merge: O'Neil, Cheng, Gawlick, O'Neil: The Log-Structured Merge-Tree, 1996, section 2.) Figures and what was
 * rejected: docs/decisions/0064.
 */
export interface Gathering extends Undoable {
  readonly blocks: readonly GatheredTable[];
  readonly bands: GatheredTable;
  readonly contentsByFingerprint: GatheredTable;
  readonly contentsByHash: GatheredTable;
  /** A number that no content had, larger than all before. */
  nextContent(): number;
  /** The last content whose rows are all on disk: those of later ones are to be restored. */
  readonly mergedUpTo: number;

  /** Moves rows to the disk, as many as are due; belongs at the end of a transaction. */
  merge(): void;
  /** Whether rows are in memory that are not on the disk. */
  hasUnmoved(): boolean;
  /** Moves rows to the disk that are not due yet, some thousand; belongs at the end of a transaction. */
  mergeEarly(): void;
  /**
   * Reads some of the keys that the filters of the tables have not learnt yet; not within a transaction.
   * @returns whether there are more
   */
  learn(): boolean;
}

export const blockTables = ['blocks_0', 'blocks_1', 'blocks_2', 'blocks_3'] as const;

/** Contents whose rows gather before they move: a share of all, so that some fall on each page. */
const gatheredShare = 1 / 16;
const gatheredMin = 4096;
/**
 * About 30 MB of simhash, 90 MB of hybrid: as much again is merging. An opening makes up to twice as many
 * again, and with 2^18 took 2.1 s.
 */
const gatheredMax = 200_000;
/**
 * Rows that move at once: this share of those to be moved, at most so many. A page is written once for
 * many of them; more would keep a group waiting.
 */
const movedShare = 1 / 64;
const movedMax = 1024;
/** Rows that move at once where nobody waits. */
const movedEarly = 16_384;
/** The merge is done when this share of the next contents has gathered. */
const mergedWithin = 0.9;
/** Keys that a filter reads at once, while others wait: half a millisecond. */
const learntAtOnce = 2000;
/** What a filter of bands is made for; it grows if there are more. */
const bandsOfContent = 8;

export interface GatheringOptions {
  /** How many contents gather before their rows move, of so many as there are. */
  readonly gathered: (contents: number) => number;
}

const defaultOptions: GatheringOptions = {
  gathered: (contents) => Math.min(gatheredMax, Math.max(gatheredMin, contents * gatheredShare)),
};

/**
 * @param isLive whether a collection exists
 * @param livingContents how many contents there are, by which things are sized: the last number may be
 *   far beyond that; by default all that ever were
 */
export function createGathering(
  db: Database,
  isLive: (collection: number) => boolean,
  { gathered }: GatheringOptions = defaultOptions,
  livingContents?: () => number,
): Gathering {
  const numberOf = (sql: string) => db.prepare<[], number | null>(sql).pluck().get() ?? 0;
  const mergedUpTo = numberOf('SELECT up_to FROM merged');
  let last = Math.max(mergedUpTo, numberOf('SELECT max(number) FROM contents'));

  const contents = livingContents ?? (() => last);

  const filtered: FilteredRows[] = [];
  const gather = (table: string, key: string, value: string, rowsOfContent: number) => {
    const columns = { table, key, value };
    const one = db.prepare<[], number>(`SELECT 1 FROM ${table} LIMIT 1`).pluck();
    let isUsed = false;
    const expected = () => {
      isUsed ||= one.get() !== undefined;
      return isUsed ? contents() * rowsOfContent : 0;
    };
    const pages = () => keysOf(db, columns, learntAtOnce, isLive);
    const rows = createFilteredRows(createDiskRows(db, columns), pages, expected);
    filtered.push(rows);
    return createGatheredTable(rows, isLive);
  };
  const blocks = blockTables.map((table) =>
    createGatheredTable(createPostingLists(db, table), isLive),
  );
  const bands = gather('bands', 'key', 'content', bandsOfContent);
  const contentsByFingerprint = gather('contents_by_fingerprint', 'prefix', 'content', 1);
  const contentsByHash = gather('contents_by_hash', 'hash', 'content', 1);
  const tables = [...blocks, bands, contentsByFingerprint, contentsByHash];
  const writeMerged = db.prepare<[number]>('UPDATE merged SET up_to = ?');

  /** The last content before those whose rows are in the recent rows. */
  let recentAfter = mergedUpTo;
  /** How many rows of each table are to be moved, and of all of them how many have been. */
  let toMerge = tables.map(() => 0);
  let merged = 0;
  let committedMerged = 0;
  let isMerging = false;

  function merge(): void {
    if (!isMerging) return;
    const total = rowsToMerge();
    const due = (last - recentAfter) / (gathered(contents()) * mergedWithin);
    const wanted = Math.ceil(total * Math.min(1, due));
    if (wanted < total && wanted - merged < Math.min(movedMax, total * movedShare)) return;
    mergeUpTo(wanted, total);
  }

  function mergeEarly(): void {
    if (!isMerging) beginMerge();
    const total = rowsToMerge();
    mergeUpTo(Math.min(total, merged + movedEarly), total);
  }

  function rowsToMerge(): number {
    return toMerge.reduce((sum, count) => sum + count, 0);
  }

  /** @param wanted how many of all that are to be moved are to have been */
  function mergeUpTo(wanted: number, total: number): void {
    let before = 0;
    for (const [i, table] of tables.entries()) {
      const end = before + toMerge[i]!;
      if (merged < end && merged < wanted) merged += table.merge(wanted - merged);
      before = end;
    }
    if (merged === total) writeMerged.run(recentAfter);
  }

  function committed(): void {
    for (const table of tables) table.committed();
    committedMerged = merged;
    if (isMerging) isMerging = merged < rowsToMerge();
    if (!isMerging && last - recentAfter >= gathered(contents())) beginMerge();
  }

  function beginMerge(): void {
    toMerge = tables.map((table) => table.beginMerge());
    recentAfter = last;
    merged = 0;
    committedMerged = 0;
    isMerging = true;
  }

  return {
    blocks,
    bands,
    contentsByFingerprint,
    contentsByHash,
    nextContent() {
      last += 1;
      return last;
    },
    mergedUpTo,
    savepoint() {
      for (const table of tables) table.savepoint();
    },
    rollbackToSavepoint() {
      for (const table of tables) table.rollbackToSavepoint();
    },
    merge,
    hasUnmoved: () => isMerging || last > recentAfter,
    mergeEarly,
    committed,
    rolledBack() {
      for (const table of tables) table.rolledBack();
      merged = committedMerged;
    },
    learn: () => filtered.some((rows) => rows.learn()),
  };
}
