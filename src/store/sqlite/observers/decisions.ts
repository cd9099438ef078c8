import type { Database } from 'better-sqlite3';
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
 * returned by collection.
 */
export function createDecisionCounter(db: Database, catalog: Catalog) {
  const addTotal = db.prepare<[number, ...Counts]>(upsert('decision_totals', 'lineage'));
  const addHour = db.prepare<[number, number, ...Counts]>(
    upsert('decision_hours', 'lineage', 'hour'),
  );
  const addHost = db.prepare<[number, number, string, ...Counts]>(
    upsert('decision_hosts', 'lineage', 'day', 'host'),
  );
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
      const counted = noStatistics();
      countDecision(counted, outcome);
      const { new: created, similar, duplicate, changed, unchanged } = counted.decisions;
      const counts: Counts = [created, similar, duplicate, changed, unchanged];
      addTotal.run(lineage, ...counts);
      addHour.run(lineage, toHour(now), ...counts);
      addHost.run(lineage, toDay(now), host ?? '', ...counts);
      for (const [bin, count] of binsOf(counted).entries()) {
        if (count > 0) addToBin.run(lineage, bin, count);
      }
    },
  };

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
    statistics(key: CollectionKey | undefined): DecisionStatistics {
      const lineages = listLineages(key);
      const { distances, similarities } = noStatistics();
      for (const { bin, count } of selectBins.iterate(lineages)) {
        if (bin < distances.length) distances[bin] = count;
        else similarities[bin - distances.length] = count;
      }
      return { decisions: selectTotals.get(lineages)!, distances, similarities };
    },
    history: (key: CollectionKey | undefined, since: number): DecisionPoint[] =>
      selectHours.all(listLineages(key), since),
    hosts: (
      key: CollectionKey | undefined,
      { since, order, limit }: Omit<ListHosts, 'collection'>,
    ): HostDecisions[] => hostsIn[order].all(listLineages(key), since, limit),
    ofCollection(collection: Collection): Pick<CollectionStats, 'decisions' | 'lastDecisionHour'> {
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

/** Counts in the order of `decisions`. */
type Counts = [number, number, number, number, number];

/** Sums of the columns that contain the counts. */
const sums = decisions.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ');
const isOfLineages = 'lineage IN (SELECT value FROM json_each(?))';

/** Returns SQL that adds counts to those of a row. */
function upsert(table: string, ...keys: string[]): string {
  const columns = [...keys, ...decisions];
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT DO UPDATE SET ${decisions.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;
}
