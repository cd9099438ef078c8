import type { Database } from 'better-sqlite3';
import type { Collection, CollectionKey } from '../../contract/collections.js';
import { type Decision, decisions } from '../../contract/documents.js';
import type {
  CollectionStats,
  DecisionCounts,
  DecisionPoint,
  DecisionStatistics,
  HostDecisions,
} from '../../contract/statistics.js';
import {
  addStatistics,
  type Counted,
  countDecision,
  noDecisions,
  noStatistics,
  toDay,
  toHour,
} from '../../rules/decision-counts.js';
import { hostFromId } from '../../rules/host.js';
import type { Catalog } from '../tables/catalog.js';
import type { Observer } from './observer.js';

/** Decision counts of a lineage, that is, of a collection and its successors. */
interface Entry {
  /** All-time counts. */
  readonly statistics: DecisionStatistics;
  /** Hourly counts that are not in the database yet. */
  readonly hours: Map<number, DecisionCounts>;
  /** Daily counts by host that are not in the database yet, by the day and the host. */
  readonly hosts: Map<string, HostDay>;
}

interface HostDay {
  readonly day: number;
  /** Host; empty for ids that are not URLs. */
  readonly host: string;
  readonly counts: DecisionCounts;
}

interface Note extends Counted {
  readonly entry: Entry;
  readonly now: number;
  readonly host: string;
}

export type DecisionTable = ReturnType<typeof createDecisionTable>;
export type DecisionCounter = ReturnType<typeof createDecisionCounter>;

/**
 * Counts the decisions of checks. The counts are stored by lineage (a collection and its successors), so a reindexing
 * does not reset them. They are returned by collection.
 */
export function createDecisionCounter(catalog: Catalog, table: DecisionTable) {
  const observer: Observer = {
    isUsedIn: (collection) => !catalog.isSuccessor(collection),
    decided({ collection, operation, outcome }) {
      const host = outcome.id === null ? null : hostFromId(outcome.id);
      table.count(catalog.findLineage(collection), outcome, host, operation.now);
    },
  };

  /**
   * Returns the lineage of a collection, or the lineages of all collections if `key` is undefined. Skips successors
   * that are being built, because no decisions are made for them.
   */
  function listLineages(key: CollectionKey | undefined): number[] {
    const collections = key === undefined ? catalog.list() : [catalog.require(key)];
    return collections.filter((each) => !catalog.isSuccessor(each)).map(catalog.findLineage);
  }

  return {
    observer,
    statistics: (key: CollectionKey | undefined): DecisionStatistics =>
      table.statistics(listLineages(key)),
    history: (key: CollectionKey | undefined, since: number): DecisionPoint[] =>
      table.history(listLineages(key), since),
    hosts: (key: CollectionKey | undefined, since: number, limit: number): HostDecisions[] =>
      table.hosts(listLineages(key), since, limit),
    ofCollection(collection: Collection): Pick<CollectionStats, 'decisions' | 'lastDecisionHour'> {
      if (catalog.isSuccessor(collection)) {
        return { decisions: noDecisions(), lastDecisionHour: null };
      }
      const lineage = catalog.findLineage(collection);
      return { decisions: table.totals(lineage), lastDecisionHour: table.lastHour(lineage) };
    },
  };
}

/**
 * Decision counts. They are collected in memory and written together with the other changes of a group. If a group has
 * no other changes, because it only found known duplicates, its counts are not worth a sync. They are written later: by
 * the next group that writes, by the sweep, or when the store is closed. A crash may lose about one second's counts,
 * and a power failure all counts since the last synced group, but no other data.
 */
