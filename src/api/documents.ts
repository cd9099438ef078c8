import { z } from 'zod';
import type { Computed } from '../detector/compute.js';
import type { ListedDocument } from '../detector/excerpts.js';
import { unpackFacts } from '../detector/kept-facts.js';
import { toHex } from '../fingerprint/blocks.js';
import type { Signature } from '../fingerprint/signature.js';
import type { DocumentWithCluster } from '../store/contract/clusters.js';
import type { CheckOutcome, StoredDocument } from '../store/contract/documents.js';
import { anyMetadata, contentHash, fingerprintHex, time, timeReply } from './fields.js';

/** Documents in replies: their fields, claims, ETags and addresses. */

export const featureCount = z
  .int()
  .nullable()
  .describe('number of distinct features; null for a posted fingerprint');
export const shortText = z
  .boolean()
  .describe('whether the text is so short that a match needs more agreement');
export const extractor = z.string().describe('name and version of the text extractor');
export const extractorOfPage = extractor
  .optional()
  .describe('of a page: name and version of the text extractor');

/** Fields for the page metadata that is stored with a document. */
const keptFacts = {
  title: z
    .string()
    .nullable()
    .describe('title of the page, without the site name if the page shows which part that is'),
  siteName: z.string().nullable().describe('name of the site'),
  canonical: z
    .string()
    .nullable()
    .describe(
      'canonical URL that the page declares; a relative one is resolved against the URL of the page, if known',
    ),
  language: z.string().nullable().describe('BCP 47, as in `en` or `zh-CN`'),
  publishedAt: z
    .string()
    .nullable()
    .describe('ISO 8601, as precise as the page states it: `2027-01-31`, or with time and offset'),
};

/** Fields for all metadata of a page. */
export const pageFacts = {
  ...keptFacts,
  headings: z.array(z.string()).readonly().describe('headings of the text, at most 50'),
};

export const describedPage = z
  .object({
    ...pageFacts,
    canonicalOf: z
      .string()
      .nullable()
      .describe(
        'id of another stored document that `canonical` names; it does not affect the decision. null: none',
      ),
  })
  .meta({ id: 'DescribedPage' })
  .nullable()
  .optional()
  .describe(
    'with `include: ["page"]`: facts that the page states about itself; null: the content is not a page',
  );

/** A claim on a document, which expires unless it is confirmed. */
export const claim = z
  .object({
    expiresAt: time.describe('time at which the document expires unless it is confirmed before'),
    contentHash: contentHash
      .optional()
      .describe('in the decision that stored the document: identifies the content to confirm'),
  })
  .meta({ id: 'Claim' });

export const storedDocument = z
  .object({
    id: z.string(),
    collection: z.string(),
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    metadata: anyMetadata.optional(),
    page: z
      .object(keptFacts)
      .meta({ id: 'StoredFacts' })
      .nullable()
      .describe('facts that the page states about itself; null: none known'),
    extractor: extractor
      .nullable()
      .describe('name and version of the text extractor; null: the content was sent as text'),
    revision: z.int().min(1),
    storedAt: time,
    updatedAt: time,
    lastSeenAt: time,
    seenCount: z.int().min(1),
    expiresAt: time.nullable().describe('time from which it counts as absent; null: never'),
    cluster: z.string().nullable().describe('id of its cluster; null: it is in none'),
    claim: claim.optional().describe('present only while the document is claimed'),
    excerpt: z
      .string()
      .nullable()
      .optional()
      .describe(
        'in lists, with `include=excerpt`: the beginning of the kept text; null: no text is kept',
      ),
  })
  .meta({ id: 'StoredDocument' });

function signatureReply(signature: Signature) {
  return {
    fingerprint: toHex(signature.fingerprint),
    featureCount: signature.featureCount,
    shortText: signature.shortText,
  };
}

/**
 * Reply fields that are computed from the text, features or page in the request: the signature and, for a page, the
 * extractor.
 */
export function computedReply({ signature, extractor }: Computed) {
  return { ...signatureReply(signature), ...(extractor !== null && { extractor }) };
}

export function documentReply(document: StoredDocument, collection: string) {
  return {
    id: document.id,
    collection,
    ...signatureReply(document.signature),
    ...metadataReply(document.metadata),
    page: unpackFacts(document),
    extractor: document.extractor,
    revision: document.revision,
    storedAt: timeReply(document.storedAt),
    updatedAt: timeReply(document.updatedAt),
    lastSeenAt: timeReply(document.lastSeenAt),
    seenCount: document.seenCount,
    expiresAt: document.expiresAt === null ? null : timeReply(document.expiresAt),
  };
}

export function documentWithClusterReply(document: DocumentWithCluster, collection: string) {
  const { cluster, claim } = document;
  return { ...documentReply(document, collection), cluster, claim: claimReply(claim) };
}

export function listedDocumentReply(document: ListedDocument, collection: string) {
  const { excerpt } = document;
  return { ...documentWithClusterReply(document, collection), excerpt };
}

/** Returns a claim as it appears in replies; undefined if there is no claim, so that the reply omits the field. */
export function claimReply(claim: CheckOutcome['claim'], contentHash?: string) {
  return claim ? { expiresAt: timeReply(claim.expiresAt), contentHash } : undefined;
}

export function metadataReply(metadata: string | null) {
  return metadata === null ? {} : { metadata: JSON.parse(metadata) as Record<string, unknown> };
}

/**
 * ETag of one revision of a document. It contains the time at which the document was stored, because a document that is
 * deleted and stored again has the same revision numbers.
 */
export function formatEtag({ storedAt, revision }: StoredDocument): string {
  return `"${storedAt.toString(36)}-${revision}"`;
}

const locationLengthMax = 4096;

/**
 * Returns a `Location` header with the path of a document, or no header if the id is very long, because clients limit
 * the size of headers.
 */
export function locationHeaders(id: string, collection: string): { location?: string } {
  const prefix = collection === 'default' ? '' : `/collections/${collection}`;
  const location = `${prefix}/documents/${encodeURIComponent(id)}`;
  return location.length <= locationLengthMax ? { location } : {};
}
