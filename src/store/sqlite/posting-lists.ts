import type { Database } from 'better-sqlite3';
import type { DiskRows } from './disk-rows.js';

/*
 * A table of one block of the fingerprints: by block, the other 48 bits of each fingerprint that has it,
 * packed into posting lists.
 *
 *   collection  block   list   rests
 *            1  0x5a17     0   ▏6 bytes▕▏6 bytes▕ …   at most 160, in the order in which they came
 *            1  0x5a17     1   ▏6 bytes▕ …            the last one takes what comes
 *
 * A row for each fingerprint takes 16 bytes, most of which repeat the key, and SQLite hands out some six
 * rows a microsecond: at ten million fingerprints a query reads six hundred. A list of 160 is the most
 * that stays on a page of the tree, 4 of them on one of 4 KiB; longer ones would go to pages of their own.
 * To append is one statement, which brings nothing to JavaScript, and as rows come in the order of the
 * table (gathering.ts), those of one block come together.
 */

/** Bytes of a rest. */
export const restBytes = 6;
/** SQLite keeps 1,002 bytes of a row on its page, where rows are found by a key and pages have 4 KiB. */
const listRestsMax = 160;
const listBytesMax = listRestsMax * restBytes;
/** About 5 MB. */
const openMax = 2 ** 17;

/** @param table has the columns `collection, block, list, rests` */
export function createPostingLists(db: Database, table: string): DiskRows {
  const ofBlock = `FROM ${table} WHERE collection = ? AND block = ?`;
  const selectAll = db.prepare<[number, number], Buffer>(`SELECT rests ${ofBlock}`).pluck();
  const selectLists = db
    .prepare<[number, number], [list: number, rests: Buffer]>(`SELECT list, rests ${ofBlock}`)
    .raw();
  const selectLast = db.prepare<[number, number], number>(`SELECT max(list) ${ofBlock}`).pluck();
  const append = db.prepare<[number, number, number, Buffer]>(
    `INSERT INTO ${table} (collection, block, list, rests) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET rests = CAST(rests || excluded.rests AS BLOB)
       WHERE length(rests) + length(excluded.rests) <= ${listBytesMax}`,
  );
  const write = db.prepare<[Buffer, number, number, number]>(
    `UPDATE ${table} SET rests = ? WHERE collection = ? AND block = ? AND list = ?`,
  );
  const deleteList = db.prepare<[number, number, number]>(`DELETE ${ofBlock} AND list = ?`);

  /** The lists that take what comes, where it is not list 0. To forget one costs a look. */
  const open = new Map<number, number>();

  function search(collection: number, block: number): number[] {
    const found: number[] = [];
    for (const rests of selectAll.all(collection, block)) readRests(rests, found);
    return found;
  }

  function insert(collection: number, block: number, values: readonly number[]): void {
    for (let from = 0; from < values.length; from += listRestsMax) {
      const packed = packRests(values, from, Math.min(values.length, from + listRestsMax));
      const key = collection * 2 ** 16 + block;
      let list = open.get(key) ?? 0;
      if (append.run(collection, block, list, packed).changes > 0) continue;
      list = Math.max(list + 1, selectLast.get(collection, block)!);
      if (append.run(collection, block, list, packed).changes === 0) {
        append.run(collection, block, ++list, packed);
      }
      if (open.size >= openMax) open.clear();
      open.set(key, list);
    }
  }

  return {
    search,
    first: (collection, block) => search(collection, block)[0],
    has: (collection, block, rest) => search(collection, block).includes(rest),
    insert,
    insertMissing(collection, block, values) {
      const there = new Set(search(collection, block));
      insert(
        collection,
        block,
        [...new Set(values)].filter((each) => !there.has(each)),
      );
    },
    remove(collection, block, rest) {
      const wanted = packRests([rest], 0, 1);
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

/** How many lists are empty, too long or cut off, or hold a rest that their block has already. */
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

/** Where the rest stands in the list, or -1. */
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

function packRests(rests: readonly number[], from: number, to: number): Buffer {
  const packed = Buffer.allocUnsafe((to - from) * restBytes);
  for (let index = from; index < to; index++) {
    packed.writeUIntBE(rests[index]!, (index - from) * restBytes, restBytes);
  }
  return packed;
}
