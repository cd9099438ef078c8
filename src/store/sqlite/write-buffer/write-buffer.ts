import type { Database } from 'better-sqlite3';
import type { Undoable } from '../undo.js';
import { type BufferedTable, createBufferedTable, type Moved } from './buffered-table.js';
import { createDiskTable, type DiskTable, keysOf } from './disk-table.js';
import { createFilteredTable, type FilteredTable } from './filtered-table.js';
import { isBefore, type Place } from './memtable.js';
import { createPostingLists } from './posting-lists.js';

/**
 * The write buffer of the tables whose rows are derived from contents and can be derived again.
 * Their newest rows are buffered in memory and move to disk in the order of the tables.
 *
 * The keys of a content lie all over these tables. Written one by one, the 4 blocks of a
 * fingerprint and the 8 bands of a sketch change 12 pages, which is more than everything else that
 * is stored of a document. When rows move in the order of their table, many rows fall on one page:
 *
 *   operations ──► recent rows ──when enough──► moving rows ──some a transaction──► table on disk
 *                  (in memory)                  (in memory, sorted)
 *
 * When the store is closed, all rows move. If a process is killed, the rows that were only in
 * memory are derived again when the database is opened. Numbers of contents only ascend, so the
 * contents of moving rows come before the contents of recent rows. The one row of `moves` says,
 * for all tables, which rows are on disk:
 *
 *   contents  1 ───────────── up_to ───────────────────── moving_to ──────────────── the last
 *             all are on disk │ those before a place, at which │ none
 *                             │ a table, a collection, a key   │
 *
 * This row is written with each part that moves. So even after many kills, a process goes on where
 * the last one stopped, and an opening derives rows for at most about twice as many contents as are
 * buffered. For every content that comes, the rows of one content move, so no request waits for a
 * move.
 *
 * Undoing a transaction or an operation also undoes its changes in memory. (The idea: a
 * log-structured merge tree with a rolling merge: O'Neil, Cheng, Gawlick, O'Neil: The
 * Log-Structured Merge-Tree, 1996, section 2.) Figures and what was rejected: docs/decisions/0008.
 */
export interface WriteBuffer extends Undoable {
  readonly blocks: readonly BufferedTable[];
  readonly bands: BufferedTable;
  readonly contentsByFingerprint: BufferedTable;
  readonly contentsByHash: BufferedTable;
  /** A new number for a content, larger than all before. */
  nextContent(): number;
  /** The last content whose rows are all on disk; the rows of later contents must be restored. */
  readonly movedUpTo: number;
  /** To be called when all contents have been restored. */
  restored(): void;

  /** Moves as many rows to disk as are due; belongs at the end of a transaction. */
  moveDue(): void;
  /** Whether memory holds rows that are not on disk. */
  hasUnmoved(): boolean;
  /** Moves some thousand rows to disk before they are due; belongs at the end of a transaction. */
  moveEarly(): void;
  /**
   * Reads some of the keys that the filters of the tables lack; must not be called within a
   * transaction.
   * @returns whether there are more
   */
  learn(): boolean;
}

export const blockTables = ['blocks_0', 'blocks_1', 'blocks_2', 'blocks_3'] as const;

/**
 * The share of all contents that is buffered before rows move, so that several fall on each page.
 */
const bufferedShare = 1 / 16;
const bufferedMin = 4096;
/**
 * About 20 MB of simhash, 60 MB of hybrid: as much again is moving. An opening makes up to twice as
 * many again, which must not take more than 2 s (docs/decisions/0008).
 */
const bufferedMax = 2 ** 17;
/**
 * Rows that move at once: this share of the rows to be moved, but at most `movedMax`. One write of
 * a page serves many of them; with more rows, the requests of a group would wait.
 */
const movedShare = 1 / 64;
const movedMax = 1024;
/** Rows that move at once if no request waits. */
const movedEarly = 16_384;
/** The move is done when this share of the next contents is buffered. */
const movedWithin = 0.9;
/** Keys that a filter reads at once, while requests wait: half a millisecond. */
const learntAtOnce = 2000;
/** How many bands per content a filter is made for; it grows if there are more. */
const bandsOfContent = 8;

export interface WriteBufferOptions {
  /** How many contents are buffered before their rows move, by the number of all contents. */
  readonly buffered: (contents: number) => number;
}

const defaultOptions: WriteBufferOptions = {
  buffered: (contents) => Math.min(bufferedMax, Math.max(bufferedMin, contents * bufferedShare)),
};

interface MovedRow extends Place {
  readonly upTo: number;
  readonly movingTo: number;
  readonly atTable: number;
}

