import type { Database } from 'better-sqlite3';
import { assert } from '../../../errors.js';
import type { TextParts } from '../../../fingerprint/parts.js';
import type { Signature } from '../../../fingerprint/signature.js';
import { compareUtf8 } from '../../../matching/match-rule.js';
import type { ListOperation, StoredDocument } from '../../contract/documents.js';
import type { ListSignatures, SignaturePage } from '../../contract/scans.js';
import { siteFromId } from '../../rules/host.js';
import { documentBytes, takePage } from '../../rules/reply-bytes.js';
import { isLive } from '../../rules/versions.js';
import type { KeptContent } from './contents.js';
import type { DocumentIds } from './document-ids.js';
import { hashSite } from './site-hash.js';
import { readParts } from './stored-parts.js';

/**
 * Identifies one version of a document. A document that is deleted and stored again under its id has another number.
 */
export interface DocumentVersion {
  readonly number: number;
  readonly revision: number;
}

/** A stored document, with the number of its row and the number of its content. */
export interface FoundDocument {
  readonly number: number;
  readonly content: number;
  readonly document: StoredDocument;
}

/** A document with its collection. The collection may be live or deleted. */
export interface AnyDocument extends FoundDocument {
  readonly generation: number;
}

type Page = Pick<ListOperation, 'idPrefix' | 'after' | 'limit' | 'now'>;

/**
 * Rows of documents, which are read together with their contents. Functions without `now` also read expired documents.
 */
