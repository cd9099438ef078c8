import type { FastifyReply } from 'fastify';
import { NeardupError } from '../../errors.js';

/**
 * A signal that fires if the client leaves before it has its answer, so that its work does not
 * begin any more. Use it for long work: the signal costs a little.
 */
export function whenGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (raw.writableEnded) return;
    gone.abort(new NeardupError('request_timeout', 'The client closed the connection'));
  });
  return gone.signal;
}
