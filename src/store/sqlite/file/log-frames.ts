import { closeSync, openSync, readSync } from 'node:fs';

/** Reads `length` bytes of a file from a position; returns undefined if the file ends before that. */
export type ReadBytes = (position: number, length: number) => Buffer | undefined;

/**
 * Opens a file, and calls `use` with a function that reads bytes from it. @throws the file system's error if the file
 * cannot be read
 */
export function readingFile<T>(file: string, use: (read: ReadBytes) => T): T {
  const handle = openSync(file, 'r');
  try {
    return use((position, length) => {
      const bytes = Buffer.alloc(length);
      return readSync(handle, bytes, 0, length, position) === length ? bytes : undefined;
    });
  } finally {
    closeSync(handle);
  }
}

/** Copy of a page that a commit changed. */
export interface Frame {
  /** Page number, from 1. */
  readonly page: number;
  /** True for the last frame of a commit. Frames after the last commit are not replayed. */
  readonly isCommit: boolean;
  readonly bytes: Buffer;
}

export const logHeaderBytes = 32;
const frameHeaderBytes = 24;
/** First bytes of a log. The last bit, here 0, selects the byte order of the checksums. */
const logMagic = 0x377f0682;

/**
 * Yields the valid frames of a write-ahead log in order. On opening, SQLite replays them up to the last commit:
 *
 *   magic … page size … salts │ sum │  page │ commit │ salts │ sum │ bytes │  page │ …
 *   └────── header ───────────────┘ └──────────── frame ─────────────────┘
 *
 * A valid frame has the salts of the header and continues the checksum of the previous frame
 * (https://www.sqlite.org/fileformat2.html#walformat). The log ends at the first invalid frame, such as a truncated or
 * torn one.
 *
 * @param after number of frames to skip, known to be valid
 */
export function* validFrames(read: ReadBytes, after = 0): Generator<Frame, void> {
  const header = read(0, logHeaderBytes);
  if (header === undefined) return;
  const magic = header.readUInt32BE(0);
  if ((magic & ~1) !== logMagic) return;
  const sum = createSum((magic & 1) === 1);
  if (!sum.add(header.subarray(0, 24)).is(header.subarray(24))) return;
  const frameBytes = frameHeaderBytes + header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  let at = logHeaderBytes + after * frameBytes;
  if (after > 0) {
    const last = read(at - frameBytes, frameHeaderBytes);
    if (last === undefined) return;
    sum.goOnFrom(last.subarray(16));
  }
  for (; ; at += frameBytes) {
    const frame = read(at, frameBytes);
    if (frame === undefined || !frame.subarray(8, 16).equals(salts)) return;
    const bytes = frame.subarray(frameHeaderBytes);
    if (!sum.add(frame.subarray(0, 8)).add(bytes).is(frame.subarray(16))) return;
    yield { page: frame.readUInt32BE(0), isCommit: frame.readUInt32BE(4) !== 0, bytes };
  }
}

/** Computes the checksum that runs through all frames of a log. */
function createSum(isBigEndian: boolean) {
  let [first, second] = [0, 0];
  const sum = {
    goOnFrom(sums: Buffer) {
      [first, second] = [sums.readUInt32BE(0), sums.readUInt32BE(4)];
    },
    add(bytes: Buffer) {
      for (let at = 0; at < bytes.length; at += 8) {
        const one = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
        const other = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
        first = (first + one + second) >>> 0;
        second = (second + other + first) >>> 0;
      }
      return sum;
    },
    is: (sums: Buffer) => sums.readUInt32BE(0) === first && sums.readUInt32BE(4) === second,
  };
  return sum;
}
