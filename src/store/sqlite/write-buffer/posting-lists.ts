import type { Database } from 'better-sqlite3';
import type { Row } from './memtable.js';

/*
 * Table for one of the four 16-bit blocks of a fingerprint. For each value of the block, it stores the other 48 bits
 * (the rest) of each fingerprint with this block, packed into posting lists.
 *
 *                 number                    rests
 *   collection  level   block   list
 *            1      0  0x5a17      0   ▏6 bytes▕▏6 bytes▕ …   the open list takes new rests
 *            …
 *            1      1  0x5a17      0   ▏6 bytes▕▏6 bytes▕ …   long lists: three times as long as an
 *            1      1  0x5a17      1   ▏6 bytes▕▏6 bytes▕ …   open one, in order of arrival
 *      29 bits      1      16     18
 *
 * The four parts of the key are one integer, the row id. Inner pages of a tree by row id have only row ids, about 300 on
 * a page, and all of them are in the cache. A tree by several columns has whole rows in its inner pages, four on a page:
 * with thirty million fingerprints it is eight pages deep.
 *
 * If each fingerprint had its own row, a row would take 16 bytes, most of them for a repeated key, and a query over ten
 * million fingerprints would read 600 rows, of which SQLite returns about six per microsecond. Four lists of 160 rests fit
 * on a page of 4 KiB. Longer lists would leave more of a page empty.
 *
 * A flush inserts rows in block order (write-buffer.ts), a few for each block, and so changes nearly all open lists.
 * Open lists are short, and stored next to one another because of their level, so several of them share each page
 * write. When an open list is full, its rests are appended to the last long list of the block, or become a new long
 * list, and the open list starts again with the new rests. If the open list of a block were stored next to its long
 * lists, each change would write a page of its own. Appending is a single SQL statement, which returns nothing to
 * JavaScript.
 */

/**
 * Number of blocks whose lists one SQL statement reads or writes. Running a statement costs as much as processing a
 * row.
 */
const together = 8;

/** Size of one rest in bytes. */
export const restBytes = 6;
/** Maximum number of rests in a list. Four full lists fit on a page of 4 KiB. */
const listRestsMax = 160;
const listBytesMax = listRestsMax * restBytes;
/**
 * Maximum number of rests in an open list. Longer open lists take more pages. Shorter ones fill up more often, and each
 * time, the page of a long list changes as well. A flush of 131,072 fingerprints changes the fewest pages if the
 * maximum is between 40 and 60.
 */
const openRestsMax = 53;
const open = 0;
const long = 1;
/** Maximum number of lists of a block in a level. The last one has no maximum length: 41 million rests come before it. */
const listsMax = 2 ** 18;
const lastList = listsMax - 1;

/**
 * Returns the number of the first list of a block in a level. It is exact even above 2^53, because it is a multiple of
 * `listsMax`. Numbers of other lists are exact only in SQL.
 */
function firstList(collection: number, level: number, block: number): number {
  return ((collection * 2 + level) * 2 ** 16 + block) * listsMax;
}

/** Returns the number of the first list of a collection, and that of the first list behind those of the collection. */
export function listRange(collection: number): [from: number, to: number] {
  return [firstList(collection, open, 0), firstList(collection + 1, open, 0)];
}

/** Receives some rests of a block. @param rests `restBytes` bytes for each rest, big-endian */
export type ReadRests = (rests: Uint8Array) => void;

/**
 * The rows of a block table that are on disk: a set of (collection, block, rest), where `rest` is the other 48 bits of
 * the fingerprint.
 */
export interface PostingLists {
  /** Returns the rests of a block. */
  search(collection: number, block: number): number[];
  /** Calls `read` with the rests of a block, many lists at a time. */
  scan(collection: number, block: number, read: ReadRests): void;
  has(collection: number, block: number, rest: number): boolean;
  /** Inserts rows, none of which is in the table yet. Fastest if they are in table order. */
  insert(rows: readonly Row[]): void;
  /** Inserts the rows that are not in the table yet, and skips the others. */
  insertMissing(rows: readonly Row[]): void;
  remove(collection: number, block: number, rest: number): void;
  /** Must be called when a transaction that changed rows has been rolled back. */
  rolledBack(): void;
}