export function createDocuments(db: Database, ids: DocumentIds) {
  const selectOne = db.prepare<[number], Row>(`${selectRows} WHERE documents.number = ?`);
  const selectPresent = db
    .prepare<[number, number], number>(
      'SELECT 1 FROM documents WHERE number = ? AND (expires_at IS NULL OR expires_at > ?)',
    )
    .pluck();
  const selectContent = db
    .prepare<[number], number>('SELECT content FROM documents WHERE number = ?')
    .pluck();
  const countExpired = db
    .prepare<[number, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM documents WHERE expires_at <= ? LIMIT +?)',
    )
    .pluck();
  const selectExpired = db.prepare<[number, number], Row>(
    `${selectRows} WHERE expires_at <= ? ORDER BY expires_at LIMIT +?`,
  );
  const selectExpiredOf = db.prepare<[number, number, number], Row>(
    `${selectRows} WHERE content = ? AND expires_at <= ?
       AND NOT EXISTS (SELECT 1 FROM claims WHERE document = documents.number) LIMIT +?`,
  );
  const selectFirstExpiry = db
    .prepare<[], number | null>(
      'SELECT min(expires_at) FROM documents WHERE expires_at IS NOT NULL',
    )
    .pluck();
  const insertRow = db.prepare<[number, number, string, number, number, number | null, ...Values]>(
    `INSERT INTO documents (number, collection, id, content, shared, site, metadata, page, revision, stored_at,
       updated_at, last_seen_at, seen_count, expires_at, lifetime_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateRow = db.prepare<[...Values, number]>(
    `UPDATE documents SET ${assignments} WHERE number = ?`,
  );
  const updateRowAndContent = db.prepare<[number, number, ...Values, number]>(
    `UPDATE documents SET content = ?, shared = ?, ${assignments} WHERE number = ?`,
  );
  const shareOnly = db.prepare<[number]>(
    `UPDATE documents SET shared = 1
     WHERE number = (SELECT number FROM documents WHERE content = ? LIMIT 1) AND shared = 0`,
  );
  const updateSeen = db.prepare<[number, number, number]>(
    'UPDATE documents SET last_seen_at = ?, seen_count = ? WHERE number = ?',
  );
  const updateSeenAndLife = db.prepare<[number, number, number | null, number | null, number]>(
    'UPDATE documents SET last_seen_at = ?, seen_count = ?, expires_at = ?, lifetime_ms = ? WHERE number = ?',
  );
  const deleteRow = db.prepare<[number]>('DELETE FROM documents WHERE number = ?');
  const deleteClaim = db.prepare<[number]>('DELETE FROM claims WHERE document = ?');
  const selectText = db
    .prepare<[number, number, number], Buffer>(
      `SELECT substr(text, 1, ?) FROM documents JOIN texts ON texts.content = documents.content
       WHERE documents.number = ? AND (expires_at IS NULL OR expires_at > ?)`,
    )
    .pluck();

  const selectTextOf = db
    .prepare<[number], Buffer>('SELECT text FROM texts WHERE content = ?')
    .pluck();

  const selectNext = db
    .prepare<[number], number | null>('SELECT min(number) FROM documents WHERE number > ?')
    .pluck();
  const selectSigned = db.prepare<[number, number, number], SignedRow>(
    `SELECT id, stored_at AS storedAt, expires_at AS expiresAt, metadata, ${signatureColumns}
     FROM documents JOIN contents ON contents.number = documents.content
     WHERE documents.number >= ? AND documents.number < ? AND documents.collection = ?
     ORDER BY documents.number`,
  );

  /** Lists the documents in a range of `rows` numbers. The range begins at the first existing number after `after`. */
  function signatures(
    collection: number,
    { after, rows, now }: Pick<ListSignatures, 'after' | 'rows' | 'now'>,
  ): SignaturePage {
    const first = selectNext.get(after) ?? null;
    if (first === null) return { documents: [], next: null };
    const documents = selectSigned
      .all(first, first + rows, collection)
      .filter((row) => isLive(row, now))
      .map(({ id, storedAt, metadata, ...row }) => ({
        id,
        storedAt,
        metadata,
        signature: toSignature(row),
      }));
    return { documents, next: first + rows - 1 };
  }

  function find(collection: number, id: string): FoundDocument | undefined {
    const number = ids.find(collection, id);
    const row = number === undefined ? undefined : selectOne.get(number);
    return row && toFound(row);
  }

  /**
   * Prepares a content for a new document: if another document has this content already, marks the content as shared
   * (column `shared` of its documents). The mark stays, even if only one of the documents remains.
   * @returns value of `shared` for the new document
   */
  function share({ number, hasDocument }: KeptContent): 0 | 1 {
    if (!hasDocument) return 0;
    shareOnly.run(number);
    return 1;
  }

  /** Lists unexpired documents in byte order of their ids, starting after `after`. */
  function* listed(
    collection: number,
    { idPrefix, after, now }: Omit<Page, 'limit'>,
  ): Generator<StoredDocument, void> {
    const prefix = idPrefix ?? '';
    const isBehind = after !== null && compareUtf8(after, prefix) >= 0;
    for (const { document } of ids.from(collection, isBehind ? after : prefix, isBehind)) {
      const row = selectOne.get(document);
      // An id without a document exists only in a damaged file.
      if (row === undefined) continue;
      const found = toDocument(row);
      if (!found.id.startsWith(prefix)) return;
      if (isLive(found, now)) yield found;
    }
  }

  return {
    find,
    /** Finds a document that has not expired. */
    findLive: (collection: number, id: string, now: number): FoundDocument | undefined =>
      keepLive(find(collection, id), now),
    byNumber(number: number): AnyDocument | undefined {
      const row = selectOne.get(number);
      return row && { ...toFound(row), generation: row.generation };
    },
    /** Returns the number of a document, expired or not. */
    numberOf: (collection: number, id: string): number | undefined => ids.find(collection, id),
    /** Returns true if there is a document with this id, expired or not. */
    has: (collection: number, id: string): boolean => ids.find(collection, id) !== undefined,
    isPresent(collection: number, id: string, now: number): boolean {
      const number = ids.find(collection, id);
      return number !== undefined && selectPresent.get(number, now) !== undefined;
    },
    page: (collection: number, { limit, ...page }: Page): StoredDocument[] =>
      takePage(listed(collection, page), limit, documentBytes),
    /**
     * Returns the earliest expiry of a document in all collections, or null if no document has an expiry. The time is
     * in the past if an expired document has not been swept yet.
     */
    firstExpiry: (): number | null => selectFirstExpiry.get() ?? null,
    /** Returns the number of expired documents of all collections, counted up to a limit. */
    countExpired: (now: number, limit: number): number => countExpired.get(now, limit)!,
    /** Returns expired documents of all collections, in order of expiry. */
    expired(now: number, limit: number): AnyDocument[] {
      return selectExpired
        .all(now, limit)
        .map((row) => ({ ...toFound(row), generation: row.generation }));
    },
    /** Returns expired documents of a content that have no claim. */
    expiredOf: (content: number, now: number, limit: number): FoundDocument[] =>
      selectExpiredOf.all(content, now, limit).map(toFound),
    signatures,
    /** Returns the kept text of a document, at most its first `bytesMax` bytes, or null if there is no text. */
    text(
      collection: number,
      id: string,
      now: number,
      bytesMax: number = Number.MAX_SAFE_INTEGER,
    ): Uint8Array | null {
      const number = ids.find(collection, id);
      if (number === undefined) return null;
      return toBytes(selectText.get(bytesMax, number, now) ?? null);
    },
    /** Returns the kept text of a content, or null if there is no text. */
    textOf(content: number): Uint8Array | null {
      return toBytes(selectTextOf.get(content) ?? null);
    },
    /** Inserts a document. @param document its id must not be in the collection yet */
    insert(collection: number, content: KeptContent, document: StoredDocument): void {
      const shared = share(content);
      const number = ids.add(collection, document.id);
      const { id } = document;
      const site = siteFromId(id);
      const values = toValues(document);
      const hash = site === null ? null : hashSite(site);
      insertRow.run(number, collection, id, content.number, shared, hash, ...values);
    },
    replace(found: FoundDocument, content: KeptContent, document: StoredDocument): void {
      const values = toValues(document);
      const { changes } =
        content.number === found.content
          ? updateRow.run(...values, found.number)
          : updateRowAndContent.run(content.number, share(content), ...values, found.number);
      // If no row were changed, the new version would be acknowledged although it was not stored.
      assert(changes === 1, 'a new version replaces exactly one row');
    },
    /** Writes what `seenAgain` changes. */
    touch({ number, document: before }: FoundDocument, document: StoredDocument): void {
      const { lastSeenAt, seenCount, expiresAt, lifetimeMs } = document;
      // Nearly all documents keep their lives, and with these their entries in two indexes.
      if (expiresAt === before.expiresAt && lifetimeMs === before.lifetimeMs)
        updateSeen.run(lastSeenAt, seenCount, number);
      else updateSeenAndLife.run(lastSeenAt, seenCount, expiresAt, lifetimeMs, number);
    },
    delete(collection: number, { number, document }: FoundDocument): void {
      assert(deleteRow.run(number).changes === 1, 'a document that is deleted has one row');
      ids.remove(collection, document.id);
    },
    /**
     * Deletes some documents of a collection. @returns numbers of the contents that the documents had; empty if no
     * documents were left
     */
    deleteSome(collection: number, limit: number): readonly number[] {
      return ids.page(collection, '', false, limit).map(({ id, document }) => {
        const content = selectContent.get(document)!;
        deleteRow.run(document);
        deleteClaim.run(document);
        ids.remove(collection, id);
        return content;
      });
    },
  };
}

/** SQL condition for a wrong value of `shared`: not 0 or 1, or 0 although another document has the content. */
export const isWronglyShared = `shared NOT IN (0, 1) OR shared = 0 AND EXISTS (SELECT 1
  FROM documents AS other WHERE other.content = documents.content AND other.number <> documents.number)`;

export type Documents = ReturnType<typeof createDocuments>;

/** Returns a document if it has not expired; otherwise undefined. */
export function keepLive(found: FoundDocument | undefined, now: number): FoundDocument | undefined {
  return found !== undefined && isLive(found.document, now) ? found : undefined;
}

/** Returns the number and revision by which one version of a document is recognized. */
export const versionOf = ({ number, document }: FoundDocument): DocumentVersion => ({
  number,
  revision: document.revision,
});

type Values = [
  metadata: string | null,
  page: string | null,
  revision: number,
  storedAt: number,
  updatedAt: number,
  lastSeenAt: number,
  seenCount: number,
  expiresAt: number | null,
  lifetimeMs: number | null,
];

const assignments = `metadata = ?, page = ?, revision = ?, stored_at = ?, updated_at = ?, last_seen_at = ?,
  seen_count = ?, expires_at = ?, lifetime_ms = ?`;

function toValues(document: StoredDocument): Values {
  const { metadata, page, revision, storedAt, updatedAt, lastSeenAt, seenCount } = document;
  const { expiresAt, lifetimeMs } = document;
  const times = [storedAt, updatedAt, lastSeenAt, seenCount, expiresAt, lifetimeMs] as const;
  return [metadata, page, revision, ...times];
}

const signatureColumns = `(fingerprint >> 32) & 0xffffffff AS high, fingerprint & 0xffffffff AS low,
    exact_hash AS exactHash, feature_count AS featureCount, short_text AS shortText, sketch,
    shingles, evidence, parts`;

const selectRows = `
  SELECT documents.number AS number, documents.collection AS generation, content, id, metadata, page, revision, seen_count AS seenCount,
    stored_at AS storedAt, updated_at AS updatedAt, last_seen_at AS lastSeenAt,
    expires_at AS expiresAt, lifetime_ms AS lifetimeMs,
    ${signatureColumns},
    (SELECT name FROM extractors WHERE extractors.number = contents.extractor) AS extractor
  FROM documents JOIN contents ON contents.number = documents.content`;

interface Row extends Omit<StoredDocument, 'signature'>, SignatureRow {
  readonly number: number;
  readonly generation: number;
  readonly content: number;
}

interface SignedRow
  extends Pick<StoredDocument, 'id' | 'storedAt' | 'expiresAt' | 'metadata'>,
    SignatureRow {}

interface SignatureRow {
  readonly high: number;
  readonly low: number;
  readonly exactHash: Buffer;
  readonly featureCount: number | null;
  readonly shortText: number;
  readonly sketch: Buffer | null;
  readonly shingles: number | null;
  readonly evidence: Buffer | null;
  readonly parts: Buffer | null;
}

function toFound(row: Row): FoundDocument {
  return { number: row.number, content: row.content, document: toDocument(row) };
}

function toDocument(row: Row): StoredDocument {
  const { id, metadata, page, extractor, revision, storedAt, updatedAt, lastSeenAt, seenCount } =
    row;
  const signature = toSignature(row);
  const times = { storedAt, updatedAt, lastSeenAt };
  const { expiresAt, lifetimeMs } = row;
  const life = { expiresAt, lifetimeMs };
  return { id, signature, metadata, page, extractor, revision, ...times, seenCount, ...life };
}

function toSignature(row: SignatureRow): Signature {
  return {
    exactHash: row.exactHash.toString('hex'),
    fingerprint: { high: row.high, low: row.low },
    featureCount: row.featureCount,
    shortText: row.shortText === 1,
    sketch: toBytes(row.sketch),
    shingles: row.shingles,
    evidence: toBytes(row.evidence),
    parts: row.parts && toParts(row.parts),
  };
}

/** Converts stored parts to the form that signatures have. */
function toParts(bytes: Buffer): TextParts {
  const { hashes, total } = readParts(bytes);
  return { hashes: hashes.slice(), total };
}

/** Converts a buffer to a plain Uint8Array, the type that callers on all threads use. */
function toBytes(blob: Buffer | null): Uint8Array | null {
  return blob && new Uint8Array(blob.buffer, blob.byteOffset, blob.length);
}
