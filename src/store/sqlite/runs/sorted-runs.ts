import Database from 'better-sqlite3';
import type { Undoable } from '../undo.js';
import { createFilterKey } from './bloom-filter.js';
import { createKeyFilter } from './key-filter.js';
import {
  beginDue,
  createMergeSchedule,
  createMergeWork,
  type Merge,
  type MergeWork,
} from './merge-schedule.js';
import { createOldestValues } from './oldest-values.js';
import { createRemovedValues, type RemovedValues } from './removed-values.js';
import { collectionOfSpace, type Row } from './rows.js';
import { valuesInRun } from './run.js';
import { createRunCatalog, type Run, type Segment } from './run-catalog.js';
import { createRunWriter, type RunWriter } from './run-writer.js';

/**
 * Rows (space, key, value) in sorted, immutable runs on disk. A space is an index of a collection (rows.ts). A value is
 * the number of a content. Several runs of a level are merged into one run of the next level, some
 * rows in each transaction. Each row is thus rewritten only a few times, and always together with many others:
 *
 *   level 0   ▯ ▯ ▯ ▯          each has the rows of the values that were buffered in memory
 *   level 1   ▭ ▭ ▭            each is merged from four runs of level 0
 *   level 2   ▬▬▬▬ ▬▬▬▬        each is merged from four runs of level 1
 *
 * A run has all rows of a range of values, so no value is in two runs. Searches read only complete runs. After a kill
 * or a rollback, a merge continues after the last chunk that it stored. (Tiered merging: O'Neil, Cheng, Gawlick,
 * O'Neil: The Log-Structured Merge-Tree, 1996. A filter for each run: Dayan, Athanassoulis, Idreos: Monkey, 2017.)
 * Figures: docs/internals/decisions/0021.
 */
export interface SortedRuns extends Undoable {
  /** Complete runs, sorted by their ranges of values, oldest first. */
  readonly runs: readonly Run[];
  readonly removed: RemovedValues;
  /** Appends the values of a key above `after` to `found`, in ascending order, until `found` has `length` values. */
  valuesOf(space: number, key: number, found: number[], after?: number, length?: number): number[];
  /** Sets `marks[i]` to 1 if `keys[i]` may have values. */
  mark(space: number, keys: ArrayLike<number>, marks: Uint8Array): void;
  /** Returns the run of level 0 that is being written, or begins one. */
  newRun(of: NewValues): NewRun;
  /**
   * Begins and advances merges, and deletes rows of runs that have been merged. Must be called at the end of a
   * transaction.
   * @param last largest existing value
   * @param buffered number of values in a run of level 0
   */
  mergeDue(last: number, buffered: number): void;
  /** Completes all due merges. Must be called at the end of a transaction. */
  mergeAll(): void;
  /**
   * Makes the next `mergeDue` also rewrite runs in which at least half of the values have been removed.
   * @returns true if there may be something to delete
   */
  shrink(): boolean;
  /**
   * Loads the Bloom filter of a segment, or adds some missing keys to the filter over all runs (key-filter.ts). If the
   * file is damaged there, nothing more is loaded, and look-ups do without the missing filters. Must not be called
   * within a transaction.
   * @returns true if there is more to load
   */
  loadFilters(): boolean;
}

/** Values whose rows form a run of level 0. */
export interface NewValues {
  readonly after: number;
  readonly upTo: number;
  /** Maximum number of rows that will be added. */
  readonly rows: number;
}

export interface NewRun {
  /**
   * Last row that was already stored when writing was resumed; undefined if there was none. Only later rows may be
   * added.
   */
  readonly begunBehind: Row | undefined;
  add(space: number, key: number, value: number): void;
  /** Makes the run complete. Must be called after the last row. */
  finish(): void;
}

export interface SortedRunsOptions {
  /** Number of runs of a level that are merged into one. */
  readonly runsOfLevel: number;
  /** Maximum number of rows in a segment; undefined for the default in run-writer.ts. */
  readonly rowsOfSegment?: number;
  /** Minimum capacity of the filter over all runs, in keys. */
  readonly keysMin?: number;
}

export const defaultRunsOptions: SortedRunsOptions = { runsOfLevel: 4 };
/**
 * Number of chunks (up to 4 KiB each) that a transaction deletes for each dropped run: `clearedAtOnce`, or
 * `clearedOfValue` for each added value if that is more. Deletion thus keeps up with merges.
 */
const clearedAtOnce = 32;
const clearedOfValue = 1 / 4;
/** Maximum number of pages of removed values (removed-values.ts) that a transaction clears. */
const forgottenAtOnce = 16;

/** State that a rollback restores. The object is immutable; each change replaces it. */
interface State {
  readonly runs: readonly Run[];
  readonly merges: readonly Merge[];
  /** Run of level 0 that is being written; undefined if none is. */
  readonly writing: Run | undefined;
  /** Numbers of level-0 runs that a killed process left unfinished. */
  readonly abandoned: readonly number[];
  /** Numbers of runs whose rows are to be deleted. */
  readonly dropped: readonly number[];
  /** Removed values that no longer have rows in any run, by page. */
  readonly forgettable: readonly (readonly [page: number, bits: Int32Array])[];
  /** Largest value whose rows have been written to a run. The rows of larger values may be in memory. */
  readonly settled: number;
}

