import type { Database } from 'better-sqlite3';
import {
  createSortedRuns,
  defaultRunsOptions,
  type SortedRunsOptions,
} from '../runs/sorted-runs.js';
import type { Undoable } from '../undo.js';
import { type ContentIndex, createBufferedRuns } from './buffered-runs.js';
import { type BufferedTable, createBufferedTable, type EarlierFlush } from './buffered-table.js';
import { type FlushableRows, isBefore, type Place } from './memtable.js';
import { collectionOfBlockSpace, createPostingLists } from './posting-lists.js';

/**
 * Write buffer of the index tables that are derived from contents. The newest rows of these tables are kept in memory,
 * and are later flushed to disk in table order. After a crash, they are derived from the contents again.
 *
 * The keys of a content are spread over the tables. If the 4 blocks of its fingerprint and the 8 bands of its sketch
 * were written at once, they would change 12 pages, more than all other data stored for a document. If many rows are
 * written in table order, many of them share a page:
 *
 *                                                                       ┌► four block tables
 *   operations ──► recent rows ──when enough──► flushing rows ─some each─┤
 *                  (in memory)                  (in memory, sorted)      └► a sorted run ──► merges
 *
 * Closing the store flushes all rows. If a process is killed, the rows that were only in memory are derived again when
 * the database is opened. Numbers of contents only increase, so the contents of flushing rows precede the contents of
 * recent rows. The single row of the table `moves` records which rows are on disk:
 *
 *   contents  1 ────────────────► up_to ─────────────────► moving_to ─────────────────► last
 *   on disk     all of their rows   │   rows of block tables   │   none of their rows
 *                                   │   before a recorded      │
 *                                   │   table and block        │
 *
 * The row of `moves` is written with each step of a flush. The block tables are flushed first. If the process is
 * killed, the next process resumes at the recorded table and block. A run that was being written is written again as a
 * whole. Opening the database derives the rows of at most about twice as many contents as are buffered before a flush.
 * For each new content, about as many rows are flushed as one content has, so no request has to wait for a whole flush.
 *
 * Rolling back a transaction also reverts its changes in memory. (The idea: a log-structured merge tree with a rolling
 * merge: O'Neil, Cheng, Gawlick, O'Neil: The Log-Structured Merge-Tree, 1996, section 2.) Figures and rejected
 * alternatives: docs/internals/decisions/0008 and 0021.
 */
export interface WriteBuffer extends Undoable {
  readonly blocks: readonly BufferedTable[];
  readonly bands: ContentIndex;
  readonly contentsByFingerprint: ContentIndex;
  readonly contentsByHash: ContentIndex;
  readonly parts: ContentIndex;
  /** Returns the number for a new content, larger than all earlier ones. */
  nextContent(): number;
  /** Returns the number of the last content, stored or not. */
  lastContent(): number;
  /** Records that a content was deleted together with its collection, so its rows are not removed one by one. */
  removed(content: number): void;
  /**
   * Number of the last content whose rows were all on disk when the database was opened. The rows of later contents
   * must be restored.
   */
  readonly flushedUpTo: number;
  /** Must be called once all contents have been restored. */
  restored(): void;

  /**
   * Flushes as many rows as are due, and advances merges of sorted runs. Must be called at the end of a
   * transaction.
   */
  flushDue(): void;
  /** Returns true if memory holds rows that are not on disk. */
  hasUnflushed(): boolean;
  /** Flushes several thousand rows ahead of time. Must be called at the end of a transaction. */
  flushEarly(): void;
  /**
   * Makes the next `flushDue` also delete rows of removed contents from the runs. @returns true if there may be such
   * rows
   */
  shrink(): boolean;
  /**
   * Loads some of the Bloom filters of the runs that are not in memory yet. Must not be called within a transaction.
   * @returns true if more filters have to be loaded
   */
  loadFilters(): boolean;
}

export const blockTables = ['blocks_0', 'blocks_1', 'blocks_2', 'blocks_3'] as const;

