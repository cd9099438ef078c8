import {
  type Closeness,
  type Fingerprint,
  firstSharedBand,
  type GeometryTable,
  geometryKey,
  hammingDistance,
  matchingCloseness,
  piecesBeside,
  popcount,
} from 'neardup/engine';
import type { Content } from './content-columns.js';
import { type PairStageOptions, usesMasks } from './pair-rules.js';

/**
 * Finds matches among the contents under one key: the bits of a fingerprint under a mask, or a band of a sketch.
 *
 * Two contents may have several keys in common, but are joined under only one of these keys. Near contents are joined
 * under the first mask that gives both the same key; other contents are joined under the first band that they share.
 * A reducer can decide this from the two contents alone, without state or later deduplication.
 *
 * A key shared by thousands of contents is hot. Comparing all its pairs would take millions of steps. Instead:
 *
 *   1. Contents with equal bits under a mask are sorted into buckets, once by each piece of the other bits.
 *      The pieces outnumber the bits that may differ by one, so near contents agree in at least one piece.
 *      Most contents that share the key by chance are thus never compared.
 *   2. In a bucket that is still hot, contents are gathered into sets of matching contents. A new content is
 *      compared with the members of a set until the first match: a page with 100,000 variants takes 100,000
 *      comparisons, and yields 100,000 pairs instead of 5 billion.
 *
 * The listed pairs of a hot bucket connect exactly the contents that all matching pairs of the bucket would connect.
 */
export interface GroupMember extends Content {
  /** True if the content's own key differs from the group's key in one bit, which was flipped to find near contents. */
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

  /** Returns the closeness of two contents if they match and the pair counts in this group; otherwise null. */
  function compared(space: Space, a: GroupMember, b: GroupMember): Closeness | null {
    // If the keys of two contents differ in one bit, flipping this bit in either key yields the other key, so the pair
    // appears in two groups. The pair is counted in only one of these groups.
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
      for (const bucket of groupByPiece(piece, members)) {
        if (!everyPair && bucket.length > hotAbove) connect(space, bucket, listed);
        else {
          allPairs(space, bucket, (a, b, found) => {
            if (isFirst(a, b)) listed(a, b, found);
          });
        }
      }
    }
  }

  /** Lists enough matching pairs to connect all contents that the complete list of matching pairs would connect. */
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
      // The latest set comes first, because the next content probably belongs to it.
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

/** Appends the shorter array to the longer one. */
function union<T>(a: T[], b: T[]): T[] {
  const [long, short] = a.length < b.length ? [b, a] : [a, b];
  for (const each of short) long.push(each);
  return long;
}

/** Groups contents by a piece of their fingerprints. Groups of a single content are dropped. */
function groupByPiece(piece: GeometryTable, members: readonly GroupMember[]): GroupMember[][] {
  const buckets = new Map<number, GroupMember[]>();
  for (const member of members) {
    const key = geometryKey(member.fingerprint, piece);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [member]);
    else bucket.push(member);
  }
  return [...buckets.values()].filter(({ length }) => length > 1);
}

/** Returns the number of bits under a mask in which two fingerprints differ. */
function differing(a: Fingerprint, b: Fingerprint, mask: Fingerprint): number {
  return popcount((a.high ^ b.high) & mask.high) + popcount((a.low ^ b.low) & mask.low);
}
