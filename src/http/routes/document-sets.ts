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
    .describe('documents with the content that was written'),
  claimant: optional(claimant.describe('who claimed them; by default the key')),
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
      .describe('ids that were not looked for, as the documents before have 1 MiB; ask for them'),
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
      .describe('stored permanently, by this request or before'),
    missing: z
      .array(z.string())
      .readonly()
      .describe('absent, with other content, or claimed by another client'),
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
      summary: 'What is stored of many documents; the way for ids that are URLs',
      description: 'At most 1,000 ids. What is absent is listed, and is no error.',
      body: idsRequest,
      response: {
        200: lookedUp.describe('The documents in the order of the ids, and what is absent'),
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
      summary:
        'Delete many documents: by id in one step, or by what their ids begin with, as a job',
      description: 'Give `ids`, at most 1,000, or an `idPrefix`.',
      body: deleteRequest,
      response: {
        200: deleted.describe('With `ids`: what was deleted, and what was absent'),
        202: job.describe('With `idPrefix`: the job that does it'),
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
      summary: 'Store claimed documents permanently, because their pages are written',
      description:
        'For documents that were checked with `claimSeconds`: without a confirmation they expire. Send `documents` with the content hash of each decision: if the claim has expired and other content is stored meanwhile, the document is `missing`. May be repeated.',
      body: confirmRequest,
      response: {
        200: confirmed.describe('Documents that are stored permanently, and those that are not'),
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
