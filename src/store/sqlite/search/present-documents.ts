import type { Database } from 'better-sqlite3';

/*
 * Queries for the present documents of a content. A document is present if it has not expired. Nearly all contents have
 * a single document. If a content has many, there are two ways to find the oldest present ones. Reading them by age is
 * usually faster, because some of the oldest documents are present. But a million documents may expire at the same
 * moment, and reading by age would have to skip them all. The index by age contains only documents that share their
 * content with others.
 *
 *   by age       ▏expired▕▏expired▕ … ▏expired▕▏present▕     reads in the order of the result, skips expired ones
 *   by expiry    ▏no expiry▕▏expired▕ … ▏present▕▏present▕   reads two ranges of present ones, which must be sorted
 */

/** Maximum number of expired documents to skip by age. Skipping this many takes a millisecond or two. */
const walkedMax = 10_000;
/** Maximum number of present documents to sort. Sorting this many takes several tens of milliseconds. */
const sortedMax = 50_000;

/**
 * Forces SQLite to use the index by expiry. Otherwise, SQLite would choose the index by age, because it does not know
 * the current time, which is a parameter.
 */
const byExpiry = 'documents INDEXED BY documents_by_content_expiry';

const isPresent = '(expires_at IS NULL OR expires_at > ?)';

/** SQL condition that selects the document of a content with a single document, expired or not. Parameter: content. */
export const onlyDocument = `documents.number =
  (SELECT number FROM documents WHERE content = ? LIMIT 1) AND shared = 0`;

/**
 * SQL condition that selects the document of a content with a single document, if it has not expired. Parameters:
 * content, time.
 */
export const presentOnly = `${onlyDocument} AND ${isPresent}`;

/** SQL condition for the present documents that share a content, found by age. Parameters: content, time. */
export const presentByAge = `documents.content = ? AND shared = 1 AND ${isPresent}`;

/**
 * SQL condition for the present documents of a site that share a content. Parameters: content, hash of the site, time.
 */
export const presentOfSite = `documents.content = ? AND documents.site = ? AND shared = 1 AND ${isPresent}`;

/** SQL condition for the present documents of a content, found by expiry. Parameters: content, content again, time. */
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
