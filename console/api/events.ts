import { eventReader } from './event-reader.js';
import { send } from './request.js';
import type { DecisionEvent } from './types.js';

export interface Follow {
  readonly collection: string;
  readonly signal: AbortSignal;
  /** The service is listening; what happens from now on is told. */
  readonly onOpen: () => void;
  readonly onDecision: (event: DecisionEvent) => void;
}

/**
 * Tells decisions as they are made, until the stream ends. Read by fetch and not by EventSource, so
 * that the key goes in a header and stays out of addresses and logs.
 * @throws RequestFailed; an AbortError when `signal` says so
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
