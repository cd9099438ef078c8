import type { Database } from 'better-sqlite3';
import type { Row } from './memtable.js';

/*
 * The table of one block of the fingerprints. By block it stores, packed into posting lists, the
 * other 48 bits (the rest) of each fingerprint that has this block.
 *
 *   collection  block   list   rests
 *            1  0x5a17     0   ▏6 bytes▕▏6 bytes▕ …   at most 160, in the order in which they came
 *            1  0x5a17     1   ▏6 bytes▕ …            the last one takes what comes
 *
 * A row for each fingerprint would take 16 bytes, most of which repeat the key. SQLite returns some
 * six rows a microsecond, and at ten million fingerprints a query reads six hundred. A list of 160
 * is the longest that stays on its page of the tree (4 lists on a page of 4 KiB); longer lists
 * would overflow to pages of their own. Appending is one statement, which returns nothing to
 * JavaScript. Rows come in the order of the table (write-buffer.ts), so rows of one block come
 * together.
 */

/**
 * Running a statement costs as much as a row, so one statement takes up to this many lists.
 */
const together = 8;

/** The bytes of one rest. */
export const restBytes = 6;
/** SQLite stores at most 1,002 bytes of a row of a WITHOUT ROWID table on its page of 4 KiB. */
const listRestsMax = 160;
const listBytesMax = listRestsMax * restBytes;
/** About 5 MB. */
const openMax = 2 ** 17;

/** The part of a block table that is on disk: a set of rows (collection, block, rest). */
export interface PostingLists {
  /** The rests of a block. */
  search(collection: number, block: number): number[];
  has(collection: number, block: number, rest: number): boolean;
  /** Inserts rows, none of which may be in the table. Fastest in the order of the table. */
  insert(rows: readonly Row[]): void;
  /** Inserts those rows that are not in the table. */
  insertMissing(rows: readonly Row[]): void;
  remove(collection: number, block: number, rest: number): void;
}

/** @param table has the columns `collection, block, list, rests` */
export function createPostingLists(db: Database, table: string): PostingLists {
  const ofBlock = `FROM ${table} WHERE collection = ? AND block = ?`;
  const selectAll = db.prepare<[number, number], Buffer>(`SELECT rests ${ofBlock}`).pluck();
  const selectLists = db
    .prepare<[number, number], [list: number, rests: Buffer]>(`SELECT list, rests ${ofBlock}`)
    .raw();
  const selectLast = db.prepare<[number, number], number>(`SELECT max(list) ${ofBlock}`).pluck();
  const selectTogether = db
    .prepare<number[], [collection: number, block: number, rests: Buffer]>(
      repeated(together, `SELECT collection, block, rests ${ofBlock}`, ' UNION ALL '),
    )
    .raw();
  const appendTo = (lists: number) =>
    db.prepare<(number | Buffer)[]>(
      `INSERT INTO ${table} (collection, block, list, rests)
       VALUES ${repeated(lists, '(?, ?, ?, ?)', ', ')}
       ON CONFLICT DO UPDATE SET rests = CAST(rests || excluded.rests AS BLOB)
         WHERE length(rests) + length(excluded.rests) <= ${listBytesMax}`,
    );
  const append = appendTo(1);
  const appendTogether = appendTo(together);
  const write = db.prepare<[Buffer, number, number, number]>(
    `UPDATE ${table} SET rests = ? WHERE collection = ? AND block = ? AND list = ?`,
  );
  const deleteList = db.prepare<[number, number, number]>(`DELETE ${ofBlock} AND list = ?`);

  /**
   * The number of the list that takes new rests, if it is not list 0. A missing entry costs a
   * look-up.
   */
  const open = new Map<number, number>();

  function search(collection: number, block: number): number[] {
    const found: number[] = [];
    for (const rests of selectAll.all(collection, block)) readRests(rests, found);
    return found;
  }

  function insert(runs: readonly Run[]): void {
    let at = 0;
    for (; at + together <= runs.length; at += together) {
      const some = runs.slice(at, at + together);
      const rows: (number | Buffer)[] = [];
      for (const run of some) rows.push(...rowOf(run));
      if (appendTogether.run(...rows).changes === together) continue;
      // Some lists were full; the other runs have been appended.
      for (const run of some) {
        if (!search(run.collection, run.block).includes(run.rests[0]!)) insertRun(run);
      }
    }
    for (; at < runs.length; at++) insertRun(runs[at]!);
  }

  function rowOf({ collection, block, rests }: Run): readonly (number | Buffer)[] {
    const list = open.get(keyOf(collection, block)) ?? 0;
    return [collection, block, list, packRests(rests)];
  }

  function insertRun(run: Run): void {
    const { collection, block, rests } = run;
    if (append.run(...rowOf(run)).changes > 0) return;
    const packed = packRests(rests);
    const key = keyOf(collection, block);
    let list = Math.max((open.get(key) ?? 0) + 1, selectLast.get(collection, block)!);
    if (append.run(collection, block, list, packed).changes === 0) {
      append.run(collection, block, ++list, packed);
    }
    if (open.size >= openMax) open.clear();
    open.set(key, list);
  }

  /** @param runs at most `together`; @returns the runs without rests that are stored already */
  function missing(runs: readonly Run[]): Run[] {
    // If there are fewer, the last is looked up several times.
    const keys = Array.from({ length: together }, (_, i) => runs[Math.min(i, runs.length - 1)]!);
    const there = new Map<number, Set<number>>(
      runs.map(({ collection, block }) => [keyOf(collection, block), new Set()]),
    );
    const wanted = keys.flatMap(({ collection, block }) => [collection, block]);
    for (const [collection, block, packed] of selectTogether.all(...wanted)) {
      const met = there.get(keyOf(collection, block))!;
      for (const rest of readRests(packed)) met.add(rest);
    }
    const left: Run[] = [];
    for (const { collection, block, rests } of runs) {
      const met = there.get(keyOf(collection, block))!;
      const others = rests.filter((rest) => met.size < met.add(rest).size);
      if (others.length > 0) left.push({ collection, block, rests: others });
    }
    return left;
  }

  function insertMissing(runs: readonly Run[]): void {
    for (let at = 0; at < runs.length; at += together) {
      insert(missing(runs.slice(at, at + together)));
    }
  }

  return {
    search,
    has(collection, block, rest) {
      const wanted = packRests([rest]);
      return selectAll.all(collection, block).some((rests) => placeOf(rests, wanted) >= 0);
    },
    insert: (rows) => insert(runsOf(rows)),
    insertMissing: (rows) => insertMissing(runsOf(rows)),
    remove(collection, block, rest) {
      const wanted = packRests([rest]);
      for (const [list, rests] of selectLists.all(collection, block)) {
        const at = placeOf(rests, wanted);
        if (at < 0) continue;
        const left = Buffer.concat([rests.subarray(0, at), rests.subarray(at + restBytes)]);
        if (left.length > 0) write.run(left, collection, block, list);
        else deleteList.run(collection, block, list);
        return;
      }
    },
  };
}