/**
 * @param table has the columns `number, rests`
 * @param options.keepFrom size from which the long lists of a block are kept in memory, in bytes; the default is about
 *   1,400 rests
 * @param options.keepMax maximum size of all lists kept in memory, in bytes
 */
export function createPostingLists(
  db: Database,
  table: string,
  { keepFrom = 2 ** 13, keepMax = 2 ** 23 } = {},
): PostingLists {
  const ofLists = `FROM ${table} WHERE number >= ? AND number < ?`;
  const selectOpen = db
    .prepare<[number], Buffer>(`SELECT rests FROM ${table} WHERE number = ?`)
    .pluck();
  /**
   * Selects all long lists of a block, joined into one row. If many similar pages (a family) share a block, the block
   * has thousands of lists, and returning each list as a row would cost as much as processing its 160 rests.
   */
  const selectLongOf = db
    .prepare<[number, number], Buffer | null>(
      `SELECT CAST(group_concat(rests, '') AS BLOB) ${ofLists}`,
    )
    .pluck();
  const selectLong = db.prepare<[number, number], number>(`SELECT 1 ${ofLists} LIMIT 1`).pluck();
  const selectLists = db
    .prepare<[number, number], [list: number, rests: Buffer]>(`SELECT list, rests ${ofLists}`)
    .raw();
  const selectTogether = db
    .prepare<number[], [index: number, rests: Buffer]>(
      repeated(together, `SELECT ?, rests ${ofLists} OR number = ?`, ' UNION ALL '),
    )
    .raw();
  const appendTo = (lists: number) =>
    db.prepare<(number | Buffer)[]>(
      `INSERT INTO ${table} (number, rests) VALUES ${repeated(lists, '(?, ?)', ', ')}
       ON CONFLICT DO UPDATE SET rests = CAST(rests || excluded.rests AS BLOB)
         WHERE length(rests) + length(excluded.rests) <= ${openRestsMax * restBytes}`,
    );
  const append = appendTo(1);
  const appendTogether = appendTo(together);
  const selectLast = db
    .prepare<[number, number], number | null>(`SELECT max(number) & ${lastList} ${ofLists}`)
    .pluck();
  const appendOpenTo = db.prepare<[number, number, number]>(
    `INSERT INTO ${table} (number, rests) SELECT ? | ?, rests FROM ${table} WHERE number = ?
     ON CONFLICT DO UPDATE SET rests = CAST(rests || excluded.rests AS BLOB)
       WHERE length(rests) + length(excluded.rests) <= ${listBytesMax}
         OR list = ${lastList}`,
  );
  const write = db.prepare<[Buffer, number, number]>(
    `UPDATE ${table} SET rests = ? WHERE number = ? | ?`,
  );
  const deleteList = db.prepare<[number, number]>(`DELETE FROM ${table} WHERE number = ? | ?`);

  /**
   * Maps a collection to true if it may have long lists. Not looking for long lists where there are none makes a check
   * in a small collection 15 µs faster.
   */
  const mayHaveLong = new Map<number, boolean>();

  /**
   * Keeps the joined long lists of blocks that a family shares, because checks of its pages read the same blocks again and
   * again. Each change of long lists must forget those of its block. The sweep of a deleted collection need not, because
   * nobody searches the collection any more.
   */
  const kept = new Map<number, Buffer>();
  let keptBytes = 0;

  function readLong(collection: number, block: number): Buffer | null | undefined {
    const key = packKey(collection, block);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const lists = selectLongOf.get(...listsOf(collection, long, block));
    if (lists == null || lists.length < keepFrom || lists.length > keepMax) return lists;
    if (keptBytes + lists.length > keepMax) forgetAll();
    kept.set(key, lists);
    keptBytes += lists.length;
    return lists;
  }

  function forget(collection: number, block: number): void {
    const key = packKey(collection, block);
    keptBytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  }

  function forgetAll(): void {
    kept.clear();
    keptBytes = 0;
  }

  function readLists(collection: number, block: number): Buffer[] {
    let longToo = mayHaveLong.get(collection);
    if (longToo === undefined) {
      const [, to] = listRange(collection);
      longToo = selectLong.get(firstList(collection, long, 0), to) !== undefined;
      mayHaveLong.set(collection, longToo);
    }
    const opened = selectOpen.get(firstList(collection, open, block));
    // Two statements, because a single statement for both levels takes a fifth longer.
    const others = longToo ? readLong(collection, block) : undefined;
    return [others, opened].filter((rests) => rests != null);
  }

  function search(collection: number, block: number): number[] {
    const found: number[] = [];
    for (const rests of readLists(collection, block)) readRests(rests, found);
    return found;
  }

  function insert(runs: readonly Run[]): void {
    let at = 0;
    for (; at + together <= runs.length; at += together) {
      const some = runs.slice(at, at + together);
      const rows: (number | Buffer)[] = [];
      for (const { collection, block, rests } of some) {
        rows.push(firstList(collection, open, block), packRests(rests));
      }
      if (appendTogether.run(...rows).changes === together) continue;
      // Some open lists were full. Inserts the runs that the statement did not append.
      for (const run of some) {
        if (!search(run.collection, run.block).includes(run.rests[0]!)) insertRun(run);
      }
    }
    for (; at < runs.length; at++) insertRun(runs[at]!);
  }

  function insertRun({ collection, block, rests }: Run): void {
    const packed = packRests(rests);
    const opened = firstList(collection, open, block);
    if (append.run(opened, packed).changes > 0) return;
    mayHaveLong.set(collection, true);
    forget(collection, block);
    const [first, behind] = listsOf(collection, long, block);
    const last = selectLast.get(first, behind) ?? 0;
    const isAppended = appendOpenTo.run(first, last, opened).changes > 0;
    if (!isAppended) appendOpenTo.run(first, last + 1, opened);
    write.run(packed, opened, 0);
  }

  /**
   * Returns the runs without the rests that are already stored, and omits runs that have no rests left.
   * @param runs at most `together` runs
   */
  function missing(runs: readonly Run[]): Run[] {
    // Several runs may be of one block.
    const there = new Map<number, Set<number>>(
      runs.map(({ collection, block }) => [packKey(collection, block), new Set()]),
    );
    const seenIn = ({ collection, block }: Run) => there.get(packKey(collection, block))!;
    // The statement takes exactly `together` blocks, so the last one is repeated.
    const wanted = Array.from({ length: together }, (_, i) => {
      const index = Math.min(i, runs.length - 1);
      const { collection, block } = runs[index]!;
      return [index, ...listsOf(collection, long, block), firstList(collection, open, block)];
    });
    for (const [index, packed] of selectTogether.all(...wanted.flat())) {
      const seen = seenIn(runs[index]!);
      for (const rest of readRests(packed)) seen.add(rest);
    }
    const left: Run[] = [];
    for (const run of runs) {
      const seen = seenIn(run);
      const others = run.rests.filter((rest) => seen.size < seen.add(rest).size);
      if (others.length > 0) left.push({ ...run, rests: others });
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
    scan(collection, block, read) {
      for (const rests of readLists(collection, block)) read(rests);
    },
    has(collection, block, rest) {
      const wanted = packRests([rest]);
      return readLists(collection, block).some((rests) => findPlace(rests, wanted) >= 0);
    },
    insert: (rows) => insert(groupRows(rows)),
    insertMissing: (rows) => insertMissing(groupRows(rows)),
    remove(collection, block, rest) {
      forget(collection, block);
      const wanted = packRests([rest]);
      for (const level of [open, long]) {
        const [first, behind] = listsOf(collection, level, block);
        for (const [list, rests] of selectLists.all(first, behind)) {
          const at = findPlace(rests, wanted);
          if (at < 0) continue;
          const left = Buffer.concat([rests.subarray(0, at), rests.subarray(at + restBytes)]);
          if (left.length > 0) write.run(left, first, list);
          else deleteList.run(first, list);
          return;
        }
      }
    },
    rolledBack: forgetAll,
  };
}

/** Repeats a piece of SQL. */
function repeated(times: number, sql: string, between: string): string {
  return Array<string>(times).fill(sql).join(between);
}

/** Rests to insert under one key: at least one, and at most as many as fit into an open list. */
interface Run {
  readonly collection: number;
  readonly block: number;
  readonly rests: readonly number[];
}

const packKey = (collection: number, block: number): number => collection * 2 ** 16 + block;

/** Returns the number of the first list of a block in a level, and the number behind that of the last possible one. */
function listsOf(
  collection: number,
  level: number,
  block: number,
): [first: number, behind: number] {
  const first = firstList(collection, level, block);
  return [first, first + listsMax];
}

/**
 * Returns the number under which the block tables keep fingerprints of a collection; it is negative for contents without
 * evidence. @param bare true without evidence
 */
export const blockSpace = (collection: number, bare: boolean): number =>
  bare ? -collection : collection;

/** Returns the collection of a number that `blockSpace` returned. */
export const collectionOfBlockSpace = (space: number): number => Math.abs(space);

export const isBareSpace = (space: number): boolean => space < 0;

/** Divides rows into runs of consecutive rows with one key. */
function groupRows(rows: readonly Row[]): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < rows.length; ) {
    const [collection, block] = rows[from]!;
    const rests: number[] = [];
    let to = from;
    for (; to < rows.length && rests.length < openRestsMax; to++) {
      const [ofCollection, ofBlock, rest] = rows[to]!;
      if (ofCollection !== collection || ofBlock !== block) break;
      rests.push(rest);
    }
    runs.push({ collection, block, rests });
    from = to;
  }
  return runs;
}

