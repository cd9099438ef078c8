import type { Database } from 'better-sqlite3';
import { popcount } from '../../../fingerprint/blocks.js';
import { createUndoLog, type Undoable } from '../undo.js';

/**
 * Tombstones of removed values, which may still have rows in sorted runs. A value is the number of a
 * content. There is one bit for each value, in pages of 512 bytes. Look-ups skip rows of removed values, and the next
 * merge of the run that has these rows drops them.
 */
export interface RemovedValues extends Undoable {
  has(value: number): boolean;
  add(value: number): void;
  /** Returns the number of removed values above `after`, up to `upTo`. */
  countIn(after: number, upTo: number): number;
  /** Number of values added since the database was opened. A rollback does not lower it. */
  readonly added: number;
  /** Largest removed value; 0 if there is none. */
  readonly largest: number;
  /** Writes the changes to the database. Must be called at the end of a transaction. */
  write(): void;
  /** Returns a copy of the bits for the values above `after`, up to `upTo`. */
  snapshot(after: number, upTo: number): RemovedPages;
  /** Clears the given bits of a page. Must be called only once no run contains rows of these values. */
  forget(page: number, bits: Int32Array): void;
}

/** Bits of removed values, by page. */
export type RemovedPages = ReadonlyMap<number, Int32Array>;

const wordsOfPage = 128;
const valuesOfPage = 32 * wordsOfPage;

export function createRemovedValues(db: Database): RemovedValues {
  const pages = new Map<number, Int32Array>();
  const changed = new Set<number>();
  const emptied = new Set<number>();
  const undo = createUndoLog();
  let added = 0;
  const upsert = db.prepare<[number, Uint8Array]>(
    `INSERT INTO removed_contents (page, bits) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET bits = excluded.bits`,
  );
  const remove = db.prepare<[number]>(`DELETE FROM removed_contents WHERE page = ?`);
  const rows = db
    .prepare<[], [number, Uint8Array]>(`SELECT page, bits FROM removed_contents`)
    .raw();
  for (const [page, bits] of rows.iterate()) {
    const words = new Int32Array(wordsOfPage);
    new Uint8Array(words.buffer).set(bits);
    pages.set(page, words);
  }

  function openPage(page: number): Int32Array {
    let words = pages.get(page);
    if (words === undefined) {
      words = new Int32Array(wordsOfPage);
      pages.set(page, words);
    }
    return words;
  }

  function has(value: number): boolean {
    if (pages.size === 0) return false;
    const words = pages.get(Math.floor(value / valuesOfPage));
    if (words === undefined) return false;
    const bit = value % valuesOfPage;
    return ((words[bit >>> 5]! >>> (bit & 31)) & 1) === 1;
  }

  function add(value: number): void {
    if (has(value)) return;
    const page = Math.floor(value / valuesOfPage);
    const bit = value % valuesOfPage;
    const change = () => {
      openPage(page)[bit >>> 5]! ^= 1 << (bit & 31);
      changed.add(page);
    };
    change();
    undo.changed(change);
    added += 1;
  }

  /** Returns a mask of the bits of a word that belong to a range of values. */
  function rangeMask(page: number, word: number, after: number, upTo: number): number {
    const first = page * valuesOfPage + word * 32;
    const from = Math.min(32, Math.max(0, after + 1 - first));
    const to = Math.min(32, Math.max(0, upTo + 1 - first));
    if (from >= to) return 0;
    const below = (bits: number) => (bits === 32 ? -1 : 2 ** bits - 1);
    return below(to) & ~below(from);
  }

  function* within(after: number, upTo: number): Generator<[page: number, words: Int32Array]> {
    for (const [page, words] of pages) {
      const first = page * valuesOfPage;
      if (first <= upTo && first + valuesOfPage - 1 > after) yield [page, words];
    }
  }

  return {
    has,
    add,
    countIn(after, upTo) {
      let count = 0;
      for (const [page, words] of within(after, upTo)) {
        for (let word = 0; word < wordsOfPage; word++) {
          count += popcount(words[word]! & rangeMask(page, word, after, upTo));
        }
      }
      return count;
    },
    get added() {
      return added;
    },
    get largest() {
      let largest = 0;
      for (const [page, words] of pages) {
        for (let word = 0; word < wordsOfPage; word++) {
          if (words[word] === 0) continue;
          const bit = 31 - Math.clz32(words[word]!);
          largest = Math.max(largest, page * valuesOfPage + word * 32 + bit);
        }
      }
      return largest;
    },
    write() {
      for (const page of changed) {
        const words = pages.get(page)!;
        if (words.some((word) => word !== 0)) {
          upsert.run(page, new Uint8Array(words.buffer));
        } else {
          remove.run(page);
          emptied.add(page);
        }
      }
      changed.clear();
    },
    snapshot: (after, upTo) =>
      new Map(
        [...within(after, upTo)].map(([page, words]) => [
          page,
          words.map((bits, word) => bits & rangeMask(page, word, after, upTo)),
        ]),
      ),
    forget(page, bits) {
      const words = pages.get(page);
      if (words === undefined) return;
      const before = words.slice();
      for (let word = 0; word < wordsOfPage; word++) words[word]! &= ~bits[word]!;
      changed.add(page);
      undo.changed(() => openPage(page).set(before));
    },
    committed() {
      undo.committed();
      for (const page of emptied) pages.delete(page);
      emptied.clear();
    },
    rolledBack() {
      undo.rolledBack();
      changed.clear();
      emptied.clear();
    },
  };
}