export function createDecisionTable(db: Database) {
  const selectTotals = db.prepare<[number], TotalsRow>(
    'SELECT * FROM decision_totals WHERE lineage = ?',
  );
  const writeTotals = db.prepare<[number, ...Counts, string, string]>(
    `INSERT OR REPLACE INTO decision_totals
       (lineage, ${columns}, distances, similarities)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addToHour = db.prepare<[number, number, ...Counts]>(
    `INSERT INTO decision_hours (lineage, hour, ${columns})
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ${sums}`,
  );
  const addToHost = db.prepare<[number, number, string, ...Counts]>(
    `INSERT INTO decision_hosts (lineage, day, host, ${columns})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET ${sums}`,
  );
  const selectHosts = db.prepare<[number, number], DecisionCounts & { readonly host: string }>(
    `SELECT host, ${columns} FROM decision_hosts WHERE lineage = ? AND day >= ?`,
  );
  const selectHours = db.prepare<[number, number], DecisionPoint>(
    `SELECT hour AS at, ${columns} FROM decision_hours
     WHERE lineage = ? AND hour >= ?`,
  );
  const selectLastHour = db
    .prepare<[number], number>(
      `SELECT hour FROM decision_hours WHERE lineage = ? AND ${decisions.join(' + ')} > 0
       ORDER BY hour DESC LIMIT 1`,
    )
    .pluck();
  const entries = new Map<number, Entry>();
  /** Lineages with unwritten counts. */
  const changed = new Set<number>();
  /** Decisions counted in the current transaction. A rollback subtracts them from the counts. */
  const notes: Note[] = [];
  let flushed = false;
  /** Lineages that `flush` found to have no collections left. */
  const gone: number[] = [];

  function openEntry(lineage: number): Entry {
    let entry = entries.get(lineage);
    if (entry === undefined) {
      const row = selectTotals.get(lineage);
      entry = {
        statistics: row === undefined ? noStatistics() : toStatistics(row),
        hours: new Map(),
        hosts: new Map(),
      };
      entries.set(lineage, entry);
    }
    return entry;
  }

  function count(lineage: number, counted: Counted, host: string | null, now: number): void {
    const { decision, best } = counted;
    const note = { decision, best, entry: openEntry(lineage), host: host ?? '', now };
    apply(note, 1);
    notes.push(note);
    changed.add(lineage);
  }

  function apply(note: Note, by: number): void {
    const { decision, entry, host } = note;
    countDecision(entry.statistics, note, by);
    const [hour, day] = [toHour(note.now), toDay(note.now)];
    const counts = entry.hours.get(hour) ?? noDecisions();
    counts[decision] += by;
    entry.hours.set(hour, counts);
    const key = `${day} ${host}`;
    const ofHost = entry.hosts.get(key) ?? { day, host, counts: noDecisions() };
    ofHost.counts[decision] += by;
    entry.hosts.set(key, ofHost);
  }

  /** Writes the counts that are not in the database yet. Must be called at the end of a transaction. */
  function flush(isLive: (lineage: number) => boolean): void {
    for (const lineage of changed) {
      if (!isLive(lineage)) {
        gone.push(lineage);
        continue;
      }
      const { statistics, hours, hosts } = entries.get(lineage)!;
      const { distances, similarities } = statistics;
      const arrays = [JSON.stringify(distances), JSON.stringify(similarities)] as const;
      writeTotals.run(lineage, ...toCounts(statistics.decisions), ...arrays);
      for (const [hour, counts] of hours) addToHour.run(lineage, hour, ...toCounts(counts));
      for (const { day, host, counts } of hosts.values()) {
        addToHost.run(lineage, day, host, ...toCounts(counts));
      }
    }
    flushed = true;
  }

  function committed(): void {
    if (flushed) {
      for (const lineage of changed) {
        entries.get(lineage)?.hours.clear();
        entries.get(lineage)?.hosts.clear();
      }
      changed.clear();
    }
    for (const lineage of gone.splice(0)) entries.delete(lineage);
    flushed = false;
    notes.length = 0;
  }

  /**
   * Subtracts the decisions of the current transaction from the counts. Unwritten counts of earlier transactions stay.
   */
  function rolledBack(): void {
    while (notes.length > 0) apply(notes.pop()!, -1);
    gone.length = 0;
    flushed = false;
  }

  /** Returns the sums of the counts of some lineages. */
  function statistics(lineages: readonly number[]): DecisionStatistics {
    const sum = noStatistics();
    for (const lineage of lineages) addStatistics(sum, openEntry(lineage).statistics);
    return sum;
  }

  /**
   * Returns the start of the latest hour with a decision. Hourly counts are deleted after some time; returns null if
   * none of the remaining hours has a decision.
   */
  function lastHour(lineage: number): number | null {
    let last = selectLastHour.get(lineage) ?? null;
    for (const [hour, counts] of entries.get(lineage)?.hours ?? []) {
      const isLater = last === null || hour > last;
      if (isLater && decisions.some((decision) => counts[decision] > 0)) last = hour;
    }
    return last;
  }

  /** Returns the sums of the hourly counts of some lineages, oldest hour first. */
  function history(lineages: readonly number[], since: number): DecisionPoint[] {
    const { sums, add } = createSums<number>();
    for (const lineage of lineages) {
      for (const { at, ...counts } of selectHours.all(lineage, since)) add(at, counts);
      for (const [at, counts] of entries.get(lineage)?.hours ?? []) {
        if (at >= since) add(at, counts);
      }
    }
    return [...sums].sort(([a], [b]) => a - b).map(([at, counts]) => ({ at, ...counts }));
  }

  /** Returns the sums of the daily counts of some lineages by host, the most decisions first. */
  function hosts(lineages: readonly number[], since: number, limit: number): HostDecisions[] {
    const { sums, add } = createSums<string>();
    for (const lineage of lineages) {
      for (const { host, ...counts } of selectHosts.iterate(lineage, since)) add(host, counts);
      for (const { day, host, counts } of entries.get(lineage)?.hosts.values() ?? []) {
        if (day >= since) add(host, counts);
      }
    }
    return [...sums]
      .map(([host, counts]) => ({ host, counts, total: sumOf(counts) }))
      .sort((a, b) => b.total - a.total || (a.host < b.host ? -1 : 1))
      .slice(0, limit)
      .map(({ host, counts }) => ({ host: host || null, ...counts }));
  }

  return {
    count,
    flush,
    statistics: statistics,
    totals: (lineage: number): DecisionCounts => ({ ...openEntry(lineage).statistics.decisions }),
    lastHour,
    history,
    hosts,
    committed,
    rolledBack,
  };
}

interface TotalsRow extends Record<Decision, number> {
  readonly distances: string;
  readonly similarities: string;
}

function toStatistics(row: TotalsRow): DecisionStatistics {
  const { distances, similarities } = row;
  return {
    decisions: pickDecided(row),
    distances: JSON.parse(distances) as number[],
    similarities: JSON.parse(similarities) as number[],
  };
}

function pickDecided(row: DecisionCounts): DecisionCounts {
  const { new: created, similar, duplicate, changed, unchanged } = row;
  return { new: created, similar, duplicate, changed, unchanged };
}

/** Counts in the order of `decisions`. */
type Counts = [number, number, number, number, number];

function toCounts(counts: DecisionCounts): Counts {
  return [counts.new, counts.similar, counts.duplicate, counts.changed, counts.unchanged];
}

/** Names of the columns that contain the counts. */
const columns = decisions.join(', ');
/** Assignments that add counts to those of a row. */
const sums = decisions.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');

const sumOf = (counts: DecisionCounts) => toCounts(counts).reduce((sum, count) => sum + count, 0);

/** Sums of counts by key. Counts without a decision, which a rollback leaves, add no key. */
function createSums<K>() {
  const sums = new Map<K, DecisionCounts>();
  return {
    sums,
    add(key: K, counts: DecisionCounts): void {
      if (sumOf(counts) === 0) return;
      const sum = sums.get(key) ?? noDecisions();
      for (const decision of decisions) sum[decision] += counts[decision];
      sums.set(key, sum);
    },
  };
}