/**
 * Returns the number of lists that are empty, too long, truncated or wrongly numbered, or that repeat a rest of their
 * block.
 */
export function faultyLists(db: Database, table: string): number {
  const all = db
    .prepare<[], [collection: number, level: number, block: number, list: number, rests: Buffer]>(
      `SELECT collection, level, block, list, rests FROM ${table} ORDER BY number`,
    )
    .raw();
  const selectOpen = db
    .prepare<[number], Buffer>(`SELECT rests FROM ${table} WHERE number = ?`)
    .pluck();
  let faulty = 0;
  let [ofCollection, ofBlock, ofLevel] = [0, 0, 0];
  let seen = new Set<number>();
  for (const [collection, level, block, list, packed] of all.iterate()) {
    if (collection !== ofCollection || block !== ofBlock || level !== ofLevel) {
      const opened =
        level === open ? undefined : selectOpen.get(firstList(collection, open, block));
      seen = new Set(opened && readRests(opened));
    }
    [ofCollection, ofBlock, ofLevel] = [collection, block, level];
    const rests = readRests(packed);
    const before = seen.size;
    for (const rest of rests) seen.add(rest);
    const isWhole = rests.length > 0 && rests.length * restBytes === packed.length;
    const isNew = seen.size === before + rests.length;
    const isOne = level === long || list === 0;
    const restsMax = level === open ? openRestsMax : listRestsMax;
    const isTooLong = rests.length > restsMax && list !== lastList;
    if (!isWhole || !isNew || !isOne || isTooLong) faulty += 1;
  }
  return faulty;
}

/** Returns the byte position of a rest in a list, or −1 if the list does not contain it. */
function findPlace(rests: Buffer, rest: Buffer): number {
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
