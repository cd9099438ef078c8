import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { NeardupError } from '../errors.js';

/** Inflates one piece after another, until all together are more than a document may hold. */
export interface Inflater {
  /**
   * What is inflated of broken data, too.
   * @param raw whether there is no zlib header
   * @throws NeardupError `payload_too_large` before more than the limit is in memory
   */
  inflate(data: Uint8Array, raw: boolean): Uint8Array;
}

export function createInflater(inflatedBytesMax: number): Inflater {
  let left = inflatedBytesMax;
  return {
    inflate: (data, raw) => {
      const inflated = inflateAtMost(data, raw, left);
      if (inflated === null) {
        throw new NeardupError(
          'payload_too_large',
          `Cannot read the document: what it compresses is more than the ${inflatedBytesMax} bytes that are allowed`,
        );
      }
      left -= inflated.length;
      return inflated;
    },
  };
}

/** @returns null if there are more bytes than that, nothing if the data is no compressed data */
function inflateAtMost(data: Uint8Array, raw: boolean, bytesMax: number): Uint8Array | null {
  const options = { maxOutputLength: bytesMax + 1, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    const inflated = raw ? inflateRawSync(data, options) : inflateSync(data, options);
    return inflated.length > bytesMax ? null : inflated;
  } catch (error) {
    // Anything but the limit is for the parser of the format to complain about.
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? null : nothing;
  }
}

const nothing = new Uint8Array();
