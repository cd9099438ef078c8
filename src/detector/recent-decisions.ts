import { type Decision, decisions } from '../store/contract/documents.js';
import type { DecisionCounts } from '../store/contract/statistics.js';
import { hostOf } from '../store/rules/host-of.js';
import { createSlidingCounts, type SlidingCounts } from './sliding-counts.js';

/**
 * What this process decided in the last hour, for people who look on: by the minute, and by host. It is
 * kept in memory and bounded, and costs a check a few additions.
 *
 * Hosts that are counted share one bound. When it is reached, the half with fewer decisions goes, and
 * whoever has as few. So what has many decisions is counted well, and what comes once is not. Of
 * collections those go that have not decided for longest.
 */
export interface RecentDecisions {
  decided(now: number, collection: string, id: string | null, decision: Decision): void;
  /** @param collection undefined: of all */
  recent(now: number, collection?: string): RecentActivity;
  /** Of a collection that is gone. */
  forget(collection: string): void;
}

export interface RecentActivity {
  /** Of the last 60, the present one included; oldest first, and those without a decision left out. */
  readonly minutes: readonly (DecisionCounts & { readonly at: number })[];
  /** Those with the most decisions first; null: ids that are no URLs. */
  readonly hosts: readonly (DecisionCounts & { readonly host: string | null })[];
  /** Mean over the last ten whole seconds and the present one. */
  readonly checksPerSecond: number;
}

export interface RecentDecisionsOptions {
  readonly collectionsMax?: number;
  readonly hostsMax?: number;
}

const hostsListed = 50;
const rateSeconds = 10;
const minuteMs = 60_000;
const columnOf = Object.fromEntries(decisions.map((decision, column) => [decision, column]));

interface Counters {
  readonly minutes: SlidingCounts;
  readonly seconds: SlidingCounts;
}

interface OfCollection extends Counters {
  /** By host, in steps of ten minutes. */
  readonly hosts: Map<string | null, SlidingCounts>;
  /** When it last went to the end of the row of collections. */
  movedAt: number;
}

export function createRecentDecisions(options: RecentDecisionsOptions = {}): RecentDecisions {
  const { collectionsMax = 1000, hostsMax = 8192 } = options;
  const all = createCounters();
  /** Those that decided least lately first, to a minute. */
  const collections = new Map<string, OfCollection>();
  let hostsCounted = 0;

  function decided(now: number, name: string, id: string | null, decision: Decision): void {
    const column = columnOf[decision]!;
    const collection = collectionOf(name, now);
    count(all, now, column);
    count(collection, now, column);
    const host = id === null ? null : hostOf(id);
    let counts = collection.hosts.get(host);
    if (counts === undefined) {
      if (hostsCounted >= hostsMax) dropSmallHosts(now);
      counts = createSlidingCounts({ steps: 6, stepMs: 10 * minuteMs, columns: decisions.length });
      // A copy: the part of an id would keep the whole id in memory.
      collection.hosts.set(host && Buffer.from(host).toString(), counts);
      hostsCounted += 1;
    }
    counts.add(now, column);
  }

  function collectionOf(name: string, now: number): OfCollection {
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
    hostsCounted -= collections.get(name)?.hosts.size ?? 0;
    collections.delete(name);
  }

  function dropSmallHosts(now: number): void {
    const sums = new Float64Array(hostsCounted);
    let next = 0;
    for (const { hosts } of collections.values()) {
      for (const counts of hosts.values()) sums[next++] = totalOf(counts, now);
    }
    const least = sums.sort()[hostsCounted >> 1]!;
    for (const { hosts } of collections.values()) {
      for (const [host, counts] of hosts) {
        if (totalOf(counts, now) <= least) hosts.delete(host);
      }
    }
    hostsCounted = [...collections.values()].reduce((sum, { hosts }) => sum + hosts.size, 0);
  }

  function recent(now: number, name?: string): RecentActivity {
    const counters = name === undefined ? all : collections.get(name);
    if (counters === undefined) return { minutes: [], hosts: [], checksPerSecond: 0 };
    const minutes = counters.minutes.list(now).map(({ at, counts }) => ({ at, ...named(counts) }));
    const checks = counters.seconds.sum(now, 0);
    return { minutes, hosts: hostsOf(now, name), checksPerSecond: checks / rateSeconds };
  }

  function hostsOf(now: number, name: string | undefined): RecentActivity['hosts'] {
    const sums = new Map<string | null, number[]>();
    for (const [each, { hosts }] of collections) {
      if (name !== undefined && each !== name) continue;
      for (const [host, counts] of hosts) {
        const sum = sums.get(host) ?? decisions.map(() => 0);
        sums.set(host, sum);
        for (const column of sum.keys()) sum[column]! += counts.sum(now, column);
      }
    }
    return [...sums]
      .map(([host, sum]) => ({ host, sum, total: sum.reduce((one, other) => one + other) }))
      .filter(({ total }) => total > 0)
      .sort((one, other) => other.total - one.total)
      .slice(0, hostsListed)
      .map(({ host, sum }) => ({ host, ...named(sum) }));
  }

  return { decided, recent, forget };
}

const createCounters = (): Counters => ({
  minutes: createSlidingCounts({ steps: 60, stepMs: minuteMs, columns: decisions.length }),
  seconds: createSlidingCounts({ steps: rateSeconds + 1, stepMs: 1000, columns: 1 }),
});

function count({ minutes, seconds }: Counters, now: number, column: number): void {
  minutes.add(now, column);
  seconds.add(now, 0);
}

const totalOf = (counts: SlidingCounts, now: number) =>
  decisions.reduce((sum, _, column) => sum + counts.sum(now, column), 0);

const named = (counts: readonly number[]) =>
  Object.fromEntries(
    decisions.map((decision, column) => [decision, counts[column]!]),
  ) as unknown as DecisionCounts;
