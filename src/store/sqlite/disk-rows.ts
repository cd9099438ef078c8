import type { Database } from 'better-sqlite3';

/** The part of a gathered table that is on disk: a set of rows (collection, key, value). */
export interface DiskRows {
  /** All values of a key. */
  search(collection: number, key: number): number[];
  /** One of those that `search` finds. */
  first(collection: number, key: number): number | undefined;
  has(collection: number, key: number, value: number): boolean;
  /** Values of which none is there. Fastest in ascending order of keys. */
  insert(collection: number, key: number, values: readonly number[]): void;
  /** Values that are there already stay as they are. */
  insertMissing(collection: number, key: number, values: readonly number[]): void;
  remove(collection: number, key: number, value: number): void;
}

export interface DiskColumns {
  readonly table: string;
  readonly key: string;
  readonly value: string;
}

/**
 * Inserts rows, those of one key at once where they follow one another.
 * @param insert one of the two ways of `DiskRows`
 */
export function insertRows(
  rows: readonly (readonly [collection: number, key: number, value: number])[],
  insert: DiskRows['insert'],
): void {
  for (let from = 0; from < rows.length; ) {
    const [collection, key] = rows[from]!;
    const values: number[] = [];
    let to = from;
    for (; rows[to]?.[0] === collection && rows[to]![1] === key; to++) values.push(rows[to]![2]);
    insert(collection, key, values);
    from = to;
  }
}

/** A row for each value: for tables whose keys have few values each. */
export function createDiskRows(db: Database, { table, key, value }: DiskColumns): DiskRows {
  const ofKey = `FROM ${table} WHERE collection = ? AND ${key} = ?`;
  const select = db.prepare<[number, number], number>(`SELECT ${value} ${ofKey}`).pluck();
  const selectFirst = db
    .prepare<[number, number], number>(`SELECT ${value} ${ofKey} LIMIT 1`)
    .pluck();
  const selectOne = db.prepare<[number, number, number]>(`SELECT 1 ${ofKey} AND ${value} = ?`);
  const insertOne = db.prepare<[number, number, number]>(
    `INSERT OR IGNORE INTO ${table} (collection, ${key}, ${value}) VALUES (?, ?, ?)`,
  );
  const insert: DiskRows['insert'] = (collection, wanted, values) => {
    for (const each of values) insertOne.run(collection, wanted, each);
  };
  const deleteOne = db.prepare<[number, number, number]>(`DELETE ${ofKey} AND ${value} = ?`);
  return {
    search: (collection, wanted) => select.all(collection, wanted),
    first: (collection, wanted) => selectFirst.get(collection, wanted),
    has: (...row) => selectOne.get(...row) !== undefined,
    insert,
    insertMissing: insert,
    remove(...row) {
      deleteOne.run(...row);
    },
  };
}
