import type { Database } from 'better-sqlite3';
import { documentRows } from '../runs/row-format.js';
import { RowCursor } from '../runs/run.js';
import { createChunkReader } from '../runs/segment.js';
import { createSortedRuns, defaultRunsOptions } from '../runs/sorted-runs.js';
import { spaceOfDocuments } from '../runs/space.js';
import { bytesAsText, textOfBytes } from '../runs/text-chunk.js';
import type { Undoable } from '../undo.js';
import { bufferedByDefault, type WriteBufferOptions } from '../write-buffer/write-buffer.js';

/**
 * Documents by id: the newest in two temporary tables, which are in memory and change with every
 * transaction, the others in sorted runs on disk.
 *
 *   add ──► recent ──when enough, it becomes──► moving ──some each transaction──► a run ──► merges
 *
 * One large tree would be changed all over: with random ids each document would cost a page of its own,
 * once in the log and once in the file. If a process is killed, an opening reads from the table
 * `documents` what was not in a complete run; that is at most about three times what is buffered.
 */
export interface DocumentIds extends Undoable {
  /** The number of the document with this id. */
  find(collection: number, id: string): number | undefined;
  /** @param id is not in the collection @returns a new number, larger than all before */
  add(collection: number, id: string): number;
  remove(collection: number, id: string, document: number): void;
  /**
   * The documents of a collection in the order of the bytes of their ids, from this one on, or behind it.
   * The table must not change meanwhile.
   */
  from(collection: number, id: string, isBehind: boolean): Generator<KeyRow, void>;
  /**
   * Some documents with ids behind `after` (undefined: all), in this order. Rows of one id stay together,
   * so a page may exceed its limits by those of the last id.
   */
  page(collection: number, after: string | undefined, limits: IdPageLimits): IdPage;

  /** Moves as many rows as are due, and merges; belongs at the end of a transaction. */
  moveDue(): void;
  /** Whether there are rows that are in no run. */
  hasUnmoved(): boolean;
  /** Moves some thousand rows before they are due; belongs at the end of a transaction. */
  moveEarly(): void;
  /** `moveDue` is to rewrite runs of which half was removed. @returns whether there are some */
  shrink(): boolean;
  /** Reads some of what filters lack; must not be called within a transaction. @returns whether there is more */
  learn(): boolean;
}

export interface IdPageLimits {
  readonly documents: number;
  /** Rows of the index that a page reads, including those of removed documents. */
  readonly rows: number;
}

export interface IdPage {
  readonly documents: readonly number[];
  /** Where the next page begins; undefined: this was the last one. */
  readonly last: string | undefined;
}

/** Rows that move at once: this share of what is to move, but at most `movedMax`, if they are not late. */
const movedShare = 1 / 64;
const movedMax = 1024;
const movedEarly = 16_384;
/** The move is done when this share of the next documents is buffered. */
const movedWithin = 0.9;
/** Rows of a temporary table that are read at once. */
const pageRows = 64;

/** `key`: the bytes of the id (`bytesAsText`). */
interface KeyRow {
  readonly key: string;
  readonly document: number;
}

/** Where rows of a collection begin: with an id, or behind it. */
interface Start {
  readonly id: string;
  readonly isBehind: boolean;
}

/** How far the rows of the table `moving` have come. */
interface Move {
  readonly rows: number;
  readonly passed: number;
  readonly collection: number;
  readonly id: string;
}

