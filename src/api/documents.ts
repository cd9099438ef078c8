import { z } from 'zod';
import type { Computed } from '../detector/compute.js';
import type { ListedDocument } from '../detector/excerpts.js';
import { unpackFacts } from '../detector/kept-facts.js';
import { toHex } from '../fingerprint/blocks.js';
import type { Signature } from '../fingerprint/signature.js';
import type { DocumentWithCluster } from '../store/contract/clusters.js';
import type { CheckOutcome, StoredDocument } from '../store/contract/documents.js';
import { anyMetadata, contentHash, fingerprintHex, time, timeReply } from './fields.js';

/** Documents in replies: their fields, claims and places. */

export const featureCount = z
  .int()
  .nullable()
  .describe('number of distinct features; null for a posted fingerprint');
export const shortText = z.boolean().describe('whether there is too little text to be sure');
export const extractor = z.string().describe('name and version of what took the text from a page');
export const extractorOfPage = extractor
  .optional()
  .describe('of a page: what took its text, and its version');

/** Fields for the page metadata that is stored with a document. */
const keptFacts = {
  title: z
    .string()
    .nullable()
    .describe('without the name of the site, as far as the page shows which part that is'),
  siteName: z.string().nullable().describe('name of the site'),
  canonical: z
    .string()
    .nullable()
    .describe(
      'address that the page declares as its own; a relative one needs the address of the page',
    ),
  language: z.string().nullable().describe('BCP 47, as in `en` or `zh-CN`'),
  publishedAt: z
    .string()
    .nullable()
    .describe('ISO 8601, with the precision of the page: `2027-01-31`, or with time and offset'),
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
        'id of the other stored document that `canonical` names; it decides nothing. null: none',
      ),
  })
  .meta({ id: 'DescribedPage' })
  .nullable()
  .optional()
  .describe(
    'with `include: ["page"]`: facts that the page states about itself; null: the content is no page',
  );

/** A claim on a document, which expires unless it is confirmed. */
export const claim = z
  .object({
    expiresAt: time.describe('when it expires, unless it is confirmed before'),
    contentHash: contentHash
      .optional()
      .describe(
        'in the decision that stored the document: names its content, for the confirmation',
      ),
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
      .describe('facts that its page states about itself; null: none is known'),
    extractor: extractor
      .nullable()
      .describe('what took the text of this content; null: it came as text'),
    revision: z.int().min(1),
    storedAt: time,
    updatedAt: time,
    lastSeenAt: time,
    seenCount: z.int().min(1),
    expiresAt: time.nullable().describe('from when on it counts as absent; null: never'),
    cluster: z.string().nullable().describe('id of its cluster; null: it is in none'),
    claim: claim.optional().describe('there only while it is claimed'),
    excerpt: z
      .string()
      .nullable()
      .optional()
      .describe('in lists, with `include=excerpt`: how the kept text begins; null: none is kept'),
  })
  .meta({ id: 'StoredDocument' });

function signatureReply(signature: Signature) {
  return {
    fingerprint: toHex(signature.fingerprint),
    featureCount: signature.featureCount,
    shortText: signature.shortText,
  };
}

/** Computed fields of a posted content. */
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

/** Returns undefined without a claim, so that the field is omitted. */
export function claimReply(claim: CheckOutcome['claim'], contentHash?: string) {
  return claim ? { expiresAt: timeReply(claim.expiresAt), contentHash } : undefined;
}

export function metadataReply(metadata: string | null) {
  return metadata === null ? {} : { metadata: JSON.parse(metadata) as Record<string, unknown> };
}

/** ETag of one revision of a document; the time distinguishes documents stored under one id in succession. */
export function etagOf({ storedAt, revision }: StoredDocument): string {
  return `"${storedAt.toString(36)}-${revision}"`;
}

const locationLengthMax = 4096;

/**
 * Headers with the address of a document. Omitted for a very long id, because clients limit the size of
 * headers.
 */
export function locationHeaders(id: string, collection: string): { location?: string } {
  const prefix = collection === 'default' ? '' : `/collections/${collection}`;
  const location = `${prefix}/documents/${encodeURIComponent(id)}`;
  return location.length <= locationLengthMax ? { location } : {};
}
