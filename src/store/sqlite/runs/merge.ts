import type { RemovedPages } from './removed-values.js';
import { leastOf, RowCursor } from './run.js';
import { type Run, type RunCatalog, rowsIn, type Segment } from './run-catalog.js';
import { createRunWriter } from './run-writer.js';

/** A merge of runs into one. Rows of removed values, and of deleted collections, are left out. */
export interface Merge {
  readonly output: Run;
  readonly inputs: readonly Run[];
  /** The values that were removed when it began; undefined: a killed process began it. */
  readonly removedBefore: RemovedPages | undefined;
}

/** Merges runs, some rows at a time, in many transactions. */
export interface MergeWork {
  /** Rows of the inputs. */
  readonly total: number;
  /** Number of them that it has gone through. */
  readonly passed: number;
  /**
   * @param work a limit in rows passed; a chunk that is written counts as four of them
   * @returns the segments of the output and the number of its values, if these were the last rows
   */
  advance(
    rows: number,
    work: number,
  ): { readonly segments: readonly Segment[]; readonly values: number } | undefined;
}

/** To write a chunk takes as long as to pass this number of rows. */
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
  /** About as many as were written before. */
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
