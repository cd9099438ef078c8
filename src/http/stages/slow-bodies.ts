import { NeardupError } from '../../errors.js';
import { createShares } from '../../shares/shares.js';
import type { App } from '../route.js';
import type { Place } from './place.js';

/**
 * How many bodies may be slow at the same moment, and how many bytes of them are kept. A body is slow
 * that is not there after `slowAfterMs`; those that come faster are never looked at, so honest clients
 * pass whoever else dawdles. Beyond the share of a key or address the slowest of its bodies end with
 * 408, and their connections with them.
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
    // What one read of the socket had brought beside the headers is not in it: 64 KiB at most.
    const bytes = place.request.socket.bytesRead - place.bytesBefore;
    slow.push({ place, bytes, bytesPerMs: bytes / age });
  }
  return slow;
}

/** Those for which there is no room when the fastest have taken theirs. */
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

/** Fails the stream that is being read, so that the refusal goes the way of every other one. */
function cut({ request: { raw } }: Place): void {
  const error = new NeardupError(
    'request_timeout',
    'The body came slowly while others of the same key or address wanted to send theirs',
  );
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.destroy();
}
