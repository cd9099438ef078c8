import { z } from 'zod';
import type { ExplainedMatch } from '../detector/explain.js';
import type { ComparedDocuments } from '../detector/sides.js';
import { toHex } from '../fingerprint/blocks.js';
import { newKinds } from '../fingerprint/comparable.js';
import type { OverlapPassage } from '../fingerprint/overlap.js';
import { type Containment, relationOf, relations } from '../matching/containment.js';
import type { Match } from '../matching/match.js';
import { isNothingNew } from '../matching/match-rule.js';
import type { MemberMatch } from '../store/contract/clusters.js';
import { metadataReply } from './documents.js';
import { anyMetadata, fingerprintHex, time, timeReply } from './fields.js';

/** Matches in replies: how close they are, what the page adds to them, and the evidence for it. */

export const missingText = z
  .literal('text_not_kept')
  .optional()
  .describe('reason for null fields: the text of a stored document was not kept');

const termList = z
  .object({
    count: z.int().describe('number of terms; the heaviest are listed'),
    terms: z
      .array(
        z
          .object({ term: z.string(), weightA: z.number(), weightB: z.number() })
          .meta({ id: 'WeightedTerm' }),
      )
      .readonly(),
  })
  .meta({ id: 'TermList' });

const bit = z.int().min(0).max(63).describe('63 is the highest');

export const evidenceFields = {
  terms: z
    .object({ shared: termList, onlyA: termList, onlyB: termList })
    .meta({ id: 'TermsOfBoth' })
    .nullable()
    .describe('words with their weights; null where words are not known'),
  differingBits: z.array(bit).readonly(),
  flips: z
    .array(
      z
        .object({
          bit,
          document: z.enum(['a', 'b']),
          terms: z.array(z.string()).readonly(),
        })
        .meta({ id: 'Flip' }),
    )
    .readonly()
    .describe('per differing bit, the fewest words whose removal from the document flips it'),
  equalBlocks: z.array(z.int()).readonly().describe('equal 16-bit blocks; 0 is the highest'),
  sharedBands: z.array(z.int()).readonly().nullable().describe('equal bands of the sketches'),
  reason: missingText,
};

const evidence = z
  .object(evidenceFields)
  .meta({ id: 'Evidence' })
  .describe('evidence for the match; a is the probe, b the match');

export const addsNothing = z.boolean().describe('whether this document adds nothing to the match');

const count = z.int().min(0);

/** Fields for the position of a passage in a text. */
export const stretch = {
  start: z.int().describe('offset in the text in UTF-16 code units, as in JavaScript'),
  end: z.int().describe('end offset, exclusive'),
  text: z.string().optional().describe('with `texts` or `explain`: the first 500 characters'),
};

/** Fields for the difference between a page and its match, also used in comparisons and events. */
export const difference = {
  adds: z
    .object({
      nothing: z.boolean().describe('whether these additions are too small to count'),
      words: count.describe(
        'number of new words; between two stored documents without texts, of new word pairs',
      ),
      share: z.number().min(0).max(1).describe('new words as a share of the text'),
      longest: count.nullable().describe('length of the longest new passage in words'),
      numbers: count.describe('numbers that are new, or that now stand between different words'),
      names: count.nullable().describe('new names'),
      negations: count
        .nullable()
        .describe('negations that only one of the two has, or that are next to new words'),
      lines: count
        .nullable()
        .describe('new whole lines or sentences, except those at the start and end'),
      title: z
        .boolean()
        .nullable()
        .describe(
          'whether the titles differ: each has a word that the other lacks; null: one of the two has no title, or the texts are equal and the titles do not differ',
        ),
      passages: z
        .array(
          z
            .object({
              ...stretch,
              words: count.describe(
                'length in words; a Chinese character counts as two thirds of a word',
              ),
              kinds: z
                .array(z.enum(newKinds))
                .readonly()
                .describe('kinds of content in it besides ordinary words'),
            })
            .meta({ id: 'AddedPassage' }),
        )
        .readonly()
        .nullable()
        .optional()
        .describe(
          'with `explain`: the passages of new words in the order of the text, at most the 100 longest; null: the text is not kept, or the match has just been deleted',
        ),
      passagesTruncated: z
        .boolean()
        .optional()
        .describe('with `passages`: whether some passages are not listed'),
    })
    .meta({ id: 'Additions' })
    .nullable()
    .describe(
      'content of this text that the match lacks. `longest`, `names`, `negations` and `lines` are null if neither text is available. The whole is null if one side has only a fingerprint, or if eight other matches are nearer',
    ),
  covers: z
    .boolean()
    .nullable()
    .describe(
      'whether this text contains everything that the match says; if it adds nothing, one word may be missing. null: not known',
    ),
};

