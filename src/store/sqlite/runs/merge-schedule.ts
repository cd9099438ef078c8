import type { Merge, MergeWork } from './merge.js';
import type { RemovedValues } from './removed-values.js';
import type { Run } from './run-catalog.js';

/** Says which merges begin, and how far each goes on in a transaction. */
export interface MergeSchedule {
  /**
   * @param last the last value that there was
   * @param came number of values added since the last call
   * @param buffered number of values of a run of level 0
   */
  goOn(last: number, came: number, buffered: number): void;
  /**
   * Lets the next `goOn` continue to rewrite a run of which half was removed. @returns whether there is one
   */
  shrink(): boolean;
  committed(): void;
  rolledBack(): void;
}

/** The runs, and what the schedule may do with them. */
export interface Merging {
  /** Those of older values first. */
  readonly runs: () => readonly Run[];
  readonly merges: () => readonly Merge[];
  /** @param inputs follow each other, and are in no merge */
  readonly begin: (inputs: readonly Run[], level: number, begunAt: number) => void;
  readonly workOf: (merge: Merge) => MergeWork;
  /** Drops removed values that no run contains any more. */
  readonly forgetGaps: () => void;
  /** @param work at most, `MergeWork.advance` */
  readonly advance: (merge: Merge, rows: number, work: number) => void;
}

/** A merge is done when this share of the values has come until the next one of its level. */
const mergedWithin = 0.25;
/**
 * Limits of one step of a merge: least rows, as fewer are not worth it, and most work
 * (`MergeWork.advance`), as with more a group would wait; a step does more if many values arrived.
 */
const mergedMin = 1024;
const mergedMax = 8192;
const mergedOfValue = 64;
/** A run is written again when this share of its values was removed. */
const removedShare = 1 / 2;
/** Runs are inspected again after this share of their values was removed since the last inspection. */
const lookedAtShare = 1 / 64;
/**
 * Number of transactions for which merges rest after one in which they wrote was undone: on a full disk,
 * deletions must succeed.
 */
const restAfterUndo = 32;

/** @param runsOfLevel as many runs of a level are merged into one */
export function createMergeSchedule(
  { runs, merges, begin, forgetGaps, workOf, advance }: Merging,
  removed: RemovedValues,
  runsOfLevel: number,
): MergeSchedule {
  let isToShrink = false;
  /** Runs are inspected for removed values when `removed.added` reaches this number. */
  let lookAt = removed.largest > 0 ? 0 : 1;
  /** Numbers of runs of which half was removed. */
  const mostlyRemoved = new Set<number>();
  let hasWritten = false;
  /** Number of transactions for which merges still rest. */
  let rest = 0;

  function goOn(last: number, came: number, buffered: number): void {
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
      const { total, passed } = workOf(merge);
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
    if (removed.added >= lookAt) lookForRemoved();
    const shrinking = merges().find(shrinks);
    if (shrinking !== undefined) write(shrinking, Number.POSITIVE_INFINITY, mergedMax);
  }

  function lookForRemoved(): void {
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
    lookAt = removed.added + Math.max(1, Math.ceil(all * lookedAtShare));
  }

  return {
    goOn,
    shrink() {
      isToShrink = true;
      return removed.added >= lookAt || merges().some(shrinks);
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

/** Begins a merge of the oldest runs of each level that has enough, and no merge. */
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
