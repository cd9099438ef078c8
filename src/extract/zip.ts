import { NeardupError } from '../errors.js';
import type { Inflater } from './inflate-limit.js';

/** A file in a ZIP archive, by the archive's directory. */
interface ZipEntry {
  readonly name: string;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  /** As declared; the truth is known when it is inflated. */
  readonly inflatedBytes: number;
  readonly data: Uint8Array;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const directoryEndBytes = 22;
const commentBytesMax = 65_535;
const entriesMax = 10_000;

/**
 * Refuses an archive that holds too much, by what it declares and by what comes out of it.
 * @returns the contents of its files by their names
 * @throws NeardupError `payload_too_large`; `extraction_failed` if it is no archive
 */
export function inflateZip(
  bytes: Uint8Array,
  inflatedBytesMax: number,
  inflater: Inflater,
): ReadonlyMap<string, Uint8Array> {
  const entries = zipEntries(bytes);
  const declared = entries.reduce((sum, entry) => sum + entry.inflatedBytes, 0);
  if (declared > inflatedBytesMax) {
    throw new NeardupError(
      'payload_too_large',
      `Cannot read the document: its files are ${declared} bytes, of which at most ${inflatedBytesMax} are allowed`,
    );
  }
  const files = entries.map(({ name, method, data }) => {
    return [name, method === 0 ? data : inflater.inflate(data, true)] as const;
  });
  return new Map(files);
}

/** PKWARE's APPNOTE 6.3.10, sections 4.3.12 and 4.3.16. */
function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const end = endOfDirectory(buffer);
    const count = buffer.readUInt16LE(end + 10);
    if (count > entriesMax) throw new RangeError(`${count} files`);
    let position = buffer.readUInt32LE(end + 16);
    return Array.from({ length: count }, () => {
      if (buffer.readUInt32LE(position) !== directoryEntry) throw new RangeError('no entry');
      const nameLength = buffer.readUInt16LE(position + 28);
      const entry = {
        name: buffer.toString('utf8', position + 46, position + 46 + nameLength),
        method: buffer.readUInt16LE(position + 10),
        inflatedBytes: buffer.readUInt32LE(position + 24),
        data: dataOf(
          buffer,
          buffer.readUInt32LE(position + 42),
          buffer.readUInt32LE(position + 20),
        ),
      };
      const extra = buffer.readUInt16LE(position + 30) + buffer.readUInt16LE(position + 32);
      position += 46 + nameLength + extra;
      return entry;
    });
  } catch (cause) {
    throw new NeardupError('extraction_failed', 'Cannot read the document: it is no ZIP archive', {
      cause,
    });
  }
}

function endOfDirectory(buffer: Buffer): number {
  const first = Math.max(0, buffer.length - directoryEndBytes - commentBytesMax);
  for (let at = buffer.length - directoryEndBytes; at >= first; at--) {
    if (buffer.readUInt32LE(at) === directoryEnd) return at;
  }
  throw new RangeError('no directory');
}

function dataOf(buffer: Buffer, header: number, length: number): Uint8Array {
  const start = header + 30 + buffer.readUInt16LE(header + 26) + buffer.readUInt16LE(header + 28);
  if (start + length > buffer.length) throw new RangeError('beyond the end');
  return buffer.subarray(start, start + length);
}
