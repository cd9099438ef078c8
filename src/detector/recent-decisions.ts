import { type CheckOutcome, type Decision, decisions } from '../store/contract/documents.js';
import type { DecisionCounts } from '../store/contract/statistics.js';
import { hostFromId } from '../store/rules/host.js';

export interface SlidingCountsOptions {
  /** Number of time steps for which counts are kept, including the current one. */
  readonly steps: number;
  /** Length of a time step, in milliseconds. */
  readonly stepMs: number;
  /** Number of counts per row and time step. */
  readonly columns: number;
  /** Number of rows of counts; defaults to 1. */
  readonly rows?: number;
}

/**
 * Counts of the last n time steps, in one ring buffer:
 *
 *   step      17   18   13   14   15   16        now is 18: the cells of 13 are cleared
 *           ┌────┬────┬────┬────┬────┬────┐      when 19 begins
 *           │    │    │    │    │    │    │
 *           └────┴────┴────┴────┴────┴────┘
 *
 * Counting an event costs one addition; the first count in a new step also clears the cells of all steps since the
 * previous count. All rows share one array. If the clock goes back, counts are added to the latest step.
 */
export type SlidingCounts = ReturnType<typeof createSlidingCounts>;

export function createSlidingCounts({ steps, stepMs, columns, rows = 1 }: SlidingCountsOptions) {
  const rowLength = steps * columns;
  const cells = new Uint32Array(rows * rowLength);
  /** Latest step that each row has reached; −1 before the first. */
  const reached = new Float64Array(rows).fill(-1);

  /** Advances a row to the time step that contains `now`. @returns the latest step of the row */
  function reach(now: number, row: number): number {
    const step = Math.floor(now / stepMs);
    const last = reached[row]!;
    if (step <= last) return last;
    const start = row * rowLength;
    if (step - last >= steps) {
      cells.fill(0, start, start + rowLength);
    } else {
      for (let passed = last + 1; passed <= step; passed += 1) {
        const cell = start + (passed % steps) * columns;
        cells.fill(0, cell, cell + columns);
      }
    }
    reached[row] = step;
    return step;
  }

  function add(now: number, column: number, row = 0): void {
    const step = reach(now, row);
    cells[row * rowLength + (step % steps) * columns + column]! += 1;
  }

  /**
   * Adds up each column of a row over all steps, and adds the result to `sums[column]`.
   * @returns the sum over all columns of the row
   */
  function addSums(now: number, sums: number[], row = 0): number {
    reach(now, row);
    let total = 0;
    for (let cell = 0; cell < rowLength; cell += 1) {
      const count = cells[row * rowLength + cell]!;
      sums[cell % columns]! += count;
      total += count;
    }
    return total;
  }

  /** Returns the start time and the counts of each step of the first row, oldest first. Omits steps without counts. */
  function list(now: number): { readonly at: number; readonly counts: readonly number[] }[] {
    const last = reach(now, 0);
    return Array.from({ length: steps }, (_, index) => last - steps + 1 + index)
      .map((step) => {
        const cell = ((step + steps) % steps) * columns;
        return { at: step * stepMs, counts: [...cells.subarray(cell, cell + columns)] };
      })
      .filter(({ counts }) => counts.some((count) => count > 0));
  }

  return {
    add,
    addSums,
    list,
    clear: (row: number): void => {
      cells.fill(0, row * rowLength, (row + 1) * rowLength);
    },
  };
}

/**
 * Decisions of this process in the last hour, by minute and by host, for the console. Kept in bounded memory; recording
 * a decision costs a few additions.
 *
 * All collections together have a limited number of hosts: frequent hosts are counted accurately, rare hosts may be
 * dropped. If there are too many collections, those without a decision for the longest time are dropped.
 */
export interface RecentDecisions {
  decided(now: number, collection: string, id: string | null, decision: Decision): void;
  /** @param collection undefined for all collections */
  recent(now: number, collection?: string): RecentActivity;
  /** Forgets a deleted collection. */
  forget(collection: string): void;
}

