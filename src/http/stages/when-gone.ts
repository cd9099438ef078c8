import type { FastifyReply } from 'fastify';
import { NeardupError } from '../../errors.js';

/**
 * A signal that is given when the client goes before it has its answer, so that what it waits for is
 * not begun any more. For work that takes long: the signal costs a little.
 */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (raw.writableEnded) return;
    gone.abort(new NeardupError('request_timeout', 'The client went away'));
  });
  return gone.signal;
}
