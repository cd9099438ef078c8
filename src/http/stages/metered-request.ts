import { IncomingMessage } from 'node:http';
import { NeardupError } from '../../errors.js';

/**
 * Number of chunks that may have any size. Further chunks must have `bytesPerChunkMin` bytes on average.
 */
const freeChunks = 1024;
const bytesPerChunkMin = 16;

/**
 * A request that counts the chunks of its body. The parser of Node calls `push` once for each
 * chunk, so a body in chunks of one byte costs a call and a small buffer for each byte. A
 * body with too many chunks is faulty: its reader gets an `error`, and the rest is dropped.
 */
export class MeteredRequest extends IncomingMessage {
  /** Reason for which the body is no longer read; null if there is none. */
  fault: NeardupError | null = null;
  #chunks = 0;
  #bytes = 0;

  override push(chunk: Buffer | null): boolean {
    // False makes the parser stop reading from the socket.
    if (this.fault !== null) return false;
    if (chunk !== null) {
      this.#chunks += 1;
      this.#bytes += chunk.length;
      if (this.#chunks > freeChunks + this.#bytes / bytesPerChunkMin) {
        this.#fail();
        return false;
      }
    }
    return super.push(chunk);
  }

  #fail(): void {
    this.fault = new NeardupError(
      'payload_too_large',
      `Stopped reading the body after ${this.#chunks} chunks with ${this.#bytes} bytes in all: send it in larger chunks, of ${bytesPerChunkMin} bytes or more`,
    );
    if (this.listenerCount('error') > 0) this.emit('error', this.fault);
  }
}

/** The fault that a request had before anybody read its body. */
export function faultOf(request: IncomingMessage): NeardupError | null {
  return request instanceof MeteredRequest ? request.fault : null;
}
