import { z } from 'zod';
import { listedDocumentReply, storedDocument } from '../../api/documents.js';
import {
  claimant,
  collectionField,
  contentHash,
  documentId,
  exactlyOne,
  excerptName,
  idPrefix,
  notExactlyOne,
  optional,
  refused,
} from '../../api/fields.js';
import { job, jobReply } from '../../api/jobs.js';
import type { Detector } from '../../detector/detector.js';
import { NeardupError } from '../../errors.js';
import { type App, idempotencyProblems, problems, type RouteContext, sample } from '../route.js';
import { claimantOf, clientOf } from '../stages/access.js';
import { idempotently } from '../stages/idempotency.js';
import { bytesOfIds } from '../stages/reply-budget.js';

const idsRequest = z.strictObject({
  ids: z.array(documentId).min(1).max(1000),
  collection: collectionField,
  include: optional(z.array(excerptName).max(1)),
});

const confirmedDocument = z
  .strictObject({
    id: documentId,
    contentHash: contentHash.describe('`claim.contentHash` of the decision'),
  })
  .meta({ id: 'ConfirmedDocument' });

const confirmRequest = z.strictObject({
  documents: z
    .array(confirmedDocument)
    .min(1)
    .max(1000)
    .describe('documents whose pages were written, with the hash of the content'),
  claimant: optional(claimant.describe('name of the client that claimed them; by default the key')),
  collection: collectionField,
});

const deleteRequest = z
  .strictObject({
    ids: optional(z.array(documentId).min(1).max(1000)),
    idPrefix: optional(idPrefix),
    collection: collectionField,
  })
  .superRefine(exactlyOne('ids', 'idPrefix'))
  .meta(refused(notExactlyOne('ids', 'idPrefix')));

const lookedUp = z
  .object({
    documents: z.array(storedDocument),
    missing: z.array(z.string()),
    remaining: z
      .array(z.string())
      .describe(
        'ids that were not read because the documents before them fill 1 MiB; request them again',
      ),
  })
  .meta({ id: 'LookupResult' });

const deleted = z
  .object({
    deleted: z.array(z.string()).readonly(),
    missing: z.array(z.string()).readonly(),
  })
  .meta({ id: 'DeletionResult' });

const confirmed = z
  .object({
    confirmed: z
      .array(z.string())
      .readonly()
      .describe('ids of documents that are stored permanently, by this request or an earlier one'),
    missing: z
      .array(z.string())
      .readonly()
      .describe(
        'ids of documents that are absent, have other content, or are claimed by another client',
      ),
  })
  .meta({ id: 'ConfirmationResult' });

export function documentSetRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/documents/lookup',
    config: {
      scope: 'read',
      collection: 'body',
      replyBytes: bytesOfIds,
      example: { body: { ids: [sample.first, sample.second] } },
    },
    schema: {
      operationId: 'lookupDocuments',
      tags: ['documents'],
      summary: 'Get many documents; ids that are URLs need no encoding',
      description: 'At most 1,000 ids. Absent ids are listed and cause no error.',
      body: idsRequest,
      response: {
        200: lookedUp.describe('The documents in the order of the ids, and the absent ids'),
        ...problems('body', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { body } = request;
      const { documents, missing, remaining } = await detector.lookup(
        body.ids,
        body.collection,
        clientOf(request),
        { excerpts: (body.include?.length ?? 0) > 0 },
      );
      return {
        documents: documents.map((document) => listedDocumentReply(document, body.collection)),
        missing,
        remaining,
      };
    },
  });

  if (detector.engine === 'sqlite') confirmRoute(app, detector);

  app.route({
    method: 'POST',
    url: '/documents/delete',
    config: {
      scope: 'write',
      collection: 'body',
      idempotent: true,
      example: { body: { ids: [sample.first] } },
    },
    schema: {
      operationId: 'deleteDocuments',
      tags: ['documents'],
      summary: 'Delete many documents: by ids in one step, or by a common prefix as a job',
      description: 'Send at most 1,000 `ids`, or an `idPrefix`.',
      body: deleteRequest,
      response: {
        200: deleted.describe('With `ids`: the deleted and the absent ids'),
        202: job.describe('With `idPrefix`: the started job'),
        ...problems('body', 'collection_not_found', 'disk_full', ...idempotencyProblems),
      },
    },
    handler: async (request, reply) => {
      const { ids, idPrefix, collection } = request.body;
      if (idPrefix === undefined) {
        const { outcome } = await idempotently(request, reply, async (idempotency) => ({
          outcome: await detector.delete(
            ids as string[],
            collection,
            idempotency,
            clientOf(request),
          ),
        }));
        return { deleted: outcome.deleted, missing: outcome.missing };
      }
      if (request.headers['idempotency-key'] !== undefined) {
        throw new NeardupError(
          'validation_failed',
          'Cannot take an Idempotency-Key with "idPrefix": repeating the request is safe without one',
        );
      }
      const job = await detector.takeDown(collection, idPrefix, clientOf(request));
      reply.code(202).header('location', `/jobs/${job.id}`);
      return jobReply(job);
    },
  });
}

function confirmRoute(app: App, detector: Detector): void {
  app.route({
    method: 'POST',
    url: '/documents/confirm',
    config: {
      scope: 'write',
      collection: 'body',
      example: { body: { documents: [{ id: sample.first, contentHash: '0'.repeat(32) }] } },
    },
    schema: {
      operationId: 'confirmDocuments',
      tags: ['documents'],
      summary: 'Confirm claimed documents whose pages are written',
      description:
        'For documents that were checked with `claimSeconds`: without a confirmation they expire. Send `documents` with the content hash of each decision: if the claim has expired and other content has been stored since, the document is `missing`. Safe to repeat.',
      body: confirmRequest,
      response: {
        200: confirmed.describe('Confirmed and missing documents'),
        ...problems('body', 'collection_not_found', 'disk_full'),
      },
    },
    handler: async (request) => {
      const { documents, collection, claimant: name } = request.body;
      const claimant = claimantOf(request, name);
      return detector.confirm(documents, claimant, collection, clientOf(request));
    },
  });
}
