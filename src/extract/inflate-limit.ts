import { inflateRawSync } from 'node:zlib';
import { NeardupError } from '../errors.js';

/**
 * Inflates one piece after another (RFC 1951), until together they exceed the limit of a document.
 * @param name the name of the piece, for messages
 * @throws NeardupError `payload_too_large` before more than the limit is in memory,
 *   `extraction_failed` if the piece is damaged
 */
export type Inflate = (name: string, data: Uint8Array) => Uint8Array;

export function createInflater(inflatedBytesMax: number): Inflate {
  let left = inflatedBytesMax;

  function inflateAtMost(name: string, data: Uint8Array): Uint8Array {
    try {
      return inflateRawSync(data, { maxOutputLength: left + 1 });
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
      const message = `Cannot read the document: "${name}" is damaged: ${String(cause)}`;
      throw new NeardupError('extraction_failed', message, { cause });
    }
  }

  const tooLarge = () =>
    new NeardupError(
      'payload_too_large',
      `Cannot read the document: decompressed, it is larger than the limit of ${inflatedBytesMax} bytes`,
    );

  return (name, data) => {
    const inflated = inflateAtMost(name, data);
    if (inflated.length > left) throw tooLarge();
    left -= inflated.length;
    return inflated;
  };
}
