import { NeardupError } from '../../src/errors.js';
import type { MatchedDocument } from '../../src/matching/match.js';
import {
  type Cluster,
  type ClusterPage,
  type GetCluster,
  type ListClusters,
  type ListClustersById,
  type Member,
  type MemberMatch,
  type PlaceInCluster,
  type Represent,
  type SeatedMembers,
  type Separate,
  type Separated,
  type Separation,
  separationsMax,
} from '../../src/store/contract/clusters.js';
import { compareIds, comparePairs, pageOf, pairOf } from './lists.js';

interface Kept extends Pick<Cluster, 'id' | 'createdAt'> {
  updatedAt: number;
  /** Highest seat ever assigned. */
  lastSeat: number;
  chosen: number | null;
  members: Member[];
}

export interface Joining {
  readonly id: string;
  readonly best: MatchedDocument;
  readonly newClusterId: string;
  readonly now: number;
}

/** Returns the content present under an id, or null. */
export type ContentOf = (id: string) => string | null;

type Given<Operation> = Omit<Operation, 'collection'>;

/** Clusters and separations of a collection, in two lists that each query scans. */
export class Clusters {
  #clusters: Kept[] = [];
  #separations: Separation[] = [];

  #of(id: string): Kept | undefined {
    return this.#clusters.find(({ members }) => members.some((member) => member.id === id));
  }

  member(id: string): Member | undefined {
    return this.#of(id)?.members.find((member) => member.id === id);
  }

  idOf(id: string): string | null {
    return this.#of(id)?.id ?? null;
  }

  /** Returns a member with its cluster, in the form in which it is seated again later. */
  seated(id: string): SeatedMembers | null {
    const kept = this.#of(id);
    if (kept === undefined) return null;
    const { createdAt, updatedAt } = kept;
    return { cluster: { id: kept.id, createdAt, updatedAt }, members: [this.member(id)!] };
  }

  /** Seats a document beside its best match. @returns the cluster */
  join({ id, best, newClusterId, now }: Joining, isStored = true): string {
    this.leave(id, now);
    let kept = this.#of(best.id);
    if (kept === undefined) {
      const first = { id: best.id, stored: true, seat: 1, match: null };
      kept = {
        id: newClusterId,
        createdAt: now,
        updatedAt: now,
        lastSeat: 1,
        chosen: null,
        members: [first],
      };
      this.#clusters.push(kept);
    }
    const match = this.#matchOf(best, now)!;
    kept.lastSeat += 1;
    kept.updatedAt = now;
    kept.members.push({ id, stored: isStored, seat: kept.lastSeat, match });
    return kept.id;
  }

  /** Returns a match as a member records it; undefined: the other document is in no cluster. */
  #matchOf({ adds, ...best }: MatchedDocument, at: number): MemberMatch | undefined {
    const { id, distance, similarity, exact, containment } = best;
    const seat = this.member(id)?.seat;
    const addsNothing = adds?.nothing === true;
    return seat === undefined
      ? undefined
      : { id, seat, distance, similarity, exact, addsNothing, containment, at };
  }

  /** Records a refused id if there is room. @returns the cluster of its match */
  refuse(joining: Joining, keepRefused: number): string | null {
    const { id, best, now } = joining;
    const target = this.#of(best.id);
    const [before, match] = [this.member(id)?.match, this.#matchOf(best, now)];
    if (target === this.#of(id) && before && match && keyOf(before) === keyOf(match)) {
      return this.idOf(id);
    }
    this.leave(id, now);
    const refused = this.#of(best.id)?.members.filter(({ stored }) => !stored).length ?? 0;
    return refused < keepRefused ? this.join(joining, false) : this.idOf(best.id);
  }

  /** Removes an id from its seat, if any. */
  leave(id: string, now: number): void {
    const kept = this.#of(id);
    if (kept === undefined) return;
    kept.updatedAt = Math.max(kept.updatedAt, now);
    this.#remove(kept, id);
  }

  /** Removes members. Deletes a cluster without stored members, and ends a choice with its member. */
  #remove(kept: Kept, id: string | null): void {
    kept.members = kept.members.filter((member) => member.id !== id);
    const seats = kept.members.filter(({ stored }) => stored).map(({ seat }) => seat);
    if (!seats.includes(kept.chosen!)) kept.chosen = null;
    if (seats.length === 0) this.#clusters = this.#clusters.filter((other) => other !== kept);
  }

  /** Removes members inconsistent with the documents of another generation of the collection. */
  moveTo(isStored: (id: string) => boolean): void {
    for (const kept of this.#clusters) {
      for (const { id, stored } of kept.members) {
        if (isStored(id) !== stored) this.#remove(kept, id);
      }
    }
  }

  updatedAt(clusterId: string): number | undefined {
    return this.#clusters.find(({ id }) => id === clusterId)?.updatedAt;
  }

  restore({ cluster, members }: SeatedMembers, isStored: (id: string) => boolean): void {
    const { id, createdAt, updatedAt, chosen } = cluster;
    const before = this.#clusters.find((other) => other.id === id);
    const blank = { lastSeat: 0, chosen: null, members: [] };
    const kept: Kept = { ...blank, ...before, id, createdAt, updatedAt };
    this.#clusters = [...this.#clusters.filter((other) => other !== before), kept];
    if (chosen !== undefined) kept.chosen = chosen;
    for (const member of members) {
      kept.lastSeat = Math.max(kept.lastSeat, member.seat, member.match?.seat ?? 0);
      if (isStored(member.id) !== member.stored) continue;
      kept.members = kept.members.filter(({ seat }) => seat !== member.seat);
      const former = this.#of(member.id);
      if (former !== undefined && former !== kept) this.#remove(former, member.id);
      kept.members = [...kept.members.filter((other) => other.id !== member.id), member];
    }
    this.#remove(kept, null);
  }

  /** Describes a cluster; undefined if none of its stored members is present. */
  #describe(kept: Kept, contentOf: ContentOf): Cluster | undefined {
    const { id, createdAt, updatedAt } = kept;
    const all = [...kept.members].sort(byPlace);
    const present = all.filter((member) => member.stored && contentOf(member.id) !== null);
    const chosen = present.find(({ seat }) => seat === kept.chosen);
    const first = chosen ?? present[0];
    if (first === undefined) return undefined;
    const size = all.filter(({ stored }) => stored).length;
    const representative = { id: first.id, seat: first.seat };
    const similarities = all.flatMap(({ match }) => match?.similarity ?? []);
    const leastSimilarity = similarities.length === 0 ? null : Math.min(...similarities);
    const counts = { size, refused: all.length - size, leastSimilarity };
    return { id, ...counts, representative, chosen: chosen?.seat ?? null, createdAt, updatedAt };
  }

  #describeAll(contentOf: ContentOf): Cluster[] {
    return this.#clusters.flatMap((kept) => this.#describe(kept, contentOf) ?? []);
  }

  list({ minMembers, order, after, limit }: Given<ListClusters>, contentOf: ContentOf): Cluster[] {
    const sign = order === 'members' ? -1 : 1;
    const compare = (a: Keyed, b: Keyed) => sign * (a.key - b.key) || compareIds(a.id, b.id);
    const found = this.#describeAll(contentOf)
      .filter(({ size, refused }) => size + refused >= minMembers)
      .map((cluster) => {
        const { id, size, refused, leastSimilarity } = cluster;
        return { id, key: order === 'members' ? size + refused : leastSimilarity, cluster };
      })
      .filter((each): each is typeof each & Keyed => each.key !== null)
      .filter((each) => after === null || compare(each, after) > 0)
      .sort(compare);
    return pageOf(
      found.map(({ cluster }) => cluster),
      limit,
      idsOfCluster,
    );
  }

  listById({ after, limit }: Given<ListClustersById>, contentOf: ContentOf): Cluster[] {
    const found = this.#describeAll(contentOf)
      .filter(({ id }) => after === null || compareIds(id, after) > 0)
      .sort((a, b) => compareIds(a.id, b.id));
    return pageOf(found, limit, idsOfCluster);
  }

  get(
    { id, storedOnly, after, limit }: Given<GetCluster>,
    contentOf: ContentOf,
  ): ClusterPage | undefined {
    const kept = this.#clusters.find((each) => each.id === id);
    const cluster = kept && this.#describe(kept, contentOf);
    if (cluster === undefined) return undefined;
    const found = kept!.members
      .filter((member) => (member.stored ? contentOf(member.id) !== null : !storedOnly))
      .filter((member) => after === null || byPlace(member, after) > 0)
      .sort(byPlace);
    return { ...cluster, members: pageOf(found, limit, idsOfMember) };
  }

  represent({ id, member }: Given<Represent>, contentOf: ContentOf): Cluster | undefined {
    const kept = this.#clusters.find((each) => each.id === id);
    if (kept === undefined || this.#describe(kept, contentOf) === undefined) return undefined;
    const found = kept.members.find((each) => each.id === member);
    if (!found?.stored || contentOf(member) === null) {
      throw new NeardupError(
        'document_not_found',
        `Cannot make document "${member}" the representative of cluster "${id}": it is not a stored member`,
      );
    }
    kept.chosen = found.seat;
    return this.#describe(kept, contentOf);
  }

  separate({ a, b, now }: Given<Separate>, contentOf: ContentOf): Separated {
    const pair = pairOf(a, b);
    let known = this.#separations.find((other) => comparePairs(other, pair) === 0);
    if (known === undefined) {
      for (const id of [a, b]) {
        if (this.partners(id).length < separationsMax) continue;
        throw new NeardupError(
          'validation_failed',
          `Cannot separate document "${id}" from another one: it already has ${separationsMax} separations`,
        );
      }
      known = { ...pair, createdAt: now };
      this.#separations.push(known);
    }
    const left = this.#whoLeaves(a, b, contentOf);
    if (left !== null) this.leave(left.id, now);
    return { ...known, left };
  }

  /** Picks the later of two members of a cluster, unless it was chosen as the representative. */
  #whoLeaves(a: string, b: string, contentOf: ContentOf): PlaceInCluster | null {
    const kept = this.#of(a);
    if (kept === undefined || kept !== this.#of(b)) return null;
    if ([a, b].some((id) => this.#hasExpired(id, contentOf))) return null;
    const both = [this.member(a)!, this.member(b)!].sort((one, other) => other.seat - one.seat);
    const member = both[0]!.seat === kept.chosen ? both[1]! : both[0]!;
    return { id: member.id, cluster: kept.id };
  }

  /** Returns true if the document of a stored member is absent. */
  #hasExpired(id: string, contentOf: ContentOf): boolean {
    return this.member(id)?.stored === true && contentOf(id) === null;
  }

  unseparate({ a, b }: Pick<Separation, 'a' | 'b'>): boolean {
    const rest = this.#separations.filter((other) => comparePairs(other, pairOf(a, b)) !== 0);
    const isGone = rest.length < this.#separations.length;
    this.#separations = rest;
    return isGone;
  }

  /** Returns the ids declared separate from an id. */
  partners(id: string): string[] {
    return this.#separations.flatMap(({ a, b }) => (a === id ? b : b === id ? a : []));
  }

  separations(after: Pick<Separation, 'a' | 'b'> | null, limit: number): Separation[] {
    const found = this.#separations
      .filter((pair) => after === null || comparePairs(pair, after) > 0)
      .sort(comparePairs);
    return pageOf(found, limit, ({ a, b }) => [a, b]);
  }
}

interface Keyed {
  readonly id: string;
  readonly key: number;
}

const keyOf = ({ id, seat, distance, similarity, exact, addsNothing }: MemberMatch) =>
  [id, seat, distance, similarity, exact, addsNothing].join();
const idsOfCluster = ({ id, representative }: Cluster) => [id, representative.id];
const idsOfMember = ({ id, match }: Member) => [id, match?.id];

/** Stored members first, each kind by seat. */
function byPlace(a: Pick<Member, 'stored' | 'seat'>, b: Pick<Member, 'stored' | 'seat'>): number {
  return Number(b.stored) - Number(a.stored) || a.seat - b.seat;
}
