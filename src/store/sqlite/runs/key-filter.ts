import { type BloomFilter, createBloomFilter, type FilterKey } from './bloom-filter.js';
import { RowCursor } from './run.js';
import { type Run, type RunCatalog, rowsIn } from './run-catalog.js';

/**
 * A single Bloom filter over the keys of all sorted runs. Look-ups test it before the filters of the runs. Most keys
 * that are looked up are in no run, so most look-ups cost one memory access instead of one for each run.
 *
 * A key is added to the filter when it is written to a run of level 0. After the database is opened, the existing runs
 * are read into the filter one after the other, some rows at a time; until all of them have been read, the filter is
 * not used. The keys of removed values stay in the filter. A filter that has become too small is replaced by a larger
 * one, built from the runs in the same way. The output of a merge need not be read if the filter already contains the
 * keys of all merged runs.
 */
export interface KeyFilter {
  /** Returns false if the key is certainly in no run. */
  mayContain(key: FilterKey): boolean;
  add(space: number, key: number): void;
  /**
   * Registers a run that is now complete. @param inputs runs that were merged into this run; empty for a run of level
   * 0, whose keys have all been passed to `add`
   */
  completed(run: Run, inputs: readonly Run[]): void;
  /**
   * Reads some of the keys that the filter lacks. Must not be called within a transaction.
   * @param runs all complete runs
   * @param isWriting true while a run of level 0 is being written. No new filter is begun then, because it would miss
   *   the keys already written to that run
   * @returns true if more keys are missing
   */
  load(runs: readonly Run[], isWriting: boolean): boolean;
}

const bitsOfKey = 12;
const keysMinDefault = 2 ** 16;
/**
 * Maximum capacity of the filter, in keys. A filter of this capacity takes 256 MiB. With more keys, more look-ups have
 * to test the filters of the runs.
 */
const keysMax = (256 * 2 ** 20 * 8) / bitsOfKey;
/** Number of rows read in one step. A step takes about half a millisecond, and requests may have to wait for it. */
const rowsReadAtOnce = 4096;

/**
 * @param keysMin minimum capacity of a filter, in keys
 */
export function createKeyFilter(
  catalog: RunCatalog,
  runs: readonly Run[],
  keysMin = keysMinDefault,
): KeyFilter {
  let current: Filter | undefined;
  let building: Filter | undefined = filterFor(runs, keysMin);
  let cursor: { readonly run: Run; readonly rows: RowCursor } | undefined;
  load(runs, false);

  function load(all: readonly Run[], isWriting: boolean): boolean {
    if (building === undefined) {
      if (current!.added <= current!.capacity || current!.capacity >= keysMax || isWriting)
        return false;
      building = filterFor(all, keysMin);
    }
    if (cursor === undefined || !all.includes(cursor.run)) {
      const next = all.find(({ number }) => !building!.runs.has(number));
      cursor = next && { run: next, rows: new RowCursor(next.number, catalog) };
    }
    if (cursor === undefined) {
      current = building;
      building = undefined;
      return false;
    }
    const { run, rows } = cursor;
    for (let row = 0; row < rowsReadAtOnce && rows.isAt; row++, rows.next()) {
      building.add(rows.space, rows.key);
    }
    if (!rows.isAt) {
      building.runs.add(run.number);
      cursor = undefined;
    }
    return true;
  }

  return {
    mayContain: (key) => current?.filter.mayContain(key) !== false,
    add(space, key) {
      current?.add(space, key);
      building?.add(space, key);
    },
    completed(run, inputs) {
      if (inputs.every(({ number }) => building?.runs.has(number))) building?.runs.add(run.number);
    },
    load,
  };
}

interface Filter {
  readonly filter: BloomFilter;
  readonly capacity: number;
  readonly added: number;
  /** Numbers of the runs whose keys the filter contains. */
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
