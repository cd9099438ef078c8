import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  aboutFields,
  documentFields,
  oneDocument,
  type RequestLimits,
  toDocument,
} from '../../api/content.js';
import {
  claim,
  claimReply,
  describedPage,
  extractorOfPage,
  featureCount,
  locationHeaders,
  shortText,
} from '../../api/documents.js';
import {
  claimant,
  duplicateIf,
  fingerprintHex,
  matchLimits,
  optional,
  time,
  timeReply,
  withDefault,
} from '../../api/fields.js';
import { difference, match, matchReply, shareReply } from '../../api/matches.js';
import { matchesDefault } from '../../detector/collections.js';
import type { RequestIdentity, WithComputed } from '../../detector/compute.js';
import { NeardupError } from '../../errors.js';
import { toHex } from '../../fingerprint/blocks.js';
import { familyMax } from '../../matching/bounds.js';
import {
  changeActions,
  checkReasons,
  coveredActions,
  duplicateActions,
} from '../../matching/decide.js';
import { type CheckOutcome, decisions } from '../../store/contract/documents.js';
import { getClient } from '../limits/client.js';
import { bytesOfItems } from '../limits/reply-budget.js';
import {
  type App,
  disconnectSignal,
  idempotencyProblems,
  problems,
  type RouteContext,
  sample,
} from '../route.js';
import { getClaimant } from '../stages/access.js';
import { idempotently } from '../stages/idempotency.js';

/** Maximum duration of a claim: one day. */
const claimSecondsMax = 86_400;

/** Fields of a check besides its document. */
const checking = {
  duplicateIf: optional(duplicateIf),
  onDuplicate: withDefault(
    z
      .enum(duplicateActions)
      .describe(
        'What happens to a duplicate: it is not stored (`skip`), it is stored (`store`), or it replaces the stored documents whose content it covers (`replace`).',
      ),
    'skip',
  ),
  onChange: withDefault(
    z
      .enum(changeActions)
      .describe(
        'What happens to new content of an id that is already stored: it is stored (`store`), or the previous version is kept if the new one is a duplicate of another document (`keep`).',
      ),
    'store',
  ),
  onCovered: withDefault(
    z
      .enum(coveredActions)
      .describe(
        'What happens to stored documents whose content the new document covers while it adds something: they are kept (`keep`) or replaced by it (`replace`).',
      ),
    'keep',
  ),
  dryRun: withDefault(z.boolean().describe('Decide without storing anything.'), false),
  claimSeconds: optional(
    z
      .int()
      .min(1)
      .max(claimSecondsMax)
      .describe(
        'Claims the document: once stored, it expires after this many seconds unless you confirm it.',
      ),
  ),
  claimant: optional(
    claimant.describe(
      'Name of the client that claims the document. Use a name that stays the same across restarts. Defaults to the API key.',
    ),
  ),
  ...matchLimits,
};

export function checkRequest(limits: RequestLimits) {
  return {
    json: oneDocument(z.strictObject({ ...documentFields(limits), ...checking })),
    query: z.strictObject({ ...aboutFields, ...checking }),
  };
}

export const checked = z
  .object({
    decision: z.enum(decisions),
    stored: z
      .boolean()
      .describe(
        'Whether this check stored the document. Write the page if, and only if, it is true.',
      ),
    reason: z
      .enum(checkReasons)
      .nullable()
      .describe(
        'Reason for a decision that the best match alone does not explain. `familyFull`: a similar document was not stored, because the collection already has `keepPerFamily` similar ones of the same host. `outlivesMatch`: the document is not a duplicate of its best match, because the match was stored for a shorter lifetime. `matchIsLonger`: the best match has each line of the document, but is much longer, so the document is stored. Null otherwise.',
      ),
    id: z.string().nullable(),
    collection: z.string(),
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    extractor: extractorOfPage,
    duplicateOf: z
      .string()
      .nullable()
      .describe('Id of the best match, if it makes the document a duplicate. Null otherwise.'),
    similarTo: z
      .string()
      .nullable()
      .describe(
        'Id of the best match, if the document is similar to it but not a duplicate. Null otherwise.',
      ),
    replaced: z
      .array(z.string())
      .readonly()
      .describe(
        'Ids of the documents that this one replaced, or will replace when its claim is confirmed. See `onDuplicate` and `onCovered`.',
      ),
    previous: z
      .object({
        distance: z.int(),
        similarity: z.number().nullable(),
        adds: difference.adds.describe(
          'What this page says and the previous version does not. Null if either was sent as a fingerprint or features.',
        ),
        gone: z
          .int()
          .nullable()
          .describe(
            'Number of lines of the previous version that this page lacks. Null if either was sent as a fingerprint or features.',
          ),
      })
      .meta({ id: 'EarlierVersion' })
      .nullable()
      .describe(
        'Comparison with the version that was stored under this id before. Null if there was none.',
      ),
    cluster: z
      .string()
      .nullable()
      .describe(
        'Id of the cluster that the document is in or, if it was not stored, that its best match is in. Null if there is none.',
      ),
    matches: z.array(match),
    truncated: z
      .boolean()
      .describe(
        'Whether there are more matches than `matches` lists, or may be, because not all candidates were compared.',
      ),
    family: z
      .int()
      .nullable()
      .describe(
        `Number of similar stored documents of the same host with different contents, at most ${familyMax}. Ids that are no URLs have one host in common. Null if they were not counted.`,
      ),
    claim: claim
      .optional()
      .describe('Claim on the stored, unchanged or matched document. Omitted if there is none.'),
    matchExpiresAt: time
      .optional()
      .describe(
        'Time when the best match expires, if the document was not stored, or was stored because it outlives the match. Omitted if the match does not expire.',
      ),
    page: describedPage,
  })
  .meta({ id: 'Decision' });

