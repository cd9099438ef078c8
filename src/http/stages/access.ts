import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Key, type KeyRing, type Scope, scopes } from '../../api/keys.js';
import { NeardupError } from '../../errors.js';
import type { App } from '../route.js';
import { refuseBy } from './refuse-by.js';

/**
 * Checks keys and their rights. Each route says which scope it needs and where it names its
 * collection. A route that states neither is open only to the widest keys.
 */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Least scope of a key for this operation; `public`: it answers without any. */
    scope?: Scope | 'public';
    /**
     * Where the operation names the collection that it touches; `handler`: its handler asks
     * `requireCollection`. Absent: it concerns all collections, so keys bound to some are refused.
     */
    collection?: 'body' | 'query' | 'params' | 'handler';
  }
  interface FastifyRequest {
    /** The key that the request carries; null where none is needed. */
    key: Key | null;
  }
}

/** Checks every request: its key before the body is read, its collection once that is known. */
export function requireKeys(app: App, keys: KeyRing | undefined, clock = Date.now): void {
  app.decorateRequest('key', null);
  if (keys === undefined) return;
  app.addHook(
    'onRequest',
    refuseBy((request) => {
      if (neededScope(request) === 'public') return;
      const { authorization } = request.headers;
      const key = keys.find(authorization);
      if (key === undefined) throw withoutKey(authorization);
      refuseKey(key, request, clock());
      request.key = key;
    }),
  );
  app.addHook(
    'preHandler',
    refuseBy((request) => {
      if (request.key === null || request.key.collections === null || request.is404) return;
      const { collection: place } = request.routeOptions.config;
      if (place !== 'handler') requireCollection(request, namedCollection(request, place));
    }),
  );
}

/** What was sent is never quoted: it may be a key with one wrong letter. */
function withoutKey(authorization: string | undefined): NeardupError {
  if (authorization === undefined) {
    return new NeardupError(
      'unauthorized',
      'This operation needs an API key: send it as "Authorization: Bearer KEY"',
    );
  }
  return new NeardupError(
    'unauthorized',
    /^bearer \S/i.test(authorization)
      ? 'Unknown API key: check that it is complete, or ask the operator of the service'
      : 'The Authorization header has no API key: it must be "Authorization: Bearer KEY"',
  );
}

/** @throws `unauthorized` if it has expired, `insufficient_scope` if its scope is too small */
function refuseKey(key: Key, request: FastifyRequest, now: number): void {
  if (key.expiresAt !== null && key.expiresAt <= now) {
    const time = new Date(key.expiresAt).toISOString();
    throw new NeardupError('unauthorized', `The API key "${key.name}" expired at ${time}`);
  }
  const needed = neededScope(request);
  if (needed === 'public' || scopes.indexOf(key.scope) >= scopes.indexOf(needed)) return;
  throw new NeardupError(
    'insufficient_scope',
    `Cannot ${request.method} ${request.routeOptions.url} with API key "${key.name}": it has scope "${key.scope}", this needs "${needed}"`,
  );
}

function neededScope({ routeOptions, is404 }: FastifyRequest): Scope | 'public' {
  return routeOptions.config.scope ?? (is404 ? 'read' : 'admin');
}

const keyLookEveryMs = 1000;

/**
 * Checks every second whether the key of a request is still valid for it, for endless replies.
 * Changed bounds of the key count from then on.
 * @param onLost called once, with `unauthorized` or `insufficient_scope`
 * @returns a function that ends the checks
 */
export function followKey(
  keys: KeyRing | undefined,
  request: FastifyRequest,
  onLost: (error: NeardupError) => void,
): () => void {
  if (keys === undefined) return () => {};
  const timer = setInterval(() => {
    try {
      const { name } = request.key as Key;
      const key = keys.current(request.key as Key);
      if (key === undefined) {
        throw new NeardupError('unauthorized', `The API key "${name}" is no longer valid`);
      }
      refuseKey(key, request, Date.now());
      request.key = key;
      const { collection: place } = request.routeOptions.config;
      if (place !== 'handler') requireCollection(request, namedCollection(request, place));
    } catch (error) {
      clearInterval(timer);
      onLost(error as NeardupError);
    }
  }, keyLookEveryMs).unref();
  return () => clearInterval(timer);
}

/**
 * Refuses a key that is bound to other collections.
 * @param name undefined: the operation concerns all collections
 * @throws `insufficient_scope`
 */
export function requireCollection({ key }: FastifyRequest, name: string | undefined): void {
  if (key === null || maySee(key, name)) return;
  const bound = [...(key.collections as ReadonlySet<string>)].map((each) => `"${each}"`).join(', ');
  const asked = name === undefined ? 'what concerns all collections' : `collection "${name}"`;
  throw new NeardupError(
    'insufficient_scope',
    `Cannot reach ${asked} with API key "${key.name}": it is bound to ${bound}`,
  );
}

/** Whether a key, if any, may see a collection; for listings, which show only those. */
export function maySee(key: Key | null, name: string | undefined): boolean {
  if (key === null || key.collections === null) return true;
  return name !== undefined && key.collections.has(name);
}

function namedCollection(
  request: FastifyRequest,
  place: 'body' | 'query' | 'params' | undefined,
): string | undefined {
  if (place === undefined) return undefined;
  // The schema of the route has checked it, and filled in the default.
  const { collection, name } = request[place] as { collection?: string; name?: string };
  return collection ?? name;
}

/**
 * Without keys the service is for this machine alone.
 * @throws `validation_failed` if the address is reachable from elsewhere and nothing protects it
 */
export function refuseOpenAddress(
  host: string,
  access: { readonly keys: KeyRing | undefined; readonly allowAnonymous: boolean },
): void {
  if (access.keys !== undefined || access.allowAnonymous || isLoopback(host)) return;
  throw new NeardupError(
    'validation_failed',
    `Cannot listen on "${host}" without a key: set NEARDUP_API_KEY, NEARDUP_KEYS or NEARDUP_KEYS_FILE, listen on 127.0.0.1, or set NEARDUP_ALLOW_ANONYMOUS=true`,
  );
}

function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host === 'localhost';
}