/** @param living how many documents there are, which decides how many are buffered */
export function createDocumentIds(
  db: Database,
  { buffered, runs: ofRuns = defaultRunsOptions }: WriteBufferOptions = bufferedByDefault,
  living?: () => number,
): DocumentIds {
  // Rows of deleted collections stay until the sweep has found their documents by them.
  const runs = createSortedRuns(db, documentRows, () => true, ofRuns);
  const read = createChunkReader(db, documentRows);
  const tables = [createTable(db, 'ids_0'), createTable(db, 'ids_1')] as const;
  const selectBoth = db
    .prepare<[number, string, number, string], number>(
      `SELECT document FROM temp.ids_0 WHERE collection = ? AND id = ? UNION ALL
       SELECT document FROM temp.ids_1 WHERE collection = ? AND id = ?`,
    )
    .pluck();
  const largest = db.prepare<[], number | null>('SELECT max(number) FROM documents').pluck().get();
  let recent: 0 | 1 = 0;
  /** The documents of the table `moving`: above the first, up to the second. */
  let movingAfter = 0;
  let recentAfter = runs.runs.reduce((most, { upTo }) => Math.max(most, upTo), 0);
  let last = Math.max(largest ?? 0, recentAfter, runs.removed.largest);
  let move: Move | undefined;
  let committedMove: Move | undefined;
  tables[recent].fill(recentAfter);

  const bufferedNow = () => buffered(living === undefined ? last : living());

  function find(collection: number, id: string): number | undefined {
    const document = selectBoth.get(collection, id, collection, id);
    if (document !== undefined) return document;
    return runs.valuesOf(spaceOfDocuments(collection), bytesAsText(id), [], 0, 1)[0];
  }

  function remove(collection: number, id: string, document: number): void {
    if (document > recentAfter) {
      tables[recent].remove(collection, id);
      return;
    }
    if (move !== undefined && document > movingAfter) tables[1 - recent]!.remove(collection, id);
    runs.removed.add(document);
  }

  /** The rows of a collection in order, with those of removed documents. */
  function* rowsFrom(collection: number, start: Start): Generator<KeyRow, void> {
    const space = spaceOfDocuments(collection);
    const value = start.isBehind ? Number.POSITIVE_INFINITY : 0;
    const before = [space, bytesAsText(start.id), value] as const;
    const sources: Iterator<KeyRow, void>[] = [
      ...tables.map((table) => table.rowsFrom(collection, start)),
      ...runs.runs.map((run) => rowsOf(new RowCursor(run, documentRows, read, before), space)),
    ];
    const heads = sources.map((source) => source.next().value);
    while (true) {
      let least = -1;
      for (const [i, head] of heads.entries()) {
        if (head !== undefined && (least < 0 || head.key < heads[least]!.key)) least = i;
      }
      const row = heads[least];
      if (row === undefined) return;
      yield row;
      heads[least] = sources[least]!.next().value;
    }
  }

  function beginMove(): void {
    recent = recent === 0 ? 1 : 0;
    movingAfter = recentAfter;
    recentAfter = last;
    const rows = tables[1 - recent]!.count();
    move = { rows, passed: 0, collection: Number.NEGATIVE_INFINITY, id: '' };
    committedMove = move;
  }

  function beginDue(): void {
    if (move === undefined && last - recentAfter >= bufferedNow()) beginMove();
  }

  function moveSome({ rows, passed, collection, id }: Move, count: number): void {
    const moving = tables[1 - recent]!;
    const found = moving.next(collection, id, count);
    const run = runs.newRun({ after: movingAfter, upTo: recentAfter, rows });
    for (const row of found) {
      run.add(spaceOfDocuments(row.collection), bytesAsText(row.id), row.document);
    }
    const end = found.at(-1);
    if (end !== undefined && found.length === count) {
      const { collection, id } = end;
      move = { rows, passed: passed + count, collection, id };
      return;
    }
    run.finish();
    moving.clear();
    move = undefined;
  }

  function moveDue(): void {
    const most = bufferedNow();
    if (move !== undefined) {
      const { rows, passed } = move;
      // Rows that a killed process had not moved either go faster.
      const came = last - recentAfter + Math.max(0, rows - most);
      const due = Math.min(1, came / (most * movedWithin));
      const wanted = due === 1 ? Number.MAX_SAFE_INTEGER : Math.ceil(rows * due) - passed;
      if (wanted >= Math.min(movedMax, rows * movedShare)) moveSome(move, Math.max(1, wanted));
    }
    runs.mergeDue(last, most);
  }

  function moveEarly(): void {
    if (move === undefined && last > recentAfter) beginMove();
    if (move !== undefined) moveSome(move, movedEarly);
    runs.removed.write();
  }

  beginDue();

  return {
    find,
    add(collection, id) {
      last += 1;
      tables[recent].add(collection, id, last);
      return last;
    },
    remove,
    *from(collection, id, isBehind) {
      for (const row of rowsFrom(collection, { id, isBehind })) {
        if (!runs.removed.has(row.document)) yield row;
      }
    },
    page(collection, after, limits) {
      const documents: number[] = [];
      let passed = 0;
      const start = { id: after ?? '', isBehind: after !== undefined };
      let last = '';
      for (const { key, document } of rowsFrom(collection, start)) {
        // Rows of one id stay together: all but one are of removed documents.
        const isFull = passed >= limits.rows || documents.length >= limits.documents;
        if (isFull && key !== last) return { documents, last: textOfBytes(last) };
        if (!runs.removed.has(document)) documents.push(document);
        passed += 1;
        last = key;
      }
      return { documents, last: undefined };
    },
    moveDue,
    hasUnmoved: () => move !== undefined || last > recentAfter,
    moveEarly,
    shrink: runs.shrink,
    learn: runs.learn,
    savepoint: runs.savepoint,
    rollbackToSavepoint: runs.rollbackToSavepoint,
    committed() {
      runs.committed();
      committedMove = move;
      beginDue();
    },
    rolledBack() {
      runs.rolledBack();
      move = committedMove;
    },
  };
}

