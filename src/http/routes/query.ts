import { z } from 'zod';
import {
  contentFields,
  oneProbe,
  probeRules,
  type RequestLimits,
  toProbe,
} from '../../api/content.js';
import { describedPage } from '../../api/documents.js';
import {
  collectionField,
  documentId,
  explainedMax,
  fingerprintHex,
  includedPage,
  matchLimits,
  optional,
  withDefault,
} from '../../api/fields.js';
import { commonShare, match, matchReply, shareReply } from '../../api/matches.js';
import { toHex } from '../../fingerprint/blocks.js';
import { getClient } from '../limits/client.js';
import { bytesOfMatches } from '../limits/reply-budget.js';
import { type App, disconnectSignal, problems, type RouteContext, sample } from '../route.js';

const querying = {
  collection: collectionField,
  ...matchLimits,
  explain: withDefault(
    z
      .boolean()
      .describe(
        `Also return the evidence for each match. Requires a \`limit\` of at most ${explainedMax}.`,
      ),
    false,
  ),
  include: includedPage,
};

function queryRequest(limits: RequestLimits) {
  const body = { ...contentFields(limits), id: optional(documentId), ...querying };
  return {
    json: oneProbe(z.strictObject(body)).superRefine(explainsFew).meta(probeRules),
    query: z.strictObject(querying).superRefine(explainsFew),
  };
}

function explainsFew(
  { explain, limit }: { readonly explain: boolean; readonly limit?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (!explain || (limit ?? 0) <= explainedMax) return;
  const message = `must be at most ${explainedMax} with explain`;
  context.addIssue({ code: 'custom', path: ['limit'], message });
}

const queried = z
  .object({
    fingerprint: fingerprintHex,
    matches: z.array(match),
    candidates: z
      .int()
      .describe(
        'Number of distinct contents that were compared: those with a similar fingerprint or a band of the sketch in common. Of a large number of pages from one template, only some are compared.',
      ),
    truncated: z
      .boolean()
      .describe(
        'Whether there are more matches than `matches` lists, or may be, because not all candidates were compared.',
      ),
    commonShare,
    page: describedPage,
    tookMs: z.number(),
  })
  .meta({ id: 'QueryResult' });

export function queryRoutes(app: App, { detector, featuresMax }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/query',
    config: {
      scope: 'read',
      collection: 'body',
      replyBytes: bytesOfMatches,
      example: { body: { text: sample.text, explain: true } },
    },
    schema: {
      operationId: 'query',
      tags: ['decide'],
      summary: 'Find near-duplicates of a text, a page or a stored document',
      description: 'Lists the stored documents that match, best match first. Nothing is stored.',
      body: queryRequest({ featuresMax }),
      response: {
        200: queried.describe('The matches, best match first'),
        ...problems('content', 'document_not_found', 'distance_unsupported'),
      },
    },
    handler: async (request, reply) => {
      const { body, timings } = request;
      const start = performance.now();
      const probe = toProbe(body);
      const limits = { ...body, wantsPage: body.include !== undefined };
      const outcome = await detector.query(probe, body.collection, limits, {
        timings,
        client: getClient(request),
        signal: disconnectSignal(reply),
      });
      return {
        fingerprint: toHex(outcome.fingerprint),
        matches: outcome.matches.map(matchReply),
        candidates: outcome.candidates,
        truncated: outcome.truncated && body.limit !== 0,
        commonShare: shareReply(outcome.commonShare),
        page: outcome.page,
        tookMs: Math.round((performance.now() - start) * 1000) / 1000,
      };
    },
  });
}
