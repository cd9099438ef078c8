import type { Database } from 'better-sqlite3';
import {
  createSortedRuns,
  defaultRunsOptions,
  type SortedRunsOptions,
} from '../runs/sorted-runs.js';
import type { Undoable } from '../undo.js';
import { type ContentIndex, createBufferedRuns } from './buffered-runs.js';
import { type BufferedTable, createBufferedTable, type Moved } from './buffered-table.js';
import { isBefore, type Moving, type Place } from './memtable.js';
import { createPostingLists } from './posting-lists.js';

/**
 * Write buffer of the tables derived from contents, which can be rebuilt. Their newest rows are buffered in memory and
 * move to disk in table order.
 *
 * The keys of a content are spread over these tables. Written one by one, the 4 blocks of a fingerprint and the 8 bands
 * of a sketch change 12 pages, more than all other data stored for a document. If rows move in order, many share a
 * page:
 *
 *                                                                       ┌► four block tables
 *   operations ──► recent rows ──when enough──► moving rows ──some each──┤
 *                  (in memory)                  (in memory, sorted)      └► a sorted run ──► merges
 *
 * Closing the store moves all rows. If a process is killed, the rows that were only in memory are derived again when
 * the database is opened. Numbers of contents only ascend, so the contents of moving rows precede the contents of
 * recent rows. The single row of `moves` records which rows are on disk:
 *
 *   contents  1 ───────────── up_to ───────────────────── moving_to ──────────────── the last
 *             all are on disk │ of the block tables those before │ none
 *                             │ a table, a block; of runs none   │
 *
 * This row is written with each step of a move. The block tables are moved first, and a process resumes in them where
 * the last one was killed; it restarts the run. Opening derives rows for at most about twice as many contents as are
 * buffered. Every new content moves the rows of one content, so no request waits for a move.
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
  /** Returns a new number for a content, larger than all before. */
  nextContent(): number;
  /** Records that a content was removed together with its collection, rather than from each index. */
  removed(content: number): void;
  /** Last content whose rows are all on disk. The rows of later contents must be restored. */
  readonly movedUpTo: number;
  /** Call it when all contents have been restored. */
  restored(): void;

  /** Moves the due rows to disk, and merges. Call at the end of a transaction. */
  moveDue(): void;
  /** Returns true if memory holds rows that are not on disk. */
  hasUnmoved(): boolean;
  /** Moves several thousand rows to disk before they are due. Call at the end of a transaction. */
  moveEarly(): void;
  /** Makes the next `moveDue` also delete rows of removed contents. @returns true if there are any */
  shrink(): boolean;
  /**
   * Loads some missing parts of the filters. Must not be called within a transaction.
   * @returns true if more are missing
   */
  learn(): boolean;
}

export const blockTables = ['blocks_0', 'blocks_1', 'blocks_2', 'blocks_3'] as const;

/** Share of all contents that is buffered before rows move, so that several rows fall on each page. */
const bufferedShare = 1 / 8;
const bufferedMin = 4096;
/**
 * Maximum number of buffered contents. They take about 20 MB for simhash, 60 MB for hybrid, and as much again while
 * rows move. Opening may rebuild up to twice as many rows, which must not take more than 2 s
 * (docs/internals/decisions/0008).
 */
const bufferedMax = 2 ** 17;
/**
 * Number of rows moved at a time: this share of the moving rows, but at most `movedMax`. Many of them share the write
 * of a page. If more were moved, the requests of a group would wait longer.
 */
const movedShare = 1 / 64;
const movedMax = 1024;
/** Number of rows moved at a time while no request waits. */
const movedEarly = 16_384;
/** A move is complete when this share of the next contents is buffered. */
const movedWithin = 0.9;

export interface WriteBufferOptions {
  /** Returns the number of contents (or documents) to buffer before their rows move, from the total number. */
  readonly buffered: (contents: number) => number;
  readonly runs?: SortedRunsOptions;
  /** Number of rows that stay in the table of recent ids. */
  readonly recentIds?: number;
}

export const bufferedByDefault: WriteBufferOptions = {
  buffered: (contents) => Math.min(bufferedMax, Math.max(bufferedMin, contents * bufferedShare)),
};

interface MovedRow extends Place {
  readonly upTo: number;
  readonly movingTo: number;
  readonly atTable: number;
}

/** Progress of a move, in rows over all tables. */
interface Move {
  readonly total: number;
  readonly passed: number;
  /** True if the database has recorded the move. */
  readonly isNoted: boolean;
}

/**
 * @param isLive returns true if a collection exists
 * @param livingContents number of contents, which determines sizes, because the last number may be far larger. Defaults
 *   to the number of all contents that ever existed
 */
