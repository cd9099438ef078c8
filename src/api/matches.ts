import { z } from 'zod';
import type { ExplainedMatch } from '../detector/explain.js';
import type { ComparedDocuments } from '../detector/sides.js';
import { toHex } from '../fingerprint/blocks.js';
import { pageParts } from '../fingerprint/comparable.js';
import type { OverlapPassage } from '../fingerprint/overlap.js';
import { nearestMax, oldestMax } from '../matching/bounds.js';
import { type Containment, relations, toRelation } from '../matching/containment.js';
import { levels, type Match, pickFacts } from '../matching/match.js';
import { isNothingNew } from '../matching/match-rule.js';
import type { MemberMatch } from '../store/contract/clusters.js';
import { metadataReply } from './documents.js';
import { anyMetadata, fingerprintHex, time, timeReply } from './fields.js';

/**
 * Schemas and formatters of matches in replies: the closeness of a match, what the page adds to it, and the evidence
 * for it.
 */

export const missingText = z
  .literal('text_not_kept')
  .optional()
  .describe(
    'Reason why fields are null: the text of a stored document was not kept. Omitted otherwise.',
  );

const termList = z
  .object({
    count: z.int().describe('Number of terms. Only those with the greatest weight are listed.'),
    terms: z
      .array(
        z
          .object({ term: z.string(), weightA: z.number(), weightB: z.number() })
          .meta({ id: 'WeightedTerm' }),
      )
      .readonly(),
  })
  .meta({ id: 'TermList' });

const bit = z
  .int()
  .min(0)
  .max(63)
  .describe('Bit number, from 0 to 63 for the most significant bit.');

export const evidenceFields = {
  terms: z
    .object({ shared: termList, onlyA: termList, onlyB: termList })
    .meta({ id: 'TermsOfBoth' })
    .nullable()
    .describe(
      'Words with their weights in both documents. Null if the words of a document are not known.',
    ),
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
    .describe(
      'For each differing bit, the smallest set of words whose removal from the document flips the bit.',
    ),
  equalBlocks: z
    .array(z.int())
    .readonly()
    .describe(
      'Numbers of the 16-bit blocks in which the fingerprints are equal, from 0 for the most significant block.',
    ),
  sharedBands: z
    .array(z.int())
    .readonly()
    .nullable()
    .describe(
      'Numbers of the bands in which the sketches are equal. Null if either document has no sketch.',
    ),
  reason: missingText,
};

const evidence = z
  .object(evidenceFields)
  .meta({ id: 'Evidence' })
  .describe('Evidence for the match. `a` is the document in the request, `b` the match.');

export const addsNothing = z.boolean().describe('Whether the match has each line of the document.');

const count = z.int().min(0);

/** Fields for the position of a passage in a text. */
export const textRange = {
  start: z
    .int()
    .describe('Start of the passage in the text, in UTF-16 code units, as in JavaScript.'),
  end: z.int().describe('End of the passage, exclusive, in UTF-16 code units.'),
  text: z
    .string()
    .optional()
    .describe('First 500 characters of the passage. Only with `texts` or `explain`.'),
};

/** Fields for the difference between a page and its match, also used in comparisons and events. */
export const difference = {
  level: z
    .enum(levels)
    .describe('Strictest level (`duplicateIf`) at which this page is a duplicate of the match.'),
  adds: z
    .object({
      nothing: z.boolean().describe('Whether the match has each line of this page.'),
      words: count.describe(
        'Number of new words in the new lines. If only the signature of this document is known and not its text, number of new shingles.',
      ),
      share: z.number().min(0).max(1).describe('Share of the page that is new, from 0 to 1.'),
      numbers: count.describe('Number of figures, such as dates and prices, that are new.'),
      lines: count.describe('Number of lines that the match lacks.'),
      siteLines: z
        .array(z.int())
        .readonly()
        .optional()
        .describe(
          'Lines that the match lacks, but that the site of this page repeats, so that they do not count: their hashes, as in `GET /sites/{host}`. Absent if there are none.',
        ),
      passages: z
        .array(
          z
            .object({
              ...textRange,
              textStart: z
                .int()
                .describe(
                  'Position of the first character of `text`: that of the line, or in a long line a little before its first new words.',
                ),
              text: z
                .string()
                .optional()
                .describe('At most 500 characters of the line, from `textStart` on.'),
              in: z
                .enum(pageParts)
                .describe(
                  'Place of the line: the main text, or the other lines of the page. Positions count from its start.',
                ),
              line: z
                .int()
                .describe('Hash of the line, as in `siteLines` and `GET /sites/{host}`.'),
              onSite: z
                .object({ pages: count, of: count })
                .meta({ id: 'OnSite' })
                .optional()
                .describe(
                  'Number of the newest pages of the site that have the line now. Only of a page that is named by its id, and of lines that its site repeats.',
                ),
              words: count.describe(
                'Number of new words in the line. A Chinese character counts as two thirds of a word.',
              ),
              marks: z
                .array(z.object({ start: z.int(), end: z.int() }).meta({ id: 'NewWords' }))
                .readonly()
                .describe(
                  'Runs of new words. Empty if the match has all words of the line, but not this line.',
                ),
            })
            .meta({ id: 'AddedPassage' }),
        )
        .readonly()
        .nullable()
        .optional()
        .describe(
          'New lines in order, at most 100. Only with `explain`. Null if the text is not kept, or if the match has just been deleted.',
        ),
      passagesTruncated: z
        .boolean()
        .optional()
        .describe(
          'Whether there are more new lines than are listed. Omitted unless they are listed.',
        ),
    })
    .meta({ id: 'Additions' })
    .nullable()
    .describe(
      `What this text says and the match does not. Null if either side was sent as a fingerprint or features, or if enough other matches take precedence: the ${nearestMax} nearest, and the ${oldestMax} oldest of those that share the host, the title or a number with it; fewer for a very long text.`,
    ),
  covers: z
    .boolean()
    .nullable()
    .describe('Whether this page has everything that the match has. Null if it is not known.'),
};

