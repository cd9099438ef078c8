import { z } from 'zod';
import { invalidCursor, listCursors } from '../../api/cursor.js';
import {
  collectionField,
  collectionQuery,
  documentId,
  idPrefix,
  moment,
  pageFields,
  searchedText,
  time,
  timeReply,
  withDefault,
} from '../../api/fields.js';
import { difference, shareReply } from '../../api/matches.js';
import { storedRefused, storedRefusedReply } from '../../api/verdicts.js';
import type { DecisionsPage } from '../../detector/decision-log.js';
import { checkReasons } from '../../matching/decide.js';
import {
  type DecisionRecord,
  listedReasons,
  loggedDecisions,
  verdicts,
} from '../../store/contract/decision-log.js';
import { normalizeHost } from '../../store/rules/host.js';
import { getClient } from '../limits/client.js';
import { bytesOfPage } from '../limits/reply-budget.js';
import { type App, longWorkContext, problems, type RouteContext, sample } from '../route.js';
import { ndjson } from './bulk.js';

const similarity = z.coerce.number().min(0).max(1);

const decisionsQuery = z
  .strictObject({
    ...pageFields,
    id: documentId.optional().describe('Only list decisions about this id.'),
    idPrefix: idPrefix.optional(),
    host: z
      .string()
      .min(1)
      .max(260)
      .transform(normalizeHost)
      .optional()
      .describe(
        'Only list ids that are URLs of this host, with or without `www.`. Include the port unless it is the default.',
      ),
    search: searchedText
      .optional()
      .describe(
        'Only list decisions whose id or title contains this text. The case of the letters a to z is ignored.',
      ),
    match: documentId.optional().describe('Only list decisions with this match.'),
    decision: z.enum(loggedDecisions).optional().describe('Only list this kind of decision.'),
    reason: z
      .enum(listedReasons)
      .optional()
      .describe(
        'Only list decisions whose check replied with this reason. With `gone`, only list pages that are stored nowhere because their match has been deleted or changed since; fetch them again.',
      ),
    verdict: z
      .enum([...verdicts, 'none'])
      .optional()
      .describe('Only list decisions with this verdict. With `none`, only list those without one.'),
    since: moment.optional().describe('Only list decisions at this time or later.'),
    until: moment.optional().describe('Only list decisions before this time.'),
    minSimilarity: similarity
      .optional()
      .describe('Only list decisions with at least this similarity to the match.'),
    maxSimilarity: similarity
      .optional()
      .describe('Only list decisions with at most this similarity to the match.'),
    order: z
      .enum(['newest', 'certainty'])
      .default('newest')
      .describe(
        'With `newest`, the latest decisions come first. With `certainty`, only refused pages are listed, the least certain first.',
      ),
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
    .describe('Number of the decision. Later decisions have greater numbers.')
    .meta(wide),
  at: time,
  id: z.string().nullable().describe('Id of the document. Null if it was checked without an id.'),
  decision: z
    .enum(loggedDecisions)
    .describe(
      'Decision as returned by the check, or `replaced` if the document was replaced by the match.',
    ),
  match: z
    .string()
    .nullable()
    .describe(
      'Id of the best match, or of the document that replaced this one. Null for `changed`, and if the match was deleted by `idPrefix`.',
    ),
};

export const decisionRecord = z
  .object({
    ...decisionFields,
    stored: z.boolean(),
    reason: z
      .enum(checkReasons)
      .nullable()
      .describe(
        'Reason in the reply of the check, if the match alone does not explain the decision.',
      ),
    similarity: z
      .number()
      .nullable()
      .describe(
        'Similarity to the match or, for `changed`, to the previous version. Null if it is not known.',
      ),
    distance: z
      .int()
      .nullable()
      .describe(
        'Number of fingerprint bits that differ from the match or, for `changed`, from the previous version. Null if it is not known.',
      ),
    exact: z.boolean(),
    adds: loggedAdditions
      .nullable()
      .describe('What the page says and its match does not. Null if it is not known.'),
    certainty: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'How certain it is that the refusal lost nothing, from 0 to 1. It is 1 for an equal text; otherwise it is the similarity, minus the share of the page that is new, minus 0.1 for each new number or line. Null if the page was stored or replaced.',
      ),
    verdict: z
      .enum(verdicts)
      .nullable()
      .describe('Verdict of a person on the refusal. Null if there is none.'),
    kept: z
      .boolean()
      .describe('Whether the refused page is kept, so that it can still be compared and stored.'),
    gone: z
      .boolean()
      .describe(
        'Whether the match has been deleted or changed since, and the page has not been checked or stored after that.',
      ),
    title: z
      .string()
      .nullable()
      .describe(
        'First 80 characters of the `title` in the metadata, or else of the title of the page. Null if none is known.',
      ),
  })
  .meta({ id: 'LoggedDecision' });

