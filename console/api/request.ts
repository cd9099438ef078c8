import { currentKey, keyRefused } from './key.js';
import type { Problem } from './types.js';

/** Why a request failed: the service refused it, or (status 0) could not be reached. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly fields: readonly { readonly pointer: string; readonly detail: string }[] = [],
  ) {
    super(detail);
  }
}

export interface RequestOptions {
  readonly body?: object;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

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
  { body, query = {}, signal }: RequestOptions,
): Promise<Response> {
  const url = new URL(path.slice(1), apiRoot);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const key = currentKey();
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
    credentials: 'omit',
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new RequestFailed(0, 'unreachable', `No answer from ${apiRoot.origin}`);
  });
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (failure.status === 401) keyRefused(failure.message);
  throw failure;
}

async function failureOf(response: Response): Promise<RequestFailed> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    // A proxy in front of the service has answered in its own format.
    return new RequestFailed(response.status, 'unreachable', `HTTP ${response.status}`);
  }
  const { status, code, detail, errors } = (await response.json()) as Problem;
  return new RequestFailed(status, code, detail, errors);
}
