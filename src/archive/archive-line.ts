import { z } from 'zod';
import { documentReply } from '../api/documents.js';
import { documentId, extractorName, fingerprintHex, metadata } from '../api/fields.js';
import { parsed } from '../api/validation.js';
import { packFacts } from '../detector/kept-facts.js';
import type { ArchiveDocument } from '../detector/transfer.js';
import { fromHex } from '../fingerprint/blocks.js';
import { evidenceVersion, unpackEvidence } from '../fingerprint/evidence.js';
import { landmarksBytes } from '../fingerprint/landmarks.js';
import { sketchBytes } from '../fingerprint/recipe.js';
import type { ReadHeader } from './export-format.js';

/**
 * Encodes a document as a line in the export of a database file (version 2 and later): the fields of GET /documents,
 * then the other stored data. `sketch`, `evidence` and the hashes of `parts` are in base64; the hashes have 4 bytes
 * each and are in ascending order. `text` is present only if it is stored, `rest` only if the page has other lines.
 */
export function archiveLine(document: ArchiveDocument, collection: string): object {
  const { signature, text, rest, isBlocks } = document;
  const { page, ...shown } = documentReply(document, collection);
  return {
    ...shown,
    ...(page !== null && { page }),
    ...(document.lifetimeMs !== null && { lifetimeMs: document.lifetimeMs }),
    exactHash: signature.exactHash,
    sketch: toBase64(signature.sketch),
    shingles: signature.shingles,
    evidence: toBase64(signature.evidence),
    parts: signature.parts && {
      total: signature.parts.total,
      hashes: toBase64(hashBytes(signature.parts.hashes)),
    },
    ...(text !== null && { text, ...(rest && { rest }), ...(isBlocks && { isBlocks }) }),
  };
}

const toBase64 = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('base64');
const fromBase64 = (text: string | null) =>
  text === null ? null : new Uint8Array(Buffer.from(text, 'base64'));

/** Encodes 32-bit numbers in little-endian order. */
function hashBytes(hashes: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * hashes.length));
  for (const [index, hash] of hashes.entries()) view.setUint32(4 * index, hash, true);
  return new Uint8Array(view.buffer);
}

function toHashes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: bytes.length >>> 2 }, (_, index) =>
    view.getUint32(4 * index, true),
  );
}

const count = z.int().min(1);

/** Parts (sampled shingles) by which a text is indexed. */
const parts = z
  .object({ total: count, hashes: z.base64() })
  .transform(({ total, hashes }) => ({ total, hashes: toHashes(fromBase64(hashes)!) }))
  .refine(
    ({ total, hashes }) =>
      hashes.length > 0 &&
      hashes.length <= total &&
      hashes.every((hash, index) => index === 0 || hash > hashes[index - 1]!),
    { message: 'must be hashes in ascending order, at most `total` of them' },
  );

export const time = z.iso.datetime({ precision: 3 }).transform((text) => Date.parse(text));

const fact = (lengthMax: number) => z.string().max(lengthMax).nullable();

/** Facts of a page, with the length limits of `PageFacts`. */
const facts = z.strictObject({
  title: fact(1000),
  siteName: fact(200),
  canonical: fact(2048),
  language: fact(35),
  publishedAt: fact(40),
});

const line = z.strictObject({
  id: documentId,
  collection: z.string(),
  fingerprint: fingerprintHex,
  featureCount: z.int().min(0).nullable(),
  shortText: z.boolean(),
  metadata: metadata.optional(),
  page: facts.nullable().default(null),
  extractor: extractorName.nullable(),
  revision: count,
  storedAt: time,
  updatedAt: time,
  lastSeenAt: time,
  seenCount: count,
  expiresAt: time.nullable(),
  // Missing if the document never expires, and in earlier exports.
  lifetimeMs: z.int().min(0).optional(),
  exactHash: z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits'),
  sketch: z.base64().nullable(),
  // This field and the next two are missing in earlier exports.
  shingles: z.int().min(1).nullable().default(null),
  evidence: z.base64().nullable().default(null),
  parts: parts.nullable().default(null),
  // Only earlier exports have this field. It is ignored.
  traits: z.unknown().optional(),
  text: z.string().optional(),
  rest: z.string().optional(),
  isBlocks: z.boolean().optional(),
});

