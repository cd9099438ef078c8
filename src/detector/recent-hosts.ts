import { decisions } from '../store/contract/documents.js';
import { hostOf } from '../store/rules/host-of.js';
import { createSlidingCounts } from './sliding-counts.js';

const tenMinutesMs = 600_000;
const columns = decisions.length;

/** By host; null: ids that are no URLs. Each has a row of the counts. */
export type RowsOfHosts = Map<string | null, number>;

export interface HostSums {
  readonly host: string | null;
  readonly sums: number[];
  readonly total: number;
}

/**
 * Decisions by host, of the last hour in steps of ten minutes, of many collections in one array. If no row
 * is free, the hosts with fewer decisions go, at least half of them.
 * @param hostsOfAll the hosts of all collections
 */
export function createRecentHosts(hostsMax: number, hostsOfAll: () => Iterable<RowsOfHosts>) {
  const counts = createSlidingCounts({
    ...{ steps: 6, stepMs: tenMinutesMs, columns, rows: hostsMax },
  });
  const free = Array.from({ length: hostsMax }, (_, row) => hostsMax - 1 - row);

  function decided(now: number, hosts: RowsOfHosts, id: string | null, column: number): void {
    const host = id === null ? null : hostOf(id);
    counts.add(now, column, hosts.get(host) ?? admit(now, hosts, host));
  }

  function admit(now: number, hosts: RowsOfHosts, host: string | null): number {
    if (free.length === 0) dropSmall(now);
    const row = free.pop()!;
    counts.clear(row);
    // A copy: the part of an id would keep the whole id in memory.
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

  /** Those with a decision in the last hour. */
  function sumsOf(now: number, collections: Iterable<RowsOfHosts>): HostSums[] {
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
    sumsOf,
    forget: (hosts: RowsOfHosts): void => {
      free.push(...hosts.values());
      hosts.clear();
    },
  };
}

const newSums = () => Array<number>(columns).fill(0);
