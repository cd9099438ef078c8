import type { MatchedDocument } from '../../src/matching/match.js';
import { compareUtf8 } from '../../src/matching/match-order.js';
import { isSame } from '../../src/matching/match-rule.js';
import {
  type Cluster,
  type ClusterPage,
  type Departure,
  type GetCluster,
  type ListClusters,
  type ListClustersById,
  type ListSeparations,
  type Member,
  type Represent,
  type SeatedMembers,
  type Separate,
  type Separation,
  separationsMax,
  type Unseparate,
  type Unseparated,
} from '../../src/store/contract/clusters.js';
import {
  clusterBytes,
  memberBytes,
  pageOf,
  separationBytes,
} from '../../src/store/rules/reply-bytes.js';
import {
  comparePairs,
  noSuchMember,
  pairOf,
  tooManySeparations,
} from '../../src/store/rules/separations.js';

/** A member and its seat. */
interface Seated extends Member {
  readonly cluster: string;
}

interface Kept extends Pick<Cluster, 'id' | 'createdAt' | 'updatedAt' | 'chosen'> {
  /** The highest seat that was ever given. */
  readonly lastSeat: number;
}

export interface Joining {
  readonly id: string;
  readonly stored: boolean;
  readonly best: MatchedDocument;
  readonly newClusterId: string;
  readonly now: number;
}

/** The ids of the stored documents. */
interface Documents {
  has(id: string): boolean;
}

export type MemoryClusters = ReturnType<typeof createMemoryClusters>;

