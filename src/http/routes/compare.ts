import { z } from 'zod';
import {
  contentFields,
  oneProbe,
  probeRules,
  type RequestLimits,
  toProbe,
} from '../../api/content.js';
import { shortText } from '../../api/documents.js';
import {
  collectionField,
  documentId,
  fingerprintHex,
  optional,
  withDefault,
} from '../../api/fields.js';
import {
  contained,
  containmentReply,
  difference,
  evidenceFields,
  evidenceReply,
  explainedAdditions,
  missingText,
  passage,
  passagesReply,
  shareReply,
} from '../../api/matches.js';
import type { ComparedDocuments } from '../../detector/sides.js';
import { toHex } from '../../fingerprint/blocks.js';
import { pickFacts } from '../../matching/match.js';
import { isNothingNew } from '../../matching/match-rule.js';
import { bytesOfText } from '../limits/reply-budget.js';
import { type App, longWorkContext, problems, type RouteContext, sample } from '../route.js';

const objectOfText = 'must be an object, such as {"text": "…"} or {"id": "…"}';

function compareRequest(limits: RequestLimits) {
  const side = oneProbe(
    z.strictObject(
      { ...contentFields(limits), id: optional(documentId) },
      { error: ({ input }) => (typeof input === 'string' ? objectOfText : undefined) },
    ),
  ).meta({ id: 'Side', ...probeRules });
  return z.strictObject({
    a: side,
    b: side,
    collection: collectionField,
    explain: withDefault(
      z
        .boolean()
        .describe('Also return the words, the differing bits and the difference of the texts.'),
      false,
    ),
  });
}

const compared = z
  .object({
    match: z.boolean().describe('Whether the two match by the thresholds of the collection.'),
    exact: z.boolean(),
    addsNothing: z.boolean().describe('Whether the two match and `b` has each line of `a`.'),
    ...difference,
    distance: z.int().min(0).max(64),
    similarity: z.number().min(0).max(1).nullable(),
    jaccard: z.number().nullable(),
    containment: contained.containment.describe(
      'How much of `a` is contained in `b`, and of `b` in `a`. Estimated from the sketches if `setsOf` is null, exact otherwise.',
    ),
    relation: contained.relation.describe(
      'Relation of `a` to `b`: `equal` if at least 0.8 of each is contained in the other, `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. Null if the containment is not known.',
    ),
    setsOf: z
      .enum(['shingles', 'terms'])
      .nullable()
      .describe(
        'What `jaccard` and `containment` are computed from: word sequences or single words. Null if the words are not known.',
      ),
    cosine: z.number().nullable(),
    euclidean: z.number().nullable(),
    correlation: z.number().nullable(),
    fingerprints: z.object({ a: fingerprintHex, b: fingerprintHex }),
    shortText: shortText.describe(
      'Whether either text is so short that a match needs a higher similarity.',
    ),
    reason: missingText,
    ...z.object(evidenceFields).omit({ reason: true }).partial().shape,
    diff: z
      .array(z.object({ in: z.enum(['both', 'a', 'b']), text: z.string() }))
      .readonly()
      .nullable()
      .optional()
      .describe(
        'Difference of the two texts, piece by piece, as they were sent. Pieces that both have are quoted from `b`. Only with `explain`. Null if there is no difference to show.',
      ),
    passages: z
      .array(passage)
      .nullable()
      .optional()
      .describe(
        'Passages of at least eight words that `a` and `b` have in common, with their places in `b` (`match`). Only with `explain`. Null unless both texts are available.',
      ),
  })
  .meta({ id: 'Comparison' });

function comparisonReply(compared: ComparedDocuments, explain: boolean) {
  const { match, containment, comparison, a, b, diff, passages, newPassages } = compared;
  const { sets, vectors } = comparison;
  const evidence = evidenceReply(compared);
  return {
    ...pickFacts(compared),
    match,
    addsNothing: match && isNothingNew(compared),
    ...(explain && { adds: explainedAdditions(compared.adds, newPassages) }),
    similarity: shareReply(compared.similarity),
    jaccard: shareReply(sets?.jaccard ?? null),
    ...containmentReply(containment),
    setsOf: sets?.of ?? null,
    cosine: shareReply(vectors?.cosine ?? null),
    euclidean: shareReply(vectors?.euclidean ?? null),
    correlation: shareReply(vectors?.correlation ?? null),
    fingerprints: { a: toHex(a.fingerprint), b: toHex(b.fingerprint) },
    shortText: a.shortText || b.shortText,
    ...(explain
      ? { ...evidence, diff, passages: passages && passagesReply(passages) }
      : { differingBits: evidence.differingBits, sharedBands: evidence.sharedBands }),
    ...(evidence.reason && { reason: evidence.reason }),
  };
}

export function compareRoutes(app: App, { detector, featuresMax, keys }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/compare',
    config: {
      scope: 'read',
      collection: 'body',
      replyBytes: bytesOfText,
      example: { body: { a: { id: sample.first }, b: { text: sample.text }, explain: true } },
    },
    schema: {
      operationId: 'compare',
      tags: ['decide'],
      summary: 'Compare two texts, pages or stored documents',
      description:
        'Compares two documents by distance, similarity, containment and other measures. Each side is either a stored document (`id`) or content that you send. Lines that the site of a document named by its id repeats do not count where a check would not count them.',
      body: compareRequest({ featuresMax }),
      response: {
        200: compared.describe('How similar the two are'),
        ...problems('content', 'document_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { a, b, collection, explain } = request.body;
      const context = longWorkContext(keys, request, reply);
      const compared = await detector.compare(toProbe(a), toProbe(b), collection, explain, context);
      return comparisonReply(compared, explain);
    },
  });
}
