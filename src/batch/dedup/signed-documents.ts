import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextParts } from '../../fingerprint/parts.js';
import { type Recipe, sketchBytes } from '../../fingerprint/recipe.js';
import type { Signature } from '../../fingerprint/signature.js';
import type { DataForm } from '../../input/data-line.js';
import { noEvidence } from '../pairs/evidence-file.js';
import type { ReadFile } from '../read-file.js';
import { openSpillFile } from '../spill-file.js';
import { packRow, recordBytes, recordFields } from './document-row.js';

/*
 * Output files of signing, in input order. No text stays in memory:
 *
 *   records.bin      92 bytes per document, in the format shown below
 *   sketches.bin     the sketch of each document, if the recipe has sketches; zeros if a document has none
 *   evidence.bin     the evidence of each signature, preceded by its length in 4 bytes
 *   parts.bin        if the recipe has parts, per document: the number of known shingle hashes, the total
 *                    number, and the hashes, 4 bytes each
 *   ids.txt          the concatenated ids
 *   lines.txt        the raw record of each document, from which the records of kept documents are written:
 *                    a line of JSON or a row of a table; for Parquet the row number
 *   notes.ndjson     other facts of each document (notes.ts), if requested
 *   sources.ndjson   first document and format of each input
 *   rejected.ndjson  records that were not understood or had no text
 *
 *   0        16       32          48     52    56    60         68           76              84                 92
 *   │id hash │content │ host hash │ high │ low │flags│ end of id│ end of line│ start of parts│ start of evidence│
 *
 * Numbers are little-endian. If a document has no evidence, its start of evidence is −1.
 *
 * Ids, contents and hosts are identified by 128 bits of a SHA-256, like contents everywhere in neardup.
 */
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

/** Data of a document that is stored in addition to its signature. */
export interface DocumentExtras {
  /** Raw record of the input, without a line end. */
  readonly line: string | Uint8Array;
  /** A note (notes.ts); undefined if the job keeps none. */
  readonly note?: object | undefined;
}

export interface SignedDocument extends DocumentExtras {
  readonly id: string;
  readonly signature: Signature;
}

/** Consecutive documents from one input. */
export interface Source {
  /** Number of the first of these documents. */
  readonly start: number;
  readonly form: DataForm;
}

/**
 * Opens the files for appending.
 * @param lengths lengths to which the files are truncated
 * @throws NeardupError `internal` if a file is shorter than its length in `lengths`. The methods throw `disk_full`
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
  const lineEnd = Buffer.from('\n');

  /** Appends a document packed by `packRow`. */
  function addRow(row: Uint8Array, { line, note }: DocumentExtras): void {
    record.set(row.subarray(0, recordBytes));
    let at = recordBytes;
    const next = (length: number) => {
      at += length;
      return row.subarray(at - length, at);
    };
    files.ids.append(next(record.readDoubleLE(recordFields.id)));
    files.lines.append(typeof line === 'string' ? Buffer.from(line) : line);
    files.lines.append(lineEnd);
    if (sketchLength > 0) files.sketches.append(next(sketchLength));
    const evidence = next(record.readDoubleLE(recordFields.evidence));
    const parts = next(record.readDoubleLE(recordFields.parts));
    if (note !== undefined) files.notes.append(Buffer.from(`${JSON.stringify(note)}\n`));
    record.writeDoubleLE(files.ids.length, recordFields.id);
    record.writeDoubleLE(files.lines.length, recordFields.line);
    record.writeDoubleLE(files.parts.length, recordFields.parts);
    const startOfEvidence = evidence.length === 0 ? noEvidence : files.evidence.length;
    record.writeDoubleLE(startOfEvidence, recordFields.evidence);
    files.parts.append(parts);
    files.evidence.append(evidence);
    files.records.append(record);
  }

  return {
    add: ({ id, signature, ...extras }: SignedDocument): void =>
      addRow(packRow(id, signature, recipe), extras),
    addRow,
    /** Sets the source of the documents added next. */
    begin(source: Source): void {
      files.sources.append(Buffer.from(`${JSON.stringify(source)}\n`));
    },
    reject(line: string): void {
      files.rejected.append(Buffer.from(`${line}\n`));
    },
    /** Syncs the files. @returns their lengths on disk, from which a later run can continue */
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

/** Returns the offset in `lines.txt` at which the record of a document ends; 0 for document −1. */
export function readLineEnd(records: ReadFile, document: number): number {
  if (document < 0) return 0;
  const bytes = Buffer.alloc(8);
  records.read(document * recordBytes + recordFields.line, bytes);
  return bytes.readDoubleLE();
}

/** Returns the sources of the documents, in document order. */
export function readSources(directory: string): Source[] {
  const lines = readFileSync(spilledFile(directory, 'sources'), 'utf8').trimEnd();
  return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as Source);
}

/** Reads the parts at an offset. */
export function readPartsAt(file: ReadFile, start: number): TextParts {
  const head = Buffer.alloc(8);
  file.read(start, head);
  const hashes = new Uint32Array(head.readUInt32LE(0));
  file.read(start + 8, Buffer.from(hashes.buffer));
  return { hashes, total: head.readUInt32LE(4) };
}
