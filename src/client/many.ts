import { inOrder, splitBatches } from './batches.js';
import type { TypedDecision } from './body-types.js';
import { readLines } from './events.js';
import type { components } from './openapi.js';
import { NeardupProblem, readProblem } from './problem.js';
import { abortWith, isTemporary, type RetryPolicy, retry } from './retry.js';

/**
 * Checks or stores many documents with POST /documents/bulk.
 *
 * Browsers can neither stream a request body nor read a response before the whole body is sent. Therefore, the client
 * sends the caller's stream as a series of requests, one batch each, and reads each response as soon as it arrives. A
 * caller that consumes results slowly slows down the source, but blocks nothing in the service.
 */
export interface ManyOptions {
  /**
   * Number of concurrent batches. With 1, the default, each document is decided after all earlier documents. With more,
   * documents of different batches are decided in any order: of two similar new pages, the later page may be stored and
   * the earlier page refused.
   */
  readonly concurrency?: number;
  /** Maximum number of documents per batch, 100 by default. */
  readonly batchSize?: number;
  readonly signal?: AbortSignal;
}

type Line = components['schemas']['BulkLine'];
type Summary = Extract<Line, { summary: unknown }>;
type Failed = Extract<Line, { kind: 'failed' }>;
type Succeeded<Kind extends Line['kind']> = Omit<Extract<Line, { kind: Kind }>, 'ok'> & {
  readonly ok: true;
};
export type DecidedLine = TypedDecision<Succeeded<'checked'>>;
export type AddedLine = Succeeded<'added'>;

/** Outcome for a document. `line` is the number of the document in the input, from 1. */
export type Result<Document, Success> =
  | (Success & {
      readonly document: Document;
      /**
       * True if the document was sent again because there was no response to the first request. If the service had in
       * fact processed that request, this result says `unchanged`, although the first request stored the document.
       */
      readonly repeated: boolean;
    })
  | {
      readonly line: number;
      readonly ok: false;
      readonly document: Document;
      readonly error: NeardupProblem;
    };

/** Posts a body to the service and returns the response, whatever its status. */
export type Post = (path: string, body: string, signal: AbortSignal) => Promise<Response>;

/** Maximum size of a batch in UTF-16 units of JSON. Larger batches have no advantage. */
const batchSizeMax = 4 * 1024 * 1024;
const lingerMs = 20;

interface Item<Document> {
  readonly document: Document;
  readonly json: string;
  readonly size: number;
  readonly line: number;
}

export async function* runMany<Document, Success extends DecidedLine | AddedLine>(
  path: string,
  documents: Iterable<Document> | AsyncIterable<Document>,
  { concurrency = 1, batchSize = 100, signal }: ManyOptions,
  post: Post,
  policy: RetryPolicy,
): AsyncGenerator<Result<Document, Success>> {
  for (const [name, value] of Object.entries({ concurrency, batchSize })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new RangeError(`${name} must be an integer of at least 1, not ${value}`);
    }
  }
  const left = abortWith(signal); // also aborted when the caller leaves the loop
  const limits = { items: batchSize, size: batchSizeMax, lingerMs };
  const send = (items: readonly Item<Document>[]) =>
    sendBatch<Document, Success>(path, items, post, policy, left.signal);
  try {
    const batches = splitBatches(numberItems(documents), limits);
    for await (const { results, error } of inOrder(batches, send, concurrency)) {
      yield* results;
      if (error !== undefined) throw error;
    }
  } finally {
    left.abort();
  }
}

async function* numberItems<Document>(
  documents: Iterable<Document> | AsyncIterable<Document>,
): AsyncGenerator<Item<Document>> {
  let line = 0;
  for await (const document of documents) {
    const json = JSON.stringify(document);
    line += 1;
    yield { document, json, size: json.length, line };
  }
}

/** Results of a batch before the first document without a result, and the error that ended the batch, if any. */
interface Sent<Document, Success> {
  readonly results: readonly Result<Document, Success>[];
  readonly error?: unknown;
}

/**
 * Sends the documents of a batch until every one has a result. A document that is temporarily refused (429, 503) is
 * sent again. The refusal becomes the result of the document only when no retries are left.
 */
async function sendBatch<Document, Success extends DecidedLine | AddedLine>(
  path: string,
  items: readonly Item<Document>[],
  post: Post,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<Sent<Document, Success>> {
  type Results = Result<Document, Success>[];
  const results: (Result<Document, Success> | undefined)[] = items.map(() => undefined);
  /** Documents sent in a request that got no complete response: the service may or may not have processed them. */
  let uncertain: ReadonlySet<Item<Document>> = new Set();
  const attempt = async (signal: AbortSignal) => {
    const left = [...items.keys()].filter((i) => refusalForNow(results[i]) !== null);
    const rest = left.map((i) => items[i] as Item<Document>);
    const before = uncertain;
    uncertain = new Set(rest);
    const response = await post(path, rest.map(({ json }) => `${json}\n`).join(''), signal);
    if (!response.ok) {
      const problem = await readProblem(response);
      if (problem.code !== 'unexpected_answer') uncertain = before; // rejected before any work
      throw problem;
    }
    let answered = 0;
    for await (const text of readLines(response)) {
      const line = JSON.parse(text) as Line;
      if ('summary' in line) {
        uncertain = before; // the summary ends the response: no further documents were processed
        if (line.error === undefined) return throwRefusalForNow(results);
        throw new NeardupProblem(line.error);
      }
      const item = rest[answered] as Item<Document>;
      results[left[answered] as number] = toResult(line, item, before.has(item));
      answered += 1;
    }
    throw new Error('the answer was cut off');
  };
  try {
    await retry({ attempt, repeatable: true, signal }, policy);
  } catch (error) {
    const isLast = error instanceof NeardupProblem && isTemporary(error);
    const missing = results.indexOf(undefined);
    if (missing !== -1) return { results: results.slice(0, missing) as Results, error };
    if (!isLast) return { results: results as Results, error };
  }
  return { results: results as Results };
}

/**
 * Returns the problem of a document that was refused temporarily and may be sent again; undefined if there is no result
 * yet; null if the result is final.
 */
function refusalForNow<Document, Success>(
  result: Result<Document, Success> | undefined,
): NeardupProblem | undefined | null {
  if (result === undefined) return undefined;
  return 'error' in result && isTemporary(result.error) ? result.error : null;
}

function throwRefusalForNow(results: readonly (Result<unknown, object> | undefined)[]): void {
  for (const result of results) {
    const refusal = refusalForNow(result);
    if (refusal) throw refusal;
  }
}

function toResult<Document, Success extends DecidedLine | AddedLine>(
  answered: Exclude<Line, Summary>,
  { document, line }: Item<Document>,
  repeated: boolean,
): Result<Document, Success> {
  if (!answered.ok) {
    const { error } = answered as Failed;
    return { line, ok: false, document, error: new NeardupProblem(error) };
  }
  return Object.assign(answered as unknown as Success, { line, document, repeated });
}
