import { z } from 'zod';
import { documentOf } from '../../api/content.js';
import { cursorOf, listCursorOf, listPositionOf, positionOf } from '../../api/cursor.js';
import {
  addedReply,
  documentWithClusterReply,
  etagOf,
  jobReply,
  listedDocumentReply,
  locationHeaders,
  memberMatchReply,
  textReply,
} from '../../api/replies.js';
import { replies } from '../../api/reply-schemas.js';
import {
  collectionQuery,
  confirmRequest,
  deleteRequest,
  documentQuery,
  idParams,
  idsRequest,
  listQuery,
} from '../../api/schemas.js';
import { NeardupError } from '../../errors.js';
import type { Client } from '../../shares/client.js';
import { type App, idempotencyProblems, problems, type RouteContext, whenGone } from '../route.js';
import { claimantOf, clientOf } from '../stages/access.js';
import { idempotently } from '../stages/idempotency.js';
import { bytesOfIds, bytesOfPage, bytesOfText } from '../stages/reply-budget.js';

const seat = z.int().min(1);
const numberOfGeneration = z.tuple([z.int().min(1), z.int().min(1)]);

export function addRoutes(app: App, { detector, schemas }: RouteContext): void {
  app.route({
    method: 'POST',
    url: '/documents',
    config: { scope: 'write', collection: 'body', idempotent: true },
    schema: {
      operationId: 'addDocument',
      tags: ['documents'],
      summary: 'Store a document, whatever it resembles',
      description:
        'Stores a document, whatever it resembles; what was stored under its id is replaced. POST /check is the way to store only what is new.',
      body: schemas.document,
      response: {
        200: replies.added.describe('An earlier version was replaced, or nothing changed'),
        201: replies.added.describe('The document was created'),
        ...problems('content', 'disk_full', ...idempotencyProblems),
      },
    },
    handler: async (request, reply) => {
      const { body, timings } = request;
      const posted = documentOf(body);
      const signal = posted.content.kind === 'page' ? whenGone(reply) : undefined;
      const done = await idempotently(request, reply, (idempotency) =>
        detector.add(posted, {
          timings,
          client: clientOf(request),
          signal,
          idempotency: idempotency,
        }),
      );
      const { status, document } = done.outcome;
      reply
        .code(status === 'created' ? 201 : 200)
        .headers(locationHeaders(document.id, body.collection))
        .header('etag', etagOf(document));
      return addedReply(done, body.collection);
    },
  });
}

