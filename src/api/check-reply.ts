import { z } from 'zod';
import type { WithComputed } from '../detector/compute.js';
import { toHex } from '../fingerprint/blocks.js';
import { keptOutReasons } from '../matching/decide.js';
import { familyMax } from '../matching/family.js';
import { type CheckOutcome, decisions } from '../store/contract/documents.js';
import { claimReply, matchReply } from './replies.js';
import {
  claim,
  describedPage,
  extractorOfPage,
  featureCount,
  match,
  shortText,
} from './resource-schemas.js';
import { fingerprintHex } from './schemas.js';

/** What a check answers: as it is documented, and as it is made. */
export const checked = z
  .object({
    decision: z.enum(decisions),
    stored: z.boolean().describe('whether this check stored the document'),
    reason: z
      .enum(keptOutReasons)
      .nullable()
      .describe('why a similar document is not stored, see keepPerFamily; null for all others'),
    id: z.string().nullable(),
    collection: z.string(),
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    extractor: extractorOfPage,
    duplicateOf: z
      .string()
      .nullable()
      .describe('id of the best match, if it makes the document a duplicate'),
    similarTo: z
      .string()
      .nullable()
      .describe('id of the best match, if the document is only similar to it'),
    replaced: z
      .array(z.string())
      .readonly()
      .describe(
        'ids of the documents whose place this one took, or takes when its claim is confirmed; see onDuplicate',
      ),
    previous: z
      .object({ distance: z.int(), similarity: z.number().nullable() })
      .meta({ id: 'EarlierVersion' })
      .nullable()
      .describe('how far the earlier version of this id is; null if there was none'),
    cluster: z
      .string()
      .nullable()
      .describe('id of the cluster of an unchanged document, or of the best match'),
    matches: z.array(match),
    truncated: z.boolean(),
    family: z
      .int()
      .nullable()
      .describe(
        `number of stored contents that are alike, ${familyMax} at most; null: they were not counted`,
      ),
    claim: claim
      .optional()
      .describe(
        'there only if the document is claimed that was stored, is unchanged, or makes this one a duplicate',
      ),
    page: describedPage,
  })
  .meta({ id: 'Decision' });

export function checkedReply(
  { outcome, computed: { signature, extractor, page } }: WithComputed<CheckOutcome>,
  collection: string,
): z.input<typeof checked> {
  // One literal, as V8 puts spread objects together by slower ways.
  return {
    decision: outcome.decision,
    stored: outcome.stored,
    reason: outcome.reason,
    id: outcome.id,
    collection,
    fingerprint: toHex(signature.fingerprint),
    featureCount: signature.featureCount,
    shortText: signature.shortText,
    extractor: extractor ?? undefined,
    duplicateOf: outcome.duplicateOf,
    similarTo: outcome.similarTo,
    replaced: outcome.replaced,
    previous: outcome.previous,
    cluster: outcome.cluster,
    matches: outcome.matches.map(matchReply),
    truncated: outcome.truncated,
    family: outcome.family,
    claim: claimReply(outcome.claim),
    page,
  };
}
