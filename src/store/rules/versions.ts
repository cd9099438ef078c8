import type { Signature } from '../../fingerprint/signature.js';
import type { StoredDocument } from '../contract/documents.js';

/** The stored fields of a document, as its caller sets them. */
export interface NewVersion {
  readonly id: string;
  readonly signature: Signature;
  readonly metadata: string | null;
  readonly page: string | null;
  readonly extractor: string | null;
  readonly expiresAt: number | null;
  readonly now: number;
}

/** The document as it is after a version was stored. `earlier` is undefined for a new id. */
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

/** The document as it is after it was found unchanged; a new expiry takes the place of the old. */
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

/** Returns true if a document counts as present. */
export function isLive({ expiresAt }: Pick<StoredDocument, 'expiresAt'>, now: number): boolean {
  return expiresAt === null || expiresAt > now;
}

export function sameContent(a: Signature, b: Signature): boolean {
  return a.exactHash === b.exactHash;
}
