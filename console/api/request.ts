import { NeardupClient, type paths } from 'neardup-client';
import { serviceIsAway } from './connection.js';
import { asFailure, isOutage } from './failure.js';
import { currentKey, keyRefused } from './key.js';
import type { AnswerOf, Json } from './types.js';

/** Root of the API: the parent path of the console, so that a proxy can serve both under any path. */
const apiRoot = new URL('..', document.baseURI);

/** Client of the service. It does not retry: the user sees the failure, and the banner explains it. */
export const neardup = createClient(0);

/** Client for work of many requests: it retries until the service is available again, so that the work continues. */
export const patientNeardup = createClient(Number.POSITIVE_INFINITY);

function createClient(retries: number): NeardupClient {
  return new NeardupClient({
    url: apiRoot.href,
    retries,
    timeoutMs: Number.POSITIVE_INFINITY, // users leave a page that takes too long
    fetch: (request) => {
      const key = currentKey();
      if (key !== null) request.headers.set('authorization', `Bearer ${key}`);
      return fetch(request, { credentials: 'omit' });
    },
    onFailedTry: (error) => {
      const failure = asFailure(error);
      if (isOutage(failure)) serviceIsAway(isReady);
      if (failure.status === 401) keyRefused(failure.message);
    },
  });
}

/** Requests the readiness of the service, so that an outage is noticed; resolves with false during one. */
export function isReady(): Promise<boolean> {
  return neardup.api.GET('/readyz').then(
    () => true,
    () => false, // the next poll asks again
  );
}

/** A request as a value: it can be sent, or shown as a shell command. */
export interface Call<Answer = unknown> {
  readonly method: Method;
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** Type of the reply; never set. */
  readonly answer?: Answer;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type OperationOf<P extends keyof paths, M extends Method> = paths[P][Lowercase<M> & keyof paths[P]];
type PathOf<M extends Method> = {
  [P in keyof paths]: OperationOf<P, M> extends object ? P : never;
}[keyof paths];

type ReadonlyDeep<T> = T extends object ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> } : T;

type Parameters<O> = (O extends { parameters: { path: infer Path extends object } }
  ? { readonly at: Path }
  : { readonly at?: undefined }) &
  (O extends { parameters: { query?: infer Query extends object } }
    ? { readonly query?: Query }
    : { readonly query?: undefined }) &
  (O extends { requestBody?: Json<infer Body> }
    ? { readonly body?: ReadonlyDeep<Body> }
    : { readonly body?: undefined });

/** @param parameters `at` holds the path parameters */
export function apiCall<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  parameters: Parameters<OperationOf<P, M>>,
): Call<AnswerOf<OperationOf<P, M>>> {
  const {
    at = {},
    query,
    body,
  } = parameters as {
    readonly at?: Readonly<Record<string, string>>;
    readonly query?: object;
    readonly body?: object;
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(at[name] as string));
  return { method, path: filled, query, body };
}

/**
 * Sends a request and returns its reply.
 * @throws NeardupProblem, NeardupUnreachable; an AbortError if `signal` aborts
 */
export async function send<Answer>(
  { method, path, query, body }: Call<Answer>,
  signal?: AbortSignal,
  client = neardup,
): Promise<Answer> {
  const { data } = await client.api.request(
    method.toLowerCase() as 'get',
    path as '/stats', // any path: `apiCall` has checked its parameters
    { params: { query: query as object }, body: body as never, ...(signal && { signal }) },
  );
  return data as Answer;
}

/** Sends a request that has no effect, and again as long as the service is unavailable. */
export function sendPatiently<Answer>(call: Call<Answer>, signal: AbortSignal): Promise<Answer> {
  return send(call, signal, patientNeardup);
}

/** Returns the address of a request. */
export function apiUrl({ path, query = {} }: Pick<Call, 'path' | 'query'>): URL {
  const url = new URL(path.slice(1), apiRoot);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}
