import { type BloomFilter, createBloomFilter, type FilterKey } from './bloom-filter.js';
import { RowCursor } from './run.js';
import { type Run, type RunCatalog, rowsIn } from './run-catalog.js';

/**
 * A single filter over the keys of all runs, in front of their own filters. Most searched keys are in no run, so a
 * look-up costs one memory access instead of one per run.
 *
 * Keys are added when written to a run of level 0. Existing runs are read into the filter one by one, some rows at a
 * time; the filter is used once all have been read. Keys of removed values stay. A filter that has become too small is
 * replaced by another one built in the same way. The output of a merge of known runs needs no reading.
 */
export interface KnownKeys {
  /** Returns false if the key is certainly in no run. */
  mayHold(key: FilterKey): boolean;
  add(space: number, key: number): void;
  /** Marks a run as complete. @param inputs runs that were merged into it; empty: all its keys were added */
  completed(run: Run, inputs: readonly Run[]): void;
  /**
   * Reads some of the missing keys. Must not be called within a transaction.
   * @param runs the runs that are complete now
   * @param isWriting true while a run of level 0 is incomplete, whose keys could not be read
   * @returns true if there are more
   */
  learn(runs: readonly Run[], isWriting: boolean): boolean;
}

const bitsOfKey = 12;
const keysMinDefault = 2 ** 16;
/** Number of keys that fit into 256 MiB. With more keys, more look-ups reach the filters of the runs. */
const keysMax = (256 * 2 ** 20 * 8) / bitsOfKey;
/** Rows read per step while requests wait, in about half a millisecond. */
const rowsReadAtOnce = 4096;

/**
 * @param keysMin minimum capacity of a filter, in keys
 */
export function createKnownKeys(
  catalog: RunCatalog,
  runs: readonly Run[],
  keysMin = keysMinDefault,
): KnownKeys {
  let known: Filter | undefined;
  let learning: Filter | undefined = filterFor(runs, keysMin);
  let cursor: { readonly run: Run; readonly rows: RowCursor } | undefined;
  learn(runs, false);

  function learn(all: readonly Run[], isWriting: boolean): boolean {
    if (learning === undefined) {
      if (known!.added <= known!.capacity || known!.capacity >= keysMax || isWriting) return false;
      learning = filterFor(all, keysMin);
    }
    if (cursor === undefined || !all.includes(cursor.run)) {
      const next = all.find(({ number }) => !learning!.runs.has(number));
      cursor = next && { run: next, rows: new RowCursor(next.number, catalog) };
    }
    if (cursor === undefined) {
      known = learning;
      learning = undefined;
      return false;
    }
    const { run, rows } = cursor;
    for (let row = 0; row < rowsReadAtOnce && rows.isAt; row++, rows.next()) {
      learning.add(rows.space, rows.key);
    }
    if (!rows.isAt) {
      learning.runs.add(run.number);
      cursor = undefined;
    }
    return true;
  }

  return {
    mayHold: (key) => known?.filter.mayHold(key) !== false,
    add(space, key) {
      known?.add(space, key);
      learning?.add(space, key);
    },
    completed(run, inputs) {
      if (inputs.every(({ number }) => learning?.runs.has(number))) learning?.runs.add(run.number);
    },
    learn,
  };
}

interface Filter {
  readonly filter: BloomFilter;
  readonly capacity: number;
  readonly added: number;
  /** Numbers of the runs whose keys it contains. */
  readonly runs: Set<number>;
  add(space: number, key: number): void;
}

function filterFor(runs: readonly Run[], keysMin: number): Filter {
  const rows = runs.reduce((sum, run) => sum + rowsIn(run.segments), 0);
  const capacity = Math.min(keysMax, Math.max(keysMin, 2 * rows));
  const filter = createBloomFilter(capacity, bitsOfKey);
  let added = 0;
  return {
    filter,
    capacity,
    get added() {
      return added;
    },
    runs: new Set(),
    add(space, key) {
      filter.add(space, key);
      added += 1;
    },
  };
}
