import { archiveLine, exportHeader, type StoredDocument } from 'neardup/engine';
import type { BatchCollection } from './batch-collection.js';
import { lastColumn, type Stage } from './stage.js';

/** Encodes a document as a line of a database export. A batch keeps no text. */
export function documentColumn({ name }: BatchCollection) {
  return (document: StoredDocument): string =>
    JSON.stringify(archiveLine({ ...document, text: null }, name));
}

/**
 * Writes the header of an export, then the last column of each line. So the output of each process can be imported on
 * its own.
 */
export function createDocumentStage(collection: BatchCollection): Stage {
  let begun = false;
  return {
    line(line, emit) {
      if (!begun) emit(JSON.stringify(exportHeader(collection)));
      begun = true;
      emit(lastColumn(line)[1]);
    },
  };
}
