import { hammingDistance, popcount } from '../../fingerprint/blocks.js';
import { type GeometryTable, geometryKey, piecesBeside } from '../../fingerprint/geometry.js';
import { firstSharedBand } from '../../fingerprint/minhash.js';
import type { Fingerprint } from '../../fingerprint/signature.js';
import { matchingCloseness } from '../../matching/compare.js';
import type { Closeness } from '../../matching/match.js';
import type { Content } from './content-columns.js';
import { type PairStageOptions, usesMasks } from './pair-rules.js';

/**
 * Matches among the contents under one key.
 *
 * Two contents may meet under several keys, and must leave the join once: at the first mask under
 * which they meet if they are near, else at the first band that they share. Every reducer sees that
 * by itself from the two contents, so nothing has to be remembered or sorted out later.
 *
 * A key that thousands share is hot. Comparing all with all would take millions of steps for each, so
 *
 *   by mask   contents are sorted into buckets by one more piece of the other bits: of the pieces,
 *             one more than bits may differ, at least one is equal. Chance meetings end here
 *   then      in a bucket that is still hot, contents are joined to sets of those that match, each
 *             compared with a set until the first that matches: a page with 100,000 variants takes
 *             100,000 comparisons, and yields 100,000 pairs instead of 5 billion
 *
 * The listed pairs of a hot bucket connect exactly the contents that all its pairs would connect.
 */
export interface GroupMember extends Content {
  /** True if it is filed under its key with one bit flipped. */
  readonly flipped: boolean;
}

export interface Space {
  readonly kind: 'mask' | 'band';
  readonly number: number;
}

type Listed = (a: Content, b: Content, compared: Closeness) => void;

export function createGroupComparison(options: PairStageOptions) {
  const { recipe, rule, geometry, hotAbove, everyPair } = options;
  const masks = geometry.tables.map(({ mask }) => mask);
  const pieces = geometry.tables.map((table) => piecesBeside(table, geometry.radius + 1));
  const plain = rule.maxDistance <= geometry.radius;

  /** Closeness of two contents that match and meet in this group first; else null. */
  function compared(space: Space, a: GroupMember, b: GroupMember): Closeness | null {
    // Of two contents whose keys differ in a bit, each meets the other flipped: once is enough.
    if (a.flipped && (b.flipped || a.name > b.name)) return null;
    if (b.flipped && b.name > a.name) return null;
    const distance = hammingDistance(a.fingerprint, b.fingerprint);
    const near = usesMasks(options) && distance <= rule.maxDistance;
    if (near !== (space.kind === 'mask')) return null;
    const first = near ? firstMask(a, b) : firstBand(a, b);
    if (first !== space.number) return null;
    return matchingCloseness(a, b, rule);
  }

  function firstMask(a: Content, b: Content): number {
    const allowed = plain ? 0 : 1;
    return masks.findIndex((mask) => differing(a.fingerprint, b.fingerprint, mask) <= allowed);
  }

  function firstBand(a: Content, b: Content): number {
    return firstSharedBand(a.sketch!, b.sketch!, recipe.bands!);
  }

  function allPairs(space: Space, members: readonly GroupMember[], listed: Listed): void {
    for (let i = 0; i < members.length; i++) {
      for (let j = 0; j < i; j++) {
        const found = compared(space, members[j]!, members[i]!);
        if (found !== null) listed(members[j]!, members[i]!, found);
      }
    }
  }

  function hot(space: Space, members: readonly GroupMember[], listed: Listed): void {
    const refined = space.kind === 'mask' && plain ? pieces[space.number]! : null;
    if (refined === null) {
      if (everyPair) allPairs(space, members, listed);
      else connect(space, members, listed);
      return;
    }
    for (const [index, piece] of refined.entries()) {
      const isFirst = (a: Content, b: Content) =>
        refined.findIndex(({ mask }) => differing(a.fingerprint, b.fingerprint, mask) === 0) ===
        index;
      for (const bucket of bucketsBy(piece, members)) {
        if (!everyPair && bucket.length > hotAbove) connect(space, bucket, listed);
        else {
          allPairs(space, bucket, (a, b, found) => {
            if (isFirst(a, b)) listed(a, b, found);
          });
        }
      }
    }
  }

  /** Lists pairs that match until all that are connected by such pairs are. */
  function connect(space: Space, members: readonly GroupMember[], listed: Listed): void {
    let sets: GroupMember[][] = [];
    for (const member of members) {
      let joined: GroupMember[] | null = null;
      const apart: GroupMember[][] = [];
      for (const set of sets) {
        const found = anyMatch(space, set, member);
        if (found === null) {
          apart.push(set);
          continue;
        }
        listed(found.other, member, found.compared);
        joined = joined === null ? set : union(joined, set);
      }
      joined ??= [];
      joined.push(member);
      // The latest set first: the next content likely belongs to it.
      sets = [joined, ...apart];
    }
  }

  function anyMatch({ kind }: Space, set: readonly GroupMember[], member: GroupMember) {
    for (const other of set) {
      const distance = hammingDistance(other.fingerprint, member.fingerprint);
      if (kind === 'mask' && distance > rule.maxDistance) continue;
      const compared = matchingCloseness(other, member, rule);
      if (compared !== null) return { other, compared };
    }
    return null;
  }

  return (space: Space, members: readonly GroupMember[], listed: Listed): void => {
    if (members.length > hotAbove) hot(space, members, listed);
    else allPairs(space, members, listed);
  };
}

/** Both in one: the longer one takes the other in. */
function union<T>(a: T[], b: T[]): T[] {
  const [long, short] = a.length < b.length ? [b, a] : [a, b];
  for (const each of short) long.push(each);
  return long;
}

/** Contents with an equal piece of their fingerprints, those that are not alone. */
function bucketsBy(piece: GeometryTable, members: readonly GroupMember[]): GroupMember[][] {
  const buckets = new Map<number, GroupMember[]>();
  for (const member of members) {
    const key = geometryKey(member.fingerprint, piece);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [member]);
    else bucket.push(member);
  }
  return [...buckets.values()].filter(({ length }) => length > 1);
}

/** In how many of the bits under a mask two fingerprints differ. */
function differing(a: Fingerprint, b: Fingerprint, mask: Fingerprint): number {
  return popcount((a.high ^ b.high) & mask.high) + popcount((a.low ^ b.low) & mask.low);
}
