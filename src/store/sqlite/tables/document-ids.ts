import type { Database } from 'better-sqlite3';
import type { Undoable } from '../undo.js';
import { bufferedByDefault, type WriteBufferOptions } from '../write-buffer/write-buffer.js';

/**
 * Documents by id, in three SQLite tables, each many times as large as the previous one:
 *
 *   newest_ids (in memory) ──next rows in order──► recent_ids ──next rows in order──► document_ids
 *
 * In one large table with random ids, nearly every document would change a different page, once in the log and once in
 * the file: 11 KB for each document. So new rows are inserted into the smallest table, and as many rows are moved from
 * each table to the next. The rows of a move are adjacent in the order of ids, and share pages. The next move continues
 * after them, or with the first id if the last one was reached. (A rolling merge: O'Neil, Cheng, Gawlick, O'Neil: The
 * Log-Structured Merge-Tree, 1996, section 2.)
 *
 * Each id is in one table only, except after a kill. The first table is then empty. Opening the file refills it with
 * the documents above number `ids_moved.up_to` that are not in the second table. Some of them may also be in the third
 * table. Figures: docs/internals/decisions/0027.
 */
export interface DocumentIds extends Undoable {
  /** Returns the number of the document with this id. */
  find(collection: number, id: string): number | undefined;
  /** Adds an id that is not in the collection yet. @returns a new document number, larger than all earlier ones */
  add(collection: number, id: string): number;
  remove(collection: number, id: string): void;
  /**
   * Returns at most `limit` documents in byte order of their ids. Starts with `id`, or after it if `isBehind` is true.
   */
  page(collection: number, id: string, isBehind: boolean, limit: number): readonly IdRow[];
  /** Yields the same documents as `page`, but without a limit. Documents added in the meantime may be missed. */
  from(collection: number, id: string, isBehind: boolean): Generator<IdRow, void>;

  /** If a table has too many rows, moves some to the next table. Must be called at the end of a transaction. */
  flushDue(): void;
  /** Returns true if memory contains rows that are not on disk. */
  hasUnflushed(): boolean;
  /** Moves several thousand rows to the next table ahead of time. Must be called at the end of a transaction. */
  flushEarly(): void;
}

export interface IdRow {
  readonly id: string;
  readonly document: number;
}

/** Minimum number of rows worth moving, or an eighth of the rows that stay if that is less. */
const movedMax = 1024;
const movedEarly = 16_384;
/**
 * Number of rows that stay in `recent_ids`. With a larger number, inserting a row into this table takes more page
 * writes, and moving the row on to the next table takes fewer.
 */
const recentDefault = 2 ** 19;
const pageRows = 64;

/** A position in the sort order of the rows of all collections. */
interface Place {
  readonly collection: number;
  readonly id: string;
}

/** Position before all rows. */
const start: Place = { collection: -1, id: '' };

/** Progress of the moves. A pass goes through all ids of a table once. */
interface State {
  /** Number of rows in `newest_ids`. */
  readonly newest: number;
  /** Number of rows in `recent_ids`. */
  readonly recent: number;
  /** Positions up to which the current pass over each table has moved rows. */
  readonly newestAt: Place;
  readonly recentAt: Place;
  /**
   * Number of the last document when the current pass over `newest_ids` began. When the pass ends, all documents up to
   * this one have been moved.
   */
  readonly passFrom: number;
  /** All documents up to this number have been moved out of memory. */
  readonly upTo: number;
  /**
   * True if rows were restored after a kill. The current pass then moves all of them, even those that could stay in
   * `newest_ids`.
   */
  readonly isLate: boolean;
}

/**
 * @param living returns the number of documents, which determines how many rows stay in memory
 */
