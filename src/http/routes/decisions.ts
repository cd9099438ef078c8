import { z } from 'zod';
import { invalidCursor, listCursors } from '../../api/cursor.js';
import { documentId, idPrefix, pageFields, time, timeReply } from '../../api/fields.js';
import { difference } from '../../api/matches.js';
import type { DecisionsPage } from '../../detector/decision-log.js';
import { keptOutReasons } from '../../matching/decide.js';
import { type DecisionRecord, loggedDecisions } from '../../store/contract/decision-log.js';
import { type App, longErrand, problems, type RouteContext, sample } from '../route.js';
import { bytesOfPage } from '../stages/reply-budget.js';

const moment = z.iso
  .datetime({ offset: true, error: 'must be like 2027-01-31T00:00:00Z' })
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
      .describe('only ids that are URLs of this host, with the port if they name one'),
    decision: z.enum(loggedDecisions).optional().describe('only this decision'),
    reason: z
      .enum(keptOutReasons)
      .optional()
      .describe('`familyFull`: only similar pages that were refused because of `keepPerFamily`'),
    since: moment.optional().describe('only decisions at this time or later'),
    until: moment.optional().describe('only decisions before this time'),
    minSimilarity: similarity.optional().describe('least similarity to the match'),
    maxSimilarity: similarity.optional().describe('greatest similarity to the match'),
    order: z
      .enum(['newest', 'certainty'])
      .default('newest')
      .describe('`certainty`: only pages that were refused, the least certain first'),
  })
  .refine(
    ({ id, idPrefix, host }) =>
      [id, idPrefix, host].filter((value) => value !== undefined).length <= 1,
    'id, idPrefix and host do not go together',
  );

const { adds } = difference;
const loggedAdditions = adds
  .unwrap()
  .omit({ passages: true, passagesTruncated: true })
  .meta({ id: 'LoggedAdditions' });

const decisionFields = {
  number: z.int().min(1).describe('its position in the log: greater ones are later'),
  at: time,
  id: z.string().nullable().describe('null: the check named none'),
  decision: z
    .enum(loggedDecisions)
    .describe(
      '`replaced`: the document was replaced by the match; otherwise as a check returns it',
    ),
  match: z
    .string()
    .nullable()
    .describe(
      'id of the best match, or of the document that replaced this one; null of `changed`, and if the match was taken down',
    ),
};

const decisionRecord = z
  .object({
    ...decisionFields,
    stored: z.boolean(),
    reason: z.enum(keptOutReasons).nullable(),
    similarity: z.number().nullable().describe('to the match; of `changed` to the version before'),
    distance: z.int().nullable().describe('to the match; of `changed` to the version before'),
    exact: z.boolean(),
    adds: loggedAdditions
      .nullable()
      .describe('what the page says and its match does not; null: not known'),
    certainty: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'how certain it is that nothing was lost: 1 for an equal text, otherwise the similarity less the new share of the page and a tenth for each new number, name or negation; null: the page was stored, or replaced',
      ),
    title: z.string().nullable().describe('the first 80 characters of it; null: none is known'),
  })
  .meta({ id: 'LoggedDecision' });

const decisionPage = z
  .object({ decisions: z.array(decisionRecord), nextCursor: z.string().nullable() })
  .meta({ id: 'DecisionPage' });

/** Positions are an order, a number and a certainty. */
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
      example: { parameters: { id: sample.second } },
    },
    schema: {
      operationId: 'listDecisions',
      tags: ['decisions'],
      summary: 'Decisions of the last days: pages that were refused, replaced, changed, or similar',
      description:
        'New and unchanged pages are not recorded. Decisions are kept for NEARDUP_DECISION_DAYS, and deleted with their ids.',
      querystring: decisionsQuery,
      response: {
        200: decisionPage.describe('One page; `nextCursor` is null on the last'),
        ...problems('noBody', 'invalid_cursor', 'collection_not_found'),
      },
    },
    handler: async (request, reply) => {
      const { collection, cursor, limit, order, ...filter } = request.query;
      const errand = longErrand(keys, request, reply);
      const page = { filter, order, after: positionOf(cursor, order), limit };
      const { decisions, more } = await detector.listDecisions(collection, page, errand);
      const last = more ? decisions.at(-1) : undefined;
      return {
        decisions: decisions.map(decisionReply),
        nextCursor: cursors.write(last === undefined ? null : position(last, order)),
      };
    },
  });
}

/** @throws `invalid_cursor` also for a cursor of the other order */
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
  return { ...decision, at: timeReply(at) };
}
