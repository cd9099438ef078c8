import type { Database } from 'better-sqlite3';
import type { RemovedPages } from './removed-values.js';
import type { Row } from './row.js';
import { leastOf, RowCursor, type Run, rowsIn } from './run.js';
import type { RunCatalog, UnfinishedRun } from './run-catalog.js';
import { createRunWriter } from './run-writer.js';
import type { ReadChunk } from './segment.js';

/**
 * A merge of runs into one, some rows at a time, in many transactions. Rows of values that were
 * removed, and of collections that were deleted, are left out.
 */
export interface Merge {
  readonly output: UnfinishedRun;
  readonly inputs: readonly Run[];
  /** The values that were removed when it began; undefined: a killed process began it. */
  readonly removedBefore: RemovedPages | undefined;
  /** Rows of the inputs. */
  readonly total: number;
  /** How many of them it has gone through. */
  readonly passed: number;
  /**
   * @param work as much as so many rows are, at most; a chunk that is written is as much as four of them
   * @returns the output, if these were the last rows
   */
  advance(rows: number, work: number): Run | undefined;
  committed(): void;
  rolledBack(): void;
}

export interface MergeOf {
  /** With the segments that a process wrote before it was killed. */
  readonly output: UnfinishedRun;
  readonly inputs: readonly Run[];
  readonly removedBefore: RemovedPages | undefined;
  readonly rowsOfSegment: number | undefined;
}

/** To write a chunk takes as long as to pass so many rows. */
const chunkWork = 4;

export function createMerge(
  db: Database,
  catalog: RunCatalog,
  read: ReadChunk,
  { output, inputs, removedBefore, rowsOfSegment }: MergeOf,
  keeps: (space: number, value: number) => boolean,
): Merge {
  const total = inputs.reduce((sum, run) => sum + rowsIn(run), 0);
  let passed = rowsIn(output);
  let last: Row | undefined = output.segments.at(-1)?.last;
  let cursors: RowCursor[] | undefined;
  let before = { passed, last };
  const ofInputs = inputs.reduce((sum, { values }) => sum + values, 0);
  const values = Math.round((ofInputs * passed) / Math.max(1, total));
  const toWrite = { number: output.number, rows: total, segments: output.segments, values };
  const writer = createRunWriter(db, catalog, toWrite, rowsOfSegment);

  function advance(rows: number, work: number): Run | undefined {
    cursors ??= inputs.map((run) => new RowCursor(run, read, last));
    for (let count = 0, done = 0; ; count++, done++) {
      const least = leastOf(cursors);
      if (least === undefined) {
        const segments = writer.finish();
        return { ...output, segments, values: writer.values };
      }
      if (count >= rows || done >= work) return undefined;
      const { space, key, value } = least;
      if (keeps(space, value) && writer.add(space, key, value)) done += chunkWork;
      passed += 1;
      if (count === rows - 1 || done >= work - 1) last = [space, key, value];
      least.next();
    }
  }

  return {
    output,
    inputs,
    removedBefore,
    total,
    get passed() {
      return passed;
    },
    advance,
    committed() {
      before = { passed, last };
      writer.committed();
    },
    rolledBack() {
      ({ passed, last } = before);
      writer.rolledBack();
      cursors = undefined;
    },
  };
}