const share = z.number().min(0).max(1);

const bothShares = { ofThis: share, ofMatch: share };

/** Fields for the containment of one text in another, also used in cluster members and events. */
export const contained = {
  containment: z
    .object({
      ofThis: share.describe(
        'Share of the shingles (word sequences) of this text that the match also has.',
      ),
      ofMatch: share.describe(
        'Share of the shingles (word sequences) of the match that this text also has.',
      ),
      error: z
        .object(bothShares)
        .meta({ id: 'ContainmentError' })
        .describe(
          'Half the width of the 95% interval of each share. It is 0 if the share is not an estimate.',
        ),
    })
    .meta({ id: 'Containment' })
    .nullable()
    .describe(
      'How much of each text is contained in the other. Usually an estimate; see `error`. Null if it is not known.',
    ),
  relation: z
    .enum(relations)
    .nullable()
    .describe(
      'Relation of this text to the match: `equal` if at least 0.8 of each is contained in the other, `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. Null if the containment is not known.',
    ),
};

/** Fields of every match. */
const measured = {
  id: z.string(),
  distance: z.int().min(0).max(64),
  similarity: z.number().min(0).max(1).nullable(),
  exact: z.boolean(),
  addsNothing,
};

export const match = z
  .object({
    ...measured,
    ...difference,
    ...contained,
    fingerprint: fingerprintHex,
    metadata: anyMetadata.optional(),
    storedAt: time,
    evidence: evidence
      .nullable()
      .optional()
      .describe(
        'Evidence for the match. Only with `explain`. Null if the match has just been deleted.',
      ),
  })
  .meta({ id: 'Match' });

export const memberMatch = z
  .object({
    ...measured,
    ...contained,
    at: time,
  })
  .meta({ id: 'MemberMatch' });

export const passage = z
  .object({
    ...textRange,
    words: z.int(),
    match: z
      .object(textRange)
      .meta({ id: 'PassageMatch' })
      .nullable()
      .describe('Place of the passage in the other text. Null if that text is not kept.'),
  })
  .meta({ id: 'Passage' });

export const commonShare = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe(
    'Share of the shingles (word sequences) of the text that are too common to find anything, because 256 or more stored texts are indexed by them. A lower bound for texts of fewer than about 1,000 words. Null without `minContainment`, or if it is not known.',
  );

export function matchReply(match: Match & Partial<ExplainedMatch>) {
  return {
    id: match.id,
    ...pickFacts(match),
    similarity: shareReply(match.similarity),
    addsNothing: isNothingNew(match),
    ...(match.evidence !== undefined && {
      adds: explainedAdditions(match.adds, match.evidence?.newPassages ?? null),
    }),
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

/** Formats a containment. Its shares are rounded, because most of them are estimates with few significant digits. */
export function containmentReply(containment: Containment | null) {
  if (containment === null) return { containment, relation: null };
  const { ofThis, ofMatch, error } = containment;
  const errors = { ofThis: rounded(error.ofThis), ofMatch: rounded(error.ofMatch) };
  return {
    containment: { ofThis: rounded(ofThis), ofMatch: rounded(ofMatch), error: errors },
    relation: toRelation(containment),
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
