import { hash } from 'node:crypto';
import type { TextParts } from '../../fingerprint/parts.js';
import { type Recipe, sketchBytes } from '../../fingerprint/recipe.js';
import type { Signature } from '../../fingerprint/signature.js';
import { hostOrCommon, siteFromId } from '../../store/rules/host.js';
import { contentFlags } from '../pairs/contents.js';

/*
 * A signed document in one buffer, as signing threads return it: a record (signed-documents.ts) with lengths instead of
 * offsets, followed by the id, the sketch, the evidence and the parts. The line is not included, only its length.
 *
 *   0        16       32          48     52    56    60  64           72           80              88                  96
 *   │id hash │content │ host hash │ high │ low │flags│   │length of id│ (of line)  │length of parts│length of evidence │
 */
export const recordBytes = 92;
/** `contentFlags`, plus flags for a fingerprint computed elsewhere, for parts, and for an id that is a web address. */
export const recordFlags = { ...contentFlags, madeElsewhere: 4, parts: 8, site: 16 } as const;

/** Positions of fields in a record. The last four hold lengths in a row, and offsets in the file of records. */
export const recordFields = {
  ...{ host: 32, high: 48, low: 52, flags: 56 },
  ...{ id: 60, line: 68, parts: 76, evidence: 84 },
} as const;

/** Packs a document into a row. The length of evidence is 0 if there is none. */
export function packRow(id: string, signature: Signature, recipe: Recipe): Buffer {
  const { fingerprint, featureCount, shortText, sketch, evidence, exactHash } = signature;
  const parts = signature.parts === null ? null : packParts(signature.parts);
  const idLength = Buffer.byteLength(id);
  const evidenceAt = recordBytes + idLength + sketchBytes(recipe);
  const evidenceLength = evidence === null ? 0 : 4 + evidence.length;
  const partsAt = evidenceAt + evidenceLength;
  const row = Buffer.alloc(partsAt + (parts?.length ?? 0));
  row.write(id, recordBytes);
  if (sketch !== null) row.set(sketch, recordBytes + idLength);
  if (evidence !== null) {
    row.writeUInt32LE(evidence.length, evidenceAt);
    row.set(evidence, evidenceAt + 4);
  }
  if (parts !== null) row.set(parts, partsAt);
  hash('sha256', id, 'buffer').copy(row, 0, 0, 16);
  row.write(exactHash, 16, 'hex');
  hash('sha256', hostOrCommon(id), 'buffer').copy(row, recordFields.host, 0, 16);
  row.writeUInt32LE(fingerprint.high, recordFields.high);
  row.writeUInt32LE(fingerprint.low, recordFields.low);
  const flags =
    (shortText ? recordFlags.shortText : 0) |
    (sketch === null ? 0 : recordFlags.sketch) |
    (featureCount === null ? recordFlags.madeElsewhere : 0) |
    (parts === null ? 0 : recordFlags.parts) |
    (siteFromId(id) === null ? 0 : recordFlags.site);
  row.writeUInt32LE(flags, recordFields.flags);
  row.writeDoubleLE(idLength, recordFields.id);
  row.writeDoubleLE(parts?.length ?? 0, recordFields.parts);
  row.writeDoubleLE(evidenceLength, recordFields.evidence);
  return row;
}

function packParts({ hashes, total }: TextParts): Uint8Array {
  const numbers = Uint32Array.of(hashes.length, total);
  const bytes = new Uint8Array(4 * (2 + hashes.length));
  bytes.set(new Uint8Array(numbers.buffer));
  bytes.set(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength), 8);
  return bytes;
}
