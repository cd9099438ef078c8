import Database from 'better-sqlite3';
import { type BloomFilter, createBloomFilter } from './bloom-filter.js';
import type { DiskTable, KeyPage } from './disk-table.js';
import type { Row } from './memtable.js';

/**
 * Rows on disk behind a filter in memory that knows their keys: most of what is looked for is not
 * there, and to find that out on disk takes a walk from the root of a tree to a leaf.
 *
 * What is inserted is added to the filter. The keys that were there when the database was opened are
 * read bit by bit, and only then the filter is heeded. Keys of removed rows stay in it, which does no
 * harm but that they take room. So another filter is made in the same way where this one
 *
 *   has become too small       for what was added, up to the largest there is
 *   holds mostly what is gone  it was filled again with twice what it was made with
 *   is far too large           a quarter of the rows are left that it was made for
 *
 * Each time as many rows have come or gone as are read again, so it costs one reading a change.
 */
export interface FilteredTable extends DiskTable {
  /**
   * Reads a page of the keys, if any are to be read; what cannot be read leaves things as they were. Not
   * within a transaction, which may be undone and bring back rows that were passed.
   * @returns whether more is to be read
   */
  learn(): boolean;
}

/** 64 MiB: up to 45 million keys have 12 bits each. Beyond that, more of the searches go to the disk. */
const keysMax = (64 * 2 ** 20 * 8) / 12;
const keysMin = 2 ** 16;

/**
 * @param pages all keys on disk, some at a time; what is inserted meanwhile may be among them or not
 * @param expected about how many rows there are at this moment
 */
export function createFilteredTable(
  disk: DiskTable,
  pages: () => Iterator<KeyPage, undefined>,
  expected: () => number,
): FilteredTable {
  /** Knows all keys. */
  let known: BloomFilter | undefined;
  /** Will, when all pages have been read. */
  let learning: BloomFilter | undefined = filterFor(expected());
  let unread = pages();
  /** Rows that were added to the filter that was made last. */
  let added = 0;
  /** How many of these there were when it knew all, and how many were expected then. */
  let made = { added: 0, expected: expected() };

  function learn(): boolean {
    if (learning === undefined) {
      if (!isUnfit()) return false;
      // What was read tells more than what is expected, where that was too little.
      learning = filterFor(isTooSmall() ? Math.max(expected(), made.added) : expected());
      added = 0;
      unread = pages();
    }
    const page = nextPage();
    if (page === undefined) return isUnfit();
    for (const key of page.keys) learning.add(page.collection, key);
    added += page.keys.length;
    return true;
  }

  function isUnfit(): boolean {
    if (known === undefined) return false;
    const isStale = added > Math.max(known.capacity, 2 * made.added);
    return isTooSmall() || isStale || isTooLarge(known);
  }

  function isTooSmall(): boolean {
    return known !== undefined && added > known.capacity && known.capacity < keysMax;
  }

  function isTooLarge({ capacity }: BloomFilter): boolean {
    return capacity > 4 * keysMin && expected() < made.expected / 4;
  }

  /** undefined: there are no more, and the filter knows them all unless they could not be read. */
  function nextPage(): KeyPage | undefined {
    try {
      const { done, value } = unread.next();
      if (done !== true) return value;
      known = learning;
      made = { added, expected: expected() };
    } catch (error) {
      // What had to be answered is committed. A damaged page shows to whoever asks for what is on it.
      if (!(error instanceof Database.SqliteError)) throw error;
      added = 0;
      made = { added, expected: expected() };
    }
    learning = undefined;
    return undefined;
  }

  function add(rows: readonly Row[]): void {
    for (const [collection, key] of rows) {
      known?.add(collection, key);
      learning?.add(collection, key);
    }
    added += rows.length;
  }

  return {
    ...disk,
    learn,
    search(collection, keys, limit) {
      const filter = known;
      if (filter === undefined) return disk.search(collection, keys, limit);
      const left = keys.filter((key) => filter.mayHold(collection, key));
      return left.length === 0 ? [] : disk.search(collection, left, limit);
    },
    first: (collection, key) =>
      known?.mayHold(collection, key) === false ? undefined : disk.first(collection, key),
    insert(rows) {
      add(rows);
      disk.insert(rows);
    },
    insertMissing(rows) {
      add(rows);
      disk.insertMissing(rows);
    },
  };
}

function filterFor(rows: number): BloomFilter {
  return createBloomFilter(Math.min(keysMax, Math.max(keysMin, rows)));
}
