import Database from 'better-sqlite3';
import type { Undoable } from '../undo.js';
import { createFilterKey } from './bloom-filter.js';
import { createKnownKeys } from './known-keys.js';
import { createMerge, type Merge } from './merge.js';
import { beginDue, createMergeSchedule } from './merge-schedule.js';
import { createRemovedValues, type RemovedValues } from './removed-values.js';
import { type Run, valuesInRun } from './run.js';
import { createRunCatalog, type UnfinishedRun } from './run-catalog.js';
import { createRunWriter, type RunWriter } from './run-writer.js';
import { createChunkReader, type Segment } from './segment.js';
import { collectionOfSpace } from './space.js';

/**
 * Rows (space, key, value) in sorted runs on disk, each written once. Runs of a level are merged into
 * one of the next, some rows with each transaction, so a row is written a few times in its life, always
 * among many:
 *
 *   level 0   ▯ ▯ ▯ ▯          each the rows of the values that were buffered in memory
 *   level 1   ▭ ▭ ▭            four runs of level 0
 *   level 2   ▬▬▬▬ ▬▬▬▬        four runs of level 1
 *
 * A run has the rows of values that follow each other, so a value is in one run only. A run is seen
 * when it is complete. If a process is killed, the next one goes on with a merge behind its last
 * segment. (Tiered merging: O'Neil, Cheng, Gawlick, O'Neil: The Log-Structured Merge-Tree, 1996. A
 * filter for each run: Dayan, Athanassoulis, Idreos: Monkey, 2017.) Figures: docs/decisions/0021.
 */
export interface SortedRuns extends Undoable {
  /** Complete runs, those of older values first. */
  readonly runs: readonly Run[];
  readonly removed: RemovedValues;
  /** Appends the values of a key above `after`, ascending, to `found` until it has `length`. */
  valuesOf(space: number, key: number, found: number[], after?: number, length?: number): number[];
  /** Marks with 1 the keys that may have values. */
  mark(space: number, keys: ArrayLike<number>, marks: Uint8Array): void;
  /** The run of level 0 that is being written; begun if none is. */
  newRun(of: NewValues): NewRun;
  /**
   * Goes on with merges, and deletes what they leave. Belongs at the end of a transaction.
   * @param last the last value that there was
   * @param buffered how many values a run of level 0 has
   */
  mergeDue(last: number, buffered: number): void;
  /** Does all merges that there are to do; belongs at the end of a transaction. */
  mergeAll(): void;
  /**
   * The next `mergeDue` goes on to write runs again of which half was removed.
   * @returns whether there is something to do
   */
  shrink(): boolean;
  /**
   * Reads a filter, or some keys that none in memory has. If they cannot be read, look-ups do without.
   * Must not be called within a transaction.
   * @returns whether there are more
   */
  learn(): boolean;
}

/** The values whose rows a run of level 0 gets. */
export interface NewValues {
  readonly after: number;
  readonly upTo: number;
  /** At most so many. */
  readonly rows: number;
}

export interface NewRun {
  add(space: number, key: number, value: number): void;
  /** All rows were added. */
  finish(): void;
}

export const runTables = [
  'content_runs',
  'content_segments',
  'content_chunks',
  'removed_contents',
] as const;

export interface SortedRunsOptions {
  /** As many runs of a level are merged into one. */
  readonly runsOfLevel: number;
  /** Most rows of a segment; undefined: as many as a step may write the filter of. */
  readonly rowsOfSegment?: number;
  /** For so many keys the filter in front of all runs is made at least. */
  readonly keysMin?: number;
}

export const defaultRunsOptions: SortedRunsOptions = { runsOfLevel: 4 };
/**
 * Chunks that are deleted at once, of at most 4 KiB each, for each segment that waits, so that they never
 * come faster than they go; more if many values came.
 */
const clearedAtOnce = 32;
const clearedOfValue = 1 / 4;
/** Pages of removed values that are forgotten at once. */
const forgottenAtOnce = 16;

