import { NeardupError } from '../errors.js';
import type { LongWork } from '../quota/long-work.js';
import type { TaskContext } from '../quota/task-context.js';
import type { ClusterPage, Member } from '../store/contract/clusters.js';
import type { CollectionKey } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import { hostFromId } from '../store/rules/host.js';
import { isFull, memberBytes, takePage } from '../store/rules/reply-bytes.js';

/**
 * Reads of a cluster by host. The store indexes members only by seat, their number in the cluster, so that a check
 * writes as few rows as possible. So each read goes through the members, five hundred per operation, with other
 * operations in between. Members that join or leave during the walk may or may not be included.
 */
export const walkedMembersMax = 50_000;
const membersOfSlice = 500;
const hostsMax = 100;

export interface WantedMembers {
  /** Host of the members to include; null for members whose id is not a URL. */
  readonly host: string | null;
  /** Last member of the previous page; null for the first page. */
  readonly after: Pick<Member, 'stored' | 'seat'> | null;
  readonly limit: number;
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

export function createClusterWalk(store: EmbeddedStore, longWork: LongWork, clock: () => number) {
  /** Returns one page of the members of a host; undefined if there is no such cluster. */
  function membersOfHost(
    collection: CollectionKey,
    id: string,
    wanted: WantedMembers,
    context?: TaskContext,
  ): Promise<(ClusterPage & { readonly more: boolean }) | undefined> {
    const name = JSON.stringify(['members', collection.name, collection.generation, id, wanted]);
    return longWork.run(name, (shared) => membersNow(collection, id, wanted, shared), context);
  }

  async function membersNow(
    collection: CollectionKey,
    id: string,
    { host, after, limit }: WantedMembers,
    context: TaskContext,
  ) {
    let cluster: ClusterPage | undefined;
    const found: Member[] = [];
    for await (const slice of slicesOf(collection, id, context, after)) {
      cluster = slice;
      found.push(...slice.members.filter((member) => hostFromId(member.id) === host));
      if (found.length > limit) break;
    }
    if (cluster === undefined) return undefined;
    const members = takePage(found, limit, memberBytes);
    return { ...cluster, members, more: members.length < found.length };
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

  /** Yields the members of a cluster after a place, in slices; nothing if there is no such cluster. */
  async function* slicesOf(
    collection: CollectionKey,
    id: string,
    context: TaskContext,
    from: WantedMembers['after'] = null,
  ): AsyncGenerator<ClusterPage> {
    const wanted = { collection, id, storedOnly: false, limit: membersOfSlice };
    for (let after = from; ; ) {
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

  return { membersOfHost, countHosts };
}

function refuseLarge({ id, size, refused }: ClusterPage): void {
  if (size + refused <= walkedMembersMax) return;
  const detail = `a cluster with more than ${walkedMembersMax} members cannot be read by host`;
  throw new NeardupError(
    'validation_failed',
    `Cannot search the members of cluster "${id}", which has ${size + refused}: ${detail}`,
    { errors: [{ pointer: '', detail }] },
  );
}

const compareHosts = (a: HostMembers, b: HostMembers) => ((a.host ?? '') < (b.host ?? '') ? -1 : 1);
