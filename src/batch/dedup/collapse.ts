import type { TextParts } from '../../fingerprint/parts.js';
import { type Recipe, sketchBytes } from '../../fingerprint/recipe.js';
import { type Column, type Contents, contentFlags } from '../pairs/contents.js';
import { shared, sharedBytes, sharedDoubles } from '../pairs/fingerprint-groups.js';
import { forEachPiece, openReadFile } from '../read-file.js';
import { openSpillFile } from '../spill-file.js';
import { recordBytes, recordFields, recordFlags } from './document-row.js';
import { firstWithKey } from './number-keys.js';
import { readPartsAt, spilledFile } from './signed-documents.js';

/** Documents, each identified by its number: the position in the input. All fields are in shared memory. */
export interface CollapsedDocuments {
  readonly count: number;
  /** For each document, the number of the first document with the same id. */
  readonly idOf: Int32Array;
  /** For each document, the number of the first document with the same host in its id (`hostOrCommon`). */
  readonly hostOf: Int32Array;
  /** 1 for each document that belongs to a site: its id is an address of the web. */
  readonly hasSite: Uint8Array;
  /**
   * Content number of each document. A content is the data that documents with equal texts share; contents are numbered
   * in input order.
   */
  readonly contentOf: Int32Array;
  /** For each content, the number of the first document with it. */
  readonly firstOf: Int32Array;
  readonly contents: Contents;
  /**
   * Offset of each document's evidence. Evidence is stored by document, not by content, because documents with equal
   * texts may have different titles.
   */
  readonly evidenceOf: Float64Array;
  /** 1 for a content whose fingerprint was computed elsewhere, so it is never an exact match. */
  readonly madeElsewhere: Uint8Array;
  /**
   * Parts of each content: shingle hashes, by which texts that contain another text are found. Null if no content has
   * parts.
   */
  readonly parts: PartsFile | null;
}

export interface PartsFile {
  readonly file: string;
  /** Offset of each content's parts; `noParts` if it has none. */
  readonly starts: Float64Array;
}

export interface PartsReader {
  /** Returns all parts of a content; null if it has none. */
  of(content: number): TextParts | null;
  close(): void;
}

export interface CollapseOptions {
  readonly directory: string;
  readonly recipe: Recipe;
  /** Maximum total size of sketches in memory, in bytes. If the sketches exceed it, they stay on disk. */
  readonly sketchBytesMax: number;
}

/** Reads the signed documents and merges equal contents. */
export function collapse({
  directory,
  recipe,
  sketchBytesMax,
}: CollapseOptions): CollapsedDocuments {
  const records = openReadFile(spilledFile(directory, 'records'));
  const count = records.length / recordBytes;
  const idOf = firstWithKey(records, 0);
  const contentOf = firstWithKey(records, 16);
  const hostOf = firstWithKey(records, recordFields.host);
  const firstOf = numberFirsts(contentOf);
  const [high, low] = [shared(firstOf.length), shared(firstOf.length)];
  const flags = sharedBytes(firstOf.length);
  const madeElsewhere = sharedBytes(firstOf.length);
  const evidenceOf = sharedDoubles(count);
  const hasSite = sharedBytes(count);
  const startOfParts = sharedDoubles(firstOf.length);
  const starts = sharedDoubles(firstOf.length);
  let content = 0;
  forEachPiece(records, recordBytes, (piece, firstRecord) => {
    const end = firstRecord + piece.length / recordBytes;
    for (let number = firstRecord; number < end; number++) {
      const at = (number - firstRecord) * recordBytes;
      evidenceOf[number] = piece.readDoubleLE(at + recordFields.evidence);
      hasSite[number] = piece.readUInt32LE(at + recordFields.flags) & recordFlags.site ? 1 : 0;
    }
    for (; content < firstOf.length && firstOf[content]! < end; content++) {
      const at = (firstOf[content]! - firstRecord) * recordBytes;
      high[content] = piece.readInt32LE(at + recordFields.high);
      low[content] = piece.readInt32LE(at + recordFields.low);
      const given = piece.readUInt32LE(at + recordFields.flags);
      flags[content] = given & flagsOfContents;
      madeElsewhere[content] = given & recordFlags.madeElsewhere ? 1 : 0;
      startOfParts[content] =
        given & recordFlags.parts ? piece.readDoubleLE(at + recordFields.parts) : noParts;
      starts[content] = evidenceOf[firstOf[content]!]!;
    }
  });
  records.close();
  const width = sketchBytes(recipe);
  const sketches =
    width === 0 ? null : columnOfSketches({ directory, width, firstOf, bytesMax: sketchBytesMax });
  const evidence = { file: spilledFile(directory, 'evidence'), starts };
  const contents = { high, low, flags, sketches, evidence };
  const hasParts = startOfParts.some((start) => start !== noParts);
  const parts = hasParts ? { file: spilledFile(directory, 'parts'), starts: startOfParts } : null;
  return {
    count,
    idOf,
    hostOf,
    hasSite,
    contentOf,
    firstOf,
    contents,
    evidenceOf,
    madeElsewhere,
    parts,
  };
}

export const noParts = -1;

export function openParts({ file, starts }: PartsFile): PartsReader {
  const opened = openReadFile(file);
  return {
    of: (content) => (starts[content] === noParts ? null : readPartsAt(opened, starts[content]!)),
    close: opened.close,
  };
}

const flagsOfContents = contentFlags.shortText | contentFlags.sketch;

/**
 * Converts `contentOf` in place. On entry, an element is the number of the first document that has this document's
 * content; on return, it is the number of this content.
 * @returns the first document of each content
 */
function numberFirsts(contentOf: Int32Array): Int32Array {
  let contents = 0;
  for (let number = 0; number < contentOf.length; number++) {
    if (contentOf[number] === number) contents++;
  }
  const firstOf = shared(contents);
  contents = 0;
  for (let number = 0; number < contentOf.length; number++) {
    const first = contentOf[number]!;
    // Earlier elements are already content numbers.
    if (first !== number) contentOf[number] = contentOf[first]!;
    else {
      firstOf[contents] = number;
      contentOf[number] = contents++;
    }
  }
  return firstOf;
}

interface ColumnOptions {
  readonly directory: string;
  readonly width: number;
  readonly firstOf: Int32Array;
  readonly bytesMax: number;
}

/** Stores the sketches of the distinct contents in memory or in a separate file. */
function columnOfSketches({ directory, width, firstOf, bytesMax }: ColumnOptions): Column {
  const length = firstOf.length * width;
  const file = `${spilledFile(directory, 'sketches')}.contents`;
  const inMemory = length <= bytesMax;
  const bytes = sharedBytes(inMemory ? length : 0);
  const spill = inMemory ? null : openSpillFile(file, 0);
  const all = openReadFile(spilledFile(directory, 'sketches'));
  let content = 0;
  forEachPiece(all, width, (piece, first) => {
    const end = first + piece.length / width;
    for (; content < firstOf.length && firstOf[content]! < end; content++) {
      const at = (firstOf[content]! - first) * width;
      const value = piece.subarray(at, at + width);
      if (spill === null) bytes.set(value, content * width);
      else spill.append(value);
    }
  });
  all.close();
  spill?.close();
  return inMemory ? { kind: 'memory', width, bytes } : { kind: 'file', width, file };
}
