import { type BloomFilter, createBloomFilter, type FilterKey } from './bloom-filter.js';
import { RowCursor } from './run.js';
import { type Run, type RunCatalog, rowsIn } from './run-catalog.js';

/**
 * One filter of the keys of all runs, in front of the filters of each: most keys that are looked for are
 * in none, and this costs one access to memory instead of one for each run.
 *
 * Keys are added when they are written to a run of level 0. What runs had before is read from them, run
 * by run, some rows at a time; the filter is used when all runs have been read. Keys of removed values
 * stay. When it has become too small, another one is made in the same way. What is merged of runs that
 * were read needs no reading.
 */
export interface KnownKeys {
  /** Returns false if no run has the key. */
  mayHold(key: FilterKey): boolean;
  add(space: number, key: number): void;
  /**
   * Marks a run as complete. @param inputs the runs that it was merged from; none: its keys were all added
   */
  completed(run: Run, inputs: readonly Run[]): void;
  /**
   * Reads some keys, if there are some to read. Must not be called within a transaction.
   * @param runs that are complete now
   * @param isWriting true while a run of level 0 is incomplete: its keys could not be read
   * @returns whether there are more
   */
  learn(runs: readonly Run[], isWriting: boolean): boolean;
}

const bitsOfKey = 12;
const keysMinDefault = 2 ** 16;
/** Keys in 256 MiB; with more keys, more look-ups go on to the filters of the runs. */
const keysMax = (256 * 2 ** 20 * 8) / bitsOfKey;
/** Rows that are read at once, while requests wait: half a millisecond. */
const learntAtOnce = 4096;

/** @param keysMin least number of keys that a filter is made for */
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
    for (let row = 0; row < learntAtOnce && rows.isAt; row++, rows.next()) {
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
  /** Numbers of the runs whose keys it has. */
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
