import { z } from 'zod';
import { decodeCursor, encodeCursor, listCursors } from '../../api/cursor.js';
import {
  documentWithClusterReply,
  formatEtag,
  listedDocumentReply,
  storedDocument,
} from '../../api/documents.js';
import {
  clusterId,
  collectionField,
  collectionQuery,
  documentId,
  excerptName,
  idPrefix,
  moment,
  pageFields,
  searchedText,
} from '../../api/fields.js';
import { memberMatch, memberMatchReply } from '../../api/matches.js';
import type { WholeDocument } from '../../detector/documents.js';
import type { Client } from '../../quota/task-context.js';
import { documentKinds } from '../../store/contract/newest.js';
import { getClient } from '../limits/client.js';
import { bytesOfPage, bytesOfText } from '../limits/reply-budget.js';
import { type App, problems, type RouteContext, sample } from '../route.js';

const listQuery = z
  .strictObject({
    ...pageFields,
    idPrefix: idPrefix.optional(),
    cluster: clusterId
      .optional()
      .describe('Only list members of this cluster, in the order in which they joined.'),
    order: z
      .enum(['id', 'newest'])
      .default('id')
      .describe(
        'With `id`, documents are listed in the byte order of their ids. With `newest`, those stored most recently come first.',
      ),
    storedAfter: moment
      .optional()
      .describe('Only list documents first stored at this time or later. Requires `order=newest`.'),
    storedBefore: moment
      .optional()
      .describe('Only list documents first stored before this time. Requires `order=newest`.'),
    search: searchedText
      .optional()
      .describe(
        'Only list documents whose id or title contains this text. The case of the letters a to z is ignored. Requires `order=newest`.',
      ),
    only: z
      .enum(documentKinds)
      .optional()
      .describe(
        'Only list documents that are in a cluster (`clustered`), are similar to their match but not duplicates (`similar`), have changed since they were first stored (`changed`), have a short text (`short`) or are claimed (`claimed`). Requires `order=newest`.',
      ),
    include: excerptName.optional(),
  })
  .refine(
    ({ idPrefix, cluster }) => idPrefix === undefined || cluster === undefined,
    'use only one of idPrefix and cluster',
  )
  .refine(
    ({ order, idPrefix, cluster }) =>
      order === 'id' || (idPrefix === undefined && cluster === undefined),
    'order=newest cannot be combined with idPrefix or cluster',
  )
  .refine(
    ({ order, storedAfter, storedBefore, search, only }) =>
      order === 'newest' || (storedAfter ?? storedBefore ?? search ?? only) === undefined,
    'storedAfter, storedBefore, search and only need order=newest',
  );

const documentQuery = z.strictObject({
  collection: collectionField,
  include: z
    .enum(['text', 'match', 'text,match', 'match,text'])
    .optional()
    .describe(
      'Also return the kept text (`text`), or the match that the document had when it was stored (`match`), or both.',
    ),
});

/** Body of a reply without one; null would be sent as JSON. */
const noBody = undefined as unknown as null;

const idParams = z.strictObject({ id: documentId });

const documentPage = z
  .object({ documents: z.array(storedDocument), nextCursor: z.string().nullable() })
  .meta({ id: 'DocumentPage' });

const documentWithText = storedDocument
  .omit({ excerpt: true })
  .extend({
    text: z
      .string()
      .nullable()
      .optional()
      .describe(
        'Kept main text of the document. Only with `include=text`. Null if the text is not kept.',
      ),
    rest: z
      .string()
      .optional()
      .describe(
        'All other lines of the page, such as menus and dates beside the main text. Omitted without a kept text.',
      ),
    reason: z
      .literal('text_not_kept')
      .optional()
      .describe('Reason why `text` is null. Omitted otherwise.'),
    match: memberMatch
      .nullable()
      .optional()
      .describe(
        'Match that the document had when it was stored. Only with `include=match`. Null if it had none, or if it is no longer in a cluster.',
      ),
  })
  .meta({ id: 'Document' });

/**
 * Returns the reply fields for the kept text of a document, or no fields if the text was not requested. If no text is
 * kept, the fields include the reason.
 */
function textReply({ text }: Pick<WholeDocument, 'text'>) {
  if (text === undefined) return {};
  if (text === null) return { text, reason: 'text_not_kept' as const };
  return { text: text.text, rest: text.rest ?? '' };
}

/**
 * Cursors of two lists: members of a cluster, by seat (number in the cluster); and newest documents, by generation of
 * the collection and row number.
 */
const memberCursors = listCursors('s1', z.int().min(1));
const newestCursors = listCursors('n1', z.tuple([z.int().min(1), z.int().min(1)]));

