import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { NeardupError } from '../../errors.js';
import { findFault } from '../server.js';

/**
 * Maximum ratio of inflated to received bytes, as a guard against decompression bombs. Lines of text seldom compress
 * better than 1 : 20, so inflating stops if a body exceeds 1 : 100. This holds from the first byte on, because what is
 * stored grows with the inflated bytes, and many small bodies are as large as one.
 */
const inflationMax = 100;
const gunzipChunkBytes = 64 * 1024;

export interface Body {
  /** Body of the request, inflated. Destroying this stream leaves the connection open. */
  readonly bytes: Readable;
  /** Reads and discards the rest of the body, for at most `limitMs`. */
  discardRest(limitMs: number): void;
}

/**
 * Opens a request body as a stream with backpressure. Inflated bytes are counted as they are produced. The stream fails
 * with
 *
 * - the error that `count` returns for the bytes of a piece
 * - `payload_too_large` beyond `bytesMax`, or beyond the ratio of inflated to received bytes
 * - `unsupported_encoding` if a body that is declared as gzip is not gzip
 * - `payload_too_large` if the body arrives in very many tiny chunks
 * - `request_timeout` if the client leaves before the end
 */
export function openBody(
  request: IncomingMessage,
  gzip: boolean,
  bytesMax: number,
  count: (bytes: number) => NeardupError | null,
): Body {
  const gunzip = gzip ? createGunzip({ chunkSize: gunzipChunkBytes }) : null;
  let passed = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      const received = gunzip?.bytesWritten ?? passed;
      if (passed > bytesMax) done(tooLarge(`${bytesMax} bytes`));
      else if (passed > inflationMax * received) {
        done(tooLarge(`${inflationMax} times the bytes that were sent`));
      } else {
        const error = count(chunk.length);
        if (error === null) done(null, chunk);
        else done(error);
      }
    },
  });
  const fail = (error: NeardupError) => meter.destroy(error);
  // Without this listener, the 'error' event would end the process if nobody reads the stream. A reader still gets the
  // error.
  meter.on('error', () => {});

  gunzip?.on('error', (cause) => {
    fail(
      new NeardupError(
        'unsupported_encoding',
        `Cannot decompress the body as gzip, its Content-Encoding: ${cause.message}`,
        { cause },
      ),
    );
  });
  const fault = findFault(request);
  if (fault !== null) fail(fault);
  request.on('error', (error) => {
    if (error instanceof NeardupError) fail(error);
  });
  request.on('close', () => {
    if (request.readableEnded || meter.destroyed) return;
    fail(
      new NeardupError(
        'request_timeout',
        'The client closed the connection before the end of the body',
      ),
    );
  });
  meter.on('close', () => {
    request.unpipe();
    gunzip?.destroy();
  });
  if (gunzip === null) request.pipe(meter);
  else request.pipe(gunzip).pipe(meter);

  return {
    bytes: meter,
    discardRest(limitMs) {
      meter.destroy();
      if (request.readableEnded || request.destroyed) return;
      const timer = setTimeout(() => request.destroy(), limitMs).unref();
      request.once('close', () => clearTimeout(timer));
      request.resume();
    },
  };
}

function tooLarge(limit: string): NeardupError {
  return new NeardupError('payload_too_large', `The decompressed body is larger than ${limit}`);
}
