import type { DescribedCollection } from '../detector.js';
import { toHex } from '../fingerprint/blocks.js';
import type { Signature } from '../fingerprint/signature.js';
import type { Match, StoredDocument } from '../store/store.js';

const locationLengthMax = 4096;

/** How the things of the detector look on the wire. */

export function signatureReply(signature: Signature) {
  return {
    fingerprint: toHex(signature.fingerprint),
    featureCount: signature.featureCount,
    shortText: signature.shortText,
  };
}

export function matchReply(match: Match) {
  return {
    id: match.id,
    distance: match.distance,
    similarity: match.similarity,
    exact: match.exact,
    fingerprint: toHex(match.fingerprint),
    ...metadataReply(match.metadata),
    storedAt: timeReply(match.storedAt),
  };
}

export function documentReply(document: StoredDocument, collection: string) {
  return {
    id: document.id,
    collection,
    ...signatureReply(document.signature),
    ...metadataReply(document.metadata),
    revision: document.revision,
    storedAt: timeReply(document.storedAt),
    updatedAt: timeReply(document.updatedAt),
    lastSeenAt: timeReply(document.lastSeenAt),
    seenCount: document.seenCount,
  };
}

export function collectionReply(collection: DescribedCollection) {
  const { name, recipe, recipeId, maxDistance, createdAt, problem } = collection;
  return { name, recipe, recipeId, maxDistance, createdAt: timeReply(createdAt), problem };
}

/** Names one revision of one life of a document. */
export function etagOf({ storedAt, revision }: StoredDocument): string {
  return `"${storedAt.toString(36)}-${revision}"`;
}

/**
 * The headers that say where a document is: none for an id so long that clients, which bound the
 * headers of an answer, could not read it.
 */
export function locationHeaders(id: string, collection: string): { location?: string } {
  const suffix = collection === 'default' ? '' : `?collection=${collection}`;
  const location = `/documents/${encodeURIComponent(id)}${suffix}`;
  return location.length <= locationLengthMax ? { location } : {};
}

function metadataReply(metadata: string | null) {
  return metadata === null ? {} : { metadata: JSON.parse(metadata) as Record<string, unknown> };
}

function timeReply(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