/** What a transaction changes; an object is never changed itself. */
interface State {
  readonly runs: readonly Run[];
  readonly merges: readonly Merge[];
  readonly writing: Writing | undefined;
  /** Runs that a killed process began; rows in the catalog that are to be deleted. */
  readonly abandoned: readonly number[];
  /** Segments whose chunks are to be deleted. */
  readonly leftOver: readonly number[];
  /** Removed values that no run has rows of any more, by page. */
  readonly forgettable: readonly (readonly [page: number, bits: Int32Array])[];
}

interface Writing {
  readonly run: UnfinishedRun;
  readonly writer: RunWriter;
}

/** @param isLive whether a collection exists; rows of others vanish in merges */
export function createSortedRuns(
  db: Database.Database,
  isLive: (collection: number) => boolean,
  { runsOfLevel, rowsOfSegment, keysMin }: SortedRunsOptions = defaultRunsOptions,
): SortedRuns {
  const catalog = createRunCatalog(db);
  const removed = createRemovedValues(db);
  const read = createChunkReader(db);
  const asked = createFilterKey();
  let state = opened();
  let committedState = state;
  const unread: Segment[] = [...catalog.runs, ...catalog.unfinished].flatMap(
    ({ segments }) => segments,
  );
  const known = createKnownKeys(read, state.runs, keysMin);
  let isUnreadable = false;
  /** The last value of the transaction before. */
  let lastBefore = Number.POSITIVE_INFINITY;
  const schedule = createMergeSchedule(
    { runs: () => state.runs, merges: () => state.merges, begin: beginMerge, advance },
    removed,
    runsOfLevel,
  );

  /** An unfinished merge goes on; an unfinished run of level 0 is begun again. */
  function opened(): State {
    const { runs, unfinished } = catalog;
    const merges: Merge[] = [];
    const abandoned: number[] = [];
    const leftOver = [...catalog.leftOver];
    for (const output of unfinished) {
      const inputs = runs.filter(({ after, upTo }) => after >= output.after && upTo <= output.upTo);
      if (inputs.length > 0) {
        merges.push(mergeOf(output, inputs, undefined));
      } else {
        abandoned.push(output.number);
        leftOver.push(...output.segments.map(({ number }) => number));
      }
    }
    return { runs, merges, writing: undefined, abandoned, leftOver, forgettable: [] };
  }

  function mergeOf(
    output: UnfinishedRun,
    inputs: readonly Run[],
    removedBefore: Merge['removedBefore'],
  ): Merge {
    const of = { output, inputs, removedBefore, rowsOfSegment };
    const keeps = (space: number, value: number) =>
      !removed.has(value) && isLive(collectionOfSpace(space));
    return createMerge(db, catalog, read, of, keeps);
  }

  function beginRun(of: Omit<UnfinishedRun, 'number' | 'values' | 'segments'>): UnfinishedRun {
    return { ...of, number: catalog.begin(of), values: 0, segments: [] };
  }

  /** @param inputs follow each other */
  function beginMerge(inputs: readonly Run[], level: number, begunAt: number): void {
    const { after } = inputs[0]!;
    const { upTo } = inputs.at(-1)!;
    const output = beginRun({ level, after, upTo, begunAt });
    const merge = mergeOf(output, inputs, removed.snapshot(after, upTo));
    state = { ...state, merges: [...state.merges, merge] };
  }

  function advance(merge: Merge, rows: number, work: number): void {
    const output = merge.advance(rows, work);
    if (output === undefined) return;
    for (const { number } of merge.inputs) catalog.drop(number);
    const { number, values, segments } = output;
    if (segments.length > 0) catalog.finish(number, values);
    else catalog.drop(number);
    known.completed(output, merge.inputs);
    const others = state.runs.filter((run) => !merge.inputs.includes(run));
    const left = merge.inputs.flatMap((run) => run.segments.map((segment) => segment.number));
    state = {
      ...state,
      runs: inOrder(segments.length > 0 ? [...others, output] : others),
      merges: state.merges.filter((each) => each !== merge),
      leftOver: [...state.leftOver, ...left],
      forgettable: [...state.forgettable, ...(merge.removedBefore ?? [])],
    };
  }

  /** Deletes some of what is left over. */
  function tidy(chunks: number): void {
    for (const number of state.abandoned) catalog.drop(number);
    let { leftOver } = state;
    const segment = leftOver.at(-1);
    if (segment !== undefined && catalog.clear(segment, chunks * leftOver.length)) {
      leftOver = leftOver.slice(0, -1);
    }
    for (const [page, bits] of state.forgettable.slice(0, forgottenAtOnce)) {
      removed.forget(page, bits);
    }
    const forgettable = state.forgettable.slice(forgottenAtOnce);
    state = { ...state, abandoned: [], leftOver, forgettable };
  }

  function mergeDue(last: number, buffered: number): void {
    const came = Math.max(0, last - lastBefore);
    lastBefore = last;
    tidy(Math.max(clearedAtOnce, Math.ceil(came * clearedOfValue)));
    schedule.goOn(last, came, buffered);
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
    while (state.leftOver.length > 0 || state.forgettable.length > 0) tidy(clearedAtOnce);
    removed.write();
  }

  function newRun({ rows, ...range }: NewValues): NewRun {
    if (state.writing === undefined) {
      const run = beginRun({ level: 0, ...range, begunAt: range.upTo });
      const toWrite = { number: run.number, rows, segments: [], values: 0 };
      const writer = createRunWriter(db, catalog, toWrite, rowsOfSegment);
      state = { ...state, writing: { run, writer } };
    }
    const { run, writer } = state.writing!;
    return {
      add(space, key, value) {
        writer.add(space, key, value);
        known.add(space, key);
      },
      finish() {
        const segments = writer.finish();
        state = { ...state, writing: undefined };
        if (segments.length === 0) {
          catalog.drop(run.number);
          return;
        }
        catalog.finish(run.number, writer.values);
        const complete = { ...run, segments, values: writer.values };
        known.completed(complete, []);
        state = { ...state, runs: inOrder([...state.runs, complete]) };
      },
    };
  }

  function learn(): boolean {
    if (isUnreadable) return false;
    try {
      const segment = unread.pop();
      if (segment === undefined) return known.learn(state.runs, state.writing !== undefined);
      segment.filter = catalog.filterOf(segment.number);
      return true;
    } catch (error) {
      // All requests are answered and committed. Damage shows when a request reads the damaged page.
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
      asked.set(space, key);
      if (!known.mayHold(asked)) return found;
      const lookup = { space, key, after, length, isRemoved: removed.has };
      for (const run of state.runs) {
        if (found.length >= length) break;
        if (run.upTo <= after) continue;
        valuesInRun(run, read, asked, lookup, found);
      }
      return found;
    },
    mark(space, keys, marks) {
      for (let i = 0; i < keys.length; i++) {
        asked.set(space, keys[i]!);
        if (known.mayHold(asked)) marks[i] = 1;
      }
    },
    newRun,
    mergeDue,
    mergeAll,
    shrink() {
      const isShrinking = schedule.shrink();
      return isShrinking || state.leftOver.length > 0;
    },
    learn,
    committed() {
      removed.committed();
      state.writing?.writer.committed();
      for (const merge of state.merges) merge.committed();
      schedule.committed();
      committedState = state;
    },
    rolledBack() {
      removed.rolledBack();
      schedule.rolledBack();
      state = committedState;
      state.writing?.writer.rolledBack();
      for (const merge of state.merges) merge.rolledBack();
    },
  };
}

function inOrder(runs: readonly Run[]): readonly Run[] {
  return runs.toSorted((a, b) => a.after - b.after);
}