export function checkedReply(
  { outcome, computed: { signature, extractor, page } }: WithComputed<CheckOutcome>,
  { collection, limit }: { readonly collection: string; readonly limit?: number | undefined },
): z.input<typeof checked> {
  // A single literal, because V8 builds objects from spreads more slowly.
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
    previous: outcome.previous && {
      distance: outcome.previous.distance,
      similarity: shareReply(outcome.previous.similarity),
      adds: outcome.previous.adds,
      gone: outcome.previous.gone,
    },
    cluster: outcome.cluster,
    matches: outcome.matches.map(matchReply),
    truncated: outcome.truncated && limit !== 0,
    family: outcome.family,
    claim: claimReply(
      outcome.claim,
      outcome.stored ? (outcome.claim?.contentHash ?? signature.exactHash) : undefined,
    ),
    matchExpiresAt:
      outcome.matchExpiresAt === undefined ? undefined : timeReply(outcome.matchExpiresAt),
    page,
  };
}

/** Maximum number of matches in a stored outcome. With the largest ids and metadata, they take about 2 MB. */
const keptMatchesMax = 100;

export function checkRoutes(app: App, { detector, featuresMax }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/check',
    config: {
      scope: 'write',
      collection: 'body',
      idempotent: true,
      replyBytes: bytesOfManyMatches,
      example: { body: { id: sample.first, text: sample.text, metadata: { title: 'Tea' } } },
    },
    schema: {
      operationId: 'check',
      tags: ['decide'],
      summary:
        'Decide whether a document is already stored, and store it if not, in one atomic step',
      description:
        'Searches for equal and similar documents, decides, and stores a new document, all in one atomic step. `decision` is the result; `stored` is true if the document is stored now. Send `text`, `html`, `features` or a `fingerprint`, or a page as it was fetched. With an `id` the request is safe to repeat.',
      body: checkRequest({ featuresMax }),
      response: {
        200: checked.describe('The decision. No document was created'),
        201: checked.describe('The decision. A document was created'),
        ...problems('content', 'distance_unsupported', 'disk_full', ...idempotencyProblems),
      },
    },
    handler: async (request, reply) => {
      const { body, timings } = request;
      const act = (idempotency?: RequestIdentity) => {
        if (idempotency !== undefined) refuseManyMatches(body.limit);
        return detector.check(toDocument(body), body, {
          timings,
          client: getClient(request),
          claimantOf: (name) => getClaimant(request, name),
          signal: disconnectSignal(reply),
          idempotency,
        });
      };
      const hasKey = request.headers['idempotency-key'] !== undefined;
      const done = await (hasKey ? idempotently(request, reply, act) : act());
      const { created, id } = done.outcome;
      if (created) reply.code(201).headers(locationHeaders(id as string, body.collection));
      return checkedReply(done, body);
    },
  });
}

/**
 * Rejects a `limit` with which the outcome may be too large to be stored for an Idempotency-Key.
 * @throws `validation_failed`
 */
function refuseManyMatches(limit = 0): void {
  if (limit <= keptMatchesMax) return;
  throw new NeardupError(
    'validation_failed',
    `Cannot keep ${limit} matches for an Idempotency-Key: ask for a "limit" of at most ${keptMatchesMax}`,
  );
}

/**
 * Returns the size of a reply with many matches. Replies with at most the default number of matches are too small to
 * count.
 */
function bytesOfManyMatches({ body }: FastifyRequest): number {
  const { limit = 0 } = body as { readonly limit?: number };
  return limit > matchesDefault ? bytesOfItems(limit) : 0;
}