/** How far a move has come, in rows of all tables together. */
interface Move {
  readonly total: number;
  readonly passed: number;
  /** Whether the database has recorded it. */
  readonly isNoted: boolean;
}

/**
 * @param isLive whether a collection exists
 * @param livingContents how many contents there are, which decides sizes; the last number may be
 *   far larger; the default is the number of all contents that ever existed
 */
export function createWriteBuffer(
  db: Database,
  isLive: (collection: number) => boolean,
  { buffered }: WriteBufferOptions = defaultOptions,
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
  // Includes contents that were rolled back, because a move up to them may have begun.
  let last = Math.max(start.upTo, start.movingTo, numberOf('SELECT max(number) FROM contents'));
  /** Rows that an earlier process had moved of an unfinished move. */
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
  const tables: BufferedTable[] = [];
  const filtered: FilteredTable[] = [];
  function buffer(rows: DiskTable): BufferedTable {
    const table = createBufferedTable(rows, isLive, movedOf(tables.length));
    tables.push(table);
    return table;
  }
  function bufferFiltered(
    table: string,
    key: string,
    value: string,
    rowsOfContent: number,
  ): BufferedTable {
    const columns = { table, key, value };
    const one = db.prepare<[], number>(`SELECT 1 FROM ${table} LIMIT 1`).pluck();
    let isUsed = false;
    const expected = () => {
      isUsed ||= one.get() !== undefined;
      return isUsed ? contents() * rowsOfContent : 0;
    };
    const pages = () => keysOf(db, columns, learntAtOnce, isLive);
    const rows = createFilteredTable(createDiskTable(db, columns), pages, expected);
    filtered.push(rows);
    return buffer(rows);
  }
  const blocks = blockTables.map((table) => buffer(createPostingLists(db, table)));
  const bands = bufferFiltered('bands', 'key', 'content', bandsOfContent);
  const contentsByFingerprint = bufferFiltered('contents_by_fingerprint', 'prefix', 'content', 1);
  const contentsByHash = bufferFiltered('contents_by_hash', 'hash', 'content', 1);

  /** The last content before the contents of the recent rows. */
  let recentAfter = start.upTo;
  let movedUpTo = start.upTo;
  /** undefined: nothing moves. */
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
    if (move === undefined) return;
    const { total, passed, isNoted } = move;
    const due = (last - recentAfter) / (buffered(contents()) * movedWithin);
    const wanted = Math.ceil(total * Math.min(1, due));
    const isWorthIt = wanted === total || wanted - passed >= Math.min(movedMax, total * movedShare);
    if (isWorthIt || !isNoted) move = moveUpTo(move, isWorthIt ? wanted : passed);
  }

  function moveEarly(): void {
    if (move === undefined) beginMove();
    if (move !== undefined) move = moveUpTo(move, Math.min(move.total, move.passed + movedEarly));
  }

  /** @param wanted how many rows of the whole move must have moved */
  function moveUpTo({ total, passed: before }: Move, wanted: number): Move {
    let passed = before;
    for (const table of tables) {
      if (passed < wanted) passed += table.move(wanted - passed);
    }
    const table = tables.findIndex((each) => each.movedTo() !== undefined);
    const place = tables[table]?.movedTo();
    if (place === undefined) writeMoved.run(recentAfter, recentAfter, 0, 0, 0);
    else writeMoved.run(movedUpTo, recentAfter, table, place.collection, place.key);
    return { total, passed, isNoted: true };
  }

  function committed(): void {
    for (const table of tables) table.committed();
    if (move?.isNoted && move.passed >= move.total) {
      movedUpTo = recentAfter;
      move = undefined;
    }
    committedMove = move;
    if (move === undefined && last - recentAfter >= buffered(contents())) beginMove();
  }

  function beginMove(): void {
    const total = tables.reduce((sum, table) => sum + table.beginMove(), 0);
    recentAfter = last;
    move = { total, passed: 0, isNoted: false };
    committedMove = move;
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
    movedUpTo: start.upTo,
    restored,
    savepoint() {
      for (const table of tables) table.savepoint();
    },
    rollbackToSavepoint() {
      for (const table of tables) table.rollbackToSavepoint();
    },
    moveDue: moveDue,
    hasUnmoved: () => move !== undefined || last > recentAfter,
    moveEarly: moveEarly,
    committed,
    rolledBack() {
      for (const table of tables) table.rolledBack();
      move = committedMove;
    },
    learn: () => filtered.some((rows) => rows.learn()),
  };
}
