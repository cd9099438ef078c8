import { z } from 'zod';
import {
  briefCollection,
  briefCollectionReply,
  collection,
  collectionChanges,
  collectionReply,
  collectionRequest,
  listedCollectionReply,
  nameParams,
  partialRecipe,
} from '../../api/collections.js';
import { listCursors } from '../../api/cursor.js';
import { pageFields } from '../../api/fields.js';
import { job, jobReply, scanRequest } from '../../api/jobs.js';
import { collectionOrders, type PagedCollection } from '../../detector/collection-pages.js';
import type { Detector } from '../../detector/detector.js';
import { NeardupError } from '../../errors.js';
import type { Recipe } from '../../fingerprint/recipe.js';
import { getClient } from '../limits/client.js';
import { largeReplyBytes } from '../limits/reply-budget.js';
import { type App, problems, type RouteContext, sample } from '../route.js';
import { maySee } from '../stages/access.js';

const collectionsQuery = z.strictObject({
  limit: pageFields.limit,
  cursor: pageFields.cursor,
  search: z
    .string()
    .max(64)
    .default('')
    .describe('Only list collections whose name contains this text.'),
  order: z
    .enum(collectionOrders)
    .default('name')
    .describe('Sort key. `lastDecision` sorts by the hour of the last decision.'),
  direction: z.enum(['ascending', 'descending']).default('ascending'),
  include: z
    .literal('stats')
    .optional()
    .describe('With `stats`, also return the counts of documents, contents and decisions.'),
  fields: z
    .literal('brief')
    .optional()
    .describe('With `brief`, only return the name and a few other fields.'),
});

const reindexRequest = z.strictObject({ recipe: partialRecipe });

const confirmQuery = z.strictObject({
  confirm: z
    .string({ error: 'must repeat the name of the collection: ?confirm=NAME' })
    .describe('Name of the collection, repeated as confirmation.'),
});

const collectionList = z
  .object({
    collections: z
      .array(z.union([collection, briefCollection]))
      .describe('Collections on this page, in brief form with `fields=brief`.'),
    nextCursor: z.string().nullable(),
    total: z
      .int()
      .describe(
        'Number of collections on all pages: those that match `search` and that the key may access.',
      ),
    totals: z
      .object({ documents: z.int(), contents: z.int() })
      .optional()
      .describe('Sums over the collections on all pages. Only with `include=stats`.'),
  })
  .meta({ id: 'CollectionList' });

export function collectionRoutes(app: App, { detector }: RouteContext): void {
  app.route({
    method: 'GET',
    url: '/collections',
    config: { scope: 'read', collection: 'handler', replyBytes: () => largeReplyBytes },
    schema: {
      operationId: 'listCollections',
      tags: ['collections'],
      summary: 'List the collections that the key may access, page by page',
      description: 'Custom dictionaries are omitted. GET /collections/{name} returns them.',
      querystring: collectionsQuery,
      response: {
        200: collectionList.describe('The collections with their recipes'),
        ...problems('noBody', 'invalid_cursor', 'store_unsupported'),
      },
    },
    handler: async (request, reply) => {
      const { limit, cursor, search, ...query } = request.query;
      const { order, direction, include, fields } = query;
      const cursors = collectionCursors(order, direction);
      const [, , value, name] = cursors.read(cursor) ?? [];
      const wanted = {
        ...{ search: search.toLowerCase(), order, descending: direction === 'descending', limit },
        maySee: (name: string) => maySee(request.key, name),
        after: value === undefined || name === undefined ? null : { value, name },
        stats: include === 'stats',
        brief: fields === 'brief',
      };
      const page = await detector.pageOfCollections(wanted, getClient(request));
      const { next, total, totals } = page;
      const rest = {
        nextCursor: cursors.write(next && [order, direction, next.value, next.name]),
        total,
        ...(totals && { totals }),
      };
      if (wanted.brief) return { collections: page.collections.map(briefCollectionReply), ...rest };
      const collections = page.collections.map(listedCollectionJson);
      const json = `{"collections":[${collections}],${JSON.stringify(rest).slice(1)}`;
      // The JSON is sent as a string, although the schema describes the object.
      return reply.type('application/json; charset=utf-8').send(json as never);
    },
  });

  app.route({
    method: 'POST',
    url: '/collections',
    config: {
      scope: 'admin',
      collection: 'body',
      example: { body: { name: sample.collection, keepText: true, recipe: { parts: {} } } },
    },
    schema: {
      operationId: 'createCollection',
      tags: ['collections'],
      summary: 'Create an empty collection',
      description:
        'The recipe determines how texts are compared. Fields that you omit have the values of the default recipe. To change the recipe of a collection later, reindex it.',
      body: collectionRequest,
      response: {
        201: collection.describe('The collection with its complete recipe'),
        ...problems(
          'body',
          'store_unsupported',
          'collection_exists',
          'distance_unsupported',
          'recipe_mismatch',
          'disk_full',
        ),
      },
    },
    handler: async ({ body }, reply) => {
      const recipe = body.recipe as Partial<Recipe> | undefined;
      const creating = detector.createCollection({ ...body, recipe });
      const collection = await creating.catch((error) => throwAdvised(error, body.name));
      reply.code(201).header('location', `/collections/${collection.name}`);
      return collectionReply(collection);
    },
  });

  app.route({
    method: 'GET',
    url: '/collections/:name',
    config: {
      scope: 'read',
      collection: 'params',
      example: { parameters: { name: sample.collection } },
    },
    schema: {
      operationId: 'getCollection',
      tags: ['collections'],
      summary: 'Get a collection with its recipe',
      description: 'The reply includes the expected recall for several similarities.',
      params: nameParams,
      response: {
        200: collection.describe('The collection'),
        ...problems('noBody', 'collection_not_found'),
      },
    },
    handler: async ({ params }) => collectionReply(await detector.getCollection(params.name)),
  });

  app.route({
    method: 'PATCH',
    url: '/collections/:name',
    config: {
      scope: 'admin',
      collection: 'params',
      example: { parameters: { name: sample.collection }, body: { minSimilarity: 0.8 } },
    },
    schema: {
      operationId: 'updateCollection',
      tags: ['collections'],
      summary: 'Change the settings of a collection',
      description:
        'The new settings apply to later requests. Omitted fields do not change. Null turns off `ttlSeconds`, `minContainment`, `keepPerFamily` or `refusedPages`; for other fields it is rejected.',
      params: nameParams,
      body: collectionChanges,
      response: {
        200: collection.describe('The collection with its new settings'),
        ...problems(
          'body',
          'collection_not_found',
          'recipe_immutable',
          'distance_unsupported',
          'store_unsupported',
          'disk_full',
        ),
      },
    },
    handler: async ({ params, body }) =>
      collectionReply(await detector.updateCollection(params.name, body)),
  });

  if (detector.features.has('jobs')) collectionJobRoutes(app, detector);

  app.route({
    method: 'DELETE',
    url: '/collections/:name',
    config: {
      scope: 'admin',
      collection: 'params',
      example: { parameters: { name: sample.collection, confirm: sample.collection } },
    },
    schema: {
      operationId: 'deleteCollection',
      tags: ['collections'],
      summary: 'Delete a collection with all its documents',
      description: 'This cannot be undone. Repeat the name of the collection in `confirm`.',
      params: nameParams,
      querystring: confirmQuery,
      response: {
        204: z.null().describe('The collection is deleted'),
        ...problems('noBody', 'collection_not_found', 'disk_full'),
      },
    },
    handler: async ({ params: { name }, query: { confirm } }, reply) => {
      if (confirm !== name) {
        throw new NeardupError(
          'validation_failed',
          `Cannot delete collection "${name}": "confirm" is "${confirm}", it must be "${name}"`,
          { errors: [{ pointer: '/confirm', detail: 'must repeat the name of the collection' }] },
        );
      }
      await detector.deleteCollection(name);
      return reply.code(204).send(null);
    },
  });
}

