import { z } from 'zod';
import { html, overlapProbeOf, text } from '../../api/content.js';
import {
  collectionField,
  documentId,
  exactlyOne,
  explainedMax,
  minContainment,
  notExactlyOne,
  optional,
  refused,
  withDefault,
} from '../../api/fields.js';
import {
  commonShare,
  contained,
  containmentReply,
  match,
  passage,
  passagesReply,
  rounded,
  shareReply,
  stretch,
} from '../../api/matches.js';
import type { FoundOverlap } from '../../detector/overlap.js';
import { type App, longErrand, problems, type RouteContext, sample } from '../route.js';
import { bytesOfMatches } from '../stages/reply-budget.js';

const overlapping = {
  collection: collectionField,
  minContainment: withDefault(
    minContainment.describe(
      'least containment of either text in the other, for a document to be looked into',
    ),
    0.05,
  ),
  minWords: withDefault(
    z.int().min(1).max(1000).describe('how many words a passage has at least'),
    8,
  ),
  limit: withDefault(
    z.int().min(1).max(explainedMax).describe('how many documents are looked into, best first'),
    10,
  ),
  texts: withDefault(
    z.boolean().describe('also give the first 500 characters of each passage'),
    false,
  ),
};

const overlapRequest = {
  json: z
    .strictObject({
      ...{ text: optional(text), html: optional(html), id: optional(documentId) },
      ...overlapping,
    })
    .superRefine(exactlyOne('text', 'html', 'id'))
    .meta(refused(notExactlyOne('text', 'html', 'id'))),
  query: z.strictObject(overlapping),
};

const overlapped = z
  .object({
    words: z.int().describe('how many words the text has'),
    share: z
      .number()
      .min(0)
      .max(1)
      .describe('the share of these in passages of any of the documents'),
    passages: z
      .array(
        z.object({ ...stretch, words: z.int(), documents: z.array(z.string()).describe('ids') }),
      )
      .describe(
        'stretches of the text that passages cover without a gap, the longest first, at most 100, each with the documents that have most of it first',
      ),
    documents: z
      .array(
        z.object({
          id: z.string(),
          share: z.number().min(0).max(1).describe('of the words of the text'),
          exact: z
            .boolean()
            .describe('false: its text is not kept, and passages were found by a sample of it'),
          similarity: match.shape.similarity,
          ...contained,
          passages: z
            .array(passage)
            .describe('in the order of the text; of more than 100 the longest'),
        }),
      )
      .describe('best first'),
    truncated: z.boolean().describe('there are more documents than were looked into'),
    commonShare,
    tookMs: z.number(),
  })
  .meta({ id: 'Overlap' });

function overlapReply(found: FoundOverlap) {
  const { words, share, passages, matches, truncated, commonShare } = found;
  return {
    words,
    share: rounded(share),
    passages: passages.map(({ sides, ...passage }) => ({
      ...passage,
      documents: sides.map((side) => matches[side]!.id),
    })),
    documents: matches.map(({ id, similarity, containment, overlap }) => ({
      id,
      share: rounded(overlap.share),
      exact: overlap.isExact,
      similarity: shareReply(similarity),
      ...containmentReply(containment),
      passages: passagesReply(overlap.passages),
    })),
    truncated,
    commonShare: shareReply(commonShare),
  };
}

export function overlapRoutes(app: App, { detector, keys }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/overlap',
    config: {
      scope: 'read',
      collection: 'body',
      replyBytes: bytesOfMatches,
      example: { body: { text: sample.text, collection: sample.collection } },
    },
    schema: {
      operationId: 'overlap',
      tags: ['decide'],
      summary: 'Find the passages of a text that stored documents contain, and their places',
      description:
        'Finds the stored documents that have passages in common with a text, and their places in both.',
      body: overlapRequest,
      response: {
        200: overlapped.describe('Passages in common with stored documents'),
        ...problems('content', 'document_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const start = performance.now();
      const { minContainment, minWords, limit, texts: withTexts } = body;
      const found = await detector.overlap(
        overlapProbeOf(body),
        body.collection,
        { minContainment, minWords, limit, withTexts },
        longErrand(keys, request, reply),
      );
      const tookMs = Math.round((performance.now() - start) * 1000) / 1000;
      return { ...overlapReply(found), tookMs };
    },
  });
}