function* rowsOf(cursor: RowCursor<string>, space: number): Generator<KeyRow, void> {
  for (; cursor.isAt && cursor.space === space; cursor.next()) {
    yield { key: cursor.key, document: cursor.value };
  }
}

/** A temporary table of documents by id: SQLite undoes its changes with those of the other tables. */
function createTable(db: Database, name: string) {
  db.exec(
    `DROP TABLE IF EXISTS temp.${name};
     CREATE TEMP TABLE ${name} (
       collection INTEGER NOT NULL, id TEXT NOT NULL, document INTEGER NOT NULL,
       PRIMARY KEY (collection, id)
     ) WITHOUT ROWID`,
  );
  const table = `temp.${name}`;
  const insert = db.prepare<[number, string, number]>(`INSERT INTO ${table} VALUES (?, ?, ?)`);
  const fill = db.prepare<[number]>(
    `INSERT OR REPLACE INTO ${table} SELECT collection, id, number FROM documents
     WHERE number > ? ORDER BY collection, id`,
  );
  const remove = db.prepare<[number, string]>(
    `DELETE FROM ${table} WHERE collection = ? AND id = ?`,
  );
  const clear = db.prepare(`DELETE FROM ${table}`);
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck();
  const selectNext = db.prepare<
    [number, string, number],
    { readonly collection: number; readonly id: string; readonly document: number }
  >(
    `SELECT collection, id, document FROM ${table} WHERE (collection, id) > (?, ?)
     ORDER BY collection, id LIMIT +?`,
  );
  const select = (comparison: '>' | '>=') =>
    db.prepare<[number, string, number], { readonly id: string; readonly document: number }>(
      `SELECT id, document FROM ${table} WHERE collection = ? AND id ${comparison} ?
       ORDER BY id LIMIT +?`,
    );
  const selectFrom = select('>=');
  const selectBehind = select('>');

  function* rowsFrom(collection: number, { id, isBehind }: Start): Generator<KeyRow, void> {
    let rows = (isBehind ? selectBehind : selectFrom).all(collection, id, pageRows);
    while (true) {
      for (const row of rows) yield { key: bytesAsText(row.id), document: row.document };
      if (rows.length < pageRows) return;
      rows = selectBehind.all(collection, rows.at(-1)!.id, pageRows);
    }
  }

  return {
    add: (collection: number, id: string, document: number) =>
      void insert.run(collection, id, document),
    remove: (collection: number, id: string) => void remove.run(collection, id),
    /** Takes up the documents with larger numbers. */
    fill: (after: number) => void fill.run(after),
    clear: () => void clear.run(),
    count: () => count.get()!,
    /** The next rows of all collections. */
    next: (collection: number, id: string, rows: number) => selectNext.all(collection, id, rows),
    rowsFrom,
  };
}
