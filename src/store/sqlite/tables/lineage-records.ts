import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { SeatedMembers } from '../../contract/clusters.js';
import type { Collection, CollectionKey } from '../../contract/collections.js';
import type { CollectionStats } from '../../contract/statistics.js';
import { type Counted, noDecisions } from '../../rules/decision-counts.js';
import { cannotLabel } from '../../rules/labels.js';
import { noSuchMember } from '../../rules/separations.js';
import type { Input, Output } from '../requests.js';
import type { Catalog } from './catalog.js';
import { createClusterLists } from './cluster-lists.js';
import { createClusters, type Joining } from './clusters.js';
import type { DecisionTable } from './decisions.js';
import type { Documents } from './documents.js';
import { createLabels } from './labels.js';
import { createSeparating } from './separating.js';
import { createSeparations } from './separations.js';

/**
 * What operations on documents change in clusters, separations and counts of decisions. These are
 * stored by lineage. A successor has none of them while it is built, so for a successor nothing
 * happens here.
 */
export function createSeating(
  db: Database,
  catalog: Catalog,
  documents: Pick<Documents, 'has' | 'isPresent' | 'findLive'>,
  decisions: DecisionTable,
) {
  const clusters = createClusters(db, documents.has);
  const lists = createClusterLists(db, documents.isPresent);
  const pairs = createSeparations(db);
  const labels = createLabels(db);
  const separating = createSeparating({ documents, clusters, lists, pairs });

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

  function label(operation: Input<'label'>): undefined {
    const { lineage, collection } = complete(operation.collection);
    for (const id of [operation.a, operation.b]) {
      const isThere = documents.isPresent(collection.generation, id, operation.now);
      if (!isThere) throw cannotLabel(id, collection.name);
    }
    labels.put(lineage, operation);
    if (operation.separate) {
      separating.separate({ lineage, generation: collection.generation }, operation);
    }
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
    operations: {
      history: ({ since, collection }: Input<'history'>): Output<'history'> =>
        decisions.history(lineagesOf(collection), since),
      clusters: (operation: Input<'clusters'>): Output<'clusters'> => {
        const { lineage, collection } = complete(operation.collection);
        return lists.list(lineage, collection, operation);
      },
      clustersById: (operation: Input<'clustersById'>): Output<'clustersById'> => {
        const { lineage, collection } = complete(operation.collection);
        return lists.listById(lineage, collection, operation);
      },
      cluster: (operation: Input<'cluster'>): Output<'cluster'> => {
        const { lineage, collection } = complete(operation.collection);
        return lists.get(lineage, collection, operation);
      },
      represent: ({ collection: key, id, member, now }: Input<'represent'>) => {
        const { lineage, collection } = complete(key);
        if (lists.find(lineage, collection, { id, now }) === undefined) return undefined;
        const { number } = clusters.find(lineage, id)!;
        const isChosen =
          documents.isPresent(collection.generation, member, now) &&
          clusters.choose(number, lineage, member);
        if (!isChosen) throw noSuchMember(id, member);
        return lists.find(lineage, collection, { id, now });
      },
      memberOf: ({ collection: key, id, now }: Input<'memberOf'>): Output<'memberOf'> => {
        const { lineage, collection } = complete(key);
        const member = lists.seatedMember(lineage, id)?.members[0];
        const isThere = member?.stored && documents.isPresent(collection.generation, id, now);
        return isThere ? member : null;
      },
      restoreMembers: (operation: Input<'restoreMembers'>): undefined => {
        const { lineage, collection } = complete(operation.collection);
        clusters.restore(lineage, collection.generation, operation.cluster, operation.members);
      },
      separate: ({ collection, ...pair }: Input<'separate'>): Output<'separate'> =>
        separating.separate(placeOf(collection), pair),
      unseparate: ({ collection, ...pair }: Input<'unseparate'>): Output<'unseparate'> =>
        separating.unseparate(placeOf(collection), pair),
      label,
      unlabel: ({ collection, a, b }: Input<'unlabel'>): boolean =>
        labels.remove(complete(collection).lineage, a, b),
      labels: ({ now, ...page }: Input<'labels'>): Output<'labels'> => {
        const { lineage, collection } = complete(page.collection);
        const { generation } = collection;
        return labels.page(lineage, page, (id) => documents.isPresent(generation, id, now));
      },
      separations: ({ collection, ...page }: Input<'separations'>): Output<'separations'> =>
        pairs.page(complete(collection).lineage, page),
    },
  };
}
