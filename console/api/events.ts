import { eventReader } from './event-reader.js';
import { send } from './request.js';
import type { DecisionEvent } from './types.js';

export interface Follow {
  readonly collection: string;
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
  const { collection, signal, onOpen, onDecision } = follow;
  const response = await send('GET', '/events', { query: { collection }, signal });
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
