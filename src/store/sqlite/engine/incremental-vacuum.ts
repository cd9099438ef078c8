import type { Database } from 'better-sqlite3';

/** Number of pages released in one step. For each released page, SQLite may have to move another page. */
const stepPages = 32;
/** Number of free pages that are kept for later writes: this share of all pages, but at least `keptMin`. */
const keptShare = 1 / 8;
const keptMin = 256;

/**
 * Returns a function that releases some free pages if the file has more of them than are kept for later writes. The
 * function returns true if it released any. While documents are both added and deleted, later writes reuse the free
 * pages, and the file keeps its size. (https://www.sqlite.org/pragma.html#pragma_incremental_vacuum)
 */
export function createIncrementalVacuum(db: Database): () => boolean {
  const pageCount = db.prepare<[], number>('PRAGMA page_count').pluck();
  const freePages = db.prepare<[], number>('PRAGMA freelist_count').pluck();
  return () => {
    const kept = Math.max(keptMin, (pageCount.get() as number) * keptShare);
    const tooMany = Math.ceil((freePages.get() as number) - kept);
    if (tooMany <= 0) return false;
    db.exec(`PRAGMA incremental_vacuum(${Math.min(stepPages, tooMany)})`);
    return true;
  };
}