export function documentRoutes(app: App, { detector }: RouteContext): void {
  async function clusterPage(
    id: string,
    { collection, cursor, limit, include }: z.infer<typeof listQuery>,
    client: Client,
  ) {
    const after = cursor === undefined ? 0 : listPositionOf('s1', cursor, seat);
    const shown = { excerpts: include !== undefined };
    const page = await detector.listMembers(id, collection, after, limit, client, shown);
    return {
      documents: page.documents.map((document) => listedDocumentReply(document, collection)),
      nextCursor: page.lastSeat === null ? null : cursorOf('s1', String(page.lastSeat)),
    };
  }

  async function newestPage(
    { collection, cursor, include, ...query }: z.infer<typeof listQuery>,
    client: Client,
  ) {
    const { limit, storedAfter = null, storedBefore = null } = query;
    const [generation, number] =
      cursor === undefined ? [] : listPositionOf('n1', cursor, numberOfGeneration);
    const after = generation && number ? { generation, number } : null;
    const page = { after, limit, storedAfter, storedBefore, excerpts: include !== undefined };
    const { documents, next } = await detector.listNewest(collection, page, client);
    return {
      documents: documents.map((document) => listedDocumentReply(document, collection)),
      nextCursor: next && listCursorOf('n1', [next.generation, next.number]),
    };
  }

  app.route({
    method: 'GET',
    url: '/documents',
    config: { scope: 'read', collection: 'query', replyBytes: bytesOfPage },
    schema: {
      operationId: 'listDocuments',
      tags: ['documents'],
      summary:
        'Walk through the documents of a collection, in the byte order of their ids or from the newest on, or of a cluster',
      description:
        'Pages of at most 1,000 documents. Give `idPrefix`, `cluster` or `order=newest`, not two of them.',
      querystring: listQuery,
      response: {
        200: replies.listed.describe('One page; `nextCursor` is null on the last'),
        ...problems(
          'noBody',
          'validation_failed',
          'invalid_cursor',
          'collection_not_found',
          'cluster_not_found',
          'store_unsupported',
        ),
      },
    },
    handler: async (request) => {
      const { query } = request;
      const client = clientOf(request);
      const { collection, idPrefix, cluster, cursor, limit, include } = query;
      if (cluster !== undefined) return clusterPage(cluster, query, client);
      if (query.order === 'newest') return newestPage(query, client);
      const after = cursor === undefined ? null : positionOf('d1', cursor);
      const page = { after, limit, idPrefix, excerpts: include !== undefined };
      const { documents, more } = await detector.list(collection, page, client);
      return {
        documents: documents.map((document) => listedDocumentReply(document, collection)),
        nextCursor: more && documents.length > 0 ? cursorOf('d1', documents.at(-1)!.id) : null,
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/documents/:id',
    config: {
      scope: 'read',
      collection: 'query',
      replyBytes: bytesOfText,
      conditions: ['If-None-Match'],
    },
    schema: {
      operationId: 'getDocument',
      tags: ['documents'],
      summary: 'What is stored of a document',
      description:
        'With `include=text` also its text, if the collection keeps texts; with `include=match` what it was found to match when it came. An id that is a URL must be percent-encoded; POST /documents/lookup takes it as it is.',
      params: idParams,
      querystring: documentQuery,
      response: {
        200: replies.document.describe('The document'),
        304: z.null().describe('The document is still at the revision of If-None-Match'),
        ...problems(
          'noBody',
          'validation_failed',
          'uri_too_long',
          'document_not_found',
          'collection_not_found',
          'store_unsupported',
        ),
      },
    },
    handler: async (request, reply) => {
      const { params, query, headers } = request;
      const client = clientOf(request);
      const names = query.include?.split(',') ?? [];
      const wanted = { text: names.includes('text'), match: names.includes('match') };
      const found = await detector.getWith(params.id, query.collection, wanted, client);
      const { document, text, match } = found;
      const etag = etagOf(document);
      reply.header('etag', etag);
      if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send(null);
      return {
        ...documentWithClusterReply(document, query.collection),
        ...textReply({ text }),
        ...(match !== undefined && { match: match && memberMatchReply(match) }),
      };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/documents/:id',
    config: { scope: 'write', collection: 'query', conditions: ['If-Match'] },
    schema: {
      operationId: 'deleteDocument',
      tags: ['documents'],
      summary: 'Delete a document',
      description:
        'An id that is a URL must be percent-encoded; POST /documents/delete takes it as it is.',
      params: idParams,
      querystring: collectionQuery,
      response: {
        204: z.null().describe('The document is gone'),
        ...problems(
          'noBody',
          'validation_failed',
          'uri_too_long',
          'document_not_found',
          'collection_not_found',
          'precondition_failed',
          'disk_full',
        ),
      },
    },
    handler: async (request, reply) => {
      const { params, query, headers } = request;
      const expected = headers['if-match'];
      await detector.deleteOne(
        params.id,
        query.collection,
        expected === undefined ? undefined : (found) => matchesEtag(expected, etagOf(found)),
        clientOf(request),
      );
      return reply.code(204).send(null);
    },
  });

  app.route({
    method: 'POST',
    url: '/documents/lookup',
    config: { scope: 'read', collection: 'body', replyBytes: bytesOfIds },
    schema: {
      operationId: 'lookupDocuments',
      tags: ['documents'],
      summary: 'What is stored of many documents; the way for ids that are URLs',
      description: 'At most 1,000 ids. What is absent is listed, and is no error.',
      body: idsRequest,
      response: {
        200: replies.lookedUp.describe('The documents in the order of the ids, and what is absent'),
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

  app.route({
    method: 'POST',
    url: '/documents/confirm',
    config: { scope: 'write', collection: 'body' },
    schema: {
      operationId: 'confirmDocuments',
      tags: ['documents'],
      summary: 'Store claimed documents for good, because their pages are written',
      description:
        'For documents that were checked with `claimSeconds`: without a confirmation they go by themselves. May be repeated.',
      body: confirmRequest,
      response: {
        200: replies.confirmed.describe('What is stored for good, and what is not'),
        ...problems('body', 'collection_not_found', 'store_unsupported', 'disk_full'),
      },
    },
    handler: async (request) => {
      const { ids, collection, claimant = claimantOf(request) } = request.body;
      return detector.confirm(ids, claimant, collection, clientOf(request));
    },
  });

  app.route({
    method: 'POST',
    url: '/documents/delete',
    config: { scope: 'write', collection: 'body', idempotent: true },
    schema: {
      operationId: 'deleteDocuments',
      tags: ['documents'],
      summary:
        'Delete many documents: by id in one step, or by what their ids begin with, as a job',
      description: 'Give `ids`, at most 1,000, or an `idPrefix`.',
      body: deleteRequest,
      response: {
        200: replies.deleted.describe('With `ids`: what was deleted, and what was absent'),
        202: replies.job.describe('With `idPrefix`: the job that does it'),
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

/** True if an `If-Match` or `If-None-Match` header names the entity tag (RFC 9110, 13.1). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
