import { forEachPiece, openReadFile, type ReadFile } from '../read-file.js';
import { recordBytes, recordFields } from './document-row.js';
import { spilledFile } from './signed-documents.js';

/** Reads ids of documents by document number from disk. */
export interface IdReader {
  idOf(document: number): string;
  close(): void;
}

const blockBytes = 2 ** 16;
/** Size of the block for ids that are read out of order. It is small, because such ids are often far apart. */
const smallBlockBytes = 2 ** 10;

export function openIds(directory: string): IdReader {
  const ends = readEnds(directory);
  const file = openReadFile(spilledFile(directory, 'ids'));
  // Most calls read either the next id in document order, or an id shortly before it. Each case has its own block.
  const forwards = createBlock(file, blockBytes);
  const backwards = createBlock(file, smallBlockBytes);
  let last = -1;
  return {
    idOf(document) {
      const start = document === 0 ? 0 : ends[document - 1]!;
      const isNext = document === last + 1;
      if (isNext) last = document;
      return (isNext ? forwards : backwards)(start, ends[document]!);
    },
    close: () => file.close(),
  };
}

function createBlock(file: ReadFile, bytes: number): (start: number, end: number) => string {
  let buffer = Buffer.allocUnsafe(bytes);
  let block = buffer.subarray(0, 0);
  let from = 0;
  return (start, end) => {
    if (start < from || end > from + block.length) {
      from = start;
      const length = Math.max(end - start, Math.min(bytes, file.length - start));
      if (length > buffer.length) buffer = Buffer.allocUnsafe(length);
      block = buffer.subarray(0, length);
      file.read(start, block);
    }
    return block.toString('utf8', start - from, end - from);
  };
}

function readEnds(directory: string): Float64Array {
  const records = openReadFile(spilledFile(directory, 'records'));
  const ends = new Float64Array(records.length / recordBytes);
  forEachPiece(records, recordBytes, (piece, first) => {
    for (let at = 0; at < piece.length; at += recordBytes) {
      ends[first + at / recordBytes] = piece.readDoubleLE(at + recordFields.id);
    }
  });
  records.close();
  return ends;
}
