import type { FastifyRequest } from 'fastify';
import { NeardupError } from '../../errors.js';
import { createShares } from '../../shares/shares.js';
import type { App } from '../route.js';
import type { Place } from './place.js';

/**
 * Limits how many bodies may be slow at the same moment, and how many of their bytes are kept. A
 * body is slow if it has not arrived after `slowAfterMs`. Faster ones are never checked, so honest
 * clients pass slow ones. Beyond the share of a key or address its slowest bodies end with 408, and
 * so do their connections.
 */
const slowBodiesMax = 1024;
const slowBytesMax = 256 * 1024 * 1024;
const slowAfterMs = 250;
const lookEveryMs = 250;

interface SlowBody {
  readonly place: Place;
  readonly bytes: number;
  readonly bytesPerMs: number;
}

/** @param receiving requests whose body is still to come, in the order in which they came */
export function followSlowBodies(app: App, receiving: ReadonlySet<Place>): void {
  const timer = setInterval(() => {
    for (const place of beyondShares(slowOnes(receiving))) cut(place);
  }, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function slowOnes(receiving: ReadonlySet<Place>): SlowBody[] {
  const now = performance.now();
  const slow: SlowBody[] = [];
  for (const place of receiving) {
    const age = now - place.since;
    if (age < slowAfterMs) break;
    // Bytes that came in one read with the headers do not count: 64 KiB at most.
    const bytes = bytesReceived(place.request) - place.bytesBefore;
    slow.push({ place, bytes, bytesPerMs: bytes / age });
  }
  return slow;
}

/** Bytes that the connection has received; none for a request that was injected without one. */
export function bytesReceived({ socket }: FastifyRequest): number {
  return (socket.bytesRead as number | undefined) ?? 0;
}

/** The bodies without room after the fastest have taken theirs. */
export function beyondShares(bodies: readonly SlowBody[]): Place[] {
  const numbers = createShares(slowBodiesMax);
  const bytes = createShares(slowBytesMax);
  return [...bodies]
    .sort((a, b) => b.bytesPerMs - a.bytesPerMs)
    .filter(
      ({ place: { client }, bytes: held }) => !(numbers.take(client) && bytes.take(client, held)),
    )
    .map(({ place }) => place);
}

/** Fails the stream that is being read, so that the refusal goes the usual way. */
function cut({ request: { raw } }: Place): void {
  const error = new NeardupError(
    'request_timeout',
    'The body arrived too slowly while other requests with the same key or address were waiting to send theirs',
  );
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.destroy();
}
