import type { Database } from 'better-sqlite3';

/** Pages released per step. For each, SQLite may have to move the last page of the file. */
const stepPages = 32;
/** Free pages kept for later writes: this share of all pages, but at least `keptMin`. */
const keptShare = 1 / 8;
const keptMin = 256;

/**
 * Shrinks the file in small steps while it has more free pages than are kept for later writes. Returns true if it
 * shrank. Without deletions there is nothing to do. While documents come and go, later writes reuse the free pages, so
 * the file keeps its size. (https://www.sqlite.org/pragma.html#pragma_incremental_vacuum)
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
