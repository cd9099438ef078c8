import type { Database } from 'better-sqlite3';
import type { Row } from './memtable.js';

/** The part of a buffered table that is on disk: a set of rows (collection, key, value). */
export interface DiskTable {
  /**
   * The values of some keys, key by key; if there are more than `limit`, perhaps not all of them.
   */
  search(collection: number, keys: readonly number[], limit?: number): number[];
  /**
   * The values of a key that are larger than `value`, ascending, at most `limit`. Absent if rows
   * are not stored in this order.
   */
  after?(collection: number, key: number, value: number, limit: number): number[];
  /** One of the values that `search` finds. */
  first(collection: number, key: number): number | undefined;
  has(collection: number, key: number, value: number): boolean;
  /** Inserts rows, none of which may be in the table. Fastest in the order of the table. */
  insert(rows: readonly Row[]): void;
  /** Inserts those rows that are not in the table. */
  insertMissing(rows: readonly Row[]): void;
  remove(collection: number, key: number, value: number): void;
}

export interface DiskColumns {
  readonly table: string;
  readonly key: string;
  readonly value: string;
}

/**
 * Running a statement costs as much as a row, so one statement takes up to this many keys or rows.
 */
export const together = 8;

/** A table with a row for each value: for keys that have few values each. */
export function createDiskTable(db: Database, { table, key, value }: DiskColumns): DiskTable {
  const ofKey = `FROM ${table} WHERE collection = ? AND ${key} = ?`;
  const selectOf = (keys: number) =>
    db
      .prepare<number[], number>(
        `${repeated(keys, `SELECT ${value} ${ofKey}`, ' UNION ALL ')} LIMIT +?`,
      )
      .pluck();
  const select = selectOf(1);
  const selectTogether = selectOf(together);
  const selectAfter = db
    .prepare<[number, number, number, number], number>(
      `SELECT ${value} ${ofKey} AND ${value} > ? ORDER BY ${value} LIMIT +?`,
    )
    .pluck();
  const selectFirst = db
    .prepare<[number, number], number>(`SELECT ${value} ${ofKey} LIMIT 1`)
    .pluck();
  const selectOne = db.prepare<[number, number, number]>(`SELECT 1 ${ofKey} AND ${value} = ?`);
  const insertOf = (rows: number) =>
    db.prepare<number[]>(
      `INSERT OR IGNORE INTO ${table} (collection, ${key}, ${value})
       VALUES ${repeated(rows, '(?, ?, ?)', ', ')}`,
    );
  const insertOne = insertOf(1);
  const insertTogether = insertOf(together);
  const deleteOne = db.prepare<[number, number, number]>(`DELETE ${ofKey} AND ${value} = ?`);

  function search(
    collection: number,
    keys: readonly number[],
    limit = Number.MAX_SAFE_INTEGER,
  ): number[] {
    let found: number[] | undefined;
    for (let at = 0; at < keys.length; ) {
      const room = limit + 1 - (found?.length ?? 0);
      if (room <= 0) break;
      const left = keys.length - at;
      const size = left < together ? 1 : together;
      const wanted: number[] = [];
      for (let next = at; next < at + size; next++) wanted.push(collection, keys[next]!);
      wanted.push(room);
      const values = (size === 1 ? select : selectTogether).all(...wanted);
      // A key may have thousands of values: the first array is not copied.
      if (found === undefined) found = values;
      else for (const each of values) found.push(each);
      at += size;
    }
    return found ?? [];
  }

  function insert(rows: readonly Row[]): void {
    let at = 0;
    for (; at + together <= rows.length; at += together) {
      insertTogether.run(...rows.slice(at, at + together).flat());
    }
    for (; at < rows.length; at++) insertOne.run(...rows[at]!);
  }

  return {
    search,
    after: (collection, key, value, limit) => selectAfter.all(collection, key, value, limit),
    first: (collection, wanted) => selectFirst.get(collection, wanted),
    has: (...row) => selectOne.get(...row) !== undefined,
    insert,
    insertMissing: insert,
    remove(...row) {
      deleteOne.run(...row);
    },
  };
}

/** Some keys of a collection. */
export interface KeyPage {
  readonly collection: number;
  readonly keys: readonly number[];
}

/**
 * All keys in the order of the table, some at a time; rows may come and go meanwhile.
 * @param isLive whether a collection exists; keys of deleted collections are left out
 */
export function* keysOf(
  db: Database,
  { table, key }: Pick<DiskColumns, 'table' | 'key'>,
  keysOfPage: number,
  isLive: (collection: number) => boolean = () => true,
): Generator<KeyPage, undefined> {
  const after = db
    .prepare<[number], number | null>(`SELECT min(collection) FROM ${table} WHERE collection > ?`)
    .pluck();
  const page = db
    .prepare<[number, number, number], number>(
      `SELECT DISTINCT ${key} FROM ${table}
       WHERE collection = ? AND ${key} > ? ORDER BY ${key} LIMIT +?`,
    )
    .pluck();
  let collection = after.get(Number.MIN_SAFE_INTEGER) ?? null;
  for (let last = Number.MIN_SAFE_INTEGER; collection !== null; ) {
    const keys = isLive(collection) ? page.all(collection, last, keysOfPage) : [];
    const end = keys.at(-1);
    if (end === undefined) {
      collection = after.get(collection) ?? null;
      last = Number.MIN_SAFE_INTEGER;
    } else {
      yield { collection, keys };
      last = end;
    }
  }
}

/** A piece of SQL, repeated. */
export function repeated(times: number, sql: string, between: string): string {
  return Array<string>(times).fill(sql).join(between);
}
