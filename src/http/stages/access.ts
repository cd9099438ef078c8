import { isIP, type Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Key, type KeyRing, type Scope, scopes } from '../../api/keys.js';
import { cut } from '../../api/validation.js';
import { NeardupError } from '../../errors.js';
import type { Client } from '../../shares/client.js';

/**
 * Checks keys and their rights. Each route says which scope it needs and where it names its
 * collection. A route that states neither is open only to the widest keys.
 */
declare module 'fastify' {
  interface FastifyContextConfig {
    /** Least scope of a key for this operation; `public`: it answers without any. */
    scope?: Scope | 'public';
    /**
     * Part of the request that names the collection which the operation touches; `handler`: its
     * handler calls `requireCollection`. Absent: it concerns all collections, so keys bound to some
     * are refused.
     */
    collection?: 'body' | 'query' | 'params' | 'handler';
  }
  interface FastifyRequest {
    /** The key that the request may use; null where none is needed, and before it is checked. */
    key: Key | null;
    /** As `presentedKey` returns it. */
    presentedKey: Key | null;
  }
}

/** The key that a request carries, whatever its rights; null: none that is known, or none is needed. */
export function presentedKey(keys: KeyRing | undefined, request: FastifyRequest): Key | null {
  if (keys === undefined || neededScope(request) === 'public') return null;
  return keys.find(request.headers.authorization) ?? null;
}

/** Checks the key of a request and its scope, before the body is read. */
export function checkKey(request: FastifyRequest): void {
  if (neededScope(request) === 'public') return;
  const { presentedKey: key } = request;
  if (key === null) throw withoutKey(request.headers.authorization);
  refuseKey(key, request, Date.now());
  request.key = key;
}

/** Checks the collection that a request names, once that is known. */
export function checkNamedCollection(request: FastifyRequest): void {
  if (request.key === null || request.key.collections === null || request.is404) return;
  const { collection: place } = request.routeOptions.config;
  if (place !== 'handler') requireCollection(request, namedCollection(request, place));
}

/** Never quotes the header: it may be a key with one wrong letter. */
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
      checkNamedCollection(request);
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

/** True if a key, if any, may see a collection; for listings, which show only those. */
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

/*
 * Refuses requests that browsers send for pages of other sites, if the service needs no keys.
 *
 * Any page can make a browser send requests to this machine, and without keys they look like all
 * other requests. Two headers show the difference:
 *
 * - `Origin` and `Sec-Fetch-Site` say which page asks. Browsers set them, and pages cannot.
 * - `Host` says under which name it asks. A page may give its own name the address of this machine
 * (DNS
 *   rebinding), so that both are one origin for the browser. An IP address cannot be rebound, and
 *   `localhost` always means this machine (RFC 6761, section 6.3).
 *
 * Public operations answer everybody: they reveal nothing. With keys this check is not needed,
 * because no browser adds a key by itself.
 */

interface ForeignRequests {
  /** Names of `Host` besides those of this machine, in lower case. */
  readonly hosts: readonly string[];
  /** Pages of these origins may call the API. */
  readonly origins: readonly string[];
}

export function checkForeign({ hosts, origins }: ForeignRequests) {
  const known = new Set(hosts);
  const listed = new Set(origins);
  let lastHost: string | undefined;
  return ({ headers, routeOptions }: FastifyRequest): void => {
    if (routeOptions.config.scope === 'public') return;
    const { host, origin } = headers;
    // Only HTTP/1.0, which no browser speaks, goes without.
    if (host !== undefined && host !== lastHost) {
      if (!isOwnHost(host, known)) throw foreignHost(host);
      lastHost = host;
    }
    const site = headers['sec-fetch-site'];
    if (site === 'same-origin') return;
    if (origin !== undefined) {
      if (!listed.has(origin) && !isOriginOf(origin, host))
        throw foreignPage(`"${cut(origin, 256)}"`);
    } else if (site !== undefined && site !== 'none') throw foreignPage('another site');
  };
}

/** RFC 9110, section 7.2, with the dot that ends a whole name. */
const hostForm = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]*?)\.?)(?::\d*)?$/i;

function isOwnHost(host: string, known: ReadonlySet<string>): boolean {
  const [, address6, other = ''] = hostForm.exec(host) ?? [];
  if (address6 !== undefined) return isIP(address6) === 6;
  const name = other.toLowerCase();
  return isIP(name) === 4 || name === 'localhost' || name.endsWith('.localhost') || known.has(name);
}

/** The scheme is that of the proxy, if there is one. */
function isOriginOf(origin: string, host: string | undefined): boolean {
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

interface Known {
  readonly key: Key | null;
  readonly ip: string;
  readonly client: Client;
}

const clients = new WeakMap<Socket, Known>();
let connections = 0;

/**
 * The client whose share a request takes: its owner is the key, else the address; below the owner
 * counts the connection. Call it when the key is known.
 */
export function clientOf({
  key,
  ip,
  socket,
}: Pick<FastifyRequest, 'key' | 'ip' | 'socket'>): Client {
  const known = clients.get(socket);
  if (known !== undefined && known.key === key && known.ip === ip) return known.client;
  const owner = key === null ? `address ${networkOf(ip)}` : `key ${key.name}`;
  if (known === undefined) connections += 1;
  const connection = known?.client.connection ?? String(connections);
  const client = known?.client.owner === owner ? known.client : { owner, connection };
  clients.set(socket, { key, ip, client });
  return client;
}

/**
 * The claimant of a request that gives this name: its key, and the name after a slash, so that no key
 * confirms, renews or ends the claims of another. An administrator's key gives the whole claimant. Without
 * keys the name alone counts.
 */
export function claimantOf({ key }: Pick<FastifyRequest, 'key'>, name?: string): string {
  if (key === null) return name ?? '';
  if (name === undefined) return key.name;
  return key.scope === 'admin' ? name : `${key.name}/${name}`;
}

/** The owner of a connection by its latest request; where none was admitted, its address. */
export function ownerOf(socket: Socket): string {
  return clients.get(socket)?.client.owner ?? `address ${networkOf(socket.remoteAddress ?? '')}`;
}

/** Returns the first 64 bits of an IPv6 address: a client with one has its whole network. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
