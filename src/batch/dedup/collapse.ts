import type { TextParts } from '../../fingerprint/parts.js';
import { type Column, type Contents, contentFlags } from '../pairs/contents.js';
import { shared } from '../pairs/fingerprint-groups.js';
import { forEachPiece, openReadFile } from '../read-file.js';
import { openSpillFile } from '../spill-file.js';
import { firstWithKey } from './number-keys.js';
import {
  readPartsAt,
  recordBytes,
  recordFlags,
  spilledFile,
  type spilledValues,
} from './signed-documents.js';

/** Documents by their numbers; the number of a document is its place in the input. */
export interface CollapsedDocuments {
  readonly count: number;
  /** The first document with the same id. */
  readonly idOf: Int32Array;
  /** The number of its content; contents are numbered in input order. */
  readonly contentOf: Int32Array;
  /** The first document of each content. */
  readonly firstOf: Int32Array;
  readonly contents: Contents;
  /** Whether the fingerprint of each content was computed elsewhere, so that it is never exact. */
  readonly madeElsewhere: Uint8Array;
  /** What is known of the parts of each content; null: the recipe has none. */
  readonly parts: ContentParts | null;
}

export interface ContentParts {
  /** All of its parts; null: it has none. */
  of(content: number): TextParts | null;
  close(): void;
}

export interface CollapseOptions {
  readonly directory: string;
  readonly values: ReturnType<typeof spilledValues>;
  /** Bytes of sketches and traits in memory; the rest stays on disk. */
  readonly valueBytesMax: number;
}

/** Reads the signed documents; equal contents become one. */
export function collapse({
  directory,
  values,
  valueBytesMax,
}: CollapseOptions): CollapsedDocuments {
  const records = openReadFile(spilledFile(directory, 'records'));
  const count = records.length / recordBytes;
  const idOf = firstWithKey(records, 0);
  const contentOf = firstWithKey(records, 16);
  const firstOf = numberFirsts(contentOf);
  const [high, low] = [shared(firstOf.length), shared(firstOf.length)];
  const flags = new Uint8Array(new SharedArrayBuffer(firstOf.length));
  const madeElsewhere = new Uint8Array(firstOf.length);
  const startOfParts = new Float64Array(firstOf.length);
  let content = 0;
  forEachPiece(records, recordBytes, (piece, firstRecord) => {
    const end = firstRecord + piece.length / recordBytes;
    for (; content < firstOf.length && firstOf[content]! < end; content++) {
      const at = (firstOf[content]! - firstRecord) * recordBytes;
      high[content] = piece.readInt32LE(at + 32);
      low[content] = piece.readInt32LE(at + 36);
      const given = piece.readUInt32LE(at + 44);
      flags[content] = given & flagsOfContents;
      madeElsewhere[content] = given & recordFlags.madeElsewhere ? 1 : 0;
      startOfParts[content] = given & recordFlags.parts ? piece.readDoubleLE(at + 64) : noParts;
    }
  });
  records.close();
  const columnOf = (name: 'sketches' | 'traits', bytesMax: number) => {
    const width = values[name];
    return width === 0 ? null : columnOfContents({ directory, name, width, firstOf, bytesMax });
  };
  const sketches = columnOf('sketches', valueBytesMax);
  const left = valueBytesMax - (sketches?.kind === 'memory' ? sketches.bytes.length : 0);
  const traits = columnOf('traits', left);
  const contents = { high, low, flags, sketches, traits };
  const parts = partsOfContents(directory, startOfParts);
  return { count, idOf, contentOf, firstOf, contents, madeElsewhere, parts };
}

const noParts = -1;

function partsOfContents(directory: string, starts: Float64Array): ContentParts | null {
  if (starts.every((start) => start === noParts)) return null;
  const file = openReadFile(spilledFile(directory, 'parts'));
  return {
    of: (content) => (starts[content] === noParts ? null : readPartsAt(file, starts[content]!)),
    close: file.close,
  };
}

const flagsOfContents = contentFlags.shortText | contentFlags.sketch | contentFlags.traits;

/** Replaces first documents by numbers of contents, in place. @returns these first documents */
function numberFirsts(contentOf: Int32Array): Int32Array {
  let contents = 0;
  for (let number = 0; number < contentOf.length; number++) {
    if (contentOf[number] === number) contents++;
  }
  const firstOf = new Int32Array(contents);
  contents = 0;
  for (let number = 0; number < contentOf.length; number++) {
    const first = contentOf[number]!;
    // Earlier elements have been replaced by numbers already.
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
  readonly name: 'sketches' | 'traits';
  readonly width: number;
  readonly firstOf: Int32Array;
  readonly bytesMax: number;
}

/** The values of the distinct contents, in memory or in a file of their own. */
function columnOfContents({ directory, name, width, firstOf, bytesMax }: ColumnOptions): Column {
  const length = firstOf.length * width;
  const file = `${spilledFile(directory, name)}.contents`;
  const inMemory = length <= bytesMax;
  const bytes = new Uint8Array(new SharedArrayBuffer(inMemory ? length : 0));
  const spill = inMemory ? null : openSpillFile(file, 0);
  const all = openReadFile(spilledFile(directory, name));
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
