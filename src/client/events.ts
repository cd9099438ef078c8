import type { components } from './openapi.js';
import { NeardupUnreachable } from './problem.js';

type Schemas = components['schemas'];
/** Fields of a match that every event has. */
type Measure = Exclude<
  keyof Schemas['Match'],
  'id' | 'addsNothing' | 'level' | 'fingerprint' | 'metadata' | 'storedAt' | 'evidence'
>;

/**
 * A decision as GET /events reports it. Measures such as `similarity` compare the page with its best match; they are
 * null if there is no match.
 */
export type DecisionEvent = Pick<
  Schemas['Decision'],
  'id' | 'decision' | 'stored' | 'reason' | 'duplicateOf' | 'similarTo' | 'replaced' | 'claim'
> & {
  /** Time of the decision, such as `2026-11-21T18:20:15.443Z`. */
  readonly at: string;
  readonly collection: string;
  /** Title of the page; null if unknown. */
  readonly title: string | null;
} & { readonly [Name in Measure]: Schemas['Match'][Name] | null };

/**
 * Reads the decisions from a stream of server-sent events.
 * @param stream controller that can abort the response; this function calls its `abort` at the end
 * @throws NeardupUnreachable if the stream breaks off; the abort reason of `stream` if the caller aborted it
 */
export async function* readDecisions(
  response: Response,
  stream: AbortController,
): AsyncGenerator<DecisionEvent> {
  try {
    for await (const { event, data } of readEvents(response)) {
      if (event === 'decision') yield JSON.parse(data) as DecisionEvent;
    }
  } catch (cause) {
    stream.signal.throwIfAborted();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NeardupUnreachable(`The stream of events broke off: ${reason}`, reason, cause);
  } finally {
    stream.abort();
  }
}

/** Parses events as the HTML standard defines them, except that only line feeds end a line. */
export async function* readEvents(
  response: Response,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  let event = 'message';
  let data: string[] = [];
  for await (const line of readLines(response)) {
    const [, field, value = ''] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (line !== '') continue;
    if (data.length > 0) yield { event, data: data.join('\n') };
    event = 'message';
    data = [];
  }
}

/** Yields the lines of a response as they arrive, without a truncated last line. */
export async function* readLines(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader(); // Safari cannot iterate over a stream
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() as string;
      yield* lines;
      if (done) return;
    }
  } finally {
    void reader.cancel().catch(() => {}); // rejects if the stream has failed
  }
}
