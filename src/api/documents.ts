import { z } from 'zod';
import type { Computed } from '../detector/compute.js';
import type { ListedDocument } from '../detector/excerpts.js';
import { unpackFacts } from '../detector/kept-facts.js';
import { toHex } from '../fingerprint/blocks.js';
import { countLines } from '../fingerprint/evidence.js';
import type { Signature } from '../fingerprint/signature.js';
import type { DocumentWithCluster } from '../store/contract/clusters.js';
import type { CheckOutcome, StoredDocument } from '../store/contract/documents.js';
import { anyMetadata, contentHash, fingerprintHex, time, timeReply } from './fields.js';

/** Documents in replies: their fields, claims, ETags and addresses. */

export const featureCount = z
  .int()
  .nullable()
  .describe(
    'Number of distinct features (words, for a text). Null if only a fingerprint was sent.',
  );
export const shortText = z
  .boolean()
  .describe('Whether the text is so short that a match needs a higher similarity.');
export const extractor = z
  .string()
  .describe('Name and version of the extractor that produced the text.');
export const extractorOfPage = extractor
  .optional()
  .describe(
    'Name and version of the extractor that produced the text. Omitted unless the content is a page, or a fingerprint that was sent with an extractor.',
  );

/** Fields for the page metadata that is stored with a document. */
const keptFacts = {
  title: z
    .string()
    .nullable()
    .describe(
      'Title of the page, without the site name if the page shows which part that is. Null if it has none.',
    ),
  siteName: z.string().nullable().describe('Name of the site. Null if the page does not state it.'),
  canonical: z
    .string()
    .nullable()
    .describe(
      'Canonical URL that the page declares. A relative URL is resolved against the URL of the page, if that is known. Null if the page declares none.',
    ),
  language: z
    .string()
    .nullable()
    .describe(
      'Language of the page as a BCP 47 tag, such as `en` or `zh-CN`. Null if the page does not state it.',
    ),
  publishedAt: z
    .string()
    .nullable()
    .describe(
      'Publication date in ISO 8601, as precise as the page states it: `2027-01-31`, or with a time and offset. Null if the page does not state it.',
    ),
};

/** Fields for all metadata of a page. */
export const pageFacts = {
  ...keptFacts,
  headings: z.array(z.string()).readonly().describe('Headings of the text, at most 50.'),
};

export const describedPage = z
  .object({
    ...pageFacts,
    canonicalOf: z
      .string()
      .nullable()
      .describe(
        'Id of another stored document that `canonical` refers to. It does not affect the decision. Null if there is none.',
      ),
  })
  .meta({ id: 'DescribedPage' })
  .nullable()
  .optional()
  .describe(
    'What the page states about itself. Only with `include: ["page"]`. Null if the content is not a page.',
  );

/** A claim on a document. The document expires unless the claim is confirmed. */
export const claim = z
  .object({
    expiresAt: time.describe('Time at which the document expires unless it is confirmed before.'),
    contentHash: contentHash
      .optional()
      .describe(
        'Hash of the content, to be sent with the confirmation. Only in the decision that stored the document.',
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
      .describe('What the page states about itself. Null if nothing is known.'),
    extractor: extractor
      .nullable()
      .describe(
        'Name and version of the extractor that produced the text. Null if it is not known, as for a plain text.',
      ),
    revision: z.int().min(1),
    storedAt: time,
    updatedAt: time,
    lastSeenAt: time,
    seenCount: z.int().min(1),
    expiresAt: time
      .nullable()
      .describe(
        'Time at which the document expires. From then on, it counts as absent. Null if it never expires.',
      ),
    lines: z
      .object({
        main: z.int().describe('Number of different lines of the main text.'),
        rest: z.int().describe('Number of different other lines.'),
      })
      .meta({ id: 'LineCounts' })
      .nullable()
      .describe(
        'Lines of the page that the service knows. Null if it was sent as features or a fingerprint, or stored by an earlier version.',
      ),
    cluster: z
      .string()
      .nullable()
      .describe('Id of the cluster that the document is in. Null if it is in none.'),
    claim: claim
      .optional()
      .describe('Claim on the document. Omitted unless the document is claimed.'),
    excerpt: z
      .string()
      .nullable()
      .optional()
      .describe(
        'First 240 characters of the kept text. Only in lists with `include=excerpt`. Null if no text is kept.',
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
  const { cluster, claim, signature } = document;
  const lines = signature.evidence && countLines(signature.evidence);
  return { ...documentReply(document, collection), lines, cluster, claim: claimReply(claim) };
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
 * ETag of one revision of a document. It contains the time at which the document was first stored, because revision
 * numbers start again from 1 when a document is deleted and stored again.
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
