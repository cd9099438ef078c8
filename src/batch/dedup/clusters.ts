import type { CollapsedDocuments } from './collapse.js';
import type { Decisions } from './decide.js';

/** The documents that duplicate others, grouped by their representatives. */
export interface Clusters {
  /** For each id that has members, its first document; in input order. */
  readonly representatives: Int32Array;
  /** For each member's id, its first document; each once per cluster, cluster by cluster. */
  readonly members: Int32Array;
  /** Where the members of each representative start, then where all end. */
  readonly starts: Int32Array;
}

export function clustersOf({ count, idOf }: CollapsedDocuments, decisions: Decisions): Clusters {
  const { duplicateOf } = decisions;
  const ends = new Int32Array(count + 1);
  for (let number = 0; number < count; number++) {
    if (duplicateOf[number]! >= 0) ends[duplicateOf[number]! + 1]!++;
  }
  for (let number = 0; number < count; number++) ends[number + 1]! += ends[number]!;
  const all = new Int32Array(ends[count]!);
  const filled = ends.slice(0, count);
  for (let number = 0; number < count; number++) {
    const representative = duplicateOf[number]!;
    if (representative >= 0) all[filled[representative]!++] = idOf[number]!;
  }
  const seenIn = new Int32Array(count).fill(-1);
  const starts: number[] = [];
  const representatives: number[] = [];
  let members = 0;
  for (let representative = 0; representative < count; representative++) {
    const [from, to] = [ends[representative]!, ends[representative + 1]!];
    if (from === to) continue;
    representatives.push(representative);
    starts.push(members);
    for (let at = from; at < to; at++) {
      const member = all[at]!;
      if (seenIn[member] === representative) continue;
      seenIn[member] = representative;
      all[members++] = member;
    }
  }
  starts.push(members);
  return {
    representatives: Int32Array.from(representatives),
    members: all.subarray(0, members),
    starts: Int32Array.from(starts),
  };
}
