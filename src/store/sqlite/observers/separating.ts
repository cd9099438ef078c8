import type { Departure, Separate, Separation, Unseparated } from '../../contract/clusters.js';
import type { ClusterLists } from '../tables/cluster-lists.js';
import type { Clusters } from '../tables/clusters.js';
import type { Documents } from '../tables/documents.js';
import type { Separations } from './separations.js';

/** What separations do to clusters, and how that is taken back. */
export interface SeparatingOptions {
  readonly documents: Pick<Documents, 'has' | 'findLive'>;
  readonly clusters: Clusters;
  readonly lists: Pick<ClusterLists, 'seatedMember'>;
  readonly pairs: Separations;
}

type Pair = Pick<Separate, 'a' | 'b' | 'now'>;

/** Of the documents of a collection, and of what its lineage remembers. */
interface Place {
  readonly lineage: number;
  readonly generation: number;
}

export type Separating = ReturnType<typeof createSeparating>;

export function createSeparating({ documents, clusters, lists, pairs }: SeparatingOptions) {
  /** After `refuseFull` of the pairs. */
  function separate(
    place: Place,
    { a, b, now, departure }: Pair & Pick<Separate, 'departure'>,
  ): Separation {
    const { lineage } = place;
    pairs.add(lineage, a, b, now);
    const separation = pairs.find(lineage, a, b)!;
    const left = leaveOf(place, { a, b, now });
    const remembered = departure === undefined ? (left ?? separation.departure) : departure;
    pairs.setDeparture(lineage, separation, remembered);
    return { ...separation, departure: left };
  }

  /** Of two members of a cluster one leaves: not the chosen representative, else the one that came later. */
  function leaveOf({ lineage, generation }: Place, { a, b, now }: Pair): Departure | null {
    const [one, other] = [clusters.seatOf(lineage, a), clusters.seatOf(lineage, b)];
    if (one === undefined || one.cluster !== other?.cluster) return null;
    const chosen = clusters.chosenOf(one.cluster);
    const stays = [one, other].find(({ seat }) => seat === chosen);
    const leaves = stays === undefined ? one.seat > other.seat : stays === other;
    const id = leaves ? a : b;
    const seated = lists.seatedMember(lineage, id);
    clusters.leave(lineage, id, now);
    if (seated === null) return null;
    const content = documents.findLive(generation, id, now)?.document.signature.exactHash ?? null;
    return { cluster: seated.cluster.id, member: seated.members[0]!, content };
  }

  /** undefined: there is no such separation. */
  function unseparate(place: Place, { a, b, now }: Pair): Unseparated | undefined {
    const separation = pairs.find(place.lineage, a, b);
    if (separation === undefined) return undefined;
    pairs.remove(place.lineage, separation);
    const { departure } = separation;
    if (departure === null || !isAsItWas(place, departure, now)) return { restored: null };
    const { cluster: id, member } = departure;
    const found = clusters.find(place.lineage, id);
    const isFree = found !== undefined && !clusters.isTaken(found.number, member.seat);
    if (!isFree) return { restored: null };
    const cluster = { id, createdAt: found.createdAt, updatedAt: now };
    clusters.restore(place.lineage, place.generation, cluster, [member]);
    return { restored: departure };
  }

  /** Whether nothing has happened to a document that left that speaks against its return. */
  function isAsItWas(
    { lineage, generation }: Place,
    { cluster, member: { id, stored }, content }: Departure,
    now: number,
  ): boolean {
    if (clusters.clusterOf(lineage, id) !== null) return false;
    const partners = pairs.partnersOf(lineage, id);
    if (partners.some((partner) => clusters.clusterOf(lineage, partner) === cluster)) return false;
    if (!stored) return !documents.has(generation, id);
    const live = documents.findLive(generation, id, now);
    return live !== undefined && live.document.signature.exactHash === content;
  }

  return { separate, unseparate };
}
