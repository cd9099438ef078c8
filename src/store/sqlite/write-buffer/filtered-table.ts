import Database from 'better-sqlite3';
import { type BloomFilter, createBloomFilter } from './bloom-filter.js';
import type { DiskTable, KeyPage } from './disk-table.js';
import type { Row } from './memtable.js';

/**
 * A table on disk behind a Bloom filter of its keys. Most searched keys are absent, and finding
 * this out on disk takes a walk from the root of a tree to a leaf.
 *
 * Every inserted key is added to the filter. The keys that were on disk when the database was
 * opened are read piece by piece; the filter is used only when all have been read. Keys of removed
 * rows stay in it and only take room. So another filter is made in the same way when this one
 *
 *   has become too small         for the keys that were added, up to the largest size
 *   holds mostly removed keys    twice as many were added as it was made with
 *   is far too large             a quarter of the rows are left that it was made for
 *
 * Each time as many rows have come or gone as are read again, so the cost is one read per change.
 */
export interface FilteredTable extends DiskTable {
  /**
   * Reads a page of the keys, if there is one to read; if it cannot be read, nothing changes. Must
   * not be called within a transaction: undoing it could bring back rows that were passed.
   * @returns whether more pages are to be read
   */
  learn(): boolean;
}

/** 64 MiB: up to 45 million keys have 12 bits each. With more keys, more searches read the disk. */
const keysMax = (64 * 2 ** 20 * 8) / 12;
const keysMin = 2 ** 16;

/**
 * @param pages all keys on disk, some at a time, with or without those that are inserted meanwhile
 * @param expected about how many rows there are now
 */
export function createFilteredTable(
  disk: DiskTable,
  pages: () => Iterator<KeyPage, undefined>,
  expected: () => number,
): FilteredTable {
  /** The filter of all keys. */
  let known: BloomFilter | undefined;
  /** The filter that will hold all keys when all pages have been read. */
  let learning: BloomFilter | undefined = filterFor(expected());
  let unread = pages();
  /** Rows that were added to the newest filter. */
  let added = 0;
  /** How many rows it had when it was complete, and how many were expected then. */
  let made = { added: 0, expected: expected() };

  function learn(): boolean {
    if (learning === undefined) {
      if (!isUnfit()) return false;
      // If the expected number was too small, the number of rows that were read is better.
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

  /** undefined: there are no more pages; the filter is complete unless a page could not be read. */
  function nextPage(): KeyPage | undefined {
    try {
      const { done, value } = unread.next();
      if (done !== true) return value;
      known = learning;
      made = { added, expected: expected() };
    } catch (error) {
      // All requests are answered and committed. Damage shows when a request reads the damaged
      // page.
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
