import type { BatchCollection } from './batch-collection.js';
import { signedColumn } from './signed-row.js';
import { lastColumn, type Stage } from './stage.js';
import { signedByTerms } from './term-row.js';

/** Vectors of terms become signed documents; the columns before them pass through. */
export function createFingerprintStage(collection: BatchCollection): Stage {
  return {
    line(line, emit) {
      const [before, column] = lastColumn(line);
      emit(before + signedColumn(signedByTerms(column, collection), collection));
    },
  };
}
