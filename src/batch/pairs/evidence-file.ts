import { openReadFile } from '../read-file.js';

/**
 * File with the evidence of contents, by content number. Each entry is preceded by its length in 4 bytes,
 * little-endian.
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

/** Opens the file. The reader throws NeardupError `internal` if the file has become shorter. */
export function openEvidence({ file, starts }: EvidenceFile): EvidenceReader {
  const opened = openReadFile(file);
  const head = Buffer.alloc(4);

  function readAt(start: number): Uint8Array | null {
    if (start === noEvidence) return null;
    opened.read(start, head);
    const bytes = new Uint8Array(head.readUInt32LE());
    opened.read(start + head.length, Buffer.from(bytes.buffer));
    return bytes;
  }

  return { read: (content) => readAt(starts[content]!), readAt, close: opened.close };
}

/** Encodes evidence for the file. */
export function withLength(evidence: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + evidence.length);
  new DataView(bytes.buffer).setUint32(0, evidence.length, true);
  bytes.set(evidence, 4);
  return bytes;
}
