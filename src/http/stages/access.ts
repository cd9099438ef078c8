import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Key, type KeyRing, type Scope, scopes } from '../../api/keys.js';
import { cut } from '../../api/validation.js';
import { NeardupError } from '../../errors.js';

/**
 * Checks keys and their rights. Each route declares the scope it needs, and which part of the request names its
 * collection. A route without these declarations is open only to keys with the widest rights.
 */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Smallest scope that permits this operation; `public` if no key is needed. */
    scope?: Scope | 'public';
    /**
     * Part of the request that names the collection; `lines` if each line of the body names a collection. For `lines`
     * and `handler`, the handler must check access to collections itself (`requireCollection`, `maySee`). If absent,
     * the operation concerns all collections, so keys limited to some collections are refused.
     */
    collection?: 'body' | 'query' | 'params' | 'lines' | 'handler';
  }
  interface FastifyRequest {
    /** Key that authorizes the request; null if no key is needed, and before the key is checked. */
    key: Key | null;
    /** Key that the request presents, before its rights are checked; see `presentedKey`. */
    presentedKey: Key | null;
  }
}

/** Returns the key of a request, whatever its rights; null if it is unknown or missing, or if no key is needed. */
export function presentedKey(keys: KeyRing | undefined, request: FastifyRequest): Key | null {
  if (keys === undefined || neededScope(request) === 'public') return null;
  return keys.find(request.headers.authorization) ?? null;
}

/** Checks the key of a request and the scope of this key, before the body is read. */
export function checkKey(request: FastifyRequest): void {
  if (neededScope(request) === 'public') return;
  const { presentedKey: key } = request;
  if (key === null) throw withoutKey(request.headers.authorization);
  refuseKey(key, request, Date.now());
  request.key = key;
}

/** Checks that the key may access the collection that the validated request names. */
export function checkNamedCollection(request: FastifyRequest): void {
  if (request.key === null || request.key.collections === null || request.is404) return;
  const { collection: place } = request.routeOptions.config;
  if (place === 'handler' || place === 'lines') return;
  requireCollection(request, namedCollection(request, place));
}

/**
 * Returns the error for a missing or unknown key. It does not quote the header, which may be a key with a typing error.
 */
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

/** @throws `unauthorized` if the key has expired, `insufficient_scope` if its scope is too small */
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
 * Checks every second whether the key of a request still permits the request. Used for long work and for streams, so
 * that changes to a key take effect within a second.
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
      checkNamedCollection(request);
    } catch (error) {
      clearInterval(timer);
      onLost(error as NeardupError);
    }
  }, keyLookEveryMs).unref();
  return () => clearInterval(timer);
}

/**
 * Refuses a key that is limited to other collections.
 * @param name name of the collection; undefined if the operation concerns all collections
 * @throws `insufficient_scope`
 */
export function requireCollection({ key }: FastifyRequest, name: string | undefined): void {
  if (key === null || maySee(key, name)) return;
  const bound = [...(key.collections as ReadonlySet<string>)].map((each) => `"${each}"`).join(', ');
  const asked = name === undefined ? 'what concerns all collections' : `collection "${name}"`;
  throw new NeardupError(
    'insufficient_scope',
    `Cannot reach ${asked} with API key "${key.name}": it is limited to ${bound}`,
  );
}

/** Returns true if the key may access a collection, or if no key is needed. Lists omit all other collections. */
export function maySee(key: Key | null, name: string | undefined): boolean {
  if (key === null || key.collections === null) return true;
  return name !== undefined && key.collections.has(name);
}

function namedCollection(
  request: FastifyRequest,
  place: 'body' | 'query' | 'params' | undefined,
): string | undefined {
  if (place === undefined) return undefined;
  // The schema of the route has validated the name and filled in the default.
  const { collection, name } = request[place] as { collection?: string; name?: string };
  return collection ?? name;
}

/**
 * Refuses to listen on an address that other machines can reach, unless keys are set or anonymous access is allowed.
 * @throws `validation_failed`
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

/*
 * Refuses requests that browsers send on behalf of other sites, if the service needs no keys.
 *
 * Any page can make a browser send requests to this machine, and without keys they look like all other
 * requests. These headers show the difference:
 *
 * - `Origin` and `Sec-Fetch-Site` identify the page. Browsers set them; pages cannot.
 * - `Host` is the name by which the page calls this service. A page may point its own name at this machine (DNS
 *   rebinding), so that both are one origin for the browser. An IP address cannot be rebound, and
 *   `localhost` always means this machine (RFC 6761, section 6.3).
 *
 * Public operations answer everybody, because they reveal nothing. With keys this check is unnecessary:
 * browsers do not add a key on their own.
 */

interface ForeignRequests {
  /** Additional names allowed in `Host`, in lower case. */
  readonly hosts: readonly string[];
  /** Origins whose pages may call the API. */
  readonly origins: readonly string[];
}

export function checkForeign({ hosts, origins }: ForeignRequests) {
  const known = new Set(hosts);
  const listed = new Set(origins);
  let lastHost: string | undefined;
  return ({ headers, routeOptions }: FastifyRequest): void => {
    if (routeOptions.config.scope === 'public') return;
    const { host, origin } = headers;
    // `Host` is missing only in HTTP/1.0, which no browser uses.
    if (host !== undefined && host !== lastHost) {
      if (!isOwnHost(host, known)) throw foreignHost(host);
      lastHost = host;
    }
    const site = headers['sec-fetch-site'];
    if (site === 'same-origin') return;
    if (origin !== undefined) {
      if (!listed.has(origin) && !isSameOrigin(origin, host))
        throw foreignPage(`"${cut(origin, 256)}"`);
    } else if (site !== undefined && site !== 'none') throw foreignPage('another site');
  };
}

/** Form of `Host` (RFC 9110, section 7.2), with an optional final dot. */
const hostForm = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]*?)\.?)(?::\d*)?$/i;

function isOwnHost(host: string, known: ReadonlySet<string>): boolean {
  const [, address6, other = ''] = hostForm.exec(host) ?? [];
  if (address6 !== undefined) return isIP(address6) === 6;
  const name = other.toLowerCase();
  return isIP(name) === 4 || name === 'localhost' || name.endsWith('.localhost') || known.has(name);
}

/** Returns true if an origin has the host of the request. Ignores the scheme, because a proxy may have changed it. */
function isSameOrigin(origin: string, host: string | undefined): boolean {
  const place = origin.replace(/^https?:\/\//, '');
  return place !== origin && place === host?.toLowerCase();
}

function foreignHost(host: string): NeardupError {
  return new NeardupError(
    'foreign_request',
    `Cannot answer as "${cut(host, 256)}": without keys only requests to localhost, to an IP address or to a name of NEARDUP_ALLOWED_HOSTS are answered`,
  );
}

function foreignPage(whose: string): NeardupError {
  return new NeardupError(
    'foreign_request',
    `Cannot answer a page of ${whose}: without keys only pages of this service, and of NEARDUP_CORS_ORIGINS, may call it`,
  );
}

/**
 * Returns the claimant of a request: the name under which the request holds claims. It consists of the name of the key
 * and, if the request gives a name, a slash and this name, so that no key can confirm, renew or end the claims of
 * another key. There are two exceptions: a name given with an admin key is the complete claimant, and without keys the
 * claimant is the name in the request alone.
 */
export function getClaimant({ key }: Pick<FastifyRequest, 'key'>, name?: string): string {
  if (key === null) return name ?? '';
  if (name === undefined) return key.name;
  return key.scope === 'admin' ? name : `${key.name}/${name}`;
}
