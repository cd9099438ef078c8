import { isDeepStrictEqual } from 'node:util';
import type { Signature } from '../../fingerprint/signature.js';
import type { StoredDocument } from '../contract/documents.js';

/** Fields of a new version of a document that the caller of the store sets. The store derives the others. */
export interface NewVersion {
  readonly id: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  readonly page: string | null;
  readonly extractor: string | null;
  readonly expiresAt: number | null;
  readonly now: number;
}

/**
 * Returns the document to store, with its times and counts.
 * @param earlier previous version; undefined if the id is new
 */
export function nextVersion(
  earlier: StoredDocument | undefined,
  { id, signature, metadata, page, extractor, expiresAt, now }: NewVersion,
): StoredDocument {
  return {
    id,
    signature,
    metadata,
    page,
    extractor,
    revision: (earlier?.revision ?? 0) + 1,
    storedAt: earlier?.storedAt ?? now,
    updatedAt: now,
    lastSeenAt: now,
    seenCount: (earlier?.seenCount ?? 0) + 1,
    expiresAt,
  };
}

/** Returns the document after it was found unchanged. A new expiry replaces the old one. */
export function seenAgain(
  document: StoredDocument,
  { expiresAt, now }: Pick<NewVersion, 'expiresAt' | 'now'>,
): StoredDocument {
  return {
    ...document,
    lastSeenAt: now,
    seenCount: document.seenCount + 1,
    expiresAt: expiresAt ?? document.expiresAt,
  };
}

/** Returns true if a document has not expired. */
export function isLive({ expiresAt }: Pick<StoredDocument, 'expiresAt'>, now: number): boolean {
  return expiresAt === null || expiresAt > now;
}

export function sameContent(a: Signature, b: Signature): boolean {
  return a.exactHash === b.exactHash;
}

/** Returns true if two metadata texts, each JSON or null, have equal values. Key order is ignored. */
export function sameMetadata(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}