/**
 * Number of buffered contents at which a flush begins, as a share of all contents. With this share, several of
 * the flushed rows are written to each page of a table.
 */
const bufferedShare = 1 / 8;
const bufferedMin = 4096;
/**
 * Maximum number of buffered contents. Their rows take about 20 MB with method `simhash` and 60 MB with `hybrid`. While
 * a flush is in progress, the rows being flushed take as much again. Opening may rebuild the rows of up to twice as
 * many contents, which must not take more than 2 s (docs/internals/decisions/0008).
 */
const bufferedMax = 2 ** 17;
/**
 * Minimum number of rows worth flushing in one transaction: this share of the rows of the flush, but at most
 * `flushRowsMax`. Enough rows then share the write of a page. With a larger minimum, the requests of a group would wait
 * longer.
 */
const flushShare = 1 / 64;
const flushRowsMax = 1024;
/** Number of rows flushed at a time when the store is closed and no request waits. */
const earlyFlushRows = 16_384;
/** The current flush must be finished by the time this share of the contents of the next flush is buffered. */
const flushWithin = 0.9;

export interface WriteBufferOptions {
  /**
   * Returns the number of contents that are buffered before a flush begins, given their total number. Also used for
   * documents and decisions.
   */
  readonly buffered: (contents: number) => number;
  readonly runs?: SortedRunsOptions;
  /** Number of rows that stay in `recent_ids` (tables/document-ids.ts). */
  readonly recentIds?: number;
}

export const bufferedByDefault: WriteBufferOptions = {
  buffered: (contents) => Math.min(bufferedMax, Math.max(bufferedMin, contents * bufferedShare)),
};

interface FlushRow extends Place {
  readonly upTo: number;
  readonly flushingTo: number;
  readonly atTable: number;
}

/** Progress of a flush, in rows of all tables together. */
interface Flush {
  readonly total: number;
  readonly passed: number;
  /** True if the row of `moves` records this flush. */
  readonly isNoted: boolean;
}

/**
 * @param isLive returns true if a collection exists
 * @param livingContents returns the present number of contents, which determines how many are buffered. Default: the
 *   number of the last content, which is larger if contents have been deleted
 */