const listedJson = new WeakMap<PagedCollection, string>();

/**
 * Returns the JSON of a listed collection. It is cached until the collection changes, because writing the JSON of
 * hundreds of collections takes milliseconds.
 */
function listedCollectionJson(collection: PagedCollection): string {
  if (collection.stats !== undefined) return JSON.stringify(listedCollectionReply(collection));
  const known = listedJson.get(collection) ?? JSON.stringify(listedCollectionReply(collection));
  listedJson.set(collection, known);
  return known;
}

/** Creates cursors that are valid for a single sort order and direction. */
function collectionCursors(order: string, direction: string) {
  const form = z.tuple([z.literal(order), z.literal(direction), z.number(), z.string()]);
  return listCursors('o1', form);
}

/** Routes for jobs on a whole collection. */
function collectionJobRoutes(app: App, detector: Detector): void {
  app.route({
    method: 'POST',
    url: '/collections/:name/reindex',
    config: {
      scope: 'admin',
      collection: 'params',
      example: { parameters: { name: sample.collection }, body: { recipe: { hmm: false } } },
    },
    schema: {
      operationId: 'reindexCollection',
      tags: ['collections'],
      summary: 'Change the recipe of a collection while it is in use',
      description:
        'Builds a new index from the kept texts, so the collection must keep texts. The old recipe is used until the new index is complete.',
      params: nameParams,
      body: reindexRequest,
      response: {
        202: job.describe('The started job'),
        ...problems(
          'body',
          'collection_not_found',
          'collection_exists',
          'job_running',
          'text_not_kept',
          'recipe_mismatch',
          'disk_full',
        ),
      },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const recipe = body.recipe as Partial<Recipe>;
      const job = await detector.reindex(params.name, recipe, getClient(request));
      reply.code(202).header('location', `/jobs/${job.id}`);
      return jobReply(job);
    },
  });

  app.route({
    method: 'POST',
    url: '/collections/:name/scan',
    config: {
      scope: 'admin',
      collection: 'params',
      example: { parameters: { name: sample.collection }, body: { dryRun: true } },
    },
    schema: {
      operationId: 'scanCollection',
      tags: ['collections'],
      summary: 'Find duplicates among the stored documents while the collection is in use',
      description:
        'Use it for documents that were added without a check. By default, duplicates are added to clusters. With `deleteDuplicates`, they are deleted, and `keep` chooses which copy stays. With `dryRun`, they are only listed.',
      params: nameParams,
      body: scanRequest,
      response: {
        202: job.describe('The started job'),
        ...problems('body', 'collection_not_found', 'job_running'),
      },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      const job = await detector.scan(params.name, body, getClient(request));
      reply.code(202).header('location', `/jobs/${job.id}`);
      return jobReply(job);
    },
  });
}

/** Rethrows an error of creating a collection. If the name is taken, says how to change the collection. */
function throwAdvised(error: Error, name: string): never {
  if (!(error instanceof NeardupError && error.code === 'collection_exists')) throw error;
  const message = `${error.message}; change it by PATCH /collections/${name}`;
  throw new NeardupError(error.code, message, { cause: error });
}