const decisionPage = z
  .object({ decisions: z.array(decisionRecord), nextCursor: z.string().nullable() })
  .meta({ id: 'DecisionPage' });

const numberParams = z.strictObject({ number: z.coerce.number().int().min(1).meta(wide) });

const storeRequest = z.strictObject({
  label: withDefault(
    z.enum(['different', 'version']).describe('Relation of the page to its match.'),
    'different',
  ),
  collection: collectionField,
});

const verdictRequest = z.strictObject({
  verdict: z
    .enum(['right'], {
      error: 'must be "right" or null; to record a wrong refusal, store its page instead',
    })
    .nullable()
    .describe(
      'Verdict on the refusal, or null to withdraw it. To record that a refusal was wrong, store its page.',
    ),
  collection: collectionField,
});

/**
 * Cursors of the list of decisions: the order, and the number and certainty of the last listed decision. In the order
 * `newest`, the certainty is null.
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
      summary: 'List recent decisions about pages that were refused, replaced, changed or similar',
      description:
        'Decisions about new and unchanged pages are not recorded. Decisions are kept for NEARDUP_DECISION_DAYS days. Deleting documents by `idPrefix` deletes the decisions about them as well.',
      querystring: decisionsQuery,
      response: {
        200: {
          description:
            'One page. `nextCursor` is null on the last page. With `Accept: application/x-ndjson`, there is one decision per line, and the cursor is in the header `Next-Cursor`, which is absent on the last page',
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
      const context = longWorkContext(keys, request, reply);
      const page = { filter, order, after: parsePosition(cursor, order), limit };
      const { decisions, more } = await detector.listDecisions(collection, page, context);
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
    config: {
      scope: 'write',
      collection: 'body',
      example: { parameters: { number: 1 }, body: {} },
    },
    schema: {
      operationId: 'storeRefusedPage',
      tags: ['decisions'],
      summary: 'Store a page that was wrongly refused',
      description:
        'The page must still be kept; see `refusedPages` of the collection. The page and its match are labelled and declared separate, so that the page is not refused again because of this match.',
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
      const client = getClient(request);
      const stored = await detector.storeRefused(number, label, collection, client);
      return storedRefusedReply(stored, collection);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/decisions/:number/store',
    config: { scope: 'write', collection: 'query', example: { parameters: { number: 1 } } },
    schema: {
      operationId: 'removeRefusedPage',
      tags: ['decisions'],
      summary: 'Undo the storing of a refused page',
      description:
        'Possible only if storing the page created a document. The document, its label and the separation from its match are deleted. The id does not rejoin its cluster.',
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
      await detector.removeRefused(request.params.number, collection, getClient(request));
      return reply.code(204).send(null);
    },
  });

  app.route({
    method: 'PUT',
    url: '/decisions/:number/verdict',
    config: {
      scope: 'write',
      collection: 'body',
      example: { parameters: { number: 1 }, body: { verdict: 'right' } },
    },
    schema: {
      operationId: 'judgeDecision',
      tags: ['decisions'],
      summary: 'Record or withdraw the verdict that a refusal was right',
      description:
        'The decision itself does not change, but `GET /decisions?verdict=none` no longer lists it. A decision whose page has been stored cannot be given a verdict.',
      params: numberParams,
      body: verdictRequest,
      response: {
        204: z.null().describe('The verdict is recorded or withdrawn'),
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
      await detector.judgeDecision(number, verdict, collection, getClient(request));
      return reply.code(204).send(null);
    },
  });
}

/** @throws `invalid_cursor`, also if the cursor belongs to the other order */
function parsePosition(
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

export function decisionReply({ at, ...decision }: DecisionRecord) {
  const [similarity, certainty] = [decision.similarity, decision.certainty].map(shareReply);
  return { ...decision, similarity: similarity!, certainty: certainty!, at: timeReply(at) };
}