export function createWriteBuffer(
  db: Database,
  isLive: (collection: number) => boolean,
  { buffered, runs: ofRuns = defaultRunsOptions }: WriteBufferOptions = bufferedByDefault,
  livingContents?: () => number,
): WriteBuffer {
  const selectNumber = (sql: string) => db.prepare<[], number | null>(sql).pluck().get() ?? 0;
  const selectFlush = db.prepare<[], FlushRow>(
    `SELECT up_to AS upTo, moving_to AS flushingTo, at_table AS atTable, at_collection AS collection,
       at_key AS key FROM moves`,
  );
  const writeFlush = db.prepare<[number, number, number, number, number]>(
    `UPDATE moves SET up_to = ?, moving_to = ?, at_table = ?, at_collection = ?, at_key = ?`,
  );
  const start = selectFlush.get() ?? { upTo: 0, flushingTo: 0, atTable: 0, collection: 0, key: 0 };
  const runs = createSortedRuns(db, isLive, ofRuns);
  // If the insertion of a content is rolled back, its number must not be reused, because a flush that includes this
  // number may have begun.
  let last = Math.max(
    ...[start.upTo, start.flushingTo, runs.removed.largest],
    selectNumber('SELECT max(number) FROM contents'),
  );
  /** Number of rows that an earlier process had flushed before it was killed during a flush. */
  let alreadyFlushed = 0;

  const contents = livingContents ?? (() => last);

  const progressOfTable = (table: number): EarlierFlush => ({
    upTo: start.flushingTo,
    has(collection, key) {
      const isFlushed =
        table < start.atTable || (table === start.atTable && isBefore(collection, key, start));
      if (isFlushed) alreadyFlushed += 1;
      return isFlushed;
    },
  });
  const blocks = blockTables.map((table, index) =>
    createBufferedTable(
      createPostingLists(db, table),
      (space) => isLive(collectionOfBlockSpace(space)),
      progressOfTable(index),
    ),
  );
  const contentRows = createBufferedRuns(runs, isLive, start);
  /** Tables, in the order in which their rows are flushed. */
  const tables: readonly (FlushableRows & Undoable)[] = [...blocks, contentRows];

  /** Number of the last content whose rows are being flushed or on disk. The rows of all later contents are recent. */
  let recentAfter = start.upTo;
  let flushedUpTo = start.upTo;
  /** Current flush; undefined if no flush is in progress. */
  let flush: Flush | undefined;
  let committedFlush: Flush | undefined;

  function restored(): void {
    const left = tables.reduce((sum, table) => sum + table.resumeFlush(), 0);
    if (start.flushingTo > start.upTo) {
      recentAfter = start.flushingTo;
      flush = { total: alreadyFlushed + left, passed: alreadyFlushed, isNoted: true };
    }
    committed();
  }

  function flushDue(): void {
    if (flush !== undefined) flushSome(flush);
    runs.mergeDue(last, buffered(contents()));
  }

  function flushSome(current: Flush): void {
    const { total, passed, isNoted } = current;
    const due = (last - recentAfter) / (buffered(contents()) * flushWithin);
    const wanted = Math.ceil(total * Math.min(1, due));
    const isWorthIt =
      wanted === total || wanted - passed >= Math.min(flushRowsMax, total * flushShare);
    if (isWorthIt || !isNoted) flush = flushUpTo(current, isWorthIt ? wanted : passed);
  }

  function flushEarly(): void {
    if (flush === undefined) beginFlush();
    if (flush !== undefined)
      flush = flushUpTo(flush, Math.min(flush.total, flush.passed + earlyFlushRows));
    runs.removed.write();
  }

  /** Continues a flush. @param wanted number of rows that must have been flushed in total when the function returns */
  function flushUpTo({ total, passed: before }: Flush, wanted: number): Flush {
    let passed = before;
    for (const table of tables) {
      while (table.flushPosition() !== undefined && (passed < wanted || wanted === total)) {
        passed += table.flush(wanted === total ? Number.POSITIVE_INFINITY : wanted - passed);
      }
    }
    const table = tables.findIndex((each) => each.flushPosition() !== undefined);
    const place = tables[table]?.flushPosition();
    if (place === undefined) writeFlush.run(recentAfter, recentAfter, 0, 0, 0);
    else writeFlush.run(flushedUpTo, recentAfter, table, place.collection, place.key);
    return { total, passed, isNoted: true };
  }

  function committed(): void {
    for (const table of tables) table.committed();
    if (flush?.isNoted && tables.every((table) => table.flushPosition() === undefined)) {
      flushedUpTo = recentAfter;
      flush = undefined;
    }
    committedFlush = flush;
    if (flush === undefined && last - recentAfter >= buffered(contents())) beginFlush();
  }

  function beginFlush(): void {
    const total = tables.reduce((sum, table) => sum + table.beginFlush(last), 0);
    recentAfter = last;
    flush = { total, passed: 0, isNoted: false };
    committedFlush = flush;
  }

  return {
    blocks,
    bands: contentRows.index('bands'),
    contentsByFingerprint: contentRows.index('contents_by_fingerprint'),
    contentsByHash: contentRows.index('contents_by_hash'),
    parts: contentRows.index('parts'),
    removed: contentRows.removed,
    lastContent: () => last,
    nextContent() {
      last += 1;
      return last;
    },
    flushedUpTo: start.upTo,
    restored,
    flushDue,
    hasUnflushed: () => flush !== undefined || last > recentAfter,
    flushEarly,
    committed,
    rolledBack() {
      for (const table of tables) table.rolledBack();
      flush = committedFlush;
    },
    shrink: runs.shrink,
    loadFilters: runs.loadFilters,
  };
}
