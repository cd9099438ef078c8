import type { Database } from 'better-sqlite3';
import type { DocumentIds } from '../tables/document-ids.js';

/**
 * Invariants that `verify` checks for clusters, separations, labels, decision counts and the decision log. A repair
 * deletes or corrects the rows that violate them, and leaves documents and collections unchanged.
 */

const byLineage = [
  'clusters',
  'members',
  'separations',
  'labels',
  'decision_totals',
  'decision_bins',
  'decision_hours',
  'decision_hosts',
  'decision_log',
];

export const clusterChecks: readonly { readonly sql: string; readonly what: string }[] = [
  {
    sql: `SELECT count(*) FROM members LEFT JOIN clusters ON clusters.number = members.cluster
          WHERE abs(clusters.lineage) IS NOT members.lineage`,
    what: 'members belong to no cluster',
  },
  {
    sql: `SELECT count(*) FROM clusters WHERE (size = 0 AND lineage > 0)
          OR members <> (SELECT count(*) FROM members WHERE cluster = number)
          OR size <> (SELECT count(*) FROM members WHERE cluster = number AND stored = 1)
          OR last_seat < (SELECT max(seat) FROM members WHERE cluster = number)`,
    what: 'clusters have wrong counts',
  },
  {
    sql: `SELECT count(*) FROM clusters WHERE chosen IS NOT NULL AND NOT EXISTS
          (SELECT 1 FROM members WHERE cluster = number AND stored = 1 AND seat = chosen)`,
    what: 'clusters have a representative that is not a stored member',
  },
  ...byLineage.map((table) => ({
    sql: `SELECT count(*) FROM ${table}
          WHERE lineage > 0
            AND lineage NOT IN (SELECT lineage FROM collections WHERE lineage IS NOT NULL)`,
    what: `rows without a collection in ${table}`,
  })),
];

interface Member {
  readonly lineage: number;
  readonly id: string;
}

/** Yields the cluster members of live collections whose `stored` flag contradicts the documents. */
export function* inconsistentMembers(db: Database, ids: DocumentIds): Generator<Member, void> {
  const members = db.prepare<[], Member & { generation: number; stored: number }>(
    `SELECT members.lineage AS lineage, id, generation, stored FROM members JOIN collections
       ON collections.lineage = members.lineage AND collections.name IS NOT NULL`,
  );
  const isThere = db.prepare<[number], number>('SELECT 1 FROM documents WHERE number = ?').pluck();
  for (const { generation, stored, ...member } of members.iterate()) {
    const number = ids.find(generation, member.id);
    const isStored = number !== undefined && isThere.get(number) !== undefined;
    if (isStored !== (stored === 1)) yield member;
  }
}

/** SQL statements that repair violations. Inconsistent members must be deleted first. */
export const clusterRepair = `
  DELETE FROM members WHERE lineage IS NOT
    (SELECT lineage FROM clusters WHERE number = members.cluster);
  UPDATE clusters SET
    members = (SELECT count(*) FROM members WHERE cluster = number),
    size = (SELECT count(*) FROM members WHERE cluster = number AND stored = 1),
    last_seat = max(last_seat,
      coalesce((SELECT max(seat) FROM members WHERE cluster = number), 0));
  UPDATE clusters SET chosen = (SELECT seat FROM members
    WHERE cluster = number AND stored = 1 AND seat = chosen)
  WHERE chosen IS NOT NULL;
  DELETE FROM members WHERE cluster IN (SELECT number FROM clusters WHERE size = 0);
  DELETE FROM clusters WHERE size = 0;
  ${byLineage
    .map(
      (table) => `DELETE FROM ${table}
        WHERE lineage NOT IN (SELECT lineage FROM collections WHERE lineage IS NOT NULL);`,
    )
    .join('\n')}`;