export function createWriteBuffer(
  db: Database,
  isLive: (collection: number) => boolean,
  { buffered, runs: ofRuns = defaultRunsOptions }: WriteBufferOptions = bufferedByDefault,
  livingContents?: () => number,
): WriteBuffer {
  const numberOf = (sql: string) => db.prepare<[], number | null>(sql).pluck().get() ?? 0;
  const selectMoved = db.prepare<[], MovedRow>(
    `SELECT up_to AS upTo, moving_to AS movingTo, at_table AS atTable, at_collection AS collection,
       at_key AS key FROM moves`,
  );
  const writeMoved = db.prepare<[number, number, number, number, number]>(
    `UPDATE moves SET up_to = ?, moving_to = ?, at_table = ?, at_collection = ?, at_key = ?`,
  );
  const start = selectMoved.get() ?? { upTo: 0, movingTo: 0, atTable: 0, collection: 0, key: 0 };
  const runs = createSortedRuns(db, isLive, ofRuns);
  // Rolled-back contents are included, because a move up to them may have begun.
  let last = Math.max(
    ...[start.upTo, start.movingTo, runs.removed.largest],
    numberOf('SELECT max(number) FROM contents'),
  );
  /** Rows of an unfinished move that an earlier process had moved. */
  let alreadyMoved = 0;

  const contents = livingContents ?? (() => last);

  const movedOf = (table: number): Moved => ({
    upTo: start.movingTo,
    has(collection, key) {
      const isMoved =
        table < start.atTable || (table === start.atTable && isBefore(collection, key, start));
      if (isMoved) alreadyMoved += 1;
      return isMoved;
    },
  });
  const blocks = blockTables.map((table, index) =>
    createBufferedTable(createPostingLists(db, table), isLive, movedOf(index)),
  );
  const contentRows = createBufferedRuns(runs, isLive, start);
  /** In the order in which their rows move. */
  const tables: readonly (Moving & Undoable)[] = [...blocks, contentRows];

  /** Last content before those of the recent rows. */
  let recentAfter = start.upTo;
  let movedUpTo = start.upTo;
  /** undefined: no move is in progress. */
  let move: Move | undefined;
  let committedMove: Move | undefined;

  function restored(): void {
    const left = tables.reduce((sum, table) => sum + table.goOnMoving(), 0);
    if (start.movingTo > start.upTo) {
      recentAfter = start.movingTo;
      move = { total: alreadyMoved + left, passed: alreadyMoved, isNoted: true };
    }
    committed();
  }

  function moveDue(): void {
    if (move !== undefined) moveSome(move);
    runs.mergeDue(last, buffered(contents()));
  }

  function moveSome(current: Move): void {
    const { total, passed, isNoted } = current;
    const due = (last - recentAfter) / (buffered(contents()) * movedWithin);
    const wanted = Math.ceil(total * Math.min(1, due));
    const isWorthIt = wanted === total || wanted - passed >= Math.min(movedMax, total * movedShare);
    if (isWorthIt || !isNoted) move = moveUpTo(current, isWorthIt ? wanted : passed);
  }

  function moveEarly(): void {
    if (move === undefined) beginMove();
    if (move !== undefined) move = moveUpTo(move, Math.min(move.total, move.passed + movedEarly));
    runs.removed.write();
  }

  /** @param wanted number of rows of the whole move that must have moved by now */
  function moveUpTo({ total, passed: before }: Move, wanted: number): Move {
    let passed = before;
    for (const table of tables) {
      while (table.movedTo() !== undefined && (passed < wanted || wanted === total)) {
        passed += table.move(wanted === total ? Number.POSITIVE_INFINITY : wanted - passed);
      }
    }
    const table = tables.findIndex((each) => each.movedTo() !== undefined);
    const place = tables[table]?.movedTo();
    if (place === undefined) writeMoved.run(recentAfter, recentAfter, 0, 0, 0);
    else writeMoved.run(movedUpTo, recentAfter, table, place.collection, place.key);
    return { total, passed, isNoted: true };
  }

  function committed(): void {
    for (const table of tables) table.committed();
    if (move?.isNoted && tables.every((table) => table.movedTo() === undefined)) {
      movedUpTo = recentAfter;
      move = undefined;
    }
    committedMove = move;
    if (move === undefined && last - recentAfter >= buffered(contents())) beginMove();
  }

  function beginMove(): void {
    const total = tables.reduce((sum, table) => sum + table.beginMove(last), 0);
    recentAfter = last;
    move = { total, passed: 0, isNoted: false };
    committedMove = move;
  }

  return {
    blocks,
    bands: contentRows.index('bands'),
    contentsByFingerprint: contentRows.index('contents_by_fingerprint'),
    contentsByHash: contentRows.index('contents_by_hash'),
    parts: contentRows.index('parts'),
    removed: contentRows.removed,
    nextContent() {
      last += 1;
      return last;
    },
    movedUpTo: start.upTo,
    restored,
    moveDue: moveDue,
    hasUnmoved: () => move !== undefined || last > recentAfter,
    moveEarly: moveEarly,
    committed,
    rolledBack() {
      for (const table of tables) table.rolledBack();
      move = committedMove;
    },
    shrink: runs.shrink,
    learn: runs.learn,
  };
}
