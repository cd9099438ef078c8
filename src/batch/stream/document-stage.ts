import { archiveLine } from '../../archive/archive-line.js';
import { exportHeader } from '../../archive/export-lines.js';
import type { StoredDocument } from '../../store/contract/documents.js';
import type { BatchCollection } from './batch-collection.js';
import { lastColumn, type Stage } from './stage.js';

/** A document as a line of an export of a database file has it; no text is kept of a batch. */
export function documentColumn({ name }: BatchCollection) {
  return (document: StoredDocument): string =>
    JSON.stringify(archiveLine({ ...document, text: null }, name));
}

/** The last columns of the lines, after the header of an export: every part can be imported. */
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