/** A piece of SQL, repeated. */
function repeated(times: number, sql: string, between: string): string {
  return Array<string>(times).fill(sql).join(between);
}

/** Rests that are inserted under one key: at least one, at most as many as fit into a list. */
interface Run {
  readonly collection: number;
  readonly block: number;
  readonly rests: readonly number[];
}

const keyOf = (collection: number, block: number): number => collection * 2 ** 16 + block;

/** Consecutive rows with one key form a run. */
function runsOf(rows: readonly Row[]): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < rows.length; ) {
    const [collection, block] = rows[from]!;
    const rests: number[] = [];
    let to = from;
    for (; to < rows.length && rests.length < listRestsMax; to++) {
      const [ofCollection, ofBlock, rest] = rows[to]!;
      if (ofCollection !== collection || ofBlock !== block) break;
      rests.push(rest);
    }
    runs.push({ collection, block, rests });
    from = to;
  }
  return runs;
}

/** How many lists are empty, too long or cut off, or hold a rest that their block holds twice. */
export function faultyLists(db: Database, table: string): number {
  const all = db
    .prepare<[], [collection: number, block: number, rests: Buffer]>(
      `SELECT collection, block, rests FROM ${table} ORDER BY collection, block, list`,
    )
    .raw();
  let faulty = 0;
  let [ofCollection, ofBlock] = [0, 0];
  const met = new Set<number>();
  for (const [collection, block, packed] of all.iterate()) {
    if (collection !== ofCollection || block !== ofBlock) met.clear();
    [ofCollection, ofBlock] = [collection, block];
    const rests = readRests(packed);
    const before = met.size;
    for (const rest of rests) met.add(rest);
    const isWhole = rests.length > 0 && rests.length * restBytes === packed.length;
    const isNew = met.size === before + rests.length;
    if (!isWhole || !isNew || rests.length > listRestsMax) faulty += 1;
  }
  return faulty;
}

/** The position of the rest in the list, or -1. */
function placeOf(rests: Buffer, rest: Buffer): number {
  let at = rests.indexOf(rest);
  while (at >= 0 && at % restBytes !== 0) at = rests.indexOf(rest, at + 1);
  return at;
}

/** Appends the rests of a list to `found`. */
export function readRests(rests: Uint8Array, found: number[] = []): number[] {
  for (let at = 0; at + restBytes <= rests.length; at += restBytes) {
    const high = (rests[at]! << 8) | rests[at + 1]!;
    const low =
      (rests[at + 2]! << 24) | (rests[at + 3]! << 16) | (rests[at + 4]! << 8) | rests[at + 5]!;
    found.push(high * 2 ** 32 + (low >>> 0));
  }
  return found;
}

function packRests(rests: readonly number[]): Buffer {
  const packed = Buffer.allocUnsafe(rests.length * restBytes);
  for (const [index, rest] of rests.entries()) {
    packed.writeUIntBE(rest, index * restBytes, restBytes);
  }
  return packed;
}
