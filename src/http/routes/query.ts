import { z } from 'zod';
import {
  contentFields,
  oneProbe,
  probeRules,
  type RequestLimits,
  toProbe,
} from '../../api/content.js';
import { listCursors } from '../../api/cursor.js';
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
import type { ListedNear } from '../../detector/query.js';
import { fromHex, toHex } from '../../fingerprint/blocks.js';
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
  order: withDefault(
    z
      .enum(['best', 'distance'])
      .describe(
        '`best`: the best matches. `distance`: every document whose fingerprint is within `maxDistance`, whatever its similarity, nearest first, in pages.',
      ),
    'best',
  ),
  cursor: optional(
    z
      .string()
      .max(20_000)
      .describe('`nextCursor` of the previous page. Only with `order` `distance`.'),
  ),
};

/** Fields that choose or describe matches in ways that a list by distance does not have. */
const bestOnly = ['minSimilarity', 'minContainment', 'within', 'sameHost', 'explain', 'include'];

function queryRequest(limits: RequestLimits) {
  const body = { ...contentFields(limits), id: optional(documentId), ...querying };
  return {
    json: oneProbe(z.strictObject(body))
      .superRefine(explainsFew)
      .superRefine(goesWithOrder)
      .meta(probeRules),
    query: z.strictObject(querying).superRefine(explainsFew).superRefine(goesWithOrder),
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

function goesWithOrder(
  {
    order,
    limit,
    cursor,
    ...given
  }: {
    readonly order: string;
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
  },
  context: z.RefinementCtx,
): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (order === 'best') {
    if (cursor !== undefined) refuse('cursor', 'needs "order": "distance"');
    return;
  }
  if (limit === 0) refuse('limit', 'must be at least 1 with "order": "distance"');
  const values = given as Readonly<Record<string, unknown>>;
  for (const name of bestOnly) {
    const isGiven = values[name] != null && values[name] !== false;
    if (isGiven) refuse(name, 'does not go with "order": "distance"');
  }
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
    nextCursor: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Where the next page starts. Only with `order` `distance`. Null on the last page; another page may be empty.',
      ),
    page: describedPage,
    tookMs: z.number(),
  })
  .meta({ id: 'QueryResult' });

/**
 * Places in a list by distance: the generation of the collection, the fingerprint of the probe, and the fingerprint, the
 * age of the content, the time and the id of the last document of a page.
 */
const cursors = listCursors(
  'q1',
  z.tuple([
    z.int().min(1),
    fingerprintHex,
    fingerprintHex,
    z.int().min(0),
    z.int().min(0),
    z.string(),
  ]),
);

function readPlace(cursor: string | undefined): ListedNear['next'] {
  const place = cursors.read(cursor);
  if (place === null) return null;
  const [generation, of, fingerprint, content, storedAt, id] = place;
  return { generation, of: fromHex(of), fingerprint: fromHex(fingerprint), content, storedAt, id };
}

function writePlace(next: ListedNear['next']): string | null {
  if (next === null) return cursors.write(null);
  const { generation, of, fingerprint, content, storedAt, id } = next;
  return cursors.write([generation, toHex(of), toHex(fingerprint), content, storedAt, id]);
}

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
      description:
        'Lists the stored documents that match, best match first, or with `order` `distance` every document within the distance, page by page. Nothing is stored.',
      body: queryRequest({ featuresMax }),
      response: {
        200: queried.describe('The matches, best match first'),
        ...problems(
          'content',
          'document_not_found',
          'distance_unsupported',
          'invalid_cursor',
          'store_unsupported',
        ),
      },
    },
    handler: async (request, reply) => {
      const { body, timings } = request;
      const start = performance.now();
      const probe = toProbe(body);
      const options = { timings, client: getClient(request), signal: disconnectSignal(reply) };
      const tookMs = () => Math.round((performance.now() - start) * 1000) / 1000;
      if (body.order === 'distance') {
        const page = { ...body, after: readPlace(body.cursor) };
        const listed = await detector.listNear(probe, body.collection, page, options);
        return {
          fingerprint: toHex(listed.fingerprint),
          matches: listed.matches.map(matchReply),
          candidates: listed.candidates,
          truncated: listed.next !== null,
          commonShare: null,
          nextCursor: writePlace(listed.next),
          tookMs: tookMs(),
        };
      }
      const limits = { ...body, wantsPage: body.include !== undefined };
      const outcome = await detector.query(probe, body.collection, limits, options);
      return {
        fingerprint: toHex(outcome.fingerprint),
        matches: outcome.matches.map(matchReply),
        candidates: outcome.candidates,
        truncated: outcome.truncated && body.limit !== 0,
        commonShare: shareReply(outcome.commonShare),
        page: outcome.page,
        tookMs: tookMs(),
      };
    },
  });
}
