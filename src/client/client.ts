import createClient, { type Client } from 'openapi-fetch';
import type { AddRequest, Body, CheckRequest, Exact, TypedDecision } from './body-types.js';
import { type DecisionEvent, readDecisions } from './events.js';
import {
  type AddedLine,
  type DecidedLine,
  type ManyOptions,
  type Result,
  runMany,
} from './many.js';
import type { components, operations, paths } from './openapi.js';
import { NeardupProblem, type NeardupUnreachable, readProblem } from './problem.js';
import { abortWith, type RetryPolicy, retry } from './retry.js';

export type { AddRequest, CheckRequest } from './body-types.js';
export type { DecisionEvent } from './events.js';
export type { ManyOptions, Result } from './many.js';
export type { components, operations, paths } from './openapi.js';
export { NeardupProblem, NeardupUnreachable, type ProblemCode } from './problem.js';

/** JSON reply of an operation. */
type Reply<O extends { responses: { 200: { content: { 'application/json': unknown } } } }> =
  O['responses'][200]['content']['application/json'];
type WithMetadata = { metadata?: object | null };
type PageFields<O extends { parameters: { query?: object } }> = Omit<
  NonNullable<O['parameters']['query']>,
  'metadata'
>;

/**
 * Outcome of a check. `decision` determines the types of other fields: with `duplicate`, `duplicateOf` is a
 * string.
 */
export type Decision = TypedDecision<components['schemas']['Decision']>;
/** Fields of a decision that are needed to confirm its document. */
export type ClaimedDecision = Pick<components['schemas']['Decision'], 'id' | 'claim'>;
export type StoredDocument = components['schemas']['StoredDocument'];
/** A decision as the service recorded it. */
export type LoggedDecision = components['schemas']['LoggedDecision'];
export type Match = components['schemas']['Match'];
export type Collection = components['schemas']['Collection'];

export interface NeardupOptions {
  /** Address of the service, such as `http://localhost:8080`; may include a path prefix. */
  readonly url: string;
  readonly apiKey?: string;
  /** Time limit of one try, including the response: 30,000 by default, `Infinity` for no limit. */
  readonly timeoutMs?: number;
  /** Maximum number of retries of a request that is safe to repeat: 4 by default, 0 for none. */
  readonly retries?: number;
  /** Maximum wait before the first retry, doubled for each further retry: 200 by default. */
  readonly retryMs?: number;
  /** Maximum wait before any retry: 20,000 by default. If the service asks for a longer wait, the request fails. */
  readonly retryMsMax?: number;
  /** Maximum sum of the waits of one request: unlimited by default, because `retries` is limited. */
  readonly retryMsTotal?: number;
  /**
   * Retries a request that got no response, if it is safe to repeat. Default: true. If false, an unreachable service is
   * reported at once. A temporary refusal (429, 503) leads to a retry in either case.
   */
  readonly retryUnanswered?: boolean;
  /** Called with the error of each failed try, before a retry or the final error: for logs and metrics. */
  readonly onFailedTry?: (error: NeardupProblem | NeardupUnreachable) => void;
  /** Replaces the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface WriteOptions extends CallOptions {
  /**
   * Key under which the service runs the operation at most once within 24 hours and returns the first reply to
   * every retry. The client creates a key for operations that could not be retried otherwise.
   */
  readonly idempotencyKey?: string;
}

/** A page as it was fetched. A `Response` with an unread body is cloned and remains readable. */
export type Page = string | Uint8Array | ArrayBuffer | Blob | Response;

export interface PageOptions extends CallOptions {
  /**
   * Content-Type of the page, such as `text/html; charset=gbk`. null, which `headers.get` may return, means
   * `text/html`. Default: the Content-Type of the `Response`.
   */
  readonly contentType?: string | null;
}

/** Requires a Content-Type, unless the page is a `Response`, which has its own. */
type OptionsOf<P extends Page> = P extends Response
  ? unknown
  : { readonly contentType: string | null };

/**
 * Client of a neardup service. Every method returns the API response. It throws `NeardupProblem` if the service answers
 * with an error, and `NeardupUnreachable` if there is no response. Before it throws, it retries the request if that is
 * safe.
 */
