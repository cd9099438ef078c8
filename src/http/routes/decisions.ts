import { z } from 'zod';
import { invalidCursor, listCursors } from '../../api/cursor.js';
import {
  collectionField,
  collectionQuery,
  documentId,
  idPrefix,
  pageFields,
  time,
  timeReply,
  withDefault,
} from '../../api/fields.js';
import { difference, shareReply } from '../../api/matches.js';
import type { DecisionsPage } from '../../detector/decision-log.js';
import { keptOutReasons } from '../../matching/decide.js';
import {
  type DecisionRecord,
  loggedDecisions,
  verdicts,
} from '../../store/contract/decision-log.js';
import { type App, longErrand, problems, type RouteContext, sample } from '../route.js';
import { clientOf } from '../stages/access.js';
import { bytesOfPage } from '../stages/reply-budget.js';
import { ndjson } from './bulk.js';

const moment = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2027-01-31T00:00:00Z' })
  .transform((text) => Date.parse(text));
const similarity = z.coerce.number().min(0).max(1);

const decisionsQuery = z
  .strictObject({
    ...pageFields,
    id: documentId.optional().describe('only decisions about this id'),
    idPrefix: idPrefix.optional(),
    host: z
      .string()
      .min(1)
      .max(260)
      .transform((host) => host.toLowerCase())
      .optional()
      .describe('only ids that are URLs of this host; include the port if they have one'),
    match: documentId.optional().describe('only decisions with this match'),
    decision: z.enum(loggedDecisions).optional().describe('only this decision'),
    reason: z
      .enum(keptOutReasons)
      .optional()
      .describe('`familyFull`: only similar pages that were refused because of `keepPerFamily`'),
    verdict: z
      .enum([...verdicts, 'none'])
      .optional()
      .describe('only decisions with this verdict; `none`: only those without one'),
    since: moment.optional().describe('only decisions at this time or later'),
    until: moment.optional().describe('only decisions before this time'),
    minSimilarity: similarity.optional().describe('lowest similarity to the match'),
    maxSimilarity: similarity.optional().describe('highest similarity to the match'),
    order: z
      .enum(['newest', 'certainty'])
      .default('newest')
      .describe('`certainty`: only pages that were refused, the least certain first'),
  })
  .refine(
    ({ id, idPrefix, host }) =>
      [id, idPrefix, host].filter((value) => value !== undefined).length <= 1,
    'use only one of id, idPrefix and host',
  );

const { adds } = difference;
const loggedAdditions = adds
  .unwrap()
  .omit({ passages: true, passagesTruncated: true })
  .meta({ id: 'LoggedAdditions' });

/** Client generators assume 32 bits for integers without a format. */
const wide = { format: 'int64' };

const decisionFields = {
  number: z
    .int()
    .min(1)
    .describe('position in the log; later decisions have greater numbers')
    .meta(wide),
  at: time,
  id: z.string().nullable().describe('null: the check had no id'),
  decision: z
    .enum(loggedDecisions)
    .describe(
      '`replaced`: the document was replaced by the match; otherwise as a check returns it',
    ),
  match: z
    .string()
    .nullable()
    .describe(
      'id of the best match, or of the document that replaced this one; null for `changed`, and if the match was taken down',
    ),
};

const decisionRecord = z
  .object({
    ...decisionFields,
    stored: z.boolean(),
    reason: z.enum(keptOutReasons).nullable(),
    similarity: z
      .number()
      .nullable()
      .describe('to the match; for `changed` to the previous version'),
    distance: z.int().nullable().describe('to the match; for `changed` to the previous version'),
    exact: z.boolean(),
    adds: loggedAdditions
      .nullable()
      .describe('content of the page that its match lacks; null: not known'),
    certainty: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'certainty that nothing was lost: 1 for an equal text, otherwise the similarity minus the new share of the page and 0.1 for each new number, name or negation; null: the page was stored, or replaced',
      ),
    verdict: z
      .enum(verdicts)
      .nullable()
      .describe("a person's verdict on the refusal; null: there is none"),
    kept: z
      .boolean()
      .describe('whether its signature is kept, so that the page can still be compared or stored'),
    title: z.string().nullable().describe('first 80 characters of the title; null: none known'),
  })
  .meta({ id: 'LoggedDecision' });

