import type { Database } from 'better-sqlite3';

/*
 * Documents of a content that are present at a time. Most contents have few documents, and of those with
 * many some usually have not expired among the oldest; but a million may expire at one moment.
 *
 *   by age       ▏expired▕▏expired▕ … ▏expired▕▏present▕     a walk, in the order that is asked for
 *   by expiry    ▏for good▕▏expired▕ … ▏present▕▏present▕    two ranges, which have to be sorted
 */

/** So many are walked through within a millisecond or two. */
const walkedMax = 10_000;
/** Twenty times as many are sorted within some tens of milliseconds. */
const sortedMax = 50_000;

/** Left to itself, SQLite takes the index by age as long as a time is a parameter. */
const byExpiry = 'documents INDEXED BY documents_by_content_expiry';

/** `WHERE` of documents by age, with the content and the time. */
export const presentByAge = 'documents.content = ? AND (expires_at IS NULL OR expires_at > ?)';

/** The same of documents by expiry, with the content, the content again and the time. */
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
    /** Whether a content has any. */
    isAny: (content: number, now: number): boolean =>
      selectAny.get(content, content, now) !== undefined,
    /** Whether they are found sooner by their expiry than by their age. */
    areFewerByExpiry: (content: number, now: number): boolean =>
      selectManyExpired.get(content, now) !== undefined &&
      selectManyPresent.get(content, now) === undefined,
  };
}