export interface RecentActivity {
  /**
   * Counts for each of the last 60 minutes, including the current one, oldest first. Omits minutes without decisions.
   */
  readonly minutes: readonly (DecisionCounts & { readonly at: number })[];
  /** Hosts by number of decisions, largest first; null stands for ids that are not URLs. */
  readonly hosts: readonly (DecisionCounts & { readonly host: string | null })[];
  /** Mean number of checks per second over the last ten whole seconds and the current one. */
  readonly checksPerSecond: number;
}

export interface RecentDecisionsOptions {
  readonly collectionsMax?: number;
  readonly hostsMax?: number;
}

const hostsListed = 50;
const rateSeconds = 10;
const minuteMs = 60_000;
const columns = decisions.length;
const columnOf = Object.fromEntries(decisions.map((decision, column) => [decision, column]));

interface Counters {
  readonly minutes: SlidingCounts;
  readonly seconds: SlidingCounts;
}

interface OfCollection extends Counters {
  readonly hosts: RowsOfHosts;
  /** Time at which the collection was last moved to the end of `collections`. */
  movedAt: number;
}

export function createRecentDecisions(options: RecentDecisionsOptions = {}): RecentDecisions {
  const { collectionsMax = 1000, hostsMax = 8192 } = options;
  const all = createCounters();
  /** Collections by the time of their last decision, oldest first; accurate to a minute. */
  const collections = new Map<string, OfCollection>();
  const hostsOfAll = () => [...collections.values()].map(({ hosts }) => hosts);
  const hosts = createRecentHosts(hostsMax, hostsOfAll);
  /** Cached activity by collection. Cleared by every decision, and when a new second begins. */
  const known = new Map<string | undefined, RecentActivity>();
  let knownSecond = 0;

  function decided(now: number, name: string, id: string | null, decision: Decision): void {
    known.clear();
    const column = columnOf[decision]!;
    const collection = openCollection(name, now);
    count(all, now, column);
    count(collection, now, column);
    hosts.decided(now, collection.hosts, id, column);
  }

  function openCollection(name: string, now: number): OfCollection {
    const known = collections.get(name);
    if (known !== undefined && now - known.movedAt < minuteMs) return known;
    const found = known ?? { ...createCounters(), hosts: new Map(), movedAt: now };
    found.movedAt = now;
    collections.delete(name);
    collections.set(name, found);
    if (collections.size > collectionsMax) forget(collections.keys().next().value!);
    return found;
  }

  function forget(name: string): void {
    known.clear();
    const gone = collections.get(name);
    if (gone !== undefined) hosts.forget(gone.hosts);
    collections.delete(name);
  }

  function recent(now: number, name?: string): RecentActivity {
    const second = Math.floor(now / 1000);
    if (second !== knownSecond || known.size > collectionsMax) known.clear();
    knownSecond = second;
    const activity = known.get(name) ?? recentNow(now, name);
    known.set(name, activity);
    return activity;
  }

  function recentNow(now: number, name: string | undefined): RecentActivity {
    const collection = name === undefined ? undefined : collections.get(name);
    const counters = name === undefined ? all : collection;
    if (counters === undefined) return { minutes: [], hosts: [], checksPerSecond: 0 };
    const checks = counters.seconds.addSums(now, [0]);
    const largest = hosts
      .sumHosts(now, collection === undefined ? hostsOfAll() : [collection.hosts])
      .sort((one, other) => other.total - one.total)
      .slice(0, hostsListed);
    return {
      minutes: counters.minutes.list(now).map(({ at, counts }) => ({ at, ...named(counts) })),
      hosts: largest.map(({ host, sums }) => ({ host, ...named(sums) })),
      checksPerSecond: checks / rateSeconds,
    };
  }

  return { decided, recent, forget };
}