/**
 * Returns the document of a line made by `archiveLine`.
 * @throws `validation_failed` if the line cannot come from an export with this header
 */
export function archiveDocument(
  value: object,
  { recipe, isEarlier }: Pick<ReadHeader, 'recipe' | 'isEarlier'>,
): ArchiveDocument {
  const length = sketchBytes(recipe);
  // Sketches of earlier exports have no landmarks.
  const lengths: readonly (number | undefined)[] = [
    length,
    ...(isEarlier ? [length - landmarksBytes] : []),
  ];
  // Tests if the document is signed again from its text. The sketch in the line is then ignored, and may have another
  // length.
  const signsAgain = (text: string | undefined) => isEarlier && text !== undefined;
  const ofRecipe = line
    .refine(
      ({ sketch, text }) =>
        signsAgain(text) || sketch === null || lengths.includes(fromBase64(sketch)?.length),
      {
        path: ['sketch'],
        message: `must be of ${length} bytes`,
      },
    )
    .refine(({ evidence }) => isEarlierEvidence(evidence) || readsEvidence(evidence), {
      path: ['evidence'],
      message: 'must be evidence of a text, of a version that this build reads',
    })
    .refine((given) => given.parts === null || recipe.parts, {
      path: ['parts'],
      message: 'must be null: the recipe has no parts',
    });
  const whole = parsed(ofRecipe, value, '');
  const hasLines = !isEarlierEvidence(whole.evidence);
  return {
    id: whole.id,
    signature: {
      fingerprint: fromHex(whole.fingerprint),
      exactHash: whole.exactHash,
      featureCount: whole.featureCount,
      shortText: whole.shortText,
      sketch: padded(fromBase64(whole.sketch), length),
      shingles: whole.shingles,
      evidence: hasLines ? fromBase64(whole.evidence) : null,
      parts: whole.parts,
    },
    metadata: whole.metadata === undefined ? null : JSON.stringify(whole.metadata),
    page: packFacts({ id: whole.id, facts: whole.page }),
    extractor: whole.extractor,
    revision: whole.revision,
    storedAt: whole.storedAt,
    updatedAt: whole.updatedAt,
    lastSeenAt: whole.lastSeenAt,
    seenCount: whole.seenCount,
    expiresAt: whole.expiresAt,
    lifetimeMs: lifetimeIn(whole),
    text: whole.text ?? null,
    rest: whole.rest,
    isBlocks: whole.isBlocks,
    isEarlier: isEarlier || !hasLines,
  };
}

/** Returns the lifetime of a document. Earlier exports lack it: then it is what was left when the document was last seen. */
function lifetimeIn({ expiresAt, lastSeenAt, lifetimeMs }: z.output<typeof line>): number | null {
  return expiresAt === null ? null : (lifetimeMs ?? Math.max(0, expiresAt - lastSeenAt));
}

const readsEvidence = (evidence: string | null) =>
  evidence === null || unpackEvidence(fromBase64(evidence)!) !== null;

/**
 * Tests for evidence of an earlier version, which has no lines. It proves nothing, so other pages are only similar
 * to the document, unless equal.
 */
function isEarlierEvidence(evidence: string | null): boolean {
  return evidence !== null && fromBase64(evidence)![0]! < evidenceVersion;
}

/** Appends zeros to a sketch without landmarks. A zero stands for an absent landmark. */
function padded(sketch: Uint8Array | null, length: number): Uint8Array | null {
  if (sketch === null || sketch.length >= length) return sketch;
  const whole = new Uint8Array(length);
  whole.set(sketch);
  return whole;
}
