import type { Database } from 'better-sqlite3';
import { createDocumentIds, type DocumentIds } from '../tables/document-ids.js';
import type { Note } from './verify-runs.js';

/** Verification and repair of the index of documents by id. */

/** Number of documents that are examined between two reports of progress. */
const pageDocuments = 5000;
/** Number of documents that are sorted and inserted at a time. Sorted rows share page writes. */
const sortedDocuments = 120_000;

interface Row {
  readonly number: number;
  readonly collection: number;
  readonly id: string;
}

/** Checks that the index finds each document by its id, and that each row of the index belongs to a document. */
export function verifyIds(
  db: Database,
  ids: DocumentIds,
  note: Note,
  advance: (documents: number) => void,
): void {
  const page = db.prepare<[number, number], Row>(
    'SELECT number, collection, id FROM documents WHERE number > ? ORDER BY number LIMIT +?',
  );
  const isOther = db
    .prepare<[number, number, string], number>(
      'SELECT 1 FROM documents WHERE number = ? AND collection = ? AND id = ?',
    )
    .pluck();
  let [missing, repeated] = [0, 0];
  for (let last = 0; ; ) {
    const rows = page.all(last, pageDocuments);
    for (const { number, collection, id } of rows) {
      const found = ids.find(collection, id);
      if (found === number) continue;
      const hasOther = found !== undefined && isOther.get(found, collection, id) !== undefined;
      if (hasOther) repeated += 1;
      else missing += 1;
    }
    advance(rows.length);
    if (rows.length < pageDocuments) break;
    last = rows.at(-1)!.number;
  }
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get()!;
  const dangling = (table: string) =>
    count(`SELECT count(*) FROM ${table} AS by_id LEFT JOIN documents ON number = document
       WHERE documents.id IS NOT by_id.id OR documents.collection IS NOT by_id.collection`);
  note(missing, 'documents are not found by their id');
  note(repeated, 'documents share the id of another one', false);
  note(
    dangling('recent_ids') + dangling('document_ids'),
    'rows without a document in documents by id',
  );
  const recent = '(SELECT count(*) FROM recent_ids)';
  note(
    count(`SELECT count(*) <> 1 OR max(recent) <> ${recent} FROM ids_moved`),
    'count of recent ids is wrong',
  );
}

/**
 * Rebuilds the index from the documents. If several documents have the same id, keeps the newest and deletes the
 * others.
 */
export function indexDocuments(db: Database): { ids: DocumentIds; repeated: number } {
  db.exec('DELETE FROM recent_ids; DELETE FROM document_ids; DELETE FROM ids_moved');
  const end = db
    .prepare<[number, number], number>(
      'SELECT number FROM documents WHERE number > ? ORDER BY number LIMIT 1 OFFSET +?',
    )
    .pluck();
  const insert = db.prepare<[number, number]>(
    `INSERT OR REPLACE INTO document_ids (collection, id, document)
     SELECT collection, id, number FROM documents WHERE number > ? AND number <= ?
     ORDER BY collection, id, number`,
  );
  for (let after: number | undefined = 0; after !== undefined; ) {
    const upTo = end.get(after, sortedDocuments - 1);
    insert.run(after, upTo ?? Number.MAX_SAFE_INTEGER);
    after = upTo;
  }
  const { changes: repeated } = db
    .prepare(
      `DELETE FROM documents WHERE number <> (SELECT document FROM document_ids AS by_id
         WHERE by_id.collection = documents.collection AND by_id.id = documents.id)`,
    )
    .run();
  db.exec('INSERT INTO ids_moved SELECT coalesce(max(number), 0), 0 FROM documents');
  return { ids: createDocumentIds(db), repeated };
}