export function createDocumentIds(
  db: Database,
  { buffered, recentIds = recentDefault }: WriteBufferOptions = bufferedByDefault,
  living?: () => number,
): DocumentIds {
  db.exec(
    `DROP TABLE IF EXISTS temp.newest_ids;
     CREATE TEMP TABLE newest_ids (
       collection INTEGER NOT NULL, id TEXT NOT NULL, document INTEGER NOT NULL,
       PRIMARY KEY (collection, id)
     ) WITHOUT ROWID`,
  );
  const ofId = 'WHERE collection = ? AND id = ?';
  const tables = ['temp.newest_ids', 'recent_ids', 'document_ids'] as const;
  const select = db
    .prepare<[number, string, number, string, number, string], number>(
      `${tables.map((table) => `SELECT document FROM ${table} ${ofId}`).join(' UNION ALL ')} LIMIT 1`,
    )
    .pluck();
  const insert = db.prepare<[number, string, number]>(
    'INSERT INTO temp.newest_ids (collection, id, document) VALUES (?, ?, ?)',
  );
  const deleteFrom = (table: string) =>
    db.prepare<[number, string]>(`DELETE FROM ${table} ${ofId}`);
  const deleteNewest = deleteFrom('temp.newest_ids');
  const deleteRecent = deleteFrom('recent_ids');
  const deleteOld = deleteFrom('document_ids');
  const selectPage = (comparison: '>' | '>=') =>
    db.prepare<[number, string, number, string, number, string, number], IdRow>(
      `${tables
        .map(
          (table) =>
            `SELECT id, document FROM ${table} WHERE collection = ? AND id ${comparison} ?`,
        )
        .join(' UNION ')} ORDER BY id, document LIMIT +?`,
    );
  const [selectFrom, selectBehind] = [selectPage('>='), selectPage('>')];
  const moveNewest = createMove(db, 'temp.newest_ids', 'recent_ids');
  const moveRecent = createMove(db, 'recent_ids', 'document_ids');
  const writeMoved = db.prepare<[number, number]>('UPDATE ids_moved SET up_to = ?, recent = ?');
  const moved = db
    .prepare<[], { readonly upTo: number; readonly recent: number }>(
      'SELECT up_to AS upTo, recent FROM ids_moved',
    )
    .get() ?? { upTo: 0, recent: 0 };
  const largest = db.prepare<[], number | null>('SELECT max(number) FROM documents').pluck().get();
  let last = Math.max(largest ?? 0, moved.upTo);
  db.prepare<[number]>(
    `INSERT OR REPLACE INTO temp.newest_ids SELECT collection, id, number FROM documents AS newer
       WHERE number > ? AND NOT EXISTS (SELECT 1 FROM recent_ids AS recent
         WHERE recent.collection = newer.collection AND recent.id = newer.id AND document = number)
       ORDER BY collection, id, number`,
  ).run(moved.upTo);
  const newest = db.prepare<[], number>('SELECT count(*) FROM temp.newest_ids').pluck().get()!;
  let state: State = {
    ...moved,
    newest,
    newestAt: start,
    recentAt: start,
    passFrom: last,
    isLate: newest > 0,
  };
  let lastBefore = last;
  let committedState = state;

  /** Moves at most `most` rows out of `newest_ids`. At the end of a pass, begins the next one. */
  function moveSome(most: number): void {
    const { rows, added, end } = moveNewest(state.newestAt, most);
    const newest = state.newest - rows;
    state = { ...state, newest, recent: state.recent + added, newestAt: end ?? start };
    const upTo = newest === 0 ? last : state.passFrom;
    if (end === undefined || newest === 0) {
      state = { ...state, newestAt: start, upTo, passFrom: last, isLate: false };
    }
  }

  function flushDue(): void {
    // Limits the number of moved rows, because after a kill there may be more to move than one group has time for.
    const most = 2 * Math.max(movedMax, last - lastBefore);
    lastBefore = last;
    const stay = buffered(living === undefined ? last : living()) / 2;
    const newestDue = due(state.newest, state.isLate ? 0 : stay);
    if (newestDue > 0) moveSome(Math.min(most, newestDue));
    const recentDue = due(state.recent, recentIds);
    if (recentDue > 0) {
      const { rows, end } = moveRecent(state.recentAt, Math.min(most, recentDue));
      state = { ...state, recent: state.recent - rows, recentAt: end ?? start };
    }
    note();
  }

  function note(): void {
    const { upTo, recent } = committedState;
    if (state.upTo !== upTo || state.recent !== recent) writeMoved.run(state.upTo, state.recent);
  }

  const page = (collection: number, id: string, isBehind: boolean, limit: number) =>
    (isBehind ? selectBehind : selectFrom).all(
      ...([collection, id, collection, id, collection, id] as const),
      limit,
    );

  return {
    find: (collection, id) => select.get(collection, id, collection, id, collection, id),
    add(collection, id) {
      last += 1;
      insert.run(collection, id, last);
      state = { ...state, newest: state.newest + 1 };
      return last;
    },
    remove(collection, id) {
      const { newest, recent } = state;
      const fromNewest = deleteNewest.run(collection, id).changes;
      const fromRecent = deleteRecent.run(collection, id).changes;
      deleteOld.run(collection, id);
      state = { ...state, newest: newest - fromNewest, recent: recent - fromRecent };
    },
    page,
    *from(collection, id, isBehind) {
      let rows = page(collection, id, isBehind, pageRows);
      while (true) {
        yield* rows;
        if (rows.length < pageRows) return;
        rows = page(collection, rows.at(-1)!.id, true, pageRows);
      }
    },
    flushDue,
    hasUnflushed: () => state.newest > 0,
    flushEarly() {
      moveSome(movedEarly);
      note();
    },
    committed() {
      committedState = state;
    },
    rolledBack() {
      state = committedState;
    },
  };
}

/**
 * Returns the number of rows to move so that `stay` rows are left, or 0 if the rows to move are too few to be
 * worthwhile.
 */
function due(rows: number, stay: number): number {
  const more = Math.ceil(rows - stay);
  return more >= Math.min(movedMax, stay / 8) ? more : 0;
}

interface Moved {
  /** Number of rows taken out of the first table. */
  readonly rows: number;
  /** Number of rows added to the second table. */
  readonly added: number;
  /**
   * Position of the last moved row. Undefined if there were fewer rows after the start position than requested, so that
   * all of them were moved.
   */
  readonly end: Place | undefined;
}

/** Returns a function that moves the first rows after a position, at most `most`, from one table to another. */
function createMove(db: Database, from: string, to: string): (at: Place, most: number) => Moved {
  const selectEnd = db.prepare<[number, string, number], Place>(
    `SELECT collection, id FROM ${from} WHERE (collection, id) > (?, ?)
     ORDER BY collection, id LIMIT 1 OFFSET +?`,
  );
  const selectLast = db.prepare<[], Place>(
    `SELECT collection, id FROM ${from} ORDER BY collection DESC, id DESC LIMIT 1`,
  );
  const range = 'WHERE (collection, id) > (?, ?) AND (collection, id) <= (?, ?)';
  const insert = db.prepare<[number, string, number, string]>(
    `INSERT OR IGNORE INTO ${to} (collection, id, document)
     SELECT collection, id, document FROM ${from} ${range} ORDER BY collection, id`,
  );
  const remove = db.prepare<[number, string, number, string]>(`DELETE FROM ${from} ${range}`);
  return (at, most) => {
    const end = selectEnd.get(at.collection, at.id, most - 1);
    const upTo = end ?? selectLast.get() ?? at;
    const bounds = [at.collection, at.id, upTo.collection, upTo.id] as const;
    const { changes: added } = insert.run(...bounds);
    const { changes: rows } = remove.run(...bounds);
    return { rows, added, end };
  };
}
