import { signedColumn } from '../../batch/stream/signed-row.js';
import { lastColumn, type Stage } from '../../batch/stream/stage.js';
import { signedByTerms } from '../../batch/stream/term-row.js';
import type { BatchCollection } from './batch-collection.js';

/** Vectors of terms become signed documents; the columns before them pass through. */
export function createFingerprintStage(collection: BatchCollection): Stage {
  return {
    line(line, emit) {
      const [before, column] = lastColumn(line);
      emit(before + signedColumn(signedByTerms(column, collection), collection));
    },
  };
}
