import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextParts } from '../../fingerprint/parts.js';
import { type Recipe, sketchBytes } from '../../fingerprint/recipe.js';
import type { Signature } from '../../fingerprint/signature.js';
import type { DataForm } from '../../input/data-line.js';
import { contentFlags } from '../pairs/contents.js';
import { noEvidence, withLength } from '../pairs/evidence-file.js';
import type { ReadFile } from '../read-file.js';
import { openSpillFile } from '../spill-file.js';

/*
 * Output files of signing, in input order. No text stays in memory:
 *
 *   records.bin      80 bytes a document, as below
 *   sketches.bin     the sketch of each document, if the recipe has sketches; zeros if a document has none
 *   evidence.bin     the evidence of each signature, preceded by its length in 4 bytes
 *   parts.bin        if the recipe has parts, per document: the number of known shingle hashes, the total
 *                    number, and the hashes, 4 bytes each
 *   ids.txt          the concatenated ids
 *   lines.txt        the raw record of each document, written if the document is kept: a line of JSON or
 *                    a row of a table; for Parquet the row number
 *   notes.ndjson     other facts of each document (notes.ts), if requested
 *   sources.ndjson   first document and format of each input
 *   rejected.ndjson  records that were not understood or had no text
 *
 *   0        16       32     36    40         44    48         56           64              72                80
 *   │id hash │content │ high │ low │ features │flags│ end of id│ end of line│ start of parts│ start of evidence│
 *
 * Numbers are little-endian; the evidence starts at −1 if a document has none.
 *
 * Ids and contents are identified by 128 bits of a SHA-256, like contents everywhere in neardup.
 */
export const recordBytes = 80;
const noFeatureCount = 0xffff_ffff;
/** `contentFlags`, plus a flag for a fingerprint made elsewhere and one for parts. */
export const recordFlags = { ...contentFlags, madeElsewhere: 4, parts: 8 } as const;

/** Lengths of the files in bytes. */
export type SpilledLengths = Readonly<Record<SpilledName, number>>;
type SpilledName = keyof typeof spilledNames;

const spilledNames = {
  records: 'records.bin',
  sketches: 'sketches.bin',
  evidence: 'evidence.bin',
  parts: 'parts.bin',
  ids: 'ids.txt',
  lines: 'lines.txt',
  notes: 'notes.ndjson',
  sources: 'sources.ndjson',
  rejected: 'rejected.ndjson',
} as const;

export const noLengths: SpilledLengths = {
  records: 0,
  sketches: 0,
  evidence: 0,
  parts: 0,
  ids: 0,
  lines: 0,
  notes: 0,
  sources: 0,
  rejected: 0,
};

export function spilledFile(directory: string, name: SpilledName): string {
  return join(directory, spilledNames[name]);
}

export interface SignedDocument {
  readonly id: string;
  readonly signature: Signature;
  /** Raw record of the input, without a line end. */
  readonly line: string | Uint8Array;
  /** A note (notes.ts); undefined if the job keeps none. */
  readonly note?: object | undefined;
}

/** Consecutive documents from one input. */
export interface Source {
  /** Number of the first document. */
  readonly start: number;
  readonly form: DataForm;
}

/**
 * Opens the files for appending.
 * @param lengths lengths to which the files are truncated
 * @throws NeardupError `disk_full` (also thrown by the methods)
 */
export function openSignedDocuments(directory: string, lengths: SpilledLengths, recipe: Recipe) {
  const open = (name: SpilledName) => openSpillFile(spilledFile(directory, name), lengths[name]);
  const files = {
    records: open('records'),
    sketches: open('sketches'),
    evidence: open('evidence'),
    parts: open('parts'),
    ids: open('ids'),
    lines: open('lines'),
    notes: open('notes'),
    sources: open('sources'),
    rejected: open('rejected'),
  };
  const record = Buffer.alloc(recordBytes);
  const sketchLength = sketchBytes(recipe);
  const noSketch = new Uint8Array(sketchLength);
  const lineEnd = Buffer.from('\n');

  return {
    add({ id, signature, line, note }: SignedDocument): void {
      const { fingerprint, featureCount, shortText, sketch, evidence, parts, exactHash } =
        signature;
      files.ids.append(Buffer.from(id));
      files.lines.append(typeof line === 'string' ? Buffer.from(line) : line);
      files.lines.append(lineEnd);
      if (note !== undefined) files.notes.append(Buffer.from(`${JSON.stringify(note)}\n`));
      hash('sha256', id, 'buffer').copy(record, 0, 0, 16);
      record.write(exactHash, 16, 'hex');
      record.writeUInt32LE(fingerprint.high, 32);
      record.writeUInt32LE(fingerprint.low, 36);
      record.writeUInt32LE(featureCount ?? noFeatureCount, 40);
      const flags =
        (shortText ? recordFlags.shortText : 0) |
        (sketch === null ? 0 : recordFlags.sketch) |
        (featureCount === null ? recordFlags.madeElsewhere : 0) |
        (parts === null ? 0 : recordFlags.parts);
      record.writeUInt32LE(flags, 44);
      record.writeDoubleLE(files.ids.length, 48);
      record.writeDoubleLE(files.lines.length, 56);
      record.writeDoubleLE(files.parts.length, 64);
      record.writeDoubleLE(evidence === null ? noEvidence : files.evidence.length, 72);
      if (parts !== null) files.parts.append(packParts(parts));
      if (evidence !== null) files.evidence.append(withLength(evidence));
      files.records.append(record);
      if (sketchLength > 0) files.sketches.append(sketch ?? noSketch);
    },
    /** Sets the source of the documents added next. */
    begin(source: Source): void {
      files.sources.append(Buffer.from(`${JSON.stringify(source)}\n`));
    },
    reject(line: string): void {
      files.rejected.append(Buffer.from(`${line}\n`));
    },
    /** Syncs the files. @returns their durable lengths, for reopening them */
    sync(): SpilledLengths {
      for (const file of Object.values(files)) file.sync();
      const { records, sketches, evidence, parts, ids, lines, notes, sources, rejected } = files;
      return {
        records: records.length,
        sketches: sketches.length,
        evidence: evidence.length,
        parts: parts.length,
        ids: ids.length,
        lines: lines.length,
        notes: notes.length,
        sources: sources.length,
        rejected: rejected.length,
      };
    },
    close(): void {
      for (const file of Object.values(files)) file.close();
    },
  };
}

/** Returns the end of a document's line in the file of lines. */
export function lineEndOf(records: ReadFile, document: number): number {
  if (document < 0) return 0;
  const bytes = Buffer.alloc(8);
  records.read(document * recordBytes + 56, bytes);
  return bytes.readDoubleLE();
}

/** Returns the inputs of the documents, in document order. */
export function readSources(directory: string): Source[] {
  const lines = readFileSync(spilledFile(directory, 'sources'), 'utf8').trimEnd();
  return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as Source);
}

function packParts({ hashes, total }: TextParts): Uint8Array {
  const numbers = Uint32Array.of(hashes.length, total);
  const bytes = new Uint8Array(4 * (2 + hashes.length));
  bytes.set(new Uint8Array(numbers.buffer));
  bytes.set(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength), 8);
  return bytes;
}

/** Reads the parts at an offset. */
export function readPartsAt(file: ReadFile, start: number): TextParts {
  const head = Buffer.alloc(8);
  file.read(start, head);
  const hashes = new Uint32Array(head.readUInt32LE(0));
  file.read(start + 8, Buffer.from(hashes.buffer));
  return { hashes, total: head.readUInt32LE(4) };
}
