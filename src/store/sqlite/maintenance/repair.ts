import type { Database } from 'better-sqlite3';
import { unreadableClaims } from '../observers/claims.js';
import { sortedIndexes } from '../runs/rows.js';
import { createSortedRuns } from '../runs/sorted-runs.js';
import { isWronglyIndexed } from '../tables/decision-shelves.js';
import type { DocumentIds } from '../tables/document-ids.js';
import { isWronglyShared } from '../tables/documents.js';
import { recordsByOwner } from '../tables/idempotency-records.js';
import { createBufferedRuns } from '../write-buffer/buffered-runs.js';
import {
  blockRows,
  type DerivedRow,
  type DerivingContent,
  liveRecipes,
  selectDeriving,
  sortedRows,
} from './derived-rows.js';
import { indexDocuments } from './document-index.js';
import type { OnProgress } from './verify.js';
import { clusterRepair, inconsistentMembers } from './verify-clusters.js';

/** Number of contents whose block-table rows are sorted and inserted together. Sorted rows share page writes. */
const pageContents = 20_000;
/** Number of contents whose rows are collected before they are written together, as one run of level 0. */
const bufferedRows = 120_000;

/**
 * In one transaction, rebuilds all data that is derived from documents and contents, such as index rows and counts, and
 * deletes rows that belong to no document. Also deletes documents that cannot be repaired: documents without a content
 * or a collection and, if several documents have the same id, all but the newest.
 * @returns number of deleted documents
 */
export function repair(db: Database, onProgress: OnProgress = () => {}): number {
  return db.transaction(() => repairAll(db, onProgress)).immediate();
}

function repairAll(db: Database, onProgress: OnProgress): number {
  const { changes: lost } = db
    .prepare(
      `DELETE FROM documents WHERE collection NOT IN (SELECT generation FROM collections)
       OR NOT EXISTS (SELECT 1 FROM contents
         WHERE number = documents.content AND contents.collection = documents.collection)`,
    )
    .run();
  const endClaim = db.prepare<[number]>('DELETE FROM claims WHERE document = ?');
  for (const document of unreadableClaims(db)) endClaim.run(document);
  const { ids, repeated } = indexDocuments(db);
  eraseStrangers(db, ids);
  db.exec(`
    DELETE FROM claims WHERE document NOT IN (SELECT number FROM documents);
    UPDATE documents SET shared = 1 WHERE ${isWronglyShared};
    DELETE FROM released;
    DELETE FROM contents WHERE NOT EXISTS
      (SELECT 1 FROM documents WHERE content = contents.number);
    UPDATE contents SET extractor = NULL WHERE extractor NOT IN (SELECT number FROM extractors);
    DELETE FROM texts WHERE content NOT IN (SELECT number FROM contents);
    DELETE FROM changes WHERE collection NOT IN (SELECT generation FROM collections);
    DELETE FROM idempotency_owners;
    INSERT INTO idempotency_owners ${recordsByOwner};
    UPDATE decision_log SET indexed = 1 - indexed WHERE ${isWronglyIndexed};
    DELETE FROM moves;
    INSERT INTO moves SELECT coalesce(max(number), 0), 0, 0, 0, 0 FROM contents;
    UPDATE collections SET
      documents = (SELECT count(*) FROM documents WHERE collection = generation),
      contents = (SELECT count(*) FROM contents WHERE collection = generation),
      bare = (SELECT count(*) FROM contents
        WHERE collection = generation AND evidence IS NULL),
      fingerprints =
        (SELECT count(DISTINCT fingerprint) FROM contents WHERE collection = generation),
      expiring = (SELECT count(expires_at) FROM documents WHERE collection = generation),
      released = 0,
      claims = (SELECT count(*) FROM claims
        JOIN documents ON number = document WHERE collection = generation);
    ${clusterRepair}`);
  deriveAll(db, onProgress);
  return lost + repeated;
}

function eraseStrangers(db: Database, ids: DocumentIds): void {
  const erase = db.prepare<[number, string]>('DELETE FROM members WHERE lineage = ? AND id = ?');
  for (const { lineage, id } of [...inconsistentMembers(db, ids)]) erase.run(lineage, id);
}

function deriveAll(db: Database, onProgress: OnProgress): void {
  const recipes = liveRecipes(db);
  const total = db.prepare<[], number>('SELECT count(*) FROM contents').pluck().get()!;
  const page = db.prepare<[number, number], DerivingContent>(
    `${selectDeriving} WHERE number > ? ORDER BY number LIMIT +?`,
  );
  for (const { table } of blockRows) db.exec(`DELETE FROM ${table}`);
  for (const table of ['runs', 'segments', 'chunks']) db.exec(`DELETE FROM content_${table}`);
  db.exec('DELETE FROM removed_contents');
  const disks = blockRows.map((table) => table.disk(db));
  const runs = createSortedRuns(db, () => true);
  const sorted = createBufferedRuns(runs, () => true, { upTo: 0, flushingTo: 0 });
  let done = 0;
  let buffered = 0;
  for (let last = 0; ; ) {
    const contents = page
      .all(last, pageContents)
      .map((content) => ({ content, recipe: recipes.get(content.collection) }));
    for (const [i, { rowsOf }] of blockRows.entries()) {
      const rows = contents.flatMap(({ content, recipe }) =>
        recipe === undefined ? [] : rowsOf(content, recipe),
      );
      disks[i]!.insertMissing(rows.sort(byColumns));
    }
    for (const name of sortedIndexes) {
      const { insert } = sorted.index(name);
      for (const { content, recipe } of contents) {
        if (recipe === undefined) continue;
        for (const row of sortedRows[name](content, recipe)) insert(...row);
      }
    }
    last = contents.at(-1)?.content.number ?? last;
    done += contents.length;
    buffered += contents.length;
    onProgress(done, total);
    if (buffered < bufferedRows && contents.length === pageContents) continue;
    // The buffers need not be able to undo these changes. If the repair fails, its transaction is rolled back, and the
    // buffers are not used any more.
    sorted.committed();
    sorted.beginFlush(last);
    while (sorted.flushPosition() !== undefined) sorted.flush(Number.POSITIVE_INFINITY);
    runs.mergeAll();
    sorted.committed();
    buffered = 0;
    if (contents.length < pageContents) return;
  }
}

function byColumns(a: DerivedRow, b: DerivedRow): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
