import type { Database } from 'better-sqlite3';
import type { Containment } from '../../../matching/containment.js';
import type {
  Cluster,
  ClusterPage,
  GetCluster,
  ListClusters,
  ListClustersById,
  Member,
  SeatedMembers,
} from '../../contract/clusters.js';
import type { Collection } from '../../contract/collections.js';
import { bytesIn, clusterBytes, memberBytes, takePage } from '../../rules/reply-bytes.js';

/** Reads clusters as clients see them: with a representative, and without stored members that have expired. */
export function createClusterLists(
  db: Database,
  isPresent: (generation: number, id: string, now: number) => boolean,
) {
  const selectById = db.prepare<[number, string], ClusterRow>(
    `${selectClusters} WHERE lineage = ? AND id = ?`,
  );
  const selectEquals = db.prepare<[number, number, string], ClusterRow>(
    `${selectClusters} WHERE lineage = ? AND members = ? AND id > ? ORDER BY id`,
  );
  const selectSmaller = db.prepare<[number, number, number], ClusterRow>(
    `${selectClusters} WHERE lineage = ? AND members < ? AND members >= ?
     ORDER BY members DESC, id`,
  );
  const selectLeast = db.prepare<[number, number, string, number], ClusterRow>(
    `${selectClusters} WHERE lineage = ? AND least_similarity IS NOT NULL
       AND (least_similarity, id) > (?, ?) AND members >= ? ORDER BY least_similarity, id`,
  );
  const selectAfter = db.prepare<[number, string], ClusterRow>(
    `${selectClusters} WHERE lineage = ? AND id > ? ORDER BY id`,
  );
  const selectSeats = db.prepare<[number], Cluster['representative']>(
    'SELECT id, seat FROM members WHERE cluster = ? AND stored = 1 ORDER BY seat',
  );
  const selectSeat = db.prepare<[number, number], Cluster['representative']>(
    'SELECT id, seat FROM members WHERE cluster = ? AND stored = 1 AND seat = ?',
  );
  const selectStored = db.prepare<[number, number], Row>(
    `${selectMembers} WHERE cluster = ? AND stored = 1 AND seat > ? ORDER BY seat`,
  );
  const selectRefused = db.prepare<[number, number, number], Row>(
    `${selectMembers} WHERE cluster = ? AND stored = 0 AND seat > ? ORDER BY seat LIMIT +?`,
  );
  const selectMember = db.prepare<[number, string], Row & { readonly cluster: number }>(
    `${selectMembers} WHERE lineage = ? AND id = ?`,
  );
  const selectKept = db.prepare<[number, number], SeatedMembers['cluster']>(
    `SELECT id, created_at AS createdAt, updated_at AS updatedAt FROM clusters
     WHERE number = ? AND lineage = ?`,
  );

  /** Returns the cluster of an id, with this id as the only listed member; null if the id is in no cluster. */
  function seatedMember(lineage: number, id: string): SeatedMembers | null {
    const row = selectMember.get(lineage, id);
    const cluster = row && selectKept.get(row.cluster, lineage);
    return cluster === undefined ? null : { cluster, members: [toMember(row!)] };
  }

  /** Returns a cluster with its representative, or undefined if the cluster has no unexpired stored member. */
  function describe(
    { number, ...row }: ClusterRow,
    { generation }: Collection,
    now: number,
  ): Cluster | undefined {
    const chosen = row.chosen === null ? undefined : selectSeat.get(number, row.chosen);
    if (chosen !== undefined && isPresent(generation, chosen.id, now)) {
      return { ...row, representative: chosen };
    }
    for (const representative of selectSeats.iterate(number)) {
      if (isPresent(generation, representative.id, now))
        return { ...row, representative, chosen: null };
    }
    return undefined;
  }

  function list(
    lineage: number,
    collection: Collection,
    { minMembers, order, after, limit, now }: ListClusters,
  ): Cluster[] {
    if (order === 'similarity') {
      const { key, id } = after ?? { key: -1, id: '' };
      const rows = () => selectLeast.iterate(lineage, key, id, minMembers);
      return takePage(present(rows, collection, now), limit, clusterBytes);
    }
    const page: Cluster[] = [];
    if (after !== null && after.key >= minMembers) {
      const equals = () => selectEquals.iterate(lineage, after.key, after.id);
      page.push(...takePage(present(equals, collection, now), limit, clusterBytes));
    }
    const below = after?.key ?? Number.MAX_SAFE_INTEGER;
    const smaller = () => selectSmaller.iterate(lineage, below, minMembers);
    const left = limit - page.length;
    const others = present(smaller, collection, now);
    page.push(...takePage(others, left, clusterBytes, bytesIn(page, clusterBytes)));
    return page;
  }

  /** Yields the clusters with at least one unexpired stored member. */
  function* present(
    rows: () => Iterable<ClusterRow>,
    collection: Collection,
    now: number,
  ): Generator<Cluster> {
    for (const row of rows()) {
      const cluster = describe(row, collection, now);
      if (cluster !== undefined) yield cluster;
    }
  }

  function listById(
    lineage: number,
    collection: Collection,
    { after, limit, now }: ListClustersById,
  ): Cluster[] {
    const rows = () => selectAfter.iterate(lineage, after ?? '');
    return takePage(present(rows, collection, now), limit, clusterBytes);
  }

  function get(
    lineage: number,
    collection: Collection,
    { id, storedOnly, after, limit, now }: GetCluster,
  ): ClusterPage | undefined {
    const row = selectById.get(lineage, id);
    const cluster = row && describe(row, collection, now);
    if (row === undefined || cluster === undefined) return undefined;
    const members = membersOf(row.number, collection, { storedOnly, after, limit, now });
    return { ...cluster, members: takePage(members, limit, memberBytes) };
  }

  /**
   * Returns the cluster with an id, or undefined if there is no such cluster or all its stored members have expired.
   */
  function find(
    lineage: number,
    collection: Collection,
    { id, now }: Pick<GetCluster, 'id' | 'now'>,
  ): Cluster | undefined {
    const row = selectById.get(lineage, id);
    return row && describe(row, collection, now);
  }

  function* membersOf(
    cluster: number,
    { generation }: Collection,
    { storedOnly, after, limit, now }: Pick<GetCluster, 'storedOnly' | 'after' | 'limit' | 'now'>,
  ): Generator<Member> {
    if (after === null || after.stored) {
      for (const row of selectStored.iterate(cluster, after?.seat ?? 0)) {
        if (isPresent(generation, row.id, now)) yield toMember(row);
      }
    }
    if (storedOnly) return;
    const seat = after === null || after.stored ? 0 : after.seat;
    for (const row of selectRefused.iterate(cluster, seat, limit)) yield toMember(row);
  }

  return { list, listById, find, get, seatedMember };
}

