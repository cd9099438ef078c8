import type { Database } from 'better-sqlite3';

/*
 * Queries for the present documents of a content. Nearly all contents have one document. If a content has many, usually
 * some of the oldest have not expired, but a million may expire at one moment. The index by age contains only documents
 * that share their content.
 *
 *   by age       ▏expired▕▏expired▕ … ▏expired▕▏present▕     a walk, in the order of the result
 *   by expiry    ▏no expiry▕▏expired▕ … ▏present▕▏present▕   two ranges that need sorting
 */

/** Number of documents walked in a millisecond or two. */
const walkedMax = 10_000;
/** Number of documents sorted in several tens of milliseconds. */
const sortedMax = 50_000;

/** Forces this index. SQLite would choose the one by age, because the time is a parameter. */
const byExpiry = 'documents INDEXED BY documents_by_content_expiry';

const isPresent = '(expires_at IS NULL OR expires_at > ?)';

/** `WHERE` for the only document of a content, expired or not. Parameter: content. */
export const onlyDocument = `documents.number =
  (SELECT number FROM documents WHERE content = ? LIMIT 1) AND shared = 0`;

/** `WHERE` for the only document of a content. Parameters: content, time. */
export const presentOnly = `${onlyDocument} AND ${isPresent}`;

/** `WHERE` for documents that share a content, by age. Parameters: content, time. */
export const presentByAge = `documents.content = ? AND shared = 1 AND ${isPresent}`;

/** `WHERE` for documents by expiry. Parameters: content, content again, time. */
export const presentByExpiry = `documents.number IN (
  SELECT number FROM ${byExpiry} WHERE content = ? AND expires_at IS NULL
  UNION ALL SELECT number FROM ${byExpiry} WHERE content = ? AND expires_at > ?)`;

export function createPresentDocuments(db: Database) {
  const selectAny = db
    .prepare<[number, number, number], number>(
      `SELECT 1 FROM ${byExpiry} WHERE content = ? AND expires_at IS NULL
       UNION ALL SELECT 1 FROM ${byExpiry} WHERE content = ? AND expires_at > ? LIMIT 1`,
    )
    .pluck();
  const selectManyExpired = db
    .prepare<[number, number], number>(
      `SELECT 1 FROM ${byExpiry} WHERE content = ? AND expires_at <= ? LIMIT 1 OFFSET ${walkedMax}`,
    )
    .pluck();
  const selectManyPresent = db
    .prepare<[number, number], number>(
      `SELECT 1 FROM ${byExpiry} WHERE content = ? AND expires_at > ? LIMIT 1 OFFSET ${sortedMax}`,
    )
    .pluck();

  return {
    /** Returns true if a content has a document that is present. */
    isAny: (content: number, now: number): boolean =>
      selectAny.get(content, content, now) !== undefined,
    /** Returns true if the documents are found faster by expiry than by age. */
    areFewerByExpiry: (content: number, now: number): boolean =>
      selectManyExpired.get(content, now) !== undefined &&
      selectManyPresent.get(content, now) === undefined,
  };
}
