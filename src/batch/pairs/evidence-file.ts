import { openReadFile } from '../read-file.js';

/** The evidence of contents, by their numbers, in a file: each after its length in 4 bytes, little-endian. */
export interface EvidenceFile {
  readonly file: string;
  /** Place where that of a content begins, in memory that threads share; `noEvidence`: it has none. */
  readonly starts: Float64Array;
}

export const noEvidence = -1;

export interface EvidenceReader {
  /** null: the content has none. */
  read(content: number): Uint8Array | null;
  /** The evidence that begins there; null: `noEvidence`. */
  readAt(start: number): Uint8Array | null;
  close(): void;
}

/** The reader throws NeardupError `internal` if the file is shorter than it was. */
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

/** Evidence as the file holds it. */
export function withLength(evidence: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + evidence.length);
  new DataView(bytes.buffer).setUint32(0, evidence.length, true);
  bytes.set(evidence, 4);
  return bytes;
}
