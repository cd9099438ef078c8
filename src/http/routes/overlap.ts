import { z } from 'zod';
import { html, text, toOverlapProbe } from '../../api/content.js';
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
  textRange,
} from '../../api/matches.js';
import type { FoundOverlap } from '../../detector/overlap.js';
import { bytesOfMatches } from '../limits/reply-budget.js';
import { type App, longWorkContext, problems, type RouteContext, sample } from '../route.js';

const overlapping = {
  collection: collectionField,
  minContainment: withDefault(
    minContainment.describe(
      'Documents are examined if at least this share of one of the two texts is contained in the other.',
    ),
    0.05,
  ),
  minWords: withDefault(
    z.int().min(1).max(1000).describe('Minimum length of a passage in words.'),
    8,
  ),
  limit: withDefault(
    z
      .int()
      .min(1)
      .max(explainedMax)
      .describe('Maximum number of documents to examine, best matches first.'),
    10,
  ),
  texts: withDefault(
    z.boolean().describe('Also return the first 500 characters of each passage.'),
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
    words: z.int().describe('Number of words in the text.'),
    share: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'Share of these words that are in a passage of at least one document, from 0 to 1.',
      ),
    passages: z
      .array(
        z.object({
          ...textRange,
          words: z.int(),
          documents: z.array(z.string()).describe('Ids of the documents that contain it.'),
        }),
      )
      .describe(
        'Stretches of the text that are covered by passages without a gap, at most 100, longest first. The documents of each are listed by how much of it they contain, most first.',
      ),
    documents: z
      .array(
        z.object({
          id: z.string(),
          share: z
            .number()
            .min(0)
            .max(1)
            .describe('Share of the words of the text that this document contains, from 0 to 1.'),
          exact: z
            .boolean()
            .describe(
              'False if the text of the document is not kept, so that passages were found only from a sample of its word sequences.',
            ),
          similarity: match.shape.similarity,
          ...contained,
          passages: z
            .array(passage)
            .describe('Passages in the order of the text, at most the 100 longest.'),
        }),
      )
      .describe('Documents that contain passages of the text, best match first.'),
    truncated: z.boolean().describe('Whether there are more documents than were examined.'),
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
      summary: 'Find the passages that a text has in common with stored documents',
      description:
        'Finds stored documents that have passages in common with a text, and the places of these passages in both.',
      body: overlapRequest,
      response: {
        200: overlapped.describe('Passages that the text has in common with stored documents'),
        ...problems('content', 'document_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      const start = performance.now();
      const { minContainment, minWords, limit, texts: withTexts } = body;
      const found = await detector.overlap(
        toOverlapProbe(body),
        body.collection,
        { minContainment, minWords, limit, withTexts },
        longWorkContext(keys, request, reply),
      );
      const tookMs = Math.round((performance.now() - start) * 1000) / 1000;
      return { ...overlapReply(found), tookMs };
    },
  });
}
