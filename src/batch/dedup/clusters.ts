import type { CollapsedDocuments } from './collapse.js';
import type { Decisions } from './decider.js';

/** Documents with a match, grouped by their best match, which represents the cluster. */
export interface Clusters {
  /**
   * Document number of the representative of each cluster, in input order: the first document with the id of the
   * representative.
   */
  readonly representatives: Int32Array;
  /**
   * Document numbers of the members, cluster by cluster: first the duplicates, then the similar documents. An id is
   * listed once per cluster and kind, by the first document that has this id.
   */
  readonly members: Int32Array;
  /**
   * Offsets in `members`: for each cluster, the start of its duplicates and the start of its similar documents; at the
   * end, the total number of members.
   */
  readonly starts: Int32Array;
}

export function buildClusters({ count, idOf }: CollapsedDocuments, decisions: Decisions): Clusters {
  const { best, isDuplicate } = decisions;
  const clusterSide = (number: number) => 2 * best[number]! + 1 - isDuplicate[number]!;
  const ends = new Int32Array(2 * count + 1);
  for (let number = 0; number < count; number++) {
    if (best[number]! >= 0) ends[clusterSide(number) + 1]!++;
  }
  for (let part = 0; part < 2 * count; part++) ends[part + 1]! += ends[part]!;
  const all = new Int32Array(ends[2 * count]!);
  const filled = ends.slice(0, 2 * count);
  for (let number = 0; number < count; number++) {
    if (best[number]! >= 0) all[filled[clusterSide(number)]!++] = idOf[number]!;
  }
  const seenIn = new Int32Array(count).fill(-1);
  const starts: number[] = [];
  const representatives: number[] = [];
  let members = 0;
  for (let representative = 0; representative < count; representative++) {
    const parts = [2 * representative, 2 * representative + 1];
    if (ends[parts[0]!] === ends[parts[1]! + 1]) continue;
    representatives.push(representative);
    for (const part of parts) {
      starts.push(members);
      for (let at = ends[part]!; at < ends[part + 1]!; at++) {
        const member = all[at]!;
        if (seenIn[member] === part) continue;
        seenIn[member] = part;
        all[members++] = member;
      }
    }
  }
  starts.push(members);
  return {
    representatives: Int32Array.from(representatives),
    members: all.subarray(0, members),
    starts: Int32Array.from(starts),
  };
}

/** Returns the size of each cluster: the representative and its duplicates, without similar documents. */
export function clusterSizes({ representatives, starts }: Clusters): Int32Array {
  return representatives.map((_, cluster) => 1 + starts[2 * cluster + 1]! - starts[2 * cluster]!);
}
