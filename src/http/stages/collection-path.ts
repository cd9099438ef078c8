import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cut } from '../../api/validation.js';
import { NeardupError } from '../../errors.js';
import type { App } from '../route.js';
import { PageBody } from './body.js';

/**
 * Collections in the path: each operation on one collection is also available below its name.
 *
 *   POST /collections/news/check {"text": …}  ─►  POST /check {"text": …, "collection": "news"}
 *
 * The path is shortened before a route is looked up, so both forms are one route to keys, quotas, metrics and
 * the log. A request that also has the field `collection` must give the same name there.
 */
declare module 'fastify' {
  interface FastifyInstance {
    /** First segments of the paths below `/collections/{name}`. */
    collectionOperations: Set<string>;
  }
}

const form = /^(?:https?:\/\/[^/]*)?\/collections\/([^/?]+)(\/([^/?]+).*)$/s;
const names = new WeakMap<IncomingMessage, string>();

/**
 * Returns a URL without the collection in its path, and records this collection. Fastify calls this function as
 * `rewriteUrl`.
 */
export function withoutCollection(this: FastifyInstance, raw: IncomingMessage): string {
  const url = raw.url!;
  const [, name, rest, first] = form.exec(url) ?? [];
  if (first === undefined || !this.collectionOperations.has(first)) return url;
  try {
    names.set(raw, decodeURIComponent(name!));
  } catch {
    return url; // left as it is, because the router refuses it
  }
  return rest!;
}

/**
 * Returns true for routes that exist below `/collections/{name}` as well. The routes of collections themselves do not.
 */
function isInCollection(url: string, place: string | undefined): boolean {
  return place !== undefined && place !== 'handler' && !url.startsWith('/collections');
}

/** Returns the collection in the path of a request; undefined if there is none. */
export function collectionInPath({ raw }: Pick<FastifyRequest, 'raw'>): string | undefined {
  return names.get(raw);
}

/** Makes routes available below `/collections/{name}`. Must be called before the routes are registered. */
export function allowCollectionPaths(app: App): void {
  const operations = new Set<string>();
  app.decorate('collectionOperations', operations);
  app.addHook('onRoute', ({ url, config }) => {
    if (isInCollection(url, config?.collection)) operations.add(url.split('/')[1]!);
  });
}

/** Copies the collection from the path into the query or the body, before their validation. */
export function nameCollection(request: FastifyRequest): void {
  const name = collectionInPath(request);
  const { collection: place } = request.routeOptions.config;
  if (name === undefined || (place !== 'body' && place !== 'query')) return;
  const value: unknown = request[place];
  putCollection(value instanceof PageBody ? value.fields : value, name);
}

/**
 * Sets the collection of a query or body to the one in the path. Values that are not objects are left to the schema,
 * which refuses them.
 * @throws `validation_failed` if the value names another collection
 */
export function putCollection(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null) return;
  const fields = value as { collection?: unknown };
  const given = fields.collection ?? name;
  if (given !== name) {
    const detail = `is ${cut(JSON.stringify(given), 100)}, but the path names collection "${cut(name, 100)}": leave it out`;
    throw new NeardupError('validation_failed', `"/collection": ${detail}`, {
      errors: [{ pointer: '/collection', detail }],
    });
  }
  fields.collection = name;
}