const decisionPage = z
  .object({ decisions: z.array(decisionRecord), nextCursor: z.string().nullable() })
  .meta({ id: 'DecisionPage' });

const numberParams = z.strictObject({ number: z.coerce.number().int().min(1).meta(wide) });

const storeRequest = z.strictObject({
  label: withDefault(
    z.enum(['different', 'version']).describe('relation of the page to its match'),
    'different',
  ),
  collection: collectionField,
});

const storedRefused = z
  .object({
    id: z.string(),
    collection: z.string(),
    status: z
      .enum(['created', 'replaced', 'unchanged'])
      .describe('`unchanged`: this content is already stored under the id'),
    revision: z.int(),
    separatedFrom: z
      .string()
      .nullable()
      .describe(
        'the match, from which the document is now declared separate; null: the match is not stored',
      ),
  })
  .meta({ id: 'StoredRefusedPage' });

const verdictRequest = z.strictObject({
  verdict: z
    .enum(['right'], {
      error: 'must be "right" or null; to record a wrong refusal, store its page instead',
    })
    .nullable()
    .describe('null withdraws the verdict; to record a wrong refusal, store its page'),
  collection: collectionField,
});

/**
 * Cursors that contain the order, and the number and certainty of a decision. In the order `newest`, the certainty is
 * null.
 */
const cursors = listCursors(
  'r1',
  z.union([
    z.tuple([z.literal('newest'), z.int().min(1), z.null()]),
    z.tuple([z.literal('certainty'), z.int().min(1), z.number().min(0).max(1)]),
  ]),
);

export function decisionRoutes(app: App, { detector, keys }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/decisions',
    config: {
      scope: 'read',
      collection: 'query',
      replyBytes: bytesOfPage,
      mediaType: ['application/json', ndjson],
      example: { parameters: { id: sample.second } },
    },
    schema: {
      operationId: 'listDecisions',
      tags: ['decisions'],
      summary: 'List recent decisions: pages that were refused, replaced, changed, or similar',
      description:
        'New and unchanged pages are not recorded. Decisions are kept for NEARDUP_DECISION_DAYS, and deleted with their ids.',
      querystring: decisionsQuery,
      response: {
        200: {
          description:
            'One page; `nextCursor` is null on the last. With `Accept: application/x-ndjson`, one decision per line, and the cursor in the header `Next-Cursor`, absent on the last page',
          content: {
            'application/json': { schema: decisionPage },
            [ndjson]: { schema: z.string() },
          },
        },
        ...problems('noBody', 'invalid_cursor', 'collection_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { collection, cursor, limit, order, ...filter } = request.query;
      const errand = longErrand(keys, request, reply);
      const page = { filter, order, after: positionOf(cursor, order), limit };
      const { decisions, more } = await detector.listDecisions(collection, page, errand);
      const last = more ? decisions.at(-1) : undefined;
      const nextCursor = cursors.write(last === undefined ? null : position(last, order));
      if (!prefersNdjson(request.headers.accept)) {
        return { decisions: decisions.map(decisionReply), nextCursor };
      }
      if (nextCursor !== null) reply.header('next-cursor', nextCursor);
      const lines = decisions.map((record) => `${JSON.stringify(decisionReply(record))}\n`);
      return reply.type(ndjson).send(lines.join('') as never);
    },
  });
}

/** Returns true if the client prefers NDJSON to JSON; false if it accepts both equally. */
function prefersNdjson(accept = ''): boolean {
  const json = Math.max(quality(accept, 'application/json'), quality(accept, '*/*'));
  return quality(accept, ndjson) > json;
}

