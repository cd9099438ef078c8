import { z } from 'zod';
import { listedDocumentReply, storedDocument } from '../../api/documents.js';
import {
  claimant,
  collectionField,
  contentHash,
  documentId,
  exactlyOne,
  idPrefix,
  notExactlyOne,
  optional,
  refused,
} from '../../api/fields.js';
import { job, jobReply } from '../../api/jobs.js';
import type { Detector } from '../../detector/detector.js';
import { NeardupError } from '../../errors.js';
import { getClient } from '../limits/client.js';
import { bytesOfIds } from '../limits/reply-budget.js';
import { type App, idempotencyProblems, problems, type RouteContext, sample } from '../route.js';
import { getClaimant } from '../stages/access.js';
import { idempotently } from '../stages/idempotency.js';
import { decisionRecord, decisionReply } from './decisions.js';

const idsRequest = z.strictObject({
  ids: z.array(documentId).min(1).max(1000),
  collection: collectionField,
  include: optional(
    z
      .array(z.enum(['excerpt', 'decision']))
      .max(2)
      .describe(
        '`excerpt` adds the first 240 characters of each kept text. `decision` adds the last decisions about the missing ids.',
      ),
  ),
});

const confirmedDocument = z
  .strictObject({
    id: documentId,
    contentHash: contentHash.describe(
      '`claim.contentHash` of the decision that stored the document.',
    ),
  })
  .meta({ id: 'ConfirmedDocument' });

const confirmRequest = z.strictObject({
  documents: z
    .array(confirmedDocument)
    .min(1)
    .max(1000)
    .describe('Documents whose pages you have written, each with the hash of its content.'),
  claimant: optional(
    claimant.describe('Name of the client that claimed the documents. Defaults to the API key.'),
  ),
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
    decisions: z
      .array(decisionRecord)
      .optional()
      .describe(
        'Last decision about each missing id: why it was not stored, or how it was replaced. Missing ids without one were never refused. Only with `include: ["decision"]`.',
      ),
    remaining: z
      .array(z.string())
      .describe(
        'Ids that were not looked up because the documents before them reached the limit of 1 MiB. Request these again.',
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
      .describe('Ids of the documents that are confirmed, by this request or an earlier one.'),
    missing: z
      .array(z.string())
      .readonly()
      .describe(
        'Ids of documents that are absent, have other content, or are claimed by another client.',
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
      example: { body: { ids: [sample.first, sample.second], include: ['decision'] } },
    },
    schema: {
      operationId: 'lookupDocuments',
      tags: ['documents'],
      summary: 'Get many documents by id',
      description:
        'Accepts up to 1,000 ids. Ids that are URLs need no encoding. Ids without a document are listed in `missing` and cause no error. With `include: ["decision"]`, it answers for each id whether it is stored, was refused, or was never seen.',
      body: idsRequest,
      response: {
        200: lookedUp.describe('The documents in the order of the ids, and the missing ids'),
        ...problems('body', 'collection_not_found'),
      },
    },
    handler: async (request) => {
      const { body } = request;
      const wanted = {
        excerpts: body.include?.includes('excerpt') ?? false,
        decisions: body.include?.includes('decision') ?? false,
      };
      const { documents, missing, decisions, remaining } = await detector.lookup(
        body.ids,
        body.collection,
        getClient(request),
        wanted,
      );
      return {
        documents: documents.map((document) => listedDocumentReply(document, body.collection)),
        missing,
        ...(wanted.decisions && { decisions: decisions.map(decisionReply) }),
        remaining,
      };
    },
  });

  if (detector.features.has('claims')) confirmRoute(app, detector);

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
      summary: 'Delete many documents, by id or by a common prefix',
      description:
        'Send up to 1,000 `ids`, which are deleted in one step, or an `idPrefix`, which starts a job. The job also deletes the recorded decisions about these ids.',
      body: deleteRequest,
      response: {
        200: deleted.describe('With `ids`, the deleted and the missing ids'),
        202: job.describe('With `idPrefix`, the started job'),
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
            getClient(request),
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
      const job = await detector.takeDown(collection, idPrefix, getClient(request));
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
      summary: 'Confirm claimed documents after writing their pages',
      description:
        'Documents that were checked with `claimSeconds` expire unless they are confirmed. Send the content hash of each decision. If a claim has expired and other content has been stored since, the document is listed in `missing`. The request is safe to repeat.',
      body: confirmRequest,
      response: {
        200: confirmed.describe('The confirmed and the missing documents'),
        ...problems('body', 'collection_not_found', 'disk_full'),
      },
    },
    handler: async (request) => {
      const { documents, collection, claimant: name } = request.body;
      const claimant = getClaimant(request, name);
      return detector.confirm(documents, claimant, collection, getClient(request));
    },
  });
}
