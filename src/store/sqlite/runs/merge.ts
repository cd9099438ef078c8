import type { RemovedPages } from './removed-values.js';
import { leastOf, RowCursor } from './run.js';
import { type Run, type RunCatalog, rowsIn, type Segment } from './run-catalog.js';
import { createRunWriter } from './run-writer.js';

/** A merge of runs into one. Drops rows of removed values and deleted collections. */
export interface Merge {
  readonly output: Run;
  readonly inputs: readonly Run[];
  /** Values removed before the merge began; undefined: begun by a killed process. */
  readonly removedBefore: RemovedPages | undefined;
}

/** Merges runs over many transactions, some rows at a time. */
export interface MergeWork {
  /** Number of input rows. */
  readonly total: number;
  /** Number of processed input rows. */
  readonly passed: number;
  /**
   * @param work limit in processed rows; a written chunk counts as four of them
   * @returns segments of the output and its number of values, once the last row is processed
   */
  advance(
    rows: number,
    work: number,
  ): { readonly segments: readonly Segment[]; readonly values: number } | undefined;
}

/** Cost of writing a chunk, in processed rows. */
const chunkWork = 4;

export function createMergeWork(
  catalog: RunCatalog,
  { output, inputs }: Merge,
  rowsOfSegment: number | undefined,
  keeps: (space: number, value: number) => boolean,
): MergeWork {
  const total = inputs.reduce((sum, { segments }) => sum + rowsIn(segments), 0);
  const writer = createRunWriter(catalog, output.number, total, rowsOfSegment);
  const cursors = inputs.map(({ number }) => new RowCursor(number, catalog, writer.begunBehind));
  let passed = writer.rows;
  const valuesOfInputs = inputs.reduce((sum, { values }) => sum + values, 0);
  /** Estimate of the values written earlier. */
  const valuesBefore = Math.round((valuesOfInputs * passed) / Math.max(1, total));

  return {
    total,
    get passed() {
      return passed;
    },
    advance(rows, work) {
      for (let count = 0, done = 0; ; count++, done++) {
        const least = leastOf(cursors);
        if (least === undefined) {
          return { segments: writer.finish(), values: valuesBefore + writer.values };
        }
        if (count >= rows || done >= work) return undefined;
        const { space, key, value } = least;
        if (keeps(space, value) && writer.add(space, key, value)) done += chunkWork;
        passed += 1;
        least.next();
      }
    },
  };
}
