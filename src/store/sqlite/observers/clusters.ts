import { NeardupError } from '../../../errors.js';
import type { SeatedMembers } from '../../contract/clusters.js';
import type { Collection, CollectionKey } from '../../contract/collections.js';
import type { CollectionStats, DecisionPoint } from '../../contract/statistics.js';
import { type Counted, noDecisions } from '../../rules/decision-counts.js';
import type { Catalog } from '../tables/catalog.js';
import type { ClusterLists } from '../tables/cluster-lists.js';
import type { Clusters, Joining } from '../tables/clusters.js';
import type { DecisionTable } from './decisions.js';
import type { Labels } from './labels.js';
import type { Separations } from './separations.js';

export interface SeatingOptions {
  readonly catalog: Catalog;
  readonly decisions: DecisionTable;
  readonly clusters: Clusters;
  readonly clusterLists: ClusterLists;
  readonly separations: Separations;
  readonly labels: Labels;
}

export type Seating = ReturnType<typeof createSeating>;

/**
 * What operations on documents change in clusters, separations and counts of decisions. These are
 * stored by lineage. A successor has none of them while it is built, so for a successor nothing
 * happens here.
 */
export function createSeating({
  catalog,
  decisions,
  clusters,
  clusterLists: lists,
  separations: pairs,
  labels,
}: SeatingOptions) {
  /** null: the collection is a successor. */
  function lineageOf(collection: Collection): number | null {
    return catalog.isSuccessor(collection) ? null : catalog.lineageOf(collection);
  }

  /** @throws `collection_not_found` */
  function complete(key: CollectionKey): { collection: Collection; lineage: number } {
    const collection = catalog.require(key);
    const lineage = lineageOf(collection);
    if (lineage !== null) return { collection, lineage };
    throw new NeardupError('collection_not_found', `Collection "${key.name}" is not complete`);
  }

  /** Ids that cannot match a document: its own, and those from which it is separated. */
  function excludedFor(collection: Collection, id: string | null): readonly string[] {
    if (id === null) return [];
    const lineage = lineageOf(collection);
    return lineage === null ? [id] : [id, ...pairs.partnersOf(lineage, id)];
  }

  function join(collection: Collection, joining: Joining): string | null {
    const lineage = lineageOf(collection);
    return lineage === null ? null : clusters.join(lineage, joining);
  }

  function refuse(collection: Collection, joining: Omit<Joining, 'stored'>): string | null {
    const lineage = lineageOf(collection);
    return lineage === null ? null : clusters.refuse(lineage, joining, collection.keepRefused);
  }

  function leave(collection: Collection, id: string, now: number): void {
    const lineage = lineageOf(collection);
    if (lineage === null) return;
    clusters.leave(lineage, id, now);
    labels.removeOf(lineage, id);
  }

  function seatedMember(collection: Collection, id: string): SeatedMembers | null {
    const lineage = lineageOf(collection);
    return lineage === null ? null : lists.seatedMember(lineage, id);
  }

  /** Gives a document the seat back that it had. */
  function seatAgain(
    collection: Collection,
    { cluster, members }: SeatedMembers,
    now: number,
  ): void {
    const lineage = lineageOf(collection);
    if (lineage === null) return;
    clusters.restore(lineage, collection.generation, { ...cluster, updatedAt: now }, members);
  }

  function clusterOf(collection: Collection, id: string): string | null {
    const lineage = lineageOf(collection);
    return lineage === null ? null : clusters.clusterOf(lineage, id);
  }

  /** The id of the match of a stored document that has a seat; undefined: it has none. */
  function seatOf(
    collection: Collection,
    id: string,
  ): { readonly matchId: string | null } | undefined {
    const lineage = lineageOf(collection);
    return lineage === null ? undefined : clusters.storedSeatOf(lineage, id);
  }

  function count(collection: Collection, counted: Counted, now: number): void {
    const lineage = lineageOf(collection);
    if (lineage !== null) decisions.count(lineage, counted, now);
  }

  /** Where the records of a collection are. @throws `collection_not_found` */
  function placeOf(key: CollectionKey) {
    const { lineage, collection } = complete(key);
    return { lineage, generation: collection.generation };
  }

  function lineagesOf(key: CollectionKey | undefined): number[] {
    const counted = key === undefined ? catalog.list() : [catalog.require(key)];
    return counted.flatMap((collection) => lineageOf(collection) ?? []);
  }

  return {
    excludedFor,
    join,
    refuse,
    leave,
    seatedMember,
    seatAgain,
    clusterOf,
    seatOf,
    count,
    /** `reseat` then removes the members that the successor does not hold. */
    noteReseated: (former: Collection) => clusters.noteReseated(catalog.lineageOf(former)),
    /** Removes some of them. @returns whether there may be more */
    reseat: (limit: number) =>
      clusters.reseat(limit, (lineage) => catalog.ofLineage(lineage)?.generation),
    removeRefused: clusters.removeRefused,
    statistics: (key: CollectionKey | undefined) => decisions.statistics(lineagesOf(key)),
    decided(collection: Collection): Pick<CollectionStats, 'decisions' | 'lastDecisionHour'> {
      const lineage = lineageOf(collection);
      if (lineage === null) return { decisions: noDecisions(), lastDecisionHour: null };
      return {
        decisions: decisions.totals(lineage),
        lastDecisionHour: decisions.lastHour(lineage),
      };
    },
    history: (key: CollectionKey | undefined, since: number): DecisionPoint[] =>
      decisions.history(lineagesOf(key), since),
    ...{ complete, placeOf },
  };
}
