import type { Database } from 'better-sqlite3';
import { compareUtf8 } from '../../../matching/match-order.js';
import type { ListOperation, StoredDocument } from '../../contract/documents.js';
import { endOfPrefix } from '../../rules/id-prefix.js';
import { documentBytes, pageOf } from '../../rules/reply-bytes.js';
import { isLive } from '../../rules/versions.js';

/** A stored document with the numbers of its row and of its content. */
export interface FoundDocument {
  readonly number: number;
  readonly content: number;
  readonly document: StoredDocument;
}

/** An expired document of any collection, live or deleted. */
export interface ExpiredDocument extends FoundDocument {
  readonly generation: number;
}

type Page = Pick<ListOperation, 'idPrefix' | 'after' | 'limit' | 'now'>;

/** An empty blob: SQLite sorts every blob after every text. */
const afterAllTexts = Buffer.alloc(0);

/**
 * The rows of documents, read together with their contents. Without a time, expired ones are
 * included.
 */
export function createDocuments(db: Database) {
  const selectOne = db.prepare<[number, string], Row>(
    `${selectRows} WHERE documents.collection = ? AND documents.id = ?`,
  );
  const selectNextPage = db.prepare<[number, string, string | Buffer, number, number], Row>(
    `${selectRows} WHERE documents.collection = ? AND documents.id > ? AND documents.id < ?
       AND (expires_at IS NULL OR expires_at > ?) ORDER BY documents.id LIMIT +?`,
  );
  const selectFirstPage = db.prepare<[number, string, string | Buffer, number, number], Row>(
    `${selectRows} WHERE documents.collection = ? AND documents.id >= ? AND documents.id < ?
       AND (expires_at IS NULL OR expires_at > ?) ORDER BY documents.id LIMIT +?`,
  );
  const selectExpired = db.prepare<[number, number], Row>(
    `${selectRows} WHERE expires_at <= ? ORDER BY expires_at LIMIT +?`,
  );
  const selectFirstExpiry = db
    .prepare<[], number | null>(
      'SELECT min(expires_at) FROM documents WHERE expires_at IS NOT NULL',
    )
    .pluck();
  const insertRow = db.prepare<[number, string, number, ...Values]>(
    `INSERT INTO documents (collection, id, content, metadata, revision, stored_at, updated_at,
       last_seen_at, seen_count, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateRow = db.prepare<[number, ...Values, number]>(
    `UPDATE documents SET content = ?, metadata = ?, revision = ?, stored_at = ?, updated_at = ?,
       last_seen_at = ?, seen_count = ?, expires_at = ? WHERE number = ?`,
  );
  const updateSeen = db.prepare<[number, number, number]>(
    'UPDATE documents SET last_seen_at = ?, seen_count = ? WHERE number = ?',
  );
  const updateSeenAndExpiry = db.prepare<[number, number, number, number]>(
    'UPDATE documents SET last_seen_at = ?, seen_count = ?, expires_at = ? WHERE number = ?',
  );
  const deleteRow = db.prepare<[number]>('DELETE FROM documents WHERE number = ?');
  const selectText = db
    .prepare<[number, string, number], Buffer>(
      `SELECT text FROM documents JOIN texts ON texts.content = documents.content
       WHERE documents.collection = ? AND documents.id = ?
         AND (expires_at IS NULL OR expires_at > ?)`,
    )
    .pluck();

  const selectTextOf = db
    .prepare<[number], Buffer>('SELECT text FROM texts WHERE content = ?')
    .pluck();

  return {
    find(collection: number, id: string): FoundDocument | undefined {
      const row = selectOne.get(collection, id);
      return row && foundOf(row);
    },
    /** Only if it has not expired. */
    findLive(collection: number, id: string, now: number): FoundDocument | undefined {
      const row = selectOne.get(collection, id);
      return row && liveOf(foundOf(row), now);
    },
    /** Documents in the byte order of their ids, after `after`. */
    page(collection: number, { idPrefix, after, limit, now }: Page): StoredDocument[] {
      const prefix = idPrefix ?? '';
      const end = endOfPrefix(prefix) ?? afterAllTexts;
      const rows =
        after !== null && compareUtf8(after, prefix) >= 0
          ? selectNextPage.iterate(collection, after, end, now, limit)
          : selectFirstPage.iterate(collection, prefix, end, now, limit);
      return pageOf(rows, limit, documentBytes).map(documentOf);
    },
    /**
     * The earliest expiry in all collections, also of documents not swept yet; null: there is none.
     */
    firstExpiry: (): number | null => selectFirstExpiry.get() ?? null,
    /** Expired documents of all collections, in the order of their expiry. */
    expired(now: number, limit: number): ExpiredDocument[] {
      return selectExpired
        .all(now, limit)
        .map((row) => ({ ...foundOf(row), generation: row.generation }));
    },
    /** The stored text of a document; null if there is none. */
    text(collection: number, id: string, now: number): Uint8Array | null {
      return bytesOf(selectText.get(collection, id, now) ?? null);
    },
    /** The stored text of a content; null if there is none. */
    textOf(content: number): Uint8Array | null {
      return bytesOf(selectTextOf.get(content) ?? null);
    },
    /** @param document its id must not be in the collection */
    insert(collection: number, content: number, document: StoredDocument): void {
      insertRow.run(collection, document.id, content, ...valuesOf(document));
    },
    replace(number: number, content: number, document: StoredDocument): void {
      updateRow.run(content, ...valuesOf(document), number);
    },
    touch(number: number, { lastSeenAt, seenCount, expiresAt }: StoredDocument): void {
      if (expiresAt === null) updateSeen.run(lastSeenAt, seenCount, number);
      else updateSeenAndExpiry.run(lastSeenAt, seenCount, expiresAt, number);
    },
    delete(number: number): void {
      deleteRow.run(number);
    },
  };
}

/** What was found, if it has not expired. */
export function liveOf(found: FoundDocument | undefined, now: number): FoundDocument | undefined {
  return found !== undefined && isLive(found.document, now) ? found : undefined;
}

type Values = [
  metadata: string | null,
  revision: number,
  storedAt: number,
  updatedAt: number,
  lastSeenAt: number,
  seenCount: number,
  expiresAt: number | null,
];

function valuesOf(document: StoredDocument): Values {
  const { metadata, revision, storedAt, updatedAt, lastSeenAt, seenCount, expiresAt } = document;
  return [metadata, revision, storedAt, updatedAt, lastSeenAt, seenCount, expiresAt];
}

const selectRows = `
  SELECT documents.number AS number, documents.collection AS generation, content, id, metadata, revision, seen_count AS seenCount,
    stored_at AS storedAt, updated_at AS updatedAt, last_seen_at AS lastSeenAt,
    expires_at AS expiresAt,
    (fingerprint >> 32) & 0xffffffff AS high, fingerprint & 0xffffffff AS low,
    exact_hash AS exactHash, feature_count AS featureCount, short_text AS shortText, sketch, traits,
    (SELECT name FROM extractors WHERE extractors.number = contents.extractor) AS extractor
  FROM documents JOIN contents ON contents.number = documents.content`;

interface Row extends Omit<StoredDocument, 'signature'> {
  readonly number: number;
  readonly generation: number;
  readonly content: number;
  readonly high: number;
  readonly low: number;
  readonly exactHash: Buffer;
  readonly featureCount: number | null;
  readonly shortText: number;
  readonly sketch: Buffer | null;
  readonly traits: Buffer | null;
}

function foundOf(row: Row): FoundDocument {
  return { number: row.number, content: row.content, document: documentOf(row) };
}

function documentOf(row: Row): StoredDocument {
  const { id, metadata, extractor, revision, storedAt, updatedAt, lastSeenAt, seenCount } = row;
  const signature = {
    exactHash: row.exactHash.toString('hex'),
    fingerprint: { high: row.high, low: row.low },
    featureCount: row.featureCount,
    shortText: row.shortText === 1,
    sketch: bytesOf(row.sketch),
    traits: bytesOf(row.traits),
  };
  const times = { storedAt, updatedAt, lastSeenAt };
  const { expiresAt } = row;
  return { id, signature, metadata, extractor, revision, ...times, seenCount, expiresAt };
}

/** The bytes as a plain Uint8Array, the type that all callers use, on this thread and others. */
function bytesOf(blob: Buffer | null): Uint8Array | null {
  return blob && new Uint8Array(blob.buffer, blob.byteOffset, blob.length);
}