/**
 * @param isLive returns true if a collection exists; merges drop the rows of deleted collections
 */
export function createSortedRuns(
  db: Database.Database,
  isLive: (collection: number) => boolean,
  { runsOfLevel, rowsOfSegment, keysMin }: SortedRunsOptions = defaultRunsOptions,
): SortedRuns {
  const catalog = createRunCatalog(db);
  const removed = createRemovedValues(db);
  const oldest = createOldestValues(removed.has);
  const wanted = createFilterKey();
  let state = opened();
  let committedState = state;
  /**
   * Merges in progress, and the writer of the level-0 run that is being written. After a rollback, they are created
   * again from the state on disk.
   */
  const works = new Map<number, MergeWork>();
  let writer: RunWriter | undefined;
  const unread: Segment[] = state.runs.flatMap(({ segments }) => segments);
  const keyFilter = createKeyFilter(catalog, state.runs, keysMin);
  let isUnreadable = false;
  /** Largest value at the previous call to `mergeDue`. */
  let lastBefore = Number.POSITIVE_INFINITY;
  const schedule = createMergeSchedule(
    {
      runs: () => state.runs,
      merges: () => state.merges,
      begin: beginMerge,
      forgetGaps,
      estimateWork,
      advance,
    },
    removed,
    runsOfLevel,
  );

  /**
   * Returns the state when the database is opened: unfinished merges continue, and an unfinished run of level 0 is
   * abandoned.
   */
  function opened(): State {
    const { complete: runs, unfinished, dropped } = catalog;
    const merges: Merge[] = [];
    const abandoned: number[] = [];
    for (const output of unfinished) {
      const inputs = runs.filter(({ after, upTo }) => after >= output.after && upTo <= output.upTo);
      if (inputs.length > 0) merges.push({ output, inputs, removedBefore: undefined });
      else abandoned.push(output.number);
    }
    const settled = Math.max(0, ...runs.map(({ upTo }) => upTo));
    return { runs, merges, writing: undefined, abandoned, dropped, forgettable: [], settled };
  }

  function estimateWork(merge: Merge): MergeWork {
    const { number } = merge.output;
    let work = works.get(number);
    if (work === undefined) {
      const keeps = (space: number, value: number) =>
        !removed.has(value) && isLive(collectionOfSpace(space));
      work = createMergeWork(catalog, merge, rowsOfSegment, keeps);
      works.set(number, work);
    }
    return work;
  }

  /**
   * @param inputs adjacent runs
   */
  function beginMerge(inputs: readonly Run[], level: number, begunAt: number): void {
    const { after } = inputs[0]!;
    const { upTo } = inputs.at(-1)!;
    const output = catalog.begin({ level, after, upTo, begunAt });
    const merge = { output, inputs, removedBefore: removed.snapshot(after, upTo) };
    state = { ...state, merges: [...state.merges, merge] };
  }

  function advance(merge: Merge, rows: number, work: number): void {
    const done = estimateWork(merge).advance(rows, work);
    if (done === undefined) return;
    const output = { ...merge.output, ...done };
    const { number, segments } = output;
    works.delete(number);
    const left = merge.inputs.map((run) => run.number);
    if (segments.length > 0) catalog.finish(number, done.values);
    else left.push(number);
    for (const each of left) catalog.drop(each);
    unread.push(...segments.filter(({ filter }) => filter === undefined));
    keyFilter.completed(output, merge.inputs);
    const others = state.runs.filter((run) => !merge.inputs.includes(run));
    // If the output is empty, no run contains rows of any value in this range. Then even the values that were removed
    // during the merge can be forgotten.
    const { after, upTo } = output;
    const forgotten = segments.length > 0 ? merge.removedBefore : removed.snapshot(after, upTo);
    state = {
      ...state,
      runs: inOrder(segments.length > 0 ? [...others, output] : others),
      merges: state.merges.filter((each) => each !== merge),
      dropped: [...state.dropped, ...left],
      forgettable: [...state.forgettable, ...(forgotten ?? [])],
    };
  }

  /**
   * Forgets removed values in the gaps between the ranges of the runs, because no run contains rows of these values. A
   * value can be removed after a merge has already dropped its rows, for example because its collection was deleted.
   */
  function forgetGaps(): void {
    let after = 0;
    const forgotten: (readonly [number, Int32Array])[] = [];
    for (const run of [...state.runs, { after: state.settled, upTo: state.settled }]) {
      if (run.after > after) forgotten.push(...removed.snapshot(after, run.after));
      after = Math.max(after, run.upTo);
    }
    const isThere = forgotten.filter(([, bits]) => bits.some((word) => word !== 0));
    state = { ...state, forgettable: [...state.forgettable, ...isThere] };
  }

  /**
   * Deletes chunks of one dropped run, at most `chunks` times the number of dropped runs. Also clears up to
   * `forgottenAtOnce` pages of removed values that no run contains any more.
   */
  function tidy(chunks: number): void {
    for (const number of state.abandoned) catalog.drop(number);
    let dropped = [...state.dropped, ...state.abandoned];
    const run = dropped.at(-1);
    if (run !== undefined && catalog.clear(run, chunks * dropped.length)) {
      dropped = dropped.slice(0, -1);
    }
    for (const [page, bits] of state.forgettable.slice(0, forgottenAtOnce)) {
      removed.forget(page, bits);
    }
    if (state.forgettable.length > 0) oldest.clear();
    const forgettable = state.forgettable.slice(forgottenAtOnce);
    state = { ...state, abandoned: [], dropped, forgettable };
  }

  function mergeDue(last: number, buffered: number): void {
    const came = Math.max(0, last - lastBefore);
    lastBefore = last;
    tidy(Math.max(clearedAtOnce, Math.ceil(came * clearedOfValue)));
    schedule.step(last, came, buffered);
    removed.write();
  }

  function mergeAll(): void {
    const all = Number.POSITIVE_INFINITY;
    do {
      for (const merge of state.merges) advance(merge, all, all);
      beginDue(state.runs, state.merges, runsOfLevel, (inputs) =>
        beginMerge(inputs, inputs[0]!.level + 1, 0),
      );
    } while (state.merges.length > 0);
    while (state.dropped.length > 0 || state.forgettable.length > 0) tidy(clearedAtOnce);
    removed.write();
  }

  function newRun({ rows, ...range }: NewValues): NewRun {
    const run = state.writing ?? catalog.begin({ level: 0, ...range, begunAt: range.upTo });
    if (state.writing === undefined) state = { ...state, writing: run };
    writer ??= createRunWriter(catalog, run.number, rows, rowsOfSegment);
    const { add, finish, begunBehind } = writer;
    return {
      begunBehind,
      add(space, key, value) {
        add(space, key, value);
        keyFilter.add(space, key);
      },
      finish() {
        const segments = finish();
        // If writing was resumed, the writer has counted only the values that it added itself.
        const values = begunBehind === undefined ? writer!.values : run.upTo - run.after;
        const complete = { ...run, segments, values };
        writer = undefined;
        state = { ...state, writing: undefined, settled: Math.max(state.settled, run.upTo) };
        if (segments.length === 0) {
          catalog.drop(run.number);
          const forgotten = removed.snapshot(run.after, run.upTo);
          state = {
            ...state,
            dropped: [...state.dropped, run.number],
            forgettable: [...state.forgettable, ...forgotten],
          };
          return;
        }
        catalog.finish(run.number, values);
        keyFilter.completed(complete, []);
        state = { ...state, runs: inOrder([...state.runs, complete]) };
      },
    };
  }

  function loadFilters(): boolean {
    if (isUnreadable) return false;
    try {
      const segment = unread.pop();
      if (segment === undefined) return keyFilter.load(state.runs, state.writing !== undefined);
      segment.filter = catalog.filterOf(segment.number);
      return true;
    } catch (error) {
      // This step runs between requests, so there is no request to fail. The next request that reads the damaged page
      // reports the damage.
      if (!(error instanceof Database.SqliteError)) throw error;
      isUnreadable = true;
      return false;
    }
  }

  return {
    get runs() {
      return state.runs;
    },
    removed,
    valuesOf(space, key, found, after = 0, length = Number.POSITIVE_INFINITY) {
      wanted.set(space, key);
      if (!keyFilter.mayContain(wanted)) return found;
      const isOldest = after === 0 && found.length === 0;
      const kept = isOldest ? oldest.find(space, key, length) : undefined;
      if (kept !== undefined) {
        for (const value of kept) found.push(value);
        return found;
      }
      const lookup = { space, key, after, length, isRemoved: removed.has };
      for (const run of state.runs) {
        if (found.length >= length) break;
        if (run.upTo <= after) continue;
        valuesInRun(run, catalog, wanted, lookup, found);
      }
      if (isOldest && found.length === length) oldest.keep(space, key, found);
      return found;
    },
    mark(space, keys, marks) {
      for (let i = 0; i < keys.length; i++) {
        wanted.set(space, keys[i]!);
        if (keyFilter.mayContain(wanted)) marks[i] = 1;
      }
    },
    newRun,
    mergeDue,
    mergeAll,
    shrink() {
      const isShrinking = schedule.shrink();
      return isShrinking || state.dropped.length > 0 || state.forgettable.length > 0;
    },
    loadFilters,
    committed() {
      removed.committed();
      schedule.committed();
      committedState = state;
    },
    rolledBack() {
      removed.rolledBack();
      oldest.clear();
      schedule.rolledBack();
      state = committedState;
      works.clear();
      writer = undefined;
    },
  };
}

function inOrder(runs: readonly Run[]): readonly Run[] {
  return runs.toSorted((a, b) => a.after - b.after);
}
