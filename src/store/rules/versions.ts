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
    lifetimeMs: requestedLifetime({ expiresAt, now }),
  };
}

/** Returns the lifetime that a request names, in milliseconds; null if the document never expires. */
export function requestedLifetime({
  expiresAt,
  now,
}: Pick<NewVersion, 'expiresAt' | 'now'>): number | null {
  return expiresAt === null ? null : expiresAt - now;
}

/** Returns the later of two expiries, or the longer of two lifetimes. Null has no end. */
export function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}

/** Returns true if the first lifetime is at least as long as the second. */
export function livesAsLong(lifetimeMs: number | null, other: number | null): boolean {
  return later(lifetimeMs, other) === lifetimeMs;
}

/** Request that finds a document unchanged: a check, or an addition (`POST /documents`). */
export type SeenBy = 'check' | 'addition';

/**
 * Returns the expiry or the lifetime of a document after a request found it unchanged. This is the only rule by which
 * the life of something stored changes: a check never shortens a life that it did not begin, so it only lengthens; an
 * addition sets it.
 */
export function renewed(
  before: number | null,
  requested: number | null,
  by: SeenBy,
): number | null {
  return by === 'addition' ? requested : later(before, requested);
}

/** Returns the document after it was found unchanged. */
export function seenAgain(
  document: StoredDocument,
  operation: Pick<NewVersion, 'expiresAt' | 'now'>,
  by: SeenBy,
): StoredDocument {
  return {
    ...document,
    lastSeenAt: operation.now,
    seenCount: document.seenCount + 1,
    expiresAt: renewed(document.expiresAt, operation.expiresAt, by),
    lifetimeMs: renewed(document.lifetimeMs, requestedLifetime(operation), by),
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