export function documentRoutes(app: App, { detector }: RouteContext): void {
  async function clusterPage(
    id: string,
    { collection, cursor, limit, include }: z.infer<typeof listQuery>,
    client: Client,
  ) {
    const after = memberCursors.read(cursor) ?? 0;
    const shown = { excerpts: include !== undefined };
    const page = await detector.listMembers(id, collection, after, limit, client, shown);
    return {
      documents: page.documents.map((document) => listedDocumentReply(document, collection)),
      nextCursor: memberCursors.write(page.lastSeat),
    };
  }

  async function newestPage(
    { collection, cursor, include, ...query }: z.infer<typeof listQuery>,
    client: Client,
  ) {
    const { limit, storedAfter = null, storedBefore = null, search = null, only = null } = query;
    const [generation, number] = newestCursors.read(cursor) ?? [];
    const after = generation && number ? { generation, number } : null;
    const which = { storedAfter, storedBefore, search, only };
    const page = { after, limit, ...which, excerpts: include !== undefined };
    const { documents, next } = await detector.listNewest(collection, page, client);
    return {
      documents: documents.map((document) => listedDocumentReply(document, collection)),
      nextCursor: newestCursors.write(next && [next.generation, next.number]),
    };
  }

  app.route({
    method: 'GET',
    url: '/documents',
    config: {
      scope: 'read',
      collection: 'query',
      replyBytes: bytesOfPage,
      example: { parameters: { idPrefix: 'https://example.' } },
    },
    schema: {
      operationId: 'listDocuments',
      tags: ['documents'],
      summary: 'List documents by id, newest first, or by cluster',
      description:
        'Returns up to 1,000 documents per page, by default in the byte order of their ids. Use at most one of `idPrefix`, `cluster` and `order=newest`. With `search` or `only`, a page may have fewer documents than `limit`, or none, even if it is not the last.',
      querystring: listQuery,
      response: {
        200: documentPage.describe('One page. `nextCursor` is null on the last page'),
        ...problems(
          'noBody',
          'invalid_cursor',
          'collection_not_found',
          'cluster_not_found',
          'store_unsupported',
        ),
      },
    },
    handler: async (request) => {
      const { query } = request;
      const client = getClient(request);
      const { collection, idPrefix, cluster, cursor, limit, include } = query;
      if (cluster !== undefined) return clusterPage(cluster, query, client);
      if (query.order === 'newest') return newestPage(query, client);
      const after = cursor === undefined ? null : decodeCursor('d1', cursor);
      const page = { after, limit, idPrefix, excerpts: include !== undefined };
      const { documents, more } = await detector.list(collection, page, client);
      return {
        documents: documents.map((document) => listedDocumentReply(document, collection)),
        nextCursor: more && documents.length > 0 ? encodeCursor('d1', documents.at(-1)!.id) : null,
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
      example: { parameters: { id: sample.first } },
    },
    schema: {
      operationId: 'getDocument',
      tags: ['documents'],
      summary: 'Get a stored document',
      description:
        '`include=text` adds the text, if it is kept. `include=match` adds the match that the document had when it was stored. An id that is a URL must be percent-encoded here; POST /documents/lookup accepts it as it is.',
      params: idParams,
      querystring: documentQuery,
      response: {
        200: documentWithText.describe('The document'),
        304: z.null().describe('The document still has the revision in If-None-Match'),
        ...problems(
          'noBody',
          'uri_too_long',
          'document_not_found',
          'collection_not_found',
          'store_unsupported',
        ),
      },
    },
    handler: async (request, reply) => {
      const { params, query, headers } = request;
      const client = getClient(request);
      const names = query.include?.split(',') ?? [];
      const wanted = { text: names.includes('text'), match: names.includes('match') };
      const found = await detector.getWith(params.id, query.collection, wanted, client);
      const { document, text, match } = found;
      const etag = formatEtag(document);
      reply.header('etag', etag);
      if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).send(noBody);
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
    config: {
      scope: 'write',
      collection: 'query',
      conditions: ['If-Match'],
      example: { parameters: { id: sample.second } },
    },
    schema: {
      operationId: 'deleteDocument',
      tags: ['documents'],
      summary: 'Delete a document',
      description:
        'An id that is a URL must be percent-encoded here; POST /documents/delete accepts it as it is.',
      params: idParams,
      querystring: collectionQuery,
      response: {
        204: z.null().describe('The document is deleted'),
        ...problems(
          'noBody',
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
        expected === undefined ? undefined : (found) => matchesEtag(expected, formatEtag(found)),
        getClient(request),
      );
      return reply.code(204).send(null);
    },
  });
}

/** Returns true if an `If-Match` or `If-None-Match` header contains the entity tag (RFC 9110, 13.1). */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
