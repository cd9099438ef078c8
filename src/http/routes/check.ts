import { checkedReply } from '../../api/check-reply.js';
import { documentOf } from '../../api/content.js';
import { locationHeaders } from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import { NeardupError } from '../../errors.js';
import { type App, idempotencyProblems, problems, type RouteContext, whenGone } from '../route.js';
import { claimantOf, clientOf } from '../stages/access.js';
import { idempotently } from '../stages/idempotency.js';
import { bytesOfManyMatches } from '../stages/reply-budget.js';

/** With the largest ids and metadata, about 2 MB. */
const keptMatchesMax = 100;

export function checkRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/check',
    config: {
      scope: 'write',
      collection: 'body',
      idempotent: true,
      replyBytes: bytesOfManyMatches,
    },
    schema: {
      operationId: 'check',
      tags: ['decide'],
      summary: 'Decide whether a document is here already, and store it if not, in one atomic step',
      description:
        'Looks for what is the same or similar, decides, and stores what is new: nothing else happens in between. `decision` tells what was found, `stored` whether the document is stored now. Send `text`, `html`, `features` or a `fingerprint`, or a page as it was fetched. With an `id` it may be repeated.',
      body: schemas.check,
      response: {
        200: replies.checked.describe('Decided; no document was created'),
        201: replies.checked.describe('Decided, and a document was created'),
        ...problems('content', 'distance_unsupported', 'disk_full', ...idempotencyProblems),
      },
    },
    handler: async (request, reply) => {
      const { body, timings } = request;
      const done = await idempotently(request, reply, (idempotency) => {
        if (idempotency !== undefined) refuseManyMatches(body.limit);
        const document = documentOf(body);
        const signal = document.content.kind === 'page' ? whenGone(reply) : undefined;
        return detector.check(document, body, {
          timings,
          client: clientOf(request),
          claimant: claimantOf(request),
          signal,
          idempotency: idempotency,
        });
      });
      const { created, id } = done.outcome;
      if (created) reply.code(201).headers(locationHeaders(id as string, body.collection));
      return checkedReply(done, body.collection);
    },
  });
}

/** @throws `validation_failed` if the reply may be too long to be kept */
function refuseManyMatches(limit = 0): void {
  if (limit <= keptMatchesMax) return;
  throw new NeardupError(
    'validation_failed',
    `Cannot keep ${limit} matches for an Idempotency-Key: ask for a "limit" of at most ${keptMatchesMax}`,
  );
}
