import type { Database } from 'better-sqlite3';
import type { StoredDocument } from '../store.js';

/** A stored document with the numbers of its row and of its content. */
export interface FoundDocument {
  readonly number: number;
  readonly content: number;
  readonly document: StoredDocument;
}

/** The rows of documents, read together with their contents. */
export function createDocuments(db: Database) {
  const selectOne = db.prepare<[number, string], Row>(
    `${selectRows} WHERE documents.collection = ? AND documents.id = ?`,
  );
  const selectPage = db.prepare<[number, string, number], Row>(
    `${selectRows} WHERE documents.collection = ? AND documents.id > ?
     ORDER BY documents.id LIMIT ?`,
  );
  const insertRow = db.prepare<[number, string, number, ...Values]>(
    `INSERT INTO documents (collection, id, content, metadata, revision, stored_at, updated_at,
       last_seen_at, seen_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateRow = db.prepare<[number, ...Values, number]>(
    `UPDATE documents SET content = ?, metadata = ?, revision = ?, stored_at = ?, updated_at = ?,
       last_seen_at = ?, seen_count = ? WHERE number = ?`,
  );
  const updateSeen = db.prepare<[number, number, number]>(
    'UPDATE documents SET last_seen_at = ?, seen_count = ? WHERE number = ?',
  );
  const deleteRow = db.prepare<[number]>('DELETE FROM documents WHERE number = ?');
  const selectText = db
    .prepare<[number, string], Buffer>(
      `SELECT text FROM documents JOIN texts ON texts.content = documents.content
       WHERE documents.collection = ? AND documents.id = ?`,
    )
    .pluck();

  return {
    find(collection: number, id: string): FoundDocument | undefined {
      const row = selectOne.get(collection, id);
      return row && { number: row.number, content: row.content, document: documentOf(row) };
    },
    /** In the byte order of ids, from after `after` on. */
    page(collection: number, after: string | null, limit: number): StoredDocument[] {
      return selectPage.all(collection, after ?? '', limit).map(documentOf);
    },
    /** The kept text of a document; null if there is none. */
    text(collection: number, id: string): Uint8Array | null {
      return bytesOf(selectText.get(collection, id) ?? null);
    },
    /** @param document its id is not in the collection */
    insert(collection: number, content: number, document: StoredDocument): void {
      insertRow.run(collection, document.id, content, ...valuesOf(document));
    },
    replace(number: number, content: number, document: StoredDocument): void {
      updateRow.run(content, ...valuesOf(document), number);
    },
    touch(number: number, { lastSeenAt, seenCount }: StoredDocument): void {
      updateSeen.run(lastSeenAt, seenCount, number);
    },
    delete(number: number): void {
      deleteRow.run(number);
    },
  };
}

type Values = [
  metadata: string | null,
  revision: number,
  storedAt: number,
  updatedAt: number,
  lastSeenAt: number,
  seenCount: number,
];

function valuesOf(document: StoredDocument): Values {
  const { metadata, revision, storedAt, updatedAt, lastSeenAt, seenCount } = document;
  return [metadata, revision, storedAt, updatedAt, lastSeenAt, seenCount];
}

const selectRows = `
  SELECT documents.number AS number, content, id, metadata, revision, seen_count AS seenCount,
    stored_at AS storedAt, updated_at AS updatedAt, last_seen_at AS lastSeenAt,
    (fingerprint >> 32) & 0xffffffff AS high, fingerprint & 0xffffffff AS low,
    exact_hash AS exactHash, feature_count AS featureCount, short_text AS shortText, sketch,
    (SELECT name FROM extractors WHERE extractors.number = contents.extractor) AS extractor
  FROM documents JOIN contents ON contents.number = documents.content`;

interface Row extends Omit<StoredDocument, 'signature'> {
  readonly number: number;
  readonly content: number;
  readonly high: number;
  readonly low: number;
  readonly exactHash: Buffer;
  readonly featureCount: number | null;
  readonly shortText: number;
  readonly sketch: Buffer | null;
}

function documentOf(row: Row): StoredDocument {
  const { id, metadata, extractor, revision, storedAt, updatedAt, lastSeenAt, seenCount } = row;
  const signature = {
    exactHash: row.exactHash.toString('hex'),
    fingerprint: { high: row.high, low: row.low },
    featureCount: row.featureCount,
    shortText: row.shortText === 1,
    sketch: bytesOf(row.sketch),
  };
  const times = { storedAt, updatedAt, lastSeenAt };
  return { id, signature, metadata, extractor, revision, ...times, seenCount };
}

/** The same bytes as what they are to everybody else, on this thread or another. */
function bytesOf(blob: Buffer | null): Uint8Array | null {
  return blob && new Uint8Array(blob.buffer, blob.byteOffset, blob.length);
}