/** The clusters and separations of one collection; every question is answered by looking at all. */
export function createMemoryClusters() {
  const clusters = new Map<string, Kept>();
  /** By the id of the member. */
  const members = new Map<string, Seated>();
  let separated: readonly Separation[] = [];

  const seatedIn = (cluster: string) =>
    [...members.values()].filter((member) => member.cluster === cluster).sort(byPlace);

  /** Seats a duplicate in the cluster of its best match; it leaves its former cluster. */
  function join({ id, stored, best, newClusterId, now }: Joining): string {
    leave(id, now);
    const target = members.get(best.id) ?? found(newClusterId, best.id, now);
    const { id: of, distance, similarity, exact, containment } = best;
    const measured = { distance, similarity, exact, same: isSame(best), containment };
    const match = { id: of, seat: target.seat, ...measured, at: now };
    const seat = nextSeat(target.cluster, now);
    members.set(id, { cluster: target.cluster, id, stored, seat, match });
    return target.cluster;
  }

  /** Remembers a refused id, if there is room. @returns the cluster that it belongs to, if any */
  function refuse(joining: Omit<Joining, 'stored'>, keepRefused: number): string | null {
    const { id, best, now } = joining;
    const target = members.get(best.id);
    const before = members.get(id);
    if (before !== undefined && before.cluster === target?.cluster && sameMatch(before, joining)) {
      return before.cluster;
    }
    leave(id, now);
    const refused = target === undefined ? 0 : countsOf(target.cluster).refused;
    if (refused >= keepRefused) return target?.cluster ?? null;
    return join({ ...joining, stored: false });
  }

  function sameMatch({ match }: Seated, { best }: Pick<Joining, 'best'>): boolean {
    const { distance, similarity, exact } = best;
    return (
      match !== null &&
      match.id === best.id &&
      match.seat === members.get(best.id)?.seat &&
      match.distance === distance &&
      match.similarity === similarity &&
      match.exact === exact &&
      match.same === isSame(best)
    );
  }

  function found(cluster: string, id: string, now: number): Seated {
    clusters.set(cluster, {
      id: cluster,
      createdAt: now,
      updatedAt: now,
      lastSeat: 1,
      chosen: null,
    });
    const first = { cluster, id, stored: true, seat: 1, match: null };
    members.set(id, first);
    return first;
  }

  function nextSeat(cluster: string, now: number): number {
    const kept = clusters.get(cluster)!;
    const lastSeat = kept.lastSeat + 1;
    clusters.set(cluster, { ...kept, lastSeat, updatedAt: now });
    return lastSeat;
  }

  /** Takes the seat from an id, if it has one. */
  function leave(id: string, now: number): void {
    const member = members.get(id);
    if (member === undefined) return;
    members.delete(id);
    const { cluster } = member;
    clusters.set(cluster, { ...clusters.get(cluster)!, updatedAt: now });
    settle(cluster);
  }

  /** What follows if a member has gone. */
  function settle(cluster: string): void {
    const left = seatedIn(cluster);
    const kept = clusters.get(cluster)!;
    if (!left.some(({ stored, seat }) => stored && seat === kept.chosen)) {
      clusters.set(cluster, { ...kept, chosen: null });
    }
    if (left.some(({ stored }) => stored)) return;
    for (const { id } of left) members.delete(id);
    clusters.delete(cluster);
  }

  function countsOf(cluster: string) {
    const all = seatedIn(cluster);
    const size = all.filter(({ stored }) => stored).length;
    return { size, refused: all.length - size };
  }

  /** A member by itself, with its cluster; null: it is in none. */
  function seatedMember(id: string): SeatedMembers | null {
    const seated = members.get(id);
    if (seated === undefined) return null;
    const { cluster, ...member } = seated;
    const { lastSeat, chosen, ...kept } = clusters.get(cluster)!;
    return { cluster: kept, members: [member] };
  }

  /** undefined if no stored member is present. */
  function describe(kept: Kept, isPresent: (id: string) => boolean): Cluster | undefined {
    const { id, createdAt, updatedAt } = kept;
    const present = seatedIn(id).filter((member) => member.stored && isPresent(member.id));
    const chosen = present.find(({ seat }) => seat === kept.chosen);
    const first = chosen ?? present[0];
    if (first === undefined) return undefined;
    const representative = { id: first.id, seat: first.seat };
    const times = { createdAt, updatedAt };
    return { id, ...countsOf(id), representative, chosen: chosen?.seat ?? null, ...times };
  }

  function list(
    { minMembers, after, limit }: Pick<ListClusters, 'minMembers' | 'after' | 'limit'>,
    isPresent: (id: string) => boolean,
  ): Cluster[] {
    const place = after && { id: after.id, size: after.members, refused: 0 };
    const found = [...clusters.values()]
      .flatMap((kept) => describe(kept, isPresent) ?? [])
      .filter((cluster) => membersOf(cluster) >= minMembers)
      .filter((cluster) => place === null || compareClusters(cluster, place) > 0)
      .sort(compareClusters);
    return pageOf(found, limit, clusterBytes);
  }

  function listById(
    { after, limit }: Pick<ListClustersById, 'after' | 'limit'>,
    isPresent: (id: string) => boolean,
  ): Cluster[] {
    const found = [...clusters.values()]
      .flatMap((kept) => describe(kept, isPresent) ?? [])
      .filter(({ id }) => after === null || compareUtf8(id, after) > 0)
      .sort((a, b) => compareUtf8(a.id, b.id));
    return pageOf(found, limit, clusterBytes);
  }

  function get(
    { id, storedOnly, after, limit }: Pick<GetCluster, 'id' | 'storedOnly' | 'after' | 'limit'>,
    isPresent: (id: string) => boolean,
  ): ClusterPage | undefined {
    const kept = clusters.get(id);
    const cluster = kept && describe(kept, isPresent);
    if (cluster === undefined) return undefined;
    const found = seatedIn(id)
      .filter((member) => (member.stored ? isPresent(member.id) : !storedOnly))
      .filter((member) => after === null || byPlace(member, after) > 0);
    const page = pageOf(found, limit, memberBytes).map(({ cluster: _, ...member }) => member);
    return { ...cluster, members: page };
  }

  function restore(
    { cluster: given, members: restored }: SeatedMembers,
    documents: Documents,
  ): void {
    let { lastSeat, chosen } = clusters.get(given.id) ?? { lastSeat: 0, chosen: null };
    if (given.chosen !== undefined) chosen = given.chosen;
    for (const member of restored) {
      lastSeat = Math.max(lastSeat, member.seat, member.match?.seat ?? 0);
      if (documents.has(member.id) !== member.stored) continue;
      for (const other of seatedIn(given.id)) {
        if (other.seat === member.seat) members.delete(other.id);
      }
      const before = members.get(member.id);
      members.set(member.id, { cluster: given.id, ...member });
      if (before !== undefined && before.cluster !== given.id) settle(before.cluster);
    }
    clusters.set(given.id, { ...given, lastSeat, chosen });
    settle(given.id);
  }

  /** Removes members that do not fit the documents of another generation of the collection. */
  function moveTo(documents: Documents): void {
    for (const { id, cluster, stored } of [...members.values()]) {
      if (documents.has(id) === stored) continue;
      members.delete(id);
      settle(cluster);
    }
  }

  function represent(
    { id, member, now: _ }: Omit<Represent, 'collection'>,
    isPresent: (id: string) => boolean,
  ): Cluster | undefined {
    const kept = clusters.get(id);
    if (kept === undefined || describe(kept, isPresent) === undefined) return undefined;
    const found = seatedIn(id).find((each) => each.id === member);
    if (!found?.stored || !isPresent(member)) throw noSuchMember(id, member);
    clusters.set(id, { ...kept, chosen: found.seat });
    return describe(clusters.get(id)!, isPresent);
  }

  function separate(
    { a, b, now, departure }: Omit<Separate, 'collection'>,
    contentOf: (id: string) => string | null,
  ): Separation {
    const pair = pairOf(a, b);
    if (!separated.some((other) => comparePairs(other, pair) === 0)) {
      for (const id of [a, b]) {
        if (partnersOf(id).length >= separationsMax) throw tooManySeparations(id);
      }
      separated = [...separated, { ...pair, createdAt: now, departure: null }].sort(comparePairs);
    }
    const left = departureOf(a, b, contentOf);
    if (left !== null) leave(left.member.id, now);
    const separation = separated.find((other) => comparePairs(other, pair) === 0)!;
    const remembered = departure === undefined ? (left ?? separation.departure) : departure;
    separated = separated.map((other) =>
      other === separation ? { ...separation, departure: remembered } : other,
    );
    return { ...separation, departure: left };
  }

  /** Who has to leave, if two are separated. */
  function departureOf(
    a: string,
    b: string,
    contentOf: (id: string) => string | null,
  ): Departure | null {
    const [one, other] = [members.get(a), members.get(b)];
    if (one === undefined || one.cluster !== other?.cluster) return null;
    const [later, earlier] = one.seat > other.seat ? [one, other] : [other, one];
    const isChosen = clusters.get(one.cluster)!.chosen === later.seat;
    const { cluster, ...member } = isChosen ? earlier : later;
    return { cluster, member, content: contentOf(member.id) };
  }

  function unseparate(
    { a, b, now }: Omit<Unseparate, 'collection'>,
    documents: Documents,
    contentOf: (id: string) => string | null,
  ): Unseparated | undefined {
    const pair = pairOf(a, b);
    const found = separated.find((other) => comparePairs(other, pair) === 0);
    if (found === undefined) return undefined;
    separated = separated.filter((other) => other !== found);
    const { departure } = found;
    if (departure === null) return { restored: null };
    const { cluster, member, content } = departure;
    const kept = clusters.get(cluster);
    const isPossible =
      kept !== undefined &&
      !members.has(member.id) &&
      seatedIn(cluster).every(({ seat }) => seat !== member.seat) &&
      partnersOf(member.id).every((id) => members.get(id)?.cluster !== cluster) &&
      (member.stored
        ? contentOf(member.id) !== null && contentOf(member.id) === content
        : !documents.has(member.id));
    if (!isPossible) return { restored: null };
    restore({ cluster: { ...kept, updatedAt: now }, members: [member] }, documents);
    return { restored: departure };
  }

  function partnersOf(id: string): string[] {
    return separated.flatMap(({ a, b }) => (a === id ? b : b === id ? a : []));
  }

  return {
    join,
    refuse,
    leave,
    seatedMember,
    clusterOf: (id: string): string | null => members.get(id)?.cluster ?? null,
    memberOf: (id: string): Member | undefined => members.get(id),
    isRefused: (id: string): boolean => members.get(id)?.stored === false,
    list,
    listById,
    get,
    restore,
    moveTo,
    represent,
    separate,
    unseparate,
    partnersOf,
    separations({ after, limit }: Pick<ListSeparations, 'after' | 'limit'>): Separation[] {
      const found = separated.filter((pair) => after === null || comparePairs(pair, after) > 0);
      return pageOf(found, limit, separationBytes);
    },
  };
}

/** In the order of the contract: stored members first, then refused ones, each by seat. */
function byPlace(a: Pick<Member, 'stored' | 'seat'>, b: Pick<Member, 'stored' | 'seat'>): number {
  return Number(b.stored) - Number(a.stored) || a.seat - b.seat;
}

const membersOf = ({ size, refused }: Pick<Cluster, 'size' | 'refused'>) => size + refused;

type Ordered = Pick<Cluster, 'id' | 'size' | 'refused'>;

function compareClusters(a: Ordered, b: Ordered): number {
  return membersOf(b) - membersOf(a) || compareUtf8(a.id, b.id);
}
