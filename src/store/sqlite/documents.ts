import type { Database } from 'better-sqlite3';
import type { Fingerprint, Signature } from '../../fingerprint/signature.js';
import type { StoredDocument } from '../store.js';
import type { BlockIndex } from './block-index.js';
import type { Counts } from './catalog.js';

/** A stored document with the numbers of its row and of its content. */
export interface FoundDocument {
  readonly number: number;
  readonly content: number;
  readonly document: StoredDocument;
}

/** What is stored of a document, as its caller gives it. */
export interface NewVersion {
  readonly id: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  readonly now: number;
}

export type Documents = ReturnType<typeof createDocuments>;

/**
 * The rows of documents and of their contents. Every change keeps contents, fingerprints and the
 * index in step with the documents, and adds what it changed to `counts`. Runs inside a transaction
 * of the caller.
 */
export function createDocuments(db: Database, index: BlockIndex) {
  const selectOne = db.prepare<[number, string], Row>(
    `${selectRows} WHERE documents.collection = ? AND documents.id = ?`,
  );
  const selectPage = db.prepare<[number, string, number], Row>(
    `${selectRows} WHERE documents.collection = ? AND documents.id > ?
     ORDER BY documents.id LIMIT ?`,
  );
  const insertDocument = db.prepare<[number, string, number, string | null, ...Times]>(
    `INSERT INTO documents (collection, id, content, metadata, stored_at, updated_at, last_seen_at,
       revision, seen_count) VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1)`,
  );
  const updateDocument = db.prepare<[number, string | null, number, number, number]>(
    `UPDATE documents SET content = ?, metadata = ?, updated_at = ?, last_seen_at = ?,
       revision = revision + 1, seen_count = seen_count + 1 WHERE number = ?`,
  );
  const updateSeen = db.prepare<[number, number]>(
    'UPDATE documents SET last_seen_at = ?, seen_count = seen_count + 1 WHERE number = ?',
  );
  const deleteDocument = db.prepare<[number]>('DELETE FROM documents WHERE number = ?');

  const insertContent = db.prepare<[number, number, number, Buffer, number | null, number]>(
    `INSERT OR IGNORE INTO contents (collection, fingerprint, exact_hash, feature_count, short_text)
     VALUES (?, (? << 32) | ?, ?, ?, ?)`,
  );
  const selectContent = db
    .prepare<[number, number, number, Buffer], number>(
      `SELECT number FROM contents
       WHERE collection = ? AND fingerprint = (? << 32) | ? AND exact_hash = ?`,
    )
    .pluck();
  const deleteUnusedContent = db.prepare<[number, number]>(
    `DELETE FROM contents
     WHERE number = ? AND NOT EXISTS (SELECT 1 FROM documents WHERE content = ?)`,
  );
  const selectUse = db
    .prepare<[number, number, number], number>(
      'SELECT 1 FROM contents WHERE collection = ? AND fingerprint = (? << 32) | ? LIMIT 1',
    )
    .pluck();

  function find(collection: number, id: string): FoundDocument | undefined {
    const row = selectOne.get(collection, id);
    return row && { number: row.number, content: row.content, document: documentOf(row) };
  }

  /** In the byte order of ids, from after `after` on. */
  function page(collection: number, after: string | null, limit: number): StoredDocument[] {
    return selectPage.all(collection, after ?? '', limit).map(documentOf);
  }

  /** @param version its id is not in the collection */
  function insert(collection: number, version: NewVersion, counts: Counts): StoredDocument {
    const { id, signature, metadata, now } = version;
    const content = keepContent(collection, signature, counts);
    insertDocument.run(collection, id, content, metadata, now, now, now);
    counts.documents += 1;
    const times = { storedAt: now, updatedAt: now, lastSeenAt: now };
    return { id, signature, metadata, revision: 1, seenCount: 1, ...times };
  }

  function replace(
    collection: number,
    found: FoundDocument,
    version: NewVersion,
    counts: Counts,
  ): StoredDocument {
    const { signature, metadata, now } = version;
    const earlier = found.document;
    const content = keepContent(collection, signature, counts);
    updateDocument.run(content, metadata, now, now, found.number);
    if (content !== found.content) {
      releaseContent(collection, found.content, earlier.signature.fingerprint, counts);
    }
    const revision = earlier.revision + 1;
    const seenCount = earlier.seenCount + 1;
    return {
      ...earlier,
      signature,
      metadata,
      revision,
      seenCount,
      updatedAt: now,
      lastSeenAt: now,
    };
  }

  function touch({ number, document }: FoundDocument, now: number): StoredDocument {
    updateSeen.run(now, number);
    return { ...document, lastSeenAt: now, seenCount: document.seenCount + 1 };
  }

  function remove(collection: number, found: FoundDocument, counts: Counts): void {
    deleteDocument.run(found.number);
    counts.documents -= 1;
    releaseContent(collection, found.content, found.document.signature.fingerprint, counts);
  }

  /** The number of a content, which is stored and indexed if it is new. */
  function keepContent(collection: number, signature: Signature, counts: Counts): number {
    const { fingerprint, featureCount, shortText } = signature;
    const { high, low } = fingerprint;
    const hash = Buffer.from(signature.exactHash, 'hex');
    const short = Number(shortText);
    const inserted = insertContent.run(collection, high, low, hash, featureCount, short);
    if (inserted.changes === 0) return selectContent.get(collection, high, low, hash)!;
    counts.contents += 1;
    if (index.insert(collection, fingerprint)) counts.fingerprints += 1;
    return Number(inserted.lastInsertRowid);
  }

  /** Removes a content that no document has, and a fingerprint that no content has. */
  function releaseContent(
    collection: number,
    content: number,
    fingerprint: Fingerprint,
    counts: Counts,
  ): void {
    if (deleteUnusedContent.run(content, content).changes === 0) return;
    counts.contents -= 1;
    if (selectUse.get(collection, fingerprint.high, fingerprint.low) !== undefined) return;
    index.remove(collection, fingerprint);
    counts.fingerprints -= 1;
  }

  return { find, page, insert, replace, touch, remove };
}

type Times = [storedAt: number, updatedAt: number, lastSeenAt: number];

const selectRows = `
  SELECT documents.number AS number, content, id, metadata, revision, seen_count AS seenCount,
    stored_at AS storedAt, updated_at AS updatedAt, last_seen_at AS lastSeenAt,
    (fingerprint >> 32) & 0xffffffff AS high, fingerprint & 0xffffffff AS low,
    exact_hash AS exactHash, feature_count AS featureCount, short_text AS shortText
  FROM documents JOIN contents ON contents.number = documents.content`;

interface Row extends Omit<StoredDocument, 'signature'> {
  readonly number: number;
  readonly content: number;
  readonly high: number;
  readonly low: number;
  readonly exactHash: Buffer;
  readonly featureCount: number | null;
  readonly shortText: number;
}

function documentOf(row: Row): StoredDocument {
  const { id, metadata, revision, storedAt, updatedAt, lastSeenAt, seenCount } = row;
  const signature = {
    exactHash: row.exactHash.toString('hex'),
    fingerprint: { high: row.high, low: row.low },
    featureCount: row.featureCount,
    shortText: row.shortText === 1,
  };
  return { id, signature, metadata, revision, storedAt, updatedAt, lastSeenAt, seenCount };
}