const createCounters = (): Counters => ({
  minutes: createSlidingCounts({ steps: 60, stepMs: minuteMs, columns }),
  seconds: createSlidingCounts({ steps: rateSeconds + 1, stepMs: 1000, columns: 1 }),
});

function count({ minutes, seconds }: Counters, now: number, column: number): void {
  minutes.add(now, column);
  seconds.add(now, 0);
}

const named = (counts: readonly number[]) =>
  Object.fromEntries(
    decisions.map((decision, column) => [decision, counts[column]!]),
  ) as unknown as DecisionCounts;

const tenMinutesMs = 600_000;

/** Numbers of the rows that hold the counts of hosts, by host; null stands for ids that are not URLs. */
type RowsOfHosts = Map<string | null, number>;

interface HostSums {
  readonly host: string | null;
  readonly sums: number[];
  readonly total: number;
}

/**
 * Counts decisions of the last hour by host, for all collections, in steps of ten minutes and in one array. If no row
 * of the array is free, at least half of the hosts are dropped: those with the fewest decisions.
 * @param hostsOfAll hosts of all collections
 */
function createRecentHosts(hostsMax: number, hostsOfAll: () => Iterable<RowsOfHosts>) {
  const counts = createSlidingCounts({
    ...{ steps: 6, stepMs: tenMinutesMs, columns, rows: hostsMax },
  });
  const free = Array.from({ length: hostsMax }, (_, row) => hostsMax - 1 - row);

  function decided(now: number, hosts: RowsOfHosts, id: string | null, column: number): void {
    const host = id === null ? null : hostFromId(id);
    counts.add(now, column, hosts.get(host) ?? admit(now, hosts, host));
  }

  function admit(now: number, hosts: RowsOfHosts, host: string | null): number {
    if (free.length === 0) dropSmall(now);
    const row = free.pop()!;
    counts.clear(row);
    // Copies the substring, because it would otherwise keep the whole id in memory.
    hosts.set(host && Buffer.from(host).toString(), row);
    return row;
  }

  function dropSmall(now: number): void {
    const sums = newSums();
    const totals = Float64Array.from({ length: hostsMax }, (_, row) =>
      counts.addSums(now, sums, row),
    );
    const median = totals.slice().sort()[hostsMax >> 1]!;
    for (const hosts of hostsOfAll()) {
      for (const [host, row] of hosts) {
        if (totals[row]! > median) continue;
        hosts.delete(host);
        free.push(row);
      }
    }
  }

  /** Returns the counts of each host with a decision in the last hour, summed over these collections. */
  function sumHosts(now: number, collections: Iterable<RowsOfHosts>): HostSums[] {
    const found = new Map<string | null, HostSums>();
    for (const hosts of collections) {
      for (const [host, row] of hosts) {
        const { sums, total } = found.get(host) ?? { sums: newSums(), total: 0 };
        found.set(host, { host, sums, total: total + counts.addSums(now, sums, row) });
      }
    }
    return [...found.values()].filter(({ total }) => total > 0);
  }

  return {
    decided,
    sumHosts,
    forget: (hosts: RowsOfHosts): void => {
      free.push(...hosts.values());
      hosts.clear();
    },
  };
}

const newSums = () => Array<number>(columns).fill(0);

/** A decision as listeners receive it. */
export interface DecisionEvent {
  readonly at: number;
  readonly collection: string;
  /** Title of the page; null if unknown. */
  readonly title: string | null;
  readonly outcome: CheckOutcome;
}

type Listener = (event: DecisionEvent) => void;

/** Sends decisions to the current listeners. Decisions are not kept for listeners that subscribe later. */
export function createDecisionFeed() {
  const listeners = new Set<Listener>();
  return {
    /** @param listener must be cheap and must not throw @returns a function that ends the subscription */
    listen(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @param event creates the event; called only if there is a listener */
    tell(event: () => DecisionEvent): void {
      if (listeners.size === 0) return;
      const decision = event();
      for (const listener of listeners) listener(decision);
    },
  };
}