const share = z.number().min(0).max(1);

const bothShares = { ofThis: share, ofMatch: share };

/** Fields for the containment of one text in another, also used in cluster members and events. */
export const contained = {
  containment: z
    .object({
      ofThis: share.describe('share of the shingles of this text that the match also has'),
      ofMatch: share.describe('share of the shingles of the match that this text also has'),
      error: z
        .object(bothShares)
        .meta({ id: 'ContainmentError' })
        .describe('half the width of the 95 % interval around each'),
    })
    .meta({ id: 'Containment' })
    .nullable()
    .describe('estimated from the sketches; null: not known'),
  relation: z
    .enum(relations)
    .nullable()
    .describe(
      'relation of this text to the match; null unless at least 0.8 of one is contained in the other',
    ),
};

export const match = z
  .object({
    id: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    exact: z.boolean(),
    addsNothing,
    ...difference,
    ...contained,
    fingerprint: fingerprintHex,
    metadata: anyMetadata.optional(),
    storedAt: time,
    evidence: evidence
      .nullable()
      .optional()
      .describe('with `explain`; null if the document has just been deleted'),
  })
  .meta({ id: 'Match' });

export const memberMatch = z
  .object({
    id: z.string(),
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    exact: z.boolean(),
    addsNothing,
    ...contained,
    at: time,
  })
  .meta({ id: 'MemberMatch' });

export const passage = z
  .object({
    ...stretch,
    words: z.int(),
    match: z
      .object(stretch)
      .meta({ id: 'PassageMatch' })
      .nullable()
      .describe('place of the passage in the other text; null: that text is not kept'),
  })
  .meta({ id: 'Passage' });

export const commonShare = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe(
    'with `minContainment`: share of the shingles that find nothing because 256 or more stored texts are indexed by them; a lower bound for texts of fewer than about 1,000 words; null: not known',
  );

export function matchReply(match: Match & Partial<ExplainedMatch>) {
  return {
    id: match.id,
    distance: match.distance,
    similarity: shareReply(match.similarity),
    exact: match.exact,
    addsNothing: isNothingNew(match),
    adds:
      match.evidence === undefined
        ? match.adds
        : explainedAdditions(match.adds, match.evidence?.newPassages ?? null),
    covers: match.covers,
    ...containmentReply(match.containment),
    fingerprint: toHex(match.fingerprint),
    ...metadataReply(match.metadata),
    storedAt: timeReply(match.storedAt),
    ...(match.evidence !== undefined && {
      evidence: match.evidence && evidenceReply(match.evidence),
    }),
  };
}

export function explainedAdditions(adds: Match['adds'], found: ComparedDocuments['newPassages']) {
  if (adds === null) return null;
  if (found === null) return { ...adds, passages: null };
  return { ...adds, passages: found.passages, passagesTruncated: found.truncated };
}

/** Formats a containment. Its values are rounded, because they are estimates with far fewer exact digits. */
export function containmentReply(containment: Containment | null) {
  if (containment === null) return { containment, relation: null };
  const { ofThis, ofMatch, error } = containment;
  const errors = { ofThis: rounded(error.ofThis), ofMatch: rounded(error.ofMatch) };
  return {
    containment: { ofThis: rounded(ofThis), ofMatch: rounded(ofMatch), error: errors },
    relation: relationOf(containment),
  };
}

/** Returns a share rounded to three decimals; null if it is unknown. */
export const shareReply = (share: number | null) => share && rounded(share);

export const rounded = (share: number) => Math.round(share * 1000) / 1000;

export function passagesReply(passages: readonly OverlapPassage[]) {
  return passages.map(({ inMatch, ...passage }) => ({ ...passage, match: inMatch }));
}

export function evidenceReply({
  comparison,
  textMissing,
}: Pick<ComparedDocuments, 'comparison' | 'textMissing'>) {
  const { terms, differingBits, equalBlocks, sharedBands } = comparison;
  return {
    terms,
    differingBits: differingBits.map(({ bit }) => bit),
    flips: differingBits.flatMap(({ bit, flip }) => (flip ? [{ bit, ...flip }] : [])),
    equalBlocks,
    sharedBands,
    ...(textMissing && { reason: 'text_not_kept' as const }),
  };
}

export function memberMatchReply({ containment, at, seat: _, ...measured }: MemberMatch) {
  const similarity = shareReply(measured.similarity);
  return { ...measured, similarity, ...containmentReply(containment), at: timeReply(at) };
}
