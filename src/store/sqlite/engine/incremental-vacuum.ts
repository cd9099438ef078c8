import type { Database } from 'better-sqlite3';

/** Pages that one step gives back: for each SQLite may have to move the last page of the file. */
const stepPages = 32;
/** Free pages that are kept for later writes: this share of all pages, and at least `keptMin`. */
const keptShare = 1 / 8;
const keptMin = 256;

/**
 * Makes the file smaller, in small steps, while more of its pages are free than are kept for later
 * writes. Returns whether it did. Later writes use free pages again, so without deletions this does
 * nothing, and while documents come and go the file keeps its size.
 * (https://www.sqlite.org/pragma.html#pragma_incremental_vacuum)
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
