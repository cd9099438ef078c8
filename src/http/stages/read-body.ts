import type { FastifyRequest } from 'fastify';
import { bodyLimitOf } from '../../api/page-media-types.js';
import { NeardupError } from '../../errors.js';
import { faultOf } from './metered-request.js';

type Done = (error: NeardupError | null, body: Buffer) => void;

/**
 * Reads a whole body into one buffer that grows by doubling. A list of its chunks would keep about
 * 400 bytes for each, so a limit on bytes would not limit memory.
 *
 * Fails with `payload_too_large` beyond the limit of its media type, and with `request_timeout` if
 * the client leaves.
 */
export function readBody({ raw, headers, server }: FastifyRequest, done: Done): void {
  const { bytes: bytesMax, setting } = bodyLimitOf(headers['content-type'], server.bodyLimits);
  let body: Buffer = Buffer.alloc(0);
  let length = 0;

  function end(error: NeardupError | null): void {
    raw.off('data', take).off('end', endWhole).off('error', fail);
    done(error, body.subarray(0, length));
  }

  function take(chunk: Buffer): void {
    if (length + chunk.length > bytesMax) {
      end(tooLarge(bytesMax, setting));
      return;
    }
    if (length === 0) body = Buffer.from(chunk);
    else {
      if (length + chunk.length > body.length) body = grown(body, length, chunk.length, bytesMax);
      chunk.copy(body, length);
    }
    length += chunk.length;
  }

  const endWhole = () => end(null);
  const fail = (cause: Error) => {
    if (cause instanceof NeardupError) end(cause);
    else {
      const message = 'The client went away before the end of the body';
      end(new NeardupError('request_timeout', message, { cause }));
    }
  };

  const fault = faultOf(raw);
  if (fault !== null) done(fault, body);
  else if (Number(headers['content-length']) > bytesMax) done(tooLarge(bytesMax, setting), body);
  else raw.on('data', take).on('end', endWhole).on('error', fail);
}

function grown(body: Buffer, length: number, more: number, bytesMax: number): Buffer {
  const size = Math.max(length + more, Math.min(bytesMax, Math.max(4096, 2 * length)));
  const larger = Buffer.allocUnsafeSlow(size);
  body.copy(larger, 0, 0, length);
  return larger;
}

export function tooLarge(bytesMax: number, setting: string): NeardupError {
  return new NeardupError(
    'payload_too_large',
    `The body has more than ${bytesMax} bytes, the limit of this type (${setting})`,
  );
}
