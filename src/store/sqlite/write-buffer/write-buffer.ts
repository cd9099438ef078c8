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
 * Write buffer of the index tables that are derived from contents. The newest rows of these tables are kept in memory,
 * and are later moved to disk in table order. After a crash, they are derived from the contents again.
 *
 * The keys of a content are spread over the tables. If the 4 blocks of its fingerprint and the 8 bands of its sketch
 * were written at once, they would change 12 pages, more than all other data stored for a document. If many rows are
 * written in table order, many of them share a page:
 *
 *                                                                       ┌► four block tables
 *   operations ──► recent rows ──when enough──► moving rows ──some each──┤
 *                  (in memory)                  (in memory, sorted)      └► a sorted run ──► merges
 *
 * Closing the store moves all rows. If a process is killed, the rows that were only in memory are derived again when
 * the database is opened. Numbers of contents only increase, so the contents of moving rows precede the contents of
 * recent rows. The single row of the table `moves` records which rows are on disk:
 *
 *   contents  1 ────────────────► up_to ─────────────────► moving_to ─────────────────► last
 *   on disk     all of their rows   │   rows of block tables   │   none of their rows
 *                                   │   before a recorded      │
 *                                   │   table and block        │
 *
 * The row of `moves` is written with each step of a move. The block tables are moved first. If the process is killed,
 * the next one resumes at the recorded table and block. A run that was being written is written again as a whole.
 * Opening derives rows for at most about twice as many contents as are buffered. For each new content, about as many
 * rows are moved as a content has, so no request has to wait for a whole move.
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
  /** Records that a content was deleted together with its collection, so its rows are not removed one by one. */
  removed(content: number): void;
  /**
   * Number of the last content whose rows were all on disk when the database was opened. The rows of later contents
   * must be restored.
   */
  readonly movedUpTo: number;
  /** Must be called once all contents have been restored. */
  restored(): void;

  /**
   * Moves to disk as many rows as are due, and advances merges of sorted runs. Must be called at the end of a
   * transaction.
   */
  moveDue(): void;
  /** Returns true if memory holds rows that are not on disk. */
  hasUnmoved(): boolean;
  /** Moves several thousand rows to disk ahead of time. Must be called at the end of a transaction. */
  moveEarly(): void;
  /**
   * Makes the next `moveDue` also delete rows of removed contents from the runs. @returns true if there may be such
   * rows
   */
  shrink(): boolean;
  /**
   * Loads some of the Bloom filters of the runs that are not in memory yet. Must not be called within a transaction.
   * @returns true if more filters have to be loaded
   */
  learn(): boolean;
}

export const blockTables = ['blocks_0', 'blocks_1', 'blocks_2', 'blocks_3'] as const;

/**
 * Number of buffered contents at which a move to disk begins, as a share of all contents. With this share, several of
 * the moved rows are written to each page of a table.
 */
const bufferedShare = 1 / 8;
const bufferedMin = 4096;
/**
 * Maximum number of buffered contents. Their rows take about 20 MB with method `simhash` and 60 MB with `hybrid`. While
 * the contents that were buffered before are being moved to disk, their rows take as much again. Opening may rebuild
 * the rows of up to twice as many contents, which must not take more than 2 s (docs/internals/decisions/0008).
 */
const bufferedMax = 2 ** 17;
/**
 * Minimum number of rows worth moving in one transaction: this share of the moving rows, but at most `movedMax`. Enough
 * rows then share the write of a page. With a larger minimum, the requests of a group would wait longer.
 */
const movedShare = 1 / 64;
const movedMax = 1024;
/** Number of rows moved at a time when the store is closed and no request waits. */
const movedEarly = 16_384;
/** The current move must be finished when this share of the contents for the next move is buffered. */
const movedWithin = 0.9;

export interface WriteBufferOptions {
  /** Returns, for a total number of contents (or documents), how many of them are buffered before a move begins. */
  readonly buffered: (contents: number) => number;
  readonly runs?: SortedRunsOptions;
  /** Number of rows that stay in `recent_ids` (tables/document-ids.ts). */
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

/** Progress of a move, in rows of all tables together. */
interface Move {
  readonly total: number;
  readonly passed: number;
  /** True if the row of `moves` records this move. */
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
  // If the insertion of a content is rolled back, its number must not be reused, because a move that includes this
  // number may have begun.
  let last = Math.max(
    ...[start.upTo, start.movingTo, runs.removed.largest],
    numberOf('SELECT max(number) FROM contents'),
  );
  /** Number of rows that an earlier process had moved before it was killed during a move. */
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
  /** Tables, in the order in which their rows are moved. */
  const tables: readonly (Moving & Undoable)[] = [...blocks, contentRows];

  /** Number of the last content whose rows are moving or on disk. The rows of all later contents are recent. */
  let recentAfter = start.upTo;
  let movedUpTo = start.upTo;
  /** Current move of rows to disk; undefined if no move is in progress. */
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

  /** Continues a move. @param wanted number of rows of the move that must have been moved when the function returns */
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
