import { openReadFile } from '../read-file.js';

/**
 * File with the evidence of contents, by content number: packed hashes of shingles and numbers, which show what one
 * text adds to another. Each entry is preceded by its length in 4 bytes, little-endian.
 */
export interface EvidenceFile {
  readonly file: string;
  /** Offset of each content's evidence, in shared memory; `noEvidence` if there is none. */
  readonly starts: Float64Array;
}

export const noEvidence = -1;

export interface EvidenceReader {
  /** Returns null if the content has no evidence. */
  read(content: number): Uint8Array | null;
  /** Returns the evidence at an offset; null for `noEvidence`. */
  readAt(start: number): Uint8Array | null;
  close(): void;
}

/** Number of bytes of the first read. Most evidence is shorter, so a second read is rarely needed. */
const pageBytes = 4096;
const headBytes = 4;

/** Opens an evidence file. The reader throws NeardupError `internal` if the file has become shorter. */
export function openEvidence({ file, starts }: EvidenceFile): EvidenceReader {
  const opened = openReadFile(file);
  const page = Buffer.alloc(pageBytes);

  function readAt(start: number): Uint8Array | null {
    if (start === noEvidence) return null;
    const first = page.subarray(0, Math.min(pageBytes, opened.length - start));
    opened.read(start, first);
    const bytes = new Uint8Array(first.readUInt32LE());
    const known = first.subarray(headBytes, headBytes + bytes.length);
    bytes.set(known);
    if (known.length < bytes.length) {
      opened.read(start + first.length, bytes.subarray(known.length));
    }
    return bytes;
  }

  return { read: (content) => readAt(starts[content]!), readAt, close: opened.close };
}