export type ClusterLists = ReturnType<typeof createClusterLists>;

interface ClusterRow extends Omit<Cluster, 'representative'> {
  readonly number: number;
}

const selectClusters = `
  SELECT number, id, size, members - size AS refused, chosen,
    least_similarity AS leastSimilarity, created_at AS createdAt, updated_at AS updatedAt
  FROM clusters`;

const selectMembers = `
  SELECT id, cluster, stored, seat, match_id AS matchId, match_seat AS matchSeat, distance, similarity,
    exact, adds_nothing AS addsNothing, containment, matched_at AS matchedAt
  FROM members`;

interface Row {
  readonly id: string;
  readonly stored: number;
  readonly seat: number;
  readonly matchId: string | null;
  readonly matchSeat: number;
  readonly distance: number;
  readonly similarity: number | null;
  readonly exact: number;
  readonly addsNothing: number;
  readonly containment: string | null;
  readonly matchedAt: number;
}

function toMember(row: Row): Member {
  const { id, seat, matchId, matchSeat, distance, similarity, exact, addsNothing, matchedAt } = row;
  const containment =
    row.containment === null ? null : (JSON.parse(row.containment) as Containment);
  const measures = {
    distance,
    similarity,
    exact: exact === 1,
    addsNothing: addsNothing === 1,
    containment,
  };
  const match =
    matchId === null ? null : { id: matchId, seat: matchSeat, ...measures, at: matchedAt };
  return { id, stored: row.stored === 1, seat, match };
}
