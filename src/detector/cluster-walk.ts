import { NeardupError } from '../errors.js';
import type { LongWork } from '../quota/long-work.js';
import type { TaskContext } from '../quota/task-context.js';
import type { ClusterPage, Member } from '../store/contract/clusters.js';
import type { CollectionKey } from '../store/contract/collections.js';
import type { Store } from '../store/contract/store.js';
import { hostFromId } from '../store/rules/host.js';
import { isFull, memberBytes, takePage } from '../store/rules/reply-bytes.js';

/**
 * Reads that need all members of a cluster: sorting by similarity or time, and counts by host. The store indexes
 * members only by seat, their number in the cluster, so that a check writes as few rows as possible. So each read goes
 * through all members, five hundred per operation, with other operations in between. Members that join or leave during
 * the walk may or may not be included.
 */
export const walkedMembersMax = 50_000;
const membersOfSlice = 500;
const hostsMax = 100;

export const memberOrders = ['seat', 'similarity', 'time'] as const;
export type MemberOrder = (typeof memberOrders)[number];

export interface WantedMembers {
  readonly order: MemberOrder;
  readonly descending: boolean;
  /** Host of the members to include; null for members whose id is not a URL; undefined for all members. */
  readonly host: string | null | undefined;
  /** Sort position of the last member of the previous page; null for the first page. */
  readonly after: MemberPlace | null;
  readonly limit: number;
}

/** Sort position of a member; the seat breaks ties. */
export interface MemberPlace {
  readonly key: number;
  readonly seat: number;
}

export interface SortedCluster extends ClusterPage {
  /** Sort position of the last member on this page; null if this is the last page. */
  readonly next: MemberPlace | null;
}

export interface HostMembers {
  readonly host: string | null;
  readonly stored: number;
  readonly refused: number;
}

export interface ClusterHosts {
  /** Hosts by number of members, largest first. */
  readonly hosts: readonly HostMembers[];
  /** Number of hosts that are not listed. */
  readonly others: number;
}

export function createClusterWalk(store: Store, longWork: LongWork, clock: () => number) {
  /** Returns one page of sorted members; undefined if there is no such cluster. */
  function sorted(
    collection: CollectionKey,
    id: string,
    wanted: WantedMembers,
    context?: TaskContext,
  ): Promise<SortedCluster | undefined> {
    const name = JSON.stringify(['members', collection.name, collection.generation, id, wanted]);
    return longWork.run(name, (shared) => sortedNow(collection, id, wanted, shared), context);
  }

  async function sortedNow(
    collection: CollectionKey,
    id: string,
    { order, descending, host, after, limit }: WantedMembers,
    context: TaskContext,
  ): Promise<SortedCluster | undefined> {
    const sign = descending ? -1 : 1;
    const compare = (one: MemberPlace, other: MemberPlace) =>
      sign * (one.key - other.key) || one.seat - other.seat;
    let cluster: ClusterPage | undefined;
    let first: (MemberPlace & { readonly member: Member })[] = [];
    for await (const slice of slicesOf(collection, id, context)) {
      cluster = slice;
      for (const member of slice.members) {
        if (host !== undefined && hostFromId(member.id) !== host) continue;
        const place = { key: keyOf[order](member), seat: member.seat, member };
        if (after === null || compare(place, after) > 0) first.push(place);
      }
      first = first.sort(compare).slice(0, limit + 1);
    }
    if (cluster === undefined) return undefined;
    const members = takePage(
      first.map(({ member }) => member),
      limit,
      memberBytes,
    );
    const last = first[members.length - 1];
    const next = members.length < first.length && last !== undefined ? last : null;
    return { ...cluster, members, next: next && { key: next.key, seat: next.seat } };
  }

  function countHosts(
    collection: CollectionKey,
    id: string,
    context?: TaskContext,
  ): Promise<ClusterHosts | undefined> {
    const name = JSON.stringify(['hosts', collection.name, collection.generation, id]);
    return longWork.run(name, (shared) => hostsNow(collection, id, shared), context);
  }

  async function hostsNow(
    collection: CollectionKey,
    id: string,
    context: TaskContext,
  ): Promise<ClusterHosts | undefined> {
    const found = new Map<string | null, { stored: number; refused: number }>();
    let isThere = false;
    for await (const { members } of slicesOf(collection, id, context)) {
      isThere = true;
      for (const member of members) {
        const host = hostFromId(member.id);
        let counts = found.get(host);
        if (counts === undefined) {
          counts = { stored: 0, refused: 0 };
          // Copies the substring, because it would otherwise keep the whole id in memory.
          found.set(host && Buffer.from(host).toString(), counts);
        }
        counts[member.stored ? 'stored' : 'refused'] += 1;
      }
    }
    if (!isThere) return undefined;
    const hosts = [...found]
      .map(([host, counts]) => ({ host, ...counts }))
      .sort((a, b) => b.stored + b.refused - a.stored - a.refused || compareHosts(a, b));
    return { hosts: hosts.slice(0, hostsMax), others: Math.max(0, hosts.length - hostsMax) };
  }

  /** Yields all members of a cluster in slices; nothing if there is no such cluster. */
  async function* slicesOf(
    collection: CollectionKey,
    id: string,
    context: TaskContext,
  ): AsyncGenerator<ClusterPage> {
    const wanted = { collection, id, storedOnly: false, limit: membersOfSlice };
    for (let after: Member | null = null; ; ) {
      const slice: ClusterPage | undefined = await store.cluster(
        { ...wanted, after, now: clock() },
        context,
      );
      if (slice === undefined) return;
      refuseLarge(slice);
      yield slice;
      const { members } = slice;
      if (members.length < membersOfSlice && !isFull(members, memberBytes)) return;
      after = members.at(-1)!;
    }
  }

  return { sorted, countHosts };
}

const keyOf: Readonly<Record<MemberOrder, (member: Member) => number>> = {
  seat: ({ stored }) => (stored ? 0 : 1),
  /**
   * In descending order, the founding member, which has no match, is first. Members without a similarity follow all
   * others, by ascending distance.
   */
  similarity: ({ match }) => {
    if (match === null) return 2;
    return match.similarity ?? -1 - match.distance;
  },
  time: ({ match }) => match?.at ?? 0,
};

function refuseLarge({ id, size, refused }: ClusterPage): void {
  if (size + refused <= walkedMembersMax) return;
  const detail = `a cluster with more than ${walkedMembersMax} members is read in the order of seats, as a whole`;
  throw new NeardupError(
    'validation_failed',
    `Cannot sort or search the members of cluster "${id}", which has ${size + refused}: ${detail}`,
    { errors: [{ pointer: '', detail }] },
  );
}

const compareHosts = (a: HostMembers, b: HostMembers) => ((a.host ?? '') < (b.host ?? '') ? -1 : 1);
