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

/** Request that finds a document unchanged: a check, or an addition (`POST /documents`). */
export type SeenBy = 'check' | 'addition';

/**
 * Returns the expiry of a document or claim after a request found it unchanged. This is the only rule by which the life
 * of something stored changes: a check never shortens a life that it did not begin, so it only lengthens; an addition
 * sets the expiry. A request without an expiry leaves it as it was.
 */
export function renewedExpiry(
  before: number | null,
  requested: number | null,
  by: SeenBy,
): number | null {
  if (requested === null) return before;
  if (by === 'addition') return requested;
  return before === null ? null : Math.max(before, requested);
}

/** Returns the document after it was found unchanged. */
export function seenAgain(
  document: StoredDocument,
  { expiresAt, now }: Pick<NewVersion, 'expiresAt' | 'now'>,
  by: SeenBy,
): StoredDocument {
  return {
    ...document,
    lastSeenAt: now,
    seenCount: document.seenCount + 1,
    expiresAt: renewedExpiry(document.expiresAt, expiresAt, by),
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
