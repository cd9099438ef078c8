import { sketchLength } from '../../fingerprint/minhash.js';
import type { Contents, Sketches } from '../pairs/contents.js';
import { shared } from '../pairs/fingerprint-groups.js';
import { forEachPiece, openReadFile } from '../read-file.js';
import { openSpillFile } from '../spill-file.js';
import { firstWithKey } from './number-keys.js';
import { recordBytes, recordFlags, spilledFile } from './signed-documents.js';

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
}

export interface CollapseOptions {
  readonly directory: string;
  readonly sketched: boolean;
  /** If sketches take more bytes than this, they stay on disk. */
  readonly sketchBytesMax: number;
}

/** Reads the signed documents; equal contents become one. */
export function collapse({
  directory,
  sketched,
  sketchBytesMax,
}: CollapseOptions): CollapsedDocuments {
  const records = openReadFile(spilledFile(directory, 'records'));
  const count = records.length / recordBytes;
  const idOf = firstWithKey(records, 0);
  const contentOf = firstWithKey(records, 16);
  const firstOf = numberFirsts(contentOf);
  const [high, low] = [shared(firstOf.length), shared(firstOf.length)];
  const flags = new Uint8Array(new SharedArrayBuffer(firstOf.length));
  const madeElsewhere = new Uint8Array(firstOf.length);
  let content = 0;
  forEachPiece(records, recordBytes, (piece, firstRecord) => {
    const end = firstRecord + piece.length / recordBytes;
    for (; content < firstOf.length && firstOf[content]! < end; content++) {
      const at = (firstOf[content]! - firstRecord) * recordBytes;
      high[content] = piece.readInt32LE(at + 32);
      low[content] = piece.readInt32LE(at + 36);
      const given = piece.readUInt32LE(at + 44);
      flags[content] = given & (recordFlags.shortText | recordFlags.sketch);
      madeElsewhere[content] = given & recordFlags.madeElsewhere ? 1 : 0;
    }
  });
  records.close();
  const sketches = sketched ? sketchesOf(directory, firstOf, sketchBytesMax) : null;
  const contents = { high, low, flags, sketches };
  return { count, idOf, contentOf, firstOf, contents, madeElsewhere };
}

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

/** The sketches of the distinct contents, in memory or in a file of their own. */
function sketchesOf(directory: string, firstOf: Int32Array, bytesMax: number): Sketches {
  const length = firstOf.length * sketchLength;
  const file = `${spilledFile(directory, 'sketches')}.contents`;
  const inMemory = length <= bytesMax;
  const bytes = new Uint8Array(new SharedArrayBuffer(inMemory ? length : 0));
  const spill = inMemory ? null : openSpillFile(file, 0);
  const all = openReadFile(spilledFile(directory, 'sketches'));
  let content = 0;
  forEachPiece(all, sketchLength, (piece, first) => {
    const end = first + piece.length / sketchLength;
    for (; content < firstOf.length && firstOf[content]! < end; content++) {
      const at = (firstOf[content]! - first) * sketchLength;
      const sketch = piece.subarray(at, at + sketchLength);
      if (spill === null) bytes.set(sketch, content * sketchLength);
      else spill.append(sketch);
    }
  });
  all.close();
  spill?.close();
  return inMemory ? { kind: 'memory', bytes } : { kind: 'file', file };
}
