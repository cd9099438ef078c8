import type { Database } from 'better-sqlite3';
import { decisionRuns } from '../runs/rows.js';
import { createSortedRuns, defaultRunsOptions } from '../runs/sorted-runs.js';
import type { Undoable } from '../undo.js';
import { createBufferedRuns } from '../write-buffer/buffered-runs.js';
import { bufferedByDefault, type WriteBufferOptions } from '../write-buffer/write-buffer.js';
import { flagOf, hashId } from './decision-rows.js';

/**
 * Index of decisions by id and lineage (a collection and its successors). The newest rows are in memory, all others in
 * sorted runs on disk, as in the indexes of contents. In an ordinary index, each decision would change a different
 * page, because ids arrive in random order. Numbers of decisions only increase, so after a crash, the rows in memory
 * are rebuilt from the decisions after the last one in a complete run. No other progress has to be stored.
 */
export interface DecisionIds extends Undoable {
  /** Returns the number for the next decision, larger than all earlier ones. */
  next(): number;
  insert(lineage: number, id: string, number: number): void;
  remove(lineage: number, id: string, number: number): void;
  /**
   * Returns the numbers of the decisions about an id, in ascending order. Other ids may have the same key (`hashId`), so
   * the result may include decisions about them.
   */
  search(lineage: number, id: string): number[];
  /**
   * Flushes some rows to disk if a flush is in progress, and advances merges. Must be called at the end of a
   * transaction.
   */
  flushDue(): void;
  /** Returns true if memory holds rows that are not on disk. */
  hasUnflushed(): boolean;
  /** Flushes several thousand rows ahead of time. Must be called at the end of a transaction. */
  flushEarly(): void;
  /**
   * Makes the next `flushDue` also rewrite runs in which at least half of the values have been removed.
   * @returns true if there may be something to delete
   */
  shrink(): boolean;
  /**
   * Loads some of the Bloom filters of the runs (`SortedRuns`). Must not be called within a transaction.
   * @returns true if there is more to load
   */
  loadFilters(): boolean;
}

/**
 * Maximum number of decisions that are kept in memory before a flush begins. Opening the file reads up to twice
 * as many records.
 */
const bufferedMax = 2 ** 15;
/**
 * Number of rows flushed at a time: at least `flushRowsMin` while a flush is in progress, and `earlyFlushRows` when
 * rows are flushed ahead of time.
 */
const flushRowsMin = 1024;
const earlyFlushRows = 16_384;

/**
 * @param isLive returns true if a lineage still has a collection; the rows of other lineages are dropped instead of
 * flushed
 */
export function createDecisionIds(
  db: Database,
  isLive: (lineage: number) => boolean,
  { buffered, runs: ofRuns = defaultRunsOptions }: WriteBufferOptions = bufferedByDefault,
): DecisionIds {
  const runs = createSortedRuns(db, isLive, ofRuns, decisionRuns);
  const settled = runs.runs.at(-1)?.upTo ?? 0;
  const buffer = createBufferedRuns(runs, isLive, { upTo: settled, flushingTo: settled });
  // `BufferedRuns` requires the name of an index of contents. `contents_by_hash` fits because, like this index, it has
  // exactly one row for each value.
  const rows = buffer.index('contents_by_hash');
  /** Number of the last decision in the current flush, or in the previous one if no flush is in progress. */
  let flushedTo = settled;
  let last = lastDecision(db);
  let committedLast = last;
  const restoring = db.prepare<[number], { number: number; lineage: number; id: string }>(
    `SELECT number, lineage, id FROM decision_log
     WHERE number > ? AND id IS NOT NULL AND flags & ${flagOf.named} = 0 ORDER BY number`,
  );
  for (const { number, lineage, id } of restoring.iterate(settled)) {
    rows.restore(lineage, hashId(id), number);
  }
  buffer.committed();

  const isFlushing = () => buffer.flushPosition() !== undefined;
  const buffers = () => Math.min(bufferedMax, buffered(last));

  function beginFlush(): void {
    buffer.beginFlush(last);
    flushedTo = last;
  }

  return {
    next() {
      last += 1;
      return last;
    },
    insert: (lineage, id, number) => rows.insert(lineage, hashId(id), number),
    remove: (lineage, id, number) => rows.remove(lineage, hashId(id), number),
    search: (lineage, id) => rows.search(lineage, hashId(id)),
    flushDue() {
      if (isFlushing()) buffer.flush(Math.max(flushRowsMin, 2 * (last - committedLast)));
      runs.mergeDue(last, buffers());
    },
    hasUnflushed: () => isFlushing() || last > flushedTo,
    flushEarly() {
      if (!isFlushing()) beginFlush();
      buffer.flush(earlyFlushRows);
      runs.removed.write();
    },
    shrink: runs.shrink,
    loadFilters: runs.loadFilters,
    committed() {
      buffer.committed();
      committedLast = last;
      if (!isFlushing() && last - flushedTo >= buffers()) beginFlush();
    },
    rolledBack() {
      buffer.rolledBack();
      last = committedLast;
    },
  };
}

/** Returns the last number given to a decision, even if the decision has been deleted; 0 if there was none. */
export function lastDecision(db: Database): number {
  const select = db.prepare<[], number>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'decision_log'",
  );
  return select.pluck().get() ?? 0;
}