/** Returns the quality value (`q`) of a media range in an `Accept` header; 0 if the range is absent. */
function quality(accept: string, range: string): number {
  for (const each of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = each.split(';').map((part) => part.trim());
    if (name !== range) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2));
  }
  return 0;
}

export function refusedPageRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/decisions/:number/store',
    config: { scope: 'write', collection: 'body', example: { body: { label: 'version' } } },
    schema: {
      operationId: 'storeRefusedPage',
      tags: ['decisions'],
      summary: 'Store a page that was wrongly refused',
      description:
        'Possible while the page is kept, see `refusedPages` of collections. The page and its match are declared separate and labelled, so that the page is not refused again because of it.',
      params: numberParams,
      body: storeRequest,
      response: {
        200: storedRefused.describe('The page is stored'),
        ...problems(
          'body',
          'decision_not_found',
          'page_not_kept',
          'precondition_failed',
          'collection_not_found',
          'disk_full',
        ),
      },
    },
    handler: async (request) => {
      const { label, collection } = request.body;
      const { number } = request.params;
      const client = clientOf(request);
      const stored = await detector.storeRefused(number, label, collection, client);
      const { status, document, separatedFrom } = stored;
      return { id: document.id, collection, status, revision: document.revision, separatedFrom };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/decisions/:number/store',
    config: { scope: 'write', collection: 'query' },
    schema: {
      operationId: 'removeRefusedPage',
      tags: ['decisions'],
      summary: 'Undo storing a refused page',
      description:
        'Possible if storing it created a document. The document, its label and the separation from its match are deleted; it does not rejoin its cluster.',
      params: numberParams,
      querystring: collectionQuery,
      response: {
        204: z.null().describe('The page is no longer stored'),
        ...problems(
          'noBody',
          'decision_not_found',
          'page_not_kept',
          'precondition_failed',
          'collection_not_found',
          'disk_full',
        ),
      },
    },
    handler: async (request, reply) => {
      const { collection } = request.query;
      await detector.removeRefused(request.params.number, collection, clientOf(request));
      return reply.code(204).send(null);
    },
  });

  app.route({
    method: 'PUT',
    url: '/decisions/:number/verdict',
    config: { scope: 'write', collection: 'body', example: { body: { verdict: 'right' } } },
    schema: {
      operationId: 'judgeDecision',
      tags: ['decisions'],
      summary: 'Record that a refusal was right, or withdraw it',
      description:
        'The decision itself does not change; `GET /decisions?verdict=none` no longer lists it. Not possible for a page that is stored.',
      params: numberParams,
      body: verdictRequest,
      response: {
        204: z.null().describe('Recorded'),
        ...problems(
          'body',
          'decision_not_found',
          'precondition_failed',
          'collection_not_found',
          'disk_full',
        ),
      },
    },
    handler: async (request, reply) => {
      const { verdict, collection } = request.body;
      const { number } = request.params;
      await detector.judgeDecision(number, verdict, collection, clientOf(request));
      return reply.code(204).send(null);
    },
  });
}

/** @throws `invalid_cursor`, also for a cursor of the other order */
function positionOf(
  cursor: string | undefined,
  order: DecisionsPage['order'],
): DecisionsPage['after'] {
  const [of, number, certainty] = cursors.read(cursor) ?? [];
  if (of === undefined || number === undefined) return null;
  if (of !== order) throw invalidCursor(cursor!);
  return { number, certainty: certainty ?? 0 };
}

function position({ number, certainty }: DecisionRecord, order: DecisionsPage['order']) {
  return order === 'newest'
    ? (['newest', number, null] as [typeof order, number, null])
    : (['certainty', number, certainty!] as [typeof order, number, number]);
}

function decisionReply({ at, ...decision }: DecisionRecord) {
  const [similarity, certainty] = [decision.similarity, decision.certainty].map(shareReply);
  return { ...decision, similarity: similarity!, certainty: certainty!, at: timeReply(at) };
}
