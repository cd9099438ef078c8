import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import { NeardupError } from '../errors.js';

/**
 * Files of a ZIP archive. The parser of a document gets only these files, not the archive, so no second program can
 * interpret the archive differently.
 */
export interface ZipFiles {
  has(name: string): boolean;
  /** Inflates a file. @throws NeardupError `extraction_failed` if the file is damaged or absent */
  read(name: string): Promise<Uint8Array>;
}

const entriesMax = 10_000;

/**
 * Opens an archive. Reading a file fails if its size differs from the declared one, so the declared sizes bound the
 * memory.
 * @param inflatedBytesMax limit for all files together
 * @throws NeardupError `payload_too_large`; `extraction_failed` if the bytes are not an archive
 */
export async function openZip(bytes: Uint8Array, inflatedBytesMax: number): Promise<ZipFiles> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const zip = await fromBufferPromise(whole, { autoClose: false }).catch(refuse);
  if (zip.entryCount > entriesMax) {
    refuse(`it contains ${zip.entryCount} files (limit: ${entriesMax})`);
  }
  const files = new Map<string, Entry>();
  let declared = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (files.has(entry.fileName)) refuse(`it contains "${entry.fileName}" twice`);
      files.set(entry.fileName, entry);
      declared += entry.uncompressedSize;
    }
  } catch (error) {
    throw error instanceof NeardupError ? error : refuse(error);
  }
  if (declared > inflatedBytesMax) {
    throw new NeardupError(
      'payload_too_large',
      `Cannot read the document: its files are ${declared} bytes, of which at most ${inflatedBytesMax} are allowed`,
    );
  }
  return {
    has: (name) => files.has(name),
    async read(name) {
      const entry = files.get(name) ?? refuse(`it does not contain "${name}"`);
      try {
        return await buffer(await zip.openReadStreamPromise(entry));
      } catch (error) {
        return refuse(`"${name}" is damaged: ${(error as Error).message}`, error);
      }
    },
  };
}

/** @param reason reason as a text, or the error of the library */
function refuse(reason: unknown, cause = reason): never {
  const text = reason instanceof Error ? `it is not a ZIP archive: ${reason.message}` : reason;
  throw new NeardupError('extraction_failed', `Cannot read the document: ${text}`, { cause });
}
