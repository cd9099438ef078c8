import type { Database, Statement } from 'better-sqlite3';
import type { Collection, CollectionKey } from '../../contract/collections.js';
import { decisions } from '../../contract/documents.js';
import type {
  CollectionStats,
  DecisionCounts,
  DecisionPoint,
  DecisionStatistics,
  HostDecisions,
  HostOrder,
  ListHosts,
} from '../../contract/statistics.js';
import {
  countDecision,
  noDecisions,
  noStatistics,
  toDay,
  toHour,
} from '../../rules/decision-counts.js';
import { hostFromId } from '../../rules/host.js';
import type { Catalog } from '../tables/catalog.js';
import type { Observer } from './observer.js';

export type DecisionCounter = ReturnType<typeof createDecisionCounter>;

/**
 * Counts the decisions of checks, in the transactions of the checks: of all time, by hour, and by day and host. The
 * counts are stored by lineage (a collection and its successors), so a reindexing does not reset them. They are
 * returned by collection. The counts of a transaction are added up in memory, and `flush` writes them at its end.
 */
export function createDecisionCounter(db: Database, catalog: Catalog) {
  const totals = countTable(db, 'decision_totals', 'lineage');
  const hours = countTable(db, 'decision_hours', 'lineage', 'hour');
  const hosts = countTable(db, 'decision_hosts', 'lineage', 'day', 'host');
  /** Rows that this transaction has added to and not written yet. */
  const pending = new Map<string, PendingRow>();
  const addToBin = db.prepare<[number, number, number]>(
    `INSERT INTO decision_bins (lineage, bin, count) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const selectTotals = db.prepare<[string], DecisionCounts>(
    `SELECT ${sums} FROM decision_totals WHERE ${isOfLineages}`,
  );
  const selectBins = db.prepare<[string], { readonly bin: number; readonly count: number }>(
    `SELECT bin, sum(count) AS count FROM decision_bins WHERE ${isOfLineages} GROUP BY bin`,
  );
  const selectHours = db.prepare<[string, number], DecisionPoint>(
    `SELECT hour AS at, ${sums} FROM decision_hours WHERE ${isOfLineages} AND hour >= ?
     GROUP BY hour ORDER BY hour`,
  );
  const selectHosts = (sortedBy: string) =>
    db.prepare<[string, number, number], HostDecisions>(
      `SELECT nullif(host, '') AS host, ${sums} FROM decision_hosts WHERE ${isOfLineages} AND day >= ?
       GROUP BY host ORDER BY sum(${sortedBy}) DESC, decision_hosts.host LIMIT +?`,
    );
  const hostsIn: Readonly<Record<HostOrder, ReturnType<typeof selectHosts>>> = {
    decisions: selectHosts(decisions.join(' + ')),
    refused: selectHosts('duplicate'),
  };
  const selectLastHour = db
    .prepare<[number], number | null>('SELECT max(hour) FROM decision_hours WHERE lineage = ?')
    .pluck();

  const observer: Observer = {
    isUsedIn: (collection) => !catalog.isSuccessor(collection),
    decided({ collection, operation: { now }, outcome }) {
      const lineage = catalog.findLineage(collection);
      const host = outcome.id === null ? null : hostFromId(outcome.id);
      const decision = decisions.indexOf(outcome.decision);
      add(decision, totals, lineage);
      add(decision, hours, lineage, toHour(now));
      add(decision, hosts, lineage, toDay(now), host ?? '');
      if (outcome.best === null) return;
      const counted = noStatistics();
      countDecision(counted, outcome);
      for (const [bin, count] of binsOf(counted).entries()) {
        if (count > 0) addToBin.run(lineage, bin, count);
      }
    },
  };

  function add(decision: number, table: CountTable, ...keys: Key[]): void {
    const place = `${table.name} ${keys.join(' ')}`;
    let row = pending.get(place);
    if (row === undefined) {
      row = { table, keys, counts: decisions.map(() => 0) };
      pending.set(place, row);
    }
    row.counts[decision]! += 1;
  }

  /** Writes the counts of this transaction. */
  function flush(): void {
    for (const { table, keys, counts } of pending.values()) table.add.run(...keys, ...counts);
    pending.clear();
  }

  /**
   * Returns the lineage of a collection, or the lineages of all collections if `key` is undefined, as JSON. Skips
   * successors that are being built, because no decisions are made for them.
   */
  function listLineages(key: CollectionKey | undefined): string {
    const collections = key === undefined ? catalog.list() : [catalog.require(key)];
    const counted = collections.filter((each) => !catalog.isSuccessor(each));
    return JSON.stringify(counted.map(catalog.findLineage));
  }

  return {
    observer,
    flush,
    committed() {},
    rolledBack: () => pending.clear(),
    statistics(key: CollectionKey | undefined): DecisionStatistics {
      flush();
      const lineages = listLineages(key);
      const { distances, similarities } = noStatistics();
      for (const { bin, count } of selectBins.iterate(lineages)) {
        if (bin < distances.length) distances[bin] = count;
        else similarities[bin - distances.length] = count;
      }
      return { decisions: selectTotals.get(lineages)!, distances, similarities };
    },
    history(key: CollectionKey | undefined, since: number): DecisionPoint[] {
      flush();
      return selectHours.all(listLineages(key), since);
    },
    hosts(
      key: CollectionKey | undefined,
      { since, order, limit }: Omit<ListHosts, 'collection'>,
    ): HostDecisions[] {
      flush();
      return hostsIn[order].all(listLineages(key), since, limit);
    },
    ofCollection(collection: Collection): Pick<CollectionStats, 'decisions' | 'lastDecisionHour'> {
      flush();
      if (catalog.isSuccessor(collection)) {
        return { decisions: noDecisions(), lastDecisionHour: null };
      }
      const lineage = catalog.findLineage(collection);
      return {
        decisions: selectTotals.get(JSON.stringify([lineage]))!,
        lastDecisionHour: selectLastHour.get(lineage) ?? null,
      };
    },
  };
}

/** Returns all bins of both histograms: those of distances, then those of similarities. */
const binsOf = ({ distances, similarities }: DecisionStatistics) => [...distances, ...similarities];

type Key = number | string;

/** A table with counts of decisions, and the statement that adds counts to one of its rows. */
interface CountTable {
  readonly name: string;
  readonly add: Statement<Key[]>;
}

interface PendingRow {
  readonly table: CountTable;
  readonly keys: readonly Key[];
  /** Counts in the order of `decisions`. */
  readonly counts: number[];
}

/** Sums of the columns that contain the counts. */
const sums = decisions.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ');
const isOfLineages = 'lineage IN (SELECT value FROM json_each(?))';

function countTable(db: Database, name: string, ...keys: string[]): CountTable {
  const columns = [...keys, ...decisions];
  const add = db.prepare<Key[]>(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT DO UPDATE SET ${decisions.map((each) => `${each} = ${each} + excluded.${each}`).join(', ')}`,
  );
  return { name, add };
}