export class NeardupClient {
  /** All operations of the API by path, with the same retries and errors. */
  readonly api: Client<paths, 'application/json'>;
  readonly #retryPolicy: RetryPolicy;
  readonly #send: (request: Request) => Promise<Response>;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(options: NeardupOptions) {
    const { timeoutMs = 30_000, retries = 4, retryMs = 200, retryMsMax = 20_000 } = options;
    const { retryMsTotal = Number.POSITIVE_INFINITY, retryUnanswered = true } = options;
    const waits = { retryMs, retryMsMax, retryMsTotal };
    const { onFailedTry = () => {} } = options;
    this.#retryPolicy = { timeoutMs, retries, ...waits, retryUnanswered, onFailedTry };
    this.#send = options.fetch ?? ((request) => globalThis.fetch(request));
    this.#url = options.url.replace(/\/+$/, '');
    this.#headers =
      options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` };
    this.api = createClient<paths, 'application/json'>({
      baseUrl: this.#url,
      headers: this.#headers,
      fetch: (request) => this.#answerTo(request, isRepeatable(request)),
    });
  }

  /** Decides whether a document is already stored, and stores it if not. */
  async check(document: CheckRequest, options: WriteOptions = {}): Promise<Decision> {
    return unwrapData(
      await this.api.POST('/check', {
        body: document as Body<operations['check']>,
        ...this.#write(document, options),
      }),
    ) as Decision;
  }

  /** Checks a page as it was fetched: HTML, PDF, DOCX or plain text. */
  async checkPage<P extends Page>(
    page: P,
    options: OptionsOf<P> &
      PageOptions &
      WriteOptions &
      PageFields<operations['check']> &
      WithMetadata,
  ): Promise<Decision> {
    return unwrapData(await this.api.POST('/check', await this.#page(page, options))) as Decision;
  }

  /**
   * Checks many documents in order. A document that the service rejects has a result with `ok: false`. An error that
   * concerns the whole request is thrown after the results that precede it.
   */
  checkMany<D extends CheckRequest & { id: string }>(
    documents: Iterable<Exact<D, CheckRequest>> | AsyncIterable<Exact<D, CheckRequest>>,
    options: ManyOptions = {},
  ): AsyncGenerator<Result<D, DecidedLine>> {
    return this.#many('/documents/bulk?mode=check', documents, options);
  }

  /** Stores a document even if it resembles others. */
  async add(
    document: AddRequest,
    options: WriteOptions = {},
  ): Promise<Reply<operations['addDocument']>> {
    return unwrapData(
      await this.api.POST('/documents', {
        body: document as Body<operations['addDocument']>,
        ...this.#write(document, options),
      }),
    );
  }

  /** Stores a page as it was fetched. */
  async addPage<P extends Page>(
    page: P,
    options: OptionsOf<P> &
      PageOptions &
      WriteOptions &
      PageFields<operations['addDocument']> &
      WithMetadata,
  ): Promise<Reply<operations['addDocument']>> {
    return unwrapData(await this.api.POST('/documents', await this.#page(page, options)));
  }

  /** Stores many documents in order; yields results like `checkMany`. */
  addMany<D extends AddRequest & { id: string }>(
    documents: Iterable<Exact<D, AddRequest>> | AsyncIterable<Exact<D, AddRequest>>,
    options: ManyOptions = {},
  ): AsyncGenerator<Result<D, AddedLine>> {
    return this.#many('/documents/bulk?mode=add', documents, options);
  }

  /** Finds the near-duplicates of a text, a page, features, a fingerprint or a stored document; stores nothing. */
  async query(
    body: Body<operations['query']>,
    options: CallOptions = {},
  ): Promise<Reply<operations['query']>> {
    return unwrapData(await this.api.POST('/query', { body, ...this.#call(options) }));
  }

  /** Compares two texts, pages, feature lists or stored documents by every measure. */
  async compare(
    body: Body<operations['compare']>,
    options: CallOptions = {},
  ): Promise<Reply<operations['compare']>> {
    return unwrapData(await this.api.POST('/compare', { body, ...this.#call(options) }));
  }

  /** Finds passages of a text or of a stored document that other stored documents contain. */
  async overlap(
    body: Body<operations['overlap']>,
    options: CallOptions = {},
  ): Promise<Reply<operations['overlap']>> {
    return unwrapData(await this.api.POST('/overlap', { body, ...this.#call(options) }));
  }

  /** Returns the stored document; undefined if it is absent. */
  async get(
    id: string,
    {
      collection,
      include,
      signal,
    }: CallOptions & { collection?: string; include?: 'text' | 'match' | 'text,match' } = {},
  ): Promise<Reply<operations['getDocument']> | undefined> {
    try {
      return unwrapData(
        await this.api.GET('/documents/{id}', {
          params: {
            path: { id },
            query: { ...(collection && { collection }), ...(include && { include }) },
          },
          ...this.#call({ signal }),
        }),
      );
    } catch (error) {
      if (error instanceof NeardupProblem && error.code === 'document_not_found') return undefined;
      throw error;
    }
  }

  /** Lists all documents of a collection, in the byte order of their ids or newest first. */
  async *documents(
    options: CallOptions & {
      collection?: string;
      idPrefix?: string;
      order?: 'id' | 'newest';
      storedAfter?: string;
      storedBefore?: string;
      include?: 'excerpt';
    } = {},
  ): AsyncGenerator<StoredDocument> {
    const { signal, ...query } = options;
    let cursor: string | null = null;
    do {
      const page: Reply<operations['listDocuments']> = unwrapData(
        await this.api.GET('/documents', {
          params: { query: { ...query, limit: 1000, ...(cursor !== null && { cursor }) } },
          ...this.#call({ signal }),
        }),
      );
      yield* page.documents;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Lists the recorded decisions, newest first; with `order: 'certainty'`, lists refusals, the least certain first. */
  async *decisions(
    options: CallOptions & {
      collection?: string;
      id?: string;
      idPrefix?: string;
      host?: string;
      decision?: LoggedDecision['decision'];
      reason?: 'familyFull' | 'outlivesMatch' | 'matchIsLonger' | 'gone';
      verdict?: 'right' | 'wrong' | 'none';
      since?: string;
      until?: string;
      minSimilarity?: number;
      maxSimilarity?: number;
      order?: 'newest' | 'certainty';
    } = {},
  ): AsyncGenerator<LoggedDecision> {
    const { signal, ...query } = options;
    let cursor: string | null = null;
    do {
      const page: Reply<operations['listDecisions']> = unwrapData(
        await this.api.GET('/decisions', {
          params: { query: { ...query, limit: 1000, ...(cursor !== null && { cursor }) } },
          ...this.#call({ signal }),
        }),
      );
      yield* page.decisions;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /**
   * Stores a page that was wrongly refused as a duplicate, if the service still has it, and declares the page and its
   * match not to be duplicates.
   */
  async storeRefused(
    number: number,
    {
      collection,
      label,
      signal,
    }: CallOptions & { collection?: string; label?: 'different' | 'version' } = {},
  ): Promise<Reply<operations['storeRefusedPage']>> {
    return unwrapData(
      await this.api.POST('/decisions/{number}/store', {
        params: { path: { number } },
        body: { ...(collection && { collection }), ...(label && { label }) },
        ...this.#call({ signal }),
      }),
    );
  }

  /** Deletes at most 1,000 documents. In the result, `missing` lists the ids of absent documents. */
  async delete(
    ids: readonly string[],
    { collection, ...options }: WriteOptions & { collection?: string } = {},
  ): Promise<{ deleted: readonly string[]; missing: readonly string[] }> {
    return unwrapData(
      await this.api.POST('/documents/delete', {
        body: { ids: [...ids], ...(collection && { collection }) },
        ...this.#write({}, options),
      }),
    ) as Reply<operations['deleteDocuments']>;
  }

  /**
   * Confirms at most 1,000 claimed (provisionally stored) documents, after the caller has saved their pages. Safe to
   * repeat. `missing` lists ids that are absent, have other content, or are claimed by another client.
   * @param written decisions on the saved pages
   */
  async confirm(
    written: readonly ClaimedDecision[],
    { collection, claimant, signal }: CallOptions & { collection?: string; claimant?: string } = {},
  ): Promise<Reply<operations['confirmDocuments']>> {
    const of = { ...(collection && { collection }), ...(claimant && { claimant }) };
    return unwrapData(
      await this.api.POST('/documents/confirm', {
        body: { documents: written.map(confirmedDocument), ...of },
        ...this.#call({ signal }),
      }),
    );
  }

  /**
   * Follows the decisions of one collection or of all collections. Resolves once the stream is open, and reports every
   * later decision until the service ends the stream: because the service stops, the reader is too slow, or the key is
   * no longer valid.
   */
  async events({
    collection,
    decisions,
    signal,
  }: CallOptions & {
    collection?: string;
    /** Kinds of decisions to include. Default: all. */
    decisions?: readonly DecisionEvent['decision'][];
  } = {}): Promise<AsyncGenerator<DecisionEvent>> {
    const query = new URLSearchParams({
      ...(collection !== undefined && { collection }),
      ...(decisions !== undefined && { decision: decisions.join(',') }),
    });
    const attempt = async (limit: AbortSignal) => {
      // The time limit applies only to opening the stream, but the caller may abort the stream at any time.
      const stream = abortWith(limit, signal);
      const init = { headers: this.#headers, signal: stream.signal };
      try {
        const response = await this.#send(new Request(`${this.#url}/events?${query}`, init));
        if (isRefusal(response)) throw await readProblem(response);
        return readDecisions(response, stream);
      } catch (error) {
        stream.abort(); // also removes the listener from the caller's signal
        throw error;
      }
    };
    return retry({ attempt, repeatable: true, signal }, this.#retryPolicy);
  }

  /** Extracts the text of a page and reports how it was extracted; stores nothing. */
  async extract<P extends Page>(
    page: P,
    { signal, ...options }: OptionsOf<P> & PageOptions,
  ): Promise<Reply<operations['extract']>> {
    const { body, contentType } = await sent(page, options);
    return unwrapData(
      await this.api.POST('/extract', {
        body: body as never,
        bodySerializer: (body) => body,
        headers: { 'content-type': contentType },
        ...this.#call({ signal }),
      }),
    );
  }

  /**
   * Makes a write safe to repeat: by the id of its document or, without an id, by an idempotency key. No key is
   * generated if the reply may have more matches than the service stores under a key.
   */
  #write(
    { id, limit }: { id?: string | null | undefined; limit?: number | null | undefined },
    { idempotencyKey, signal }: WriteOptions,
  ) {
    const hasId = id !== undefined && id !== null;
    const key = idempotencyKey ?? (!hasId && (limit ?? 0) <= keptMatchesMax ? newKey() : undefined);
    return {
      headers: key === undefined ? {} : { 'idempotency-key': key },
      fetch: (request: Request) => this.#answerTo(request, hasId || key !== undefined),
      ...this.#call({ signal }),
    };
  }

  /** Builds a request with a page as its body and all other fields in the query string. */
  async #page<Query extends { id?: string; limit?: number }>(
    page: Page,
    options: PageOptions & WriteOptions & Query & WithMetadata,
  ) {
    const { contentType: given, signal, idempotencyKey, metadata, ...query } = options;
    const { body, contentType } = await sent(page, { contentType: given });
    const { headers, ...call } = this.#write(query, {
      ...(signal && { signal }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    return {
      params: { query: { ...query, ...(metadata && { metadata: JSON.stringify(metadata) }) } },
      body: body as never, // the types of openapi.json allow text bodies only
      bodySerializer: (body: unknown) => body as never,
      headers: { ...headers, 'content-type': contentType },
      ...call,
    };
  }

  #call({ signal }: { signal?: AbortSignal | undefined }) {
    return signal === undefined ? {} : { signal };
  }

  #many<D, Success extends DecidedLine | AddedLine>(
    path: string,
    documents: Iterable<D> | AsyncIterable<D>,
    options: ManyOptions,
  ): AsyncGenerator<Result<D, Success>> {
    const headers = { ...this.#headers, 'content-type': 'application/x-ndjson' };
    const post = (path: string, body: string, signal: AbortSignal) =>
      this.#send(new Request(this.#url + path, { method: 'POST', headers, body, signal }));
    return runMany(path, documents, options, post, this.#retryPolicy);
  }

  /** Reads the whole response, so that a truncated one counts as no response. */
  #answerTo(request: Request, repeatable: boolean): Promise<Response> {
    const attempt = async (signal: AbortSignal) => {
      const response = await this.#send(new Request(request.clone(), { signal }));
      if (isRefusal(response)) throw await readProblem(response);
      if (response.status === 204 || response.status === 304) return response;
      const { status, statusText, headers } = response;
      return new Response(await response.arrayBuffer(), { status, statusText, headers });
    };
    return retry({ attempt, repeatable, signal: request.signal }, this.#retryPolicy);
  }
}

/** Returns the body to send for a page, and its Content-Type. */
async function sent(
  page: Page,
  { contentType }: { readonly contentType?: string | null | undefined },
): Promise<{ body: Exclude<Page, Response>; contentType: string }> {
  const html = 'text/html';
  if (!(page instanceof Response)) return { body: page, contentType: contentType ?? html };
  if (page.bodyUsed) throw new TypeError('the body of the Response has been read already');
  const named = contentType ?? page.headers.get('content-type') ?? html;
  return { body: await page.clone().arrayBuffer(), contentType: named };
}

/** Maximum number of matches in a reply that the service stores under an idempotency key. */
const keptMatchesMax = 100;

function confirmedDocument({ id, claim }: ClaimedDecision) {
  if (typeof id === 'string' && claim?.contentHash !== undefined) {
    return { id, contentHash: claim.contentHash };
  }
  throw new TypeError(`The decision about ${JSON.stringify(id)} claimed nothing to confirm`);
}

/** Creates a random key without `randomUUID`, which is missing on pages over plain HTTP. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** POST operations that change nothing, or that can be repeated without further effect. */
const harmless =
  /\/(query|compare|overlap|fingerprint|extract|documents\/lookup|documents\/confirm)$/;

function isRepeatable(request: Request): boolean {
  if (request.method === 'GET' || request.headers.has('idempotency-key')) return true;
  return request.method === 'POST' && harmless.test(new URL(request.url).pathname);
}

/**
 * Returns true for an error status, and for HTML. The API never sends HTML, so another program must have answered at
 * this address.
 */
function isRefusal({ status, headers }: Response): boolean {
  return status >= 400 || headers.get('content-type')?.startsWith('text/html') === true;
}

/** Returns the data of a successful response. `#answerTo` has already thrown any error response. */
function unwrapData<T>({ data }: { data?: T }): T {
  return data as T;
}
