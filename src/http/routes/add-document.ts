import { z } from 'zod';
import { documentRequest, toDocument } from '../../api/content.js';
import {
  computedReply,
  describedPage,
  extractorOfPage,
  featureCount,
  formatEtag,
  locationHeaders,
  shortText,
} from '../../api/documents.js';
import { fingerprintHex } from '../../api/fields.js';
import type { WithComputed } from '../../detector/compute.js';
import type { AddOutcome } from '../../store/contract/documents.js';
import { getClient } from '../limits/client.js';
import {
  type App,
  disconnectSignal,
  idempotencyProblems,
  problems,
  type RouteContext,
  sample,
} from '../route.js';
import { idempotently } from '../stages/idempotency.js';

export const added = z
  .object({
    id: z.string(),
    collection: z.string(),
    status: z.enum(['created', 'replaced', 'unchanged']),
    fingerprint: fingerprintHex,
    featureCount,
    shortText,
    extractor: extractorOfPage,
    revision: z.int().min(1),
    page: describedPage,
  })
  .meta({ id: 'AddedDocument' });

export function addedReply(
  { outcome: { status, document }, computed }: WithComputed<AddOutcome>,
  collection: string,
) {
  return {
    id: document.id,
    collection,
    status,
    ...computedReply(computed),
    revision: document.revision,
    page: computed.page,
  };
}

export function addRoutes(app: App, { detector, featuresMax }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/documents',
    config: {
      scope: 'write',
      collection: 'body',
      idempotent: true,
      example: {
        body: { id: sample.second, text: `${sample.text} The tea is dried on the same day.` },
      },
    },
    schema: {
      operationId: 'addDocument',
      tags: ['documents'],
      summary: 'Store a document without looking for duplicates',
      description:
        'Stores a document even if it resembles others, and replaces the document with the same id. To store only new pages, use POST /check.',
      body: documentRequest({ featuresMax }),
      response: {
        200: added.describe('The previous version was replaced, or nothing changed'),
        201: added.describe('The document was created'),
        ...problems('content', 'disk_full', ...idempotencyProblems),
      },
    },
    handler: async (request, reply) => {
      const { body, timings } = request;
      const done = await idempotently(request, reply, (idempotency) =>
        detector.add(toDocument(body), {
          timings,
          client: getClient(request),
          signal: disconnectSignal(reply),
          idempotency,
        }),
      );
      const { status, document } = done.outcome;
      reply
        .code(status === 'created' ? 201 : 200)
        .headers(locationHeaders(document.id, body.collection))
        .header('etag', formatEtag(document));
      return addedReply(done, body.collection);
    },
  });
}
