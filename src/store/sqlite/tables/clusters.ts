import type { Database } from 'better-sqlite3';
import type { MatchedDocument } from '../../../matching/match.js';
import { isNothingNew } from '../../../matching/match-rule.js';
import type { Member, MemberMatch, SeatedMembers } from '../../contract/clusters.js';

export interface Joining {
  readonly id: string;
  readonly stored: boolean;
  readonly best: MatchedDocument;
  readonly newClusterId: string;
  /** Time at which the member joins. */
  readonly now: number;
}

/**
 * Rows of clusters and their members, and the changes that checks and deletions make to them. Every function makes one
 * complete change within a transaction of the caller. A seat is the sequence number of a member in its cluster.
 *
 *   documents ──id── members ──cluster──► clusters
 *
 * Only ids that have a match, and the ids that they match, have rows here. In a collection without clusters, a change
 * to a document does not read these tables (observers/clusters.ts). A cluster that has lost its last stored member but
 * still has refused ones is hidden: its lineage becomes negative, and the ids in it no longer count as members. The
 * sweep then deletes its rows.
 */
export function createClusters(
  db: Database,
  hasDocument: (generation: number, id: string) => boolean,
) {
  const selectMember = db.prepare<[number, string], MemberRow>(
    `SELECT cluster, stored, seat, match_id AS matchId, match_seat AS matchSeat, distance, similarity,
       exact, adds_nothing AS addsNothing FROM members WHERE lineage = ? AND id = ?`,
  );
  const selectAny = db
    .prepare<[number], number>('SELECT 1 FROM members WHERE lineage = ? LIMIT 1')
    .pluck();
  const insertMember = db.prepare<MemberValues>(
    `INSERT INTO members (lineage, id, cluster, stored, seat, match_id, match_seat, distance,
       similarity, exact, adds_nothing, containment, matched_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Does not use `RETURNING`, which is slower because it builds a temporary table each time. The caller selects the row
  // beforehand.
  const deleteMember = db.prepare<[number, string]>(
    'DELETE FROM members WHERE lineage = ? AND id = ?',
  );
  const insertCluster = db.prepare<
    [number, string, number, number, number, number | null, number, number]
  >(
    `INSERT INTO clusters (lineage, id, members, size, last_seat, least_similarity, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addMember = db.prepare<[number, number, number | null, number | null, number]>(
    `UPDATE clusters SET members = members + 1, size = size + ?, last_seat = last_seat + 1,
       updated_at = ?, least_similarity =
         min(coalesce(least_similarity, ?), coalesce(?, least_similarity)) WHERE number = ?`,
  );
  const removeMember = db.prepare<[number, number | null, number, number | null, number]>(
    `UPDATE clusters SET members = members - 1, size = size - ?,
       updated_at = max(updated_at, coalesce(?, updated_at)), chosen = nullif(chosen, ?),
       least_similarity = CASE WHEN least_similarity = ? THEN ${selectLeast(100)} ELSE least_similarity END
     WHERE number = ?`,
  );
  const selectCluster = db.prepare<[number], ClusterRow>(
    `SELECT id, size, members - size AS refused, last_seat AS lastSeat FROM clusters
     WHERE number = ?`,
  );
  // Keeps the row of a hidden cluster, so that its number is not reused while members refer to it.
  const hideCluster = db.prepare<[number]>(
    'UPDATE clusters SET lineage = -abs(lineage), id = number WHERE number = ?',
  );
  const selectHidden = db
    .prepare<[], number>('SELECT number FROM clusters WHERE lineage < 0 LIMIT 1')
    .pluck();
  const deleteMembers = db.prepare<[number, number]>(
    `DELETE FROM members WHERE (lineage, id) IN
       (SELECT lineage, id FROM members WHERE cluster = ? LIMIT +?)`,
  );
  const deleteCluster = db.prepare<[number]>('DELETE FROM clusters WHERE number = ?');
  const selectIdOf = db
    .prepare<[number, string], string>(
      `SELECT clusters.id FROM members
       JOIN clusters ON clusters.number = cluster AND clusters.lineage = members.lineage
       WHERE members.lineage = ? AND members.id = ?`,
    )
    .pluck();
  const noteReseated = db.prepare<[number]>(
    "INSERT OR REPLACE INTO reseated (lineage, after) VALUES (?, '')",
  );
  const selectReseated = db.prepare<[], { lineage: number; after: string }>(
    'SELECT lineage, after FROM reseated LIMIT 1',
  );
  const advanceReseated = db.prepare<[string, number]>(
    'UPDATE reseated SET after = ? WHERE lineage = ?',
  );
  const forgetReseated = db.prepare<[number]>('DELETE FROM reseated WHERE lineage = ?');
  const selectSeated = db.prepare<
    [number, string, number],
    { readonly id: string; readonly stored: number }
  >('SELECT id, stored FROM members WHERE lineage = ? AND id > ? ORDER BY id LIMIT +?');
  const selectByClusterId = db.prepare<[number, string], FoundCluster>(
    `SELECT number, last_seat AS lastSeat, chosen, created_at AS createdAt, updated_at AS updatedAt
     FROM clusters WHERE lineage = ? AND id = ?`,
  );
  const selectChosen = db
    .prepare<[number], number | null>('SELECT chosen FROM clusters WHERE number = ?')
    .pluck();
  const choose = db.prepare<[number, number]>('UPDATE clusters SET chosen = ? WHERE number = ?');
  const selectOccupants = db
    .prepare<[number, number, string], string>(
      'SELECT id FROM members WHERE cluster = ? AND stored IN (0, 1) AND seat = ? AND id <> ?',
    )
    .pluck();
  const recount = db
    .prepare<[number, number | null, number, number, number], number>(
      `UPDATE clusters SET last_seat = ?,
         chosen = (SELECT seat FROM members WHERE cluster = number AND stored = 1 AND seat = ?),
         created_at = ?, updated_at = ?,
         members = (SELECT count(*) FROM members WHERE cluster = number),
         size = (SELECT count(*) FROM members WHERE cluster = number AND stored = 1),
         least_similarity = ${selectLeast(-1)}
       WHERE number = ? RETURNING size`,
    )
    .pluck();

  function findMember(lineage: number, id: string): MemberRow | undefined {
    return selectMember.get(lineage, id);
  }

  /**
   * Returns the member row of a document, with its cluster, or undefined if the document is in no cluster. If a
   * successor has replaced the collection, the id may still have a row in a hidden cluster in which it was refused.
   * That row is deleted.
   */
  function seated(lineage: number, id: string): Seated | undefined {
    const member = findMember(lineage, id);
    if (member === undefined) return undefined;
    const cluster = selectCluster.get(member.cluster)!;
    if (cluster.size > 0) return { member, cluster };
    leave(lineage, id, null);
    return undefined;
  }

  /**
   * Adds a document or a refused id to the cluster of its best match, and removes it from its former cluster.
   * @returns the id of the cluster
   */
  function join(lineage: number, joining: Joining): string {
    const { id, stored, best, newClusterId, now } = joining;
    leave(lineage, id, now);
    const size = Number(stored);
    const target = seated(lineage, best.id);
    if (target !== undefined) {
      const { member, cluster } = target;
      addMember.run(size, now, best.similarity, best.similarity, member.cluster);
      const seat = cluster.lastSeat + 1;
      insertMember.run(lineage, id, member.cluster, size, seat, ...toMatch(joining, member));
      return cluster.id;
    }
    const { similarity } = best;
    const row = insertCluster.run(lineage, newClusterId, 2, 1 + size, 2, similarity, now, now);
    const number = Number(row.lastInsertRowid);
    insertMember.run(lineage, best.id, number, 1, 1, ...noMatch);
    insertMember.run(lineage, id, number, size, 2, ...toMatch(joining, { seat: 1 }));
    return newClusterId;
  }

  /**
   * Records a refused id as a member of the cluster of its best match. If the match is in no cluster, creates one. Does
   * not record the id if the cluster already has `keepRefused` refused members; with `keepRefused` 0, creates no
   * cluster.
   * @returns the id of the match's cluster, or null if the match is in no cluster and none was created
   */
  function refuse(
    lineage: number,
    joining: Omit<Joining, 'stored'>,
    keepRefused: number,
  ): string | null {
    const { id, best, now } = joining;
    const target = seated(lineage, best.id);
    const before = findMember(lineage, id);
    if (before === undefined || target === undefined || !isSameMatch(before, target.member, best)) {
      if (before !== undefined) leave(lineage, id, now);
      const refused = target === undefined ? 0 : selectCluster.get(target.member.cluster)!.refused;
      if (refused < keepRefused) return join(lineage, { ...joining, stored: false });
    }
    return target?.cluster.id ?? null;
  }

  /** Removes an id from its cluster, if any. Dissolves a cluster that has lost its last stored member. */
  function leave(lineage: number, id: string, now: number | null): void {
    const left = selectMember.get(lineage, id);
    if (left === undefined) return;
    deleteMember.run(lineage, id);
    removeMember.run(left.stored, now, left.seat, left.similarity, left.cluster);
    if (selectCluster.get(left.cluster)!.size === 0) dissolve(left.cluster);
  }

  /** Dissolves a cluster. A cluster may have thousands of refused members, so `removeRefused` deletes them later. */
  function dissolve(cluster: number): void {
    if (selectCluster.get(cluster)!.refused > 0) hideCluster.run(cluster);
    else deleteCluster.run(cluster);
  }

  /** Deletes up to `limit` members of a dissolved cluster. @returns true if there may be more */
  function removeRefused(limit: number): boolean {
    const cluster = selectHidden.get();
    if (cluster === undefined) return false;
    if (deleteMembers.run(cluster, limit).changes < limit) deleteCluster.run(cluster);
    return true;
  }

  /**
   * After a successor has replaced a collection, removes members whose `stored` flag contradicts the documents of the
   * successor. Examines at most `limit` members per call.
   * @param generationOf returns the live generation of a lineage, or undefined if the lineage was deleted
   * @returns true if there may be more
   */
  function reseat(limit: number, generationOf: (lineage: number) => number | undefined): boolean {
    const next = selectReseated.get();
    if (next === undefined) return false;
    const { lineage, after } = next;
    const generation = generationOf(lineage);
    const members = generation === undefined ? [] : selectSeated.all(lineage, after, limit);
    for (const { id, stored } of members) {
      if (hasDocument(generation!, id) !== (stored === 1)) leave(lineage, id, null);
    }
    if (members.length < limit) forgetReseated.run(lineage);
    else advanceReseated.run(members.at(-1)!.id, lineage);
    return true;
  }

  function restore(
    lineage: number,
    generation: number,
    { id: clusterId, createdAt, updatedAt, chosen: given }: SeatedMembers['cluster'],
    members: readonly Member[],
  ): void {
    let { number, lastSeat, chosen } = selectByClusterId.get(lineage, clusterId) ?? {
      number: Number(
        insertCluster.run(lineage, clusterId, 0, 0, 0, null, createdAt, updatedAt).lastInsertRowid,
      ),
      lastSeat: 0,
      chosen: null,
    };
    if (given !== undefined) chosen = given;
    for (const { id, stored, seat, match } of members) {
      lastSeat = Math.max(lastSeat, seat, match?.seat ?? 0);
      if (hasDocument(generation, id) !== stored) continue;
      if (selectMember.get(lineage, id)?.cluster === number) deleteMember.run(lineage, id);
      else leave(lineage, id, null);
      for (const other of selectOccupants.all(number, seat, id)) deleteMember.run(lineage, other);
      const values: MatchValues = match === null ? noMatch : toValues(match);
      insertMember.run(lineage, id, number, Number(stored), seat, ...values);
    }
    if (recount.get(lastSeat, chosen, createdAt, updatedAt, number) === 0) dissolve(number);
  }

  return {
    hasMembers: (lineage: number): boolean => selectAny.get(lineage) !== undefined,
    join,
    refuse,
    leave,
    /** Schedules `reseat` for a lineage, because a successor has replaced its collection. */
    noteReseated: (lineage: number) => void noteReseated.run(lineage),
    reseat,
    removeRefused,
    restore,
    find: (lineage: number, clusterId: string): FoundCluster | undefined =>
      selectByClusterId.get(lineage, clusterId),
    /** Makes a stored member the representative. @returns false if there is no such member */
    choose(number: number, lineage: number, id: string): boolean {
      const member = findMember(lineage, id);
      if (member?.cluster !== number || member.stored === 0) return false;
      choose.run(member.seat, number);
      return true;
    },
    /** Returns the row of a member, with its seat and the number of its cluster. */
    findMember,
    /** Returns the seat of a cluster's chosen representative, or null if none was chosen. */
    chosenOf: (number: number): number | null => selectChosen.get(number) ?? null,
    /**
     * Returns the `matchId` of a stored member (null for the first member of a cluster), or undefined if the document
     * is in no cluster.
     */
    storedSeatOf(lineage: number, id: string): Pick<MemberRow, 'matchId'> | undefined {
      const found = seated(lineage, id)?.member;
      return found?.stored === 1 ? found : undefined;
    },
    /** Returns the id of the cluster that a member belongs to. */
    clusterOf: (lineage: number, id: string): string | null => selectIdOf.get(lineage, id) ?? null,
  };
}

/** SQL for the least similarity among members of a cluster. @param limit maximum number of members to read; -1: all */
const selectLeast = (limit: number) => `(SELECT min(similarity) FROM
  (SELECT similarity FROM members WHERE cluster = number ORDER BY stored DESC, seat LIMIT ${limit}))`;

export type Clusters = ReturnType<typeof createClusters>;

interface FoundCluster {
  readonly number: number;
  readonly lastSeat: number;
  readonly chosen: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface ClusterRow {
  readonly id: string;
  readonly size: number;
  readonly refused: number;
  readonly lastSeat: number;
}

interface Seated {
  readonly member: MemberRow;
  readonly cluster: ClusterRow;
}

interface MemberRow {
  readonly cluster: number;
  readonly stored: number;
  readonly seat: number;
  readonly matchId: string | null;
  readonly matchSeat: number | null;
  readonly distance: number | null;
  readonly similarity: number | null;
  readonly exact: number | null;
  readonly addsNothing: number | null;
}

type MatchValues = [
  id: string | null,
  seat: number | null,
  distance: number | null,
  similarity: number | null,
  exact: number | null,
  addsNothing: number | null,
  containment: string | null,
  at: number | null,
];

type MemberValues = [
  lineage: number,
  id: string,
  cluster: number,
  stored: number,
  seat: number,
  ...match: MatchValues,
];

const noMatch: MatchValues = [null, null, null, null, null, null, null, null];

function toValues(match: MemberMatch): MatchValues {
  const { id, seat, distance, similarity, exact, addsNothing, containment, at } = match;
  const containmentText = containment && JSON.stringify(containment);
  return [id, seat, distance, similarity, Number(exact), Number(addsNothing), containmentText, at];
}

function toMatch(
  { best, now }: Pick<Joining, 'best' | 'now'>,
  { seat }: Pick<MemberRow, 'seat'>,
): MatchValues {
  return toValues({ ...best, seat, addsNothing: isNothingNew(best), at: now });
}

/** Returns true if a member already has exactly this match. */
function isSameMatch(member: MemberRow, target: MemberRow, best: MatchedDocument): boolean {
  return (
    member.cluster === target.cluster &&
    member.matchId === best.id &&
    member.matchSeat === target.seat &&
    member.distance === best.distance &&
    member.similarity === best.similarity &&
    member.exact === Number(best.exact) &&
    member.addsNothing === Number(isNothingNew(best))
  );
}
