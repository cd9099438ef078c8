import { inflateRawSync } from 'node:zlib';
import { NeardupError } from '../errors.js';

/**
 * Reads the files of a ZIP archive, inflating each on access. The parser of the document gets only these files, not the
 * archive, so no second program can interpret the archive differently. An archive with unknown features is rejected.
 * (PKWARE APPNOTE 6.3.10)
 *
 *   local header, name, data │ local header, name, data │ … │ directory: an entry per file │ end
 *   ▲──────────────────────────────────────────────────────── offset in the entry
 */
export interface ZipFiles {
  has(name: string): boolean;
  /**
   * Inflates a file.
   * @throws NeardupError `payload_too_large` if the files inflated so far exceed the limit in total,
   *   `extraction_failed` if the file is damaged or absent
   */
  read(name: string): Uint8Array;
}

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  /** Declared size. The real size is known only after inflating. */
  readonly inflatedBytes: number;
  /** Start of the header and end of the data, as offsets. */
  readonly start: number;
  readonly end: number;
  readonly data: Uint8Array;
}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const zip64Locator = 0x07064b50;
const directoryEndBytes = 22;
const zip64LocatorBytes = 20;
const commentBytesMax = 65_535;
const entriesMax = 10_000;
const stored = 0;
const deflated = 8;
/** Flags that do not affect reading: deflate effort, sizes after the data, UTF-8 names. */
const flagsKnown = 0b1000_0000_1110;

/**
 * Opens an archive.
 * @param inflatedBytesMax limit for all files together, for both the declared and the real sizes
 * @throws NeardupError `payload_too_large`; `extraction_failed` if the bytes are not an archive or use
 *   a feature that documents do not use
 */
export function openZip(bytes: Uint8Array, inflatedBytesMax: number): ZipFiles {
  const files = new Map<string, ZipEntry>();
  let declared = 0;
  for (const entry of readEntries(bytes)) {
    if (files.has(entry.name)) throw refusal(`it contains "${entry.name}" twice`);
    files.set(entry.name, entry);
    declared += entry.inflatedBytes;
  }
  refuseOverlaps([...files.values()]);
  if (declared > inflatedBytesMax) {
    throw new NeardupError(
      'payload_too_large',
      `Cannot read the document: its files are ${declared} bytes, of which at most ${inflatedBytesMax} are allowed`,
    );
  }
  const inflate = createInflater(inflatedBytesMax);
  return {
    has: (name) => files.has(name),
    read(name) {
      const entry = files.get(name);
      if (entry === undefined) throw refusal(`it does not contain "${name}"`);
      return entry.method === stored ? entry.data : inflate(name, entry.data);
    },
  };
}

function readEntries(bytes: Uint8Array): ZipEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const { count, start, end } = findDirectory(buffer);
    let position = start;
    const entries = Array.from({ length: count }, () => {
      const entry = readEntry(buffer, position);
      const [nameLength, extra, comment] = [28, 30, 32].map((at) =>
        buffer.readUInt16LE(position + at),
      ) as [number, number, number];
      position += 46 + nameLength + extra + comment;
      return entry;
    });
    if (position !== end) throw refusal('its directory does not have its declared length');
    return entries;
  } catch (cause) {
    if (cause instanceof NeardupError) throw cause;
    throw refusal('it is not a ZIP archive', cause); // offset past the end
  }
}

/** Start and end of the central directory. (4.3.16) */
function findDirectory(buffer: Buffer) {
  const at = endOfDirectory(buffer);
  const [disk, startDisk, countHere, count] = [4, 6, 8, 10].map((field) =>
    buffer.readUInt16LE(at + field),
  ) as [number, number, number, number];
  const [length, start] = [buffer.readUInt32LE(at + 12), buffer.readUInt32LE(at + 16)];
  const locator = at - zip64LocatorBytes;
  if (locator >= 0 && buffer.readUInt32LE(locator) === zip64Locator) throw refusal(zip64);
  if (disk !== 0 || startDisk !== 0 || countHere !== count) throw refusal(severalDisks);
  if (count > entriesMax) throw refusal(`it contains ${count} files (limit: ${entriesMax})`);
  if (start + length > at) throw refusal('its directory is not at its declared position');
  return { count, start, end: start + length };
}

const zip64 = 'it is a ZIP64 archive, which documents are not';
const severalDisks = 'it is a part of an archive on several disks';

function endOfDirectory(buffer: Buffer): number {
  const first = Math.max(0, buffer.length - directoryEndBytes - commentBytesMax);
  for (let at = buffer.length - directoryEndBytes; at >= first; at--) {
    if (buffer.readUInt32LE(at) === directoryEnd) return at;
  }
  throw new RangeError('no directory');
}

/** Returns an entry of the directory, checked against its local header. (4.3.12, 4.3.7) */
function readEntry(buffer: Buffer, at: number): ZipEntry {
  if (buffer.readUInt32LE(at) !== directoryEntry) throw new RangeError('no entry');
  const decodeName = (start: number, length: number) =>
    buffer.toString('utf8', start, start + length);
  const name = decodeName(at + 46, buffer.readUInt16LE(at + 28));
  const [flags, method] = [buffer.readUInt16LE(at + 8), buffer.readUInt16LE(at + 10)];
  const [length, inflatedBytes] = [buffer.readUInt32LE(at + 20), buffer.readUInt32LE(at + 24)];
  const header = buffer.readUInt32LE(at + 42);
  if ([length, inflatedBytes, header].includes(0xffffffff)) throw refusal(zip64);
  if (buffer.readUInt16LE(at + 34) !== 0) throw refusal(severalDisks);
  if ((flags & ~flagsKnown) !== 0)
    throw refusal(`"${name}" is encrypted or uses an unknown feature`);
  if (method !== stored && method !== deflated) {
    throw refusal(`"${name}" is compressed by method ${method}, which documents do not use`);
  }
  if (method === stored && length !== inflatedBytes)
    throw refusal(`"${name}" has two different lengths`);
  if (buffer.readUInt32LE(header) !== localHeader)
    throw refusal(`"${name}" is not at its declared position`);
  const nameLength = buffer.readUInt16LE(header + 26);
  const sameName = decodeName(header + 30, nameLength) === name;
  if (!sameName || buffer.readUInt16LE(header + 8) !== method) {
    throw refusal(`"${name}" has contradictory headers`);
  }
  const begin = header + 30 + nameLength + buffer.readUInt16LE(header + 28);
  const end = begin + length;
  if (end > buffer.length) throw refusal(`"${name}" extends past the end`);
  const data = buffer.subarray(begin, end);
  return { name, method, inflatedBytes, start: header, end, data };
}

/**
 * Rejects overlapping files, which could unpack to far more data than the archive contains (a ZIP bomb). (Fifield 2019)
 */
function refuseOverlaps(entries: ZipEntry[]): void {
  let before = 0;
  for (const { name, start, end } of entries.sort((a, b) => a.start - b.start)) {
    if (start < before) throw refusal(`"${name}" overlaps another file`);
    before = end;
  }
}

function refusal(reason: string, cause?: unknown): NeardupError {
  return new NeardupError('extraction_failed', `Cannot read the document: ${reason}`, { cause });
}

/**
 * Inflates pieces one after another (RFC 1951) until their total exceeds the limit of a document.
 * @param name name of the piece, for messages
 * @throws NeardupError `payload_too_large` before more than the limit is in memory,
 *   `extraction_failed` if the piece is damaged
 */
export type Inflate = (name: string, data: Uint8Array) => Uint8Array;

function createInflater(inflatedBytesMax: number): Inflate {
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
