import { serviceIsAway } from './connection.js';
import { RequestFailed } from './failure.js';
import { currentKey, keyRefused } from './key.js';
import type { Problem } from './types.js';

export interface RequestOptions {
  readonly body?: object;
  /** Instead of `body`: what is no JSON. */
  readonly raw?: { readonly type: string; readonly content: string | Blob };
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

type Query = Readonly<Record<string, string | number | undefined>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as a person may repeat it. */
export interface Call extends Omit<RequestOptions, 'signal' | 'raw'> {
  readonly method: Method;
  readonly path: string;
}

/** The API is next to the console, under whatever path a proxy serves both. */
const apiRoot = new URL('../', document.baseURI);

/**
 * One request to the API, whose answer is JSON or nothing.
 * @throws RequestFailed; an AbortError if `signal` aborts
 */
export async function request<Answer>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const response = await send(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** Sends a request and returns the response before its body is read. Throws like `request`. */
export async function send(
  method: Method,
  path: string,
  { body, raw, query, signal }: RequestOptions,
): Promise<Response> {
  const url = apiUrl(path, query);
  const key = currentKey();
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(raw !== undefined && { 'content-type': raw.type }),
    },
    body: raw?.content ?? (body === undefined ? null : JSON.stringify(body)),
    signal: signal ?? null,
    credentials: 'omit',
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    serviceIsAway(answers);
    throw new RequestFailed(0, 'unreachable', `No answer from ${apiRoot.origin}`);
  });
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (failure.status === 401) keyRefused(failure.message);
  throw failure;
}

export function apiUrl(path: string, query: Query = {}): URL {
  const url = new URL(path.slice(1), apiRoot);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

async function failureOf(response: Response): Promise<RequestFailed> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    // A proxy in front of the service has answered in its own format.
    const { status } = response;
    if (status < 500) return new RequestFailed(status, 'refused_on_the_way', `HTTP ${status}`);
    serviceIsAway(answers);
    return new RequestFailed(status, 'unreachable', `HTTP ${status}`);
  }
  const { status, code, detail, errors } = (await response.json()) as Problem;
  if (code === 'not_ready' || code === 'shutting_down') serviceIsAway(answers);
  return new RequestFailed(status, code, detail, errors);
}

/** Whether the service can answer requests. */
async function answers(): Promise<boolean> {
  const response = await fetch(new URL('readyz', apiRoot), { credentials: 'omit' }).catch(
    () => null, // it is asked again
  );
  return response?.ok === true;
}
