import { eventReader } from './event-reader.js';
import { send } from './request.js';
import type { DecisionEvent } from './types.js';

export interface Follow {
  readonly collection: string;
  /** Decisions that are wanted, as `duplicate,similar`; undefined: all. */
  readonly only: string | undefined;
  readonly signal: AbortSignal;
  /** Called when the stream is open: decisions from now on are reported. */
  readonly onOpen: () => void;
  readonly onDecision: (event: DecisionEvent) => void;
}

/**
 * Reports decisions as they are made, until the stream ends. Uses fetch instead of EventSource, so
 * that the key is sent in a header and stays out of addresses and logs.
 * @throws RequestFailed; an AbortError if `signal` aborts
 */
export async function followDecisions(follow: Follow): Promise<void> {
  const { collection, only, signal, onOpen, onDecision } = follow;
  const query = { collection, decision: only };
  const response = await send('GET', '/events', { query, signal });
  onOpen();
  const take = eventReader((event, data) => {
    if (event === 'decision') onDecision(JSON.parse(data) as DecisionEvent);
  });
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    take(decoder.decode(read.value, { stream: true }));
  }
}
