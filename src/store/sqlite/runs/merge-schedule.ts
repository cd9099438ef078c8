import type { RemovedPages, RemovedValues } from './removed-values.js';
import { findLeast, RowCursor } from './run.js';
import { type Run, type RunCatalog, rowsIn, type Segment } from './run-catalog.js';
import { createRunWriter } from './run-writer.js';

/**
 * Decides which merges of sorted runs begin, and how far each one advances in a transaction. The value of a row is the
 * number of a content.
 */
export interface MergeSchedule {
  /**
   * Begins due merges and advances those in progress. Called in every transaction.
   * @param last largest existing value
   * @param came number of values added since the previous call
   * @param buffered number of values in a run of level 0
   */
  step(last: number, came: number, buffered: number): void;
  /**
   * Makes the next `step` also rewrite runs in which at least half of the values have been removed. @returns true if
   * there may be such a run
   */
  shrink(): boolean;
  committed(): void;
  rolledBack(): void;
}

/** Functions through which the schedule reads the runs and changes their merges. */
export interface Merging {
  /** Returns the complete runs, sorted by their ranges of values, oldest first. */
  readonly runs: () => readonly Run[];
  readonly merges: () => readonly Merge[];
  /**
   * Begins a merge.
   * @param inputs adjacent runs that are not being merged yet
   */
  readonly begin: (inputs: readonly Run[], level: number, begunAt: number) => void;
  readonly estimateWork: (merge: Merge) => MergeWork;
  /** Forgets removed values that no longer have rows in any run. */
  readonly forgetGaps: () => void;
  /**
   * Advances a merge.
   * @param rows maximum number of rows to process
   * @param work maximum amount of work, see `MergeWork.advance`
   */
  readonly advance: (merge: Merge, rows: number, work: number) => void;
}

/**
 * Deadline of a merge, measured in added values: this share of the values that are added before the next merge of the
 * same level is due. Each merge is thus finished long before the next one begins.
 */
const mergedWithin = 0.25;
/**
 * Limits for one step of a merge. A step of fewer than `mergedMin` rows is not worthwhile. A step does at most
 * `mergedMax` work (`MergeWork.advance`), or `mergedOfValue` for each added value if that is more. The work is limited
 * because a group of operations waits for the step.
 */
const mergedMin = 1024;
const mergedMax = 8192;
const mergedOfValue = 64;
/** Share of removed values at which a run is rewritten. */
const removedShare = 1 / 2;
/**
 * The runs are inspected for removed values again when this share of all values has been removed since the last
 * inspection.
 */
const inspectedShare = 1 / 64;
/**
 * Number of transactions for which merges pause after their writes were rolled back. On a full disk, a merge would make
 * every transaction fail, even deletions, which free space.
 */
const restAfterUndo = 32;

/**
 * @param runsOfLevel number of runs of a level that are merged into one
 */
export function createMergeSchedule(
  { runs, merges, begin, forgetGaps, estimateWork, advance }: Merging,
  removed: RemovedValues,
  runsOfLevel: number,
): MergeSchedule {
  let isToShrink = false;
  /** Number of removed values (`removed.added`) at which the runs are next inspected. */
  let inspectAt = removed.largest > 0 ? 0 : 1;
  /** Numbers of the runs in which at least half of the values have been removed. */
  const mostlyRemoved = new Set<number>();
  let hasWritten = false;
  /** Number of further transactions for which merges pause. */
  let rest = 0;

  function step(last: number, came: number, buffered: number): void {
    if (rest > 0) {
      rest -= 1;
      return;
    }
    if (isToShrink) shrinkSome();
    isToShrink = false;
    beginDue(runs(), merges(), runsOfLevel, (inputs) => begin(inputs, inputs[0]!.level + 1, last));
    const most = Math.max(mergedMax, came * mergedOfValue);
    for (const merge of merges()) {
      const values = buffered * runsOfLevel ** (merge.inputs[0]!.level + 1) * mergedWithin;
      const due = Math.min(1, (last - merge.output.begunAt) / values);
      const { total, passed } = estimateWork(merge);
      const wanted = Math.ceil(total * due) - passed;
      if (wanted >= mergedMin || due === 1) write(merge, Math.max(wanted, 0), most);
    }
  }

  function write(merge: Merge, rows: number, work: number): void {
    hasWritten = true;
    advance(merge, rows, work);
  }

  const shrinks = ({ inputs }: Merge) => inputs.some(({ number }) => mostlyRemoved.has(number));

  function shrinkSome(): void {
    if (removed.added >= inspectAt) inspectRemoved();
    const shrinking = merges().find(shrinks);
    if (shrinking !== undefined) write(shrinking, Number.POSITIVE_INFINITY, mergedMax);
  }

  function inspectRemoved(): void {
    mostlyRemoved.clear();
    forgetGaps();
    let all = 0;
    for (const run of runs()) {
      all += run.values;
      const gone = removed.countIn(run.after, run.upTo);
      if (gone === 0 || gone < run.values * removedShare) continue;
      mostlyRemoved.add(run.number);
      if (!isMerging(run, merges())) begin([run], run.level, run.upTo);
    }
    inspectAt = removed.added + Math.max(1, Math.ceil(all * inspectedShare));
  }

  return {
    step,
    shrink() {
      isToShrink = true;
      return removed.added >= inspectAt || merges().some(shrinks);
    },
    committed() {
      hasWritten = false;
    },
    rolledBack() {
      if (hasWritten) rest = restAfterUndo;
      hasWritten = false;
    },
  };
}

/** Begins a merge of the oldest runs of each level that has enough runs, unless one of them is already being merged. */
export function beginDue(
  runs: readonly Run[],
  merges: readonly Merge[],
  runsOfLevel: number,
  begin: (inputs: readonly Run[]) => void,
): void {
  for (const level of new Set(runs.map((run) => run.level))) {
    const oldest = runs.filter((run) => run.level === level).slice(0, runsOfLevel);
    if (oldest.length === runsOfLevel && !oldest.some((run) => isMerging(run, merges))) {
      begin(oldest);
    }
  }
}

function isMerging(run: Run, merges: readonly Merge[]): boolean {
  return merges.some(({ inputs }) => inputs.includes(run));
}

/** A merge of runs into one. It drops rows of removed values and deleted collections. */
export interface Merge {
  readonly output: Run;
  readonly inputs: readonly Run[];
  /**
   * Values that had been removed when the merge began; undefined if they are unknown, because an earlier process began
   * the merge.
   */
  readonly removedBefore: RemovedPages | undefined;
}

/** Merges runs over many transactions, a few rows at a time. */
export interface MergeWork {
  /** Number of input rows. */
  readonly total: number;
  /** Number of processed input rows. */
  readonly passed: number;
  /**
   * Processes up to `rows` rows, and stops earlier if the work reaches `work`.
   * @param work limit of the work, in processed rows; writing a chunk counts as four rows
   * @returns the segments and the number of values of the output if the last row has been processed; otherwise
   *   undefined
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
  /** Number of values that were written before the merge was interrupted and resumed, estimated from the rows. */
  const valuesBefore = Math.round((valuesOfInputs * passed) / Math.max(1, total));

  return {
    total,
    get passed() {
      return passed;
    },
    advance(rows, work) {
      for (let count = 0, done = 0; ; count++, done++) {
        const least = findLeast(cursors);
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
