import type { Database } from 'better-sqlite3';
import {
  type Departure,
  type ListSeparations,
  type Separate,
  type Separation,
  separationsMax,
  type Unseparated,
} from '../../contract/clusters.js';
import type { Collection } from '../../contract/collections.js';
import { separationBytes, takePage } from '../../rules/reply-bytes.js';
import { orderPair, tooManySeparations } from '../../rules/separations.js';
import type { Catalog } from '../tables/catalog.js';
import type { ClusterLists } from '../tables/cluster-lists.js';
import type { Clusters } from '../tables/clusters.js';
import type { Documents } from '../tables/documents.js';
import type { Seating } from './clusters.js';
import type { Observer, Observers } from './observer.js';

export interface SeparationOptions {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly documents: Pick<Documents, 'has' | 'findLive' | 'isPresent'>;
  readonly clusters: Clusters;
  readonly clusterLists: Pick<ClusterLists, 'find'>;
  readonly seating: Pick<Seating, 'leave' | 'restore' | 'seatedMember'>;
  readonly observers: Pick<Observers, 'use'>;
}

type Pair = Pick<Separate, 'a' | 'b' | 'now'>;

export type Separations = ReturnType<typeof createSeparations>;

/**
 * Pairs of documents that a person has declared separate. The documents of a pair no longer match each other. If both
 * are in the same cluster when they are declared separate, one of them leaves the cluster.
 */
export function createSeparations({
  db,
  catalog,
  documents,
  clusters,
  clusterLists,
  seating,
  observers,
}: SeparationOptions) {
  const pairs = createPairs(db);
  const observer: Observer = {
    isUsedIn: (collection) =>
      !catalog.isSuccessor(collection) && pairs.any(catalog.findLineage(collection)),
    excluded: (collection, id) => pairs.findPartners(catalog.findLineage(collection), id),
  };

  /** Declares two documents separate. The caller must call `refuseFull` for the pair first. */
  function separate(
    collection: Collection,
    { a, b, now, departure }: Pair & Pick<Separate, 'departure'>,
  ): Separation {
    const lineage = catalog.findLineage(collection);
    pairs.add(lineage, a, b, now);
    observers.use(observer, collection);
    const separation = pairs.find(lineage, a, b)!;
    const left = leave(collection, { a, b, now });
    const remembered = departure === undefined ? (left ?? separation.departure) : departure;
    pairs.setDeparture(lineage, separation, remembered);
    return { ...separation, departure: left };
  }

  /**
   * If two ids are members of the same cluster, removes the member that joined later. If a person has chosen that
   * member as the representative, removes the other member instead.
   * @returns the former place of the removed member; null if no member was removed
   */
  function leave(collection: Collection, { a, b, now }: Pair): Departure | null {
    const [one, other] = [findSeat(collection, a, now), findSeat(collection, b, now)];
    if (one === undefined || one.cluster !== other?.cluster) return null;
    const chosen = clusters.chosenOf(one.cluster);
    const stays = [one, other].find(({ seat }) => seat === chosen);
    const leaves = stays === undefined ? one.seat > other.seat : stays === other;
    const id = leaves ? a : b;
    const seated = seating.seatedMember(collection, id);
    seating.leave(collection, id, now);
    if (seated === null) return null;
    const live = documents.findLive(collection.generation, id, now);
    const content = live?.document.signature.exactHash ?? null;
    return { cluster: seated.cluster.id, member: seated.members[0]!, content };
  }

  /** Returns the row of a cluster member, or undefined if the id is in no cluster or its document has expired. */
  function findSeat(collection: Collection, id: string, now: number) {
    const seat = clusters.findMember(catalog.findLineage(collection), id);
    const isThere = seat?.stored === 0 || documents.isPresent(collection.generation, id, now);
    return isThere ? seat : undefined;
  }

  /**
   * Deletes a separation. If a member left its cluster because of the separation, restores the member to its former
   * seat, if possible. Returns undefined if there is no such separation.
   */
  function unseparate(collection: Collection, { a, b, now }: Pair): Unseparated | undefined {
    const lineage = catalog.findLineage(collection);
    const separation = pairs.find(lineage, a, b);
    if (separation === undefined) return undefined;
    pairs.remove(lineage, separation);
    const { departure } = separation;
    if (departure === null || !isAsItWas(collection, departure, now)) return { restored: null };
    const { cluster: id, member } = departure;
    const isThere = clusterLists.find(lineage, collection, { id, now }) !== undefined;
    const found = isThere ? clusters.find(lineage, id) : undefined;
    const isFree = found !== undefined && !clusters.isTaken(found.number, member.seat);
    if (!isFree) return { restored: null };
    const cluster = { id, createdAt: found.createdAt, updatedAt: now };
    seating.restore(collection, { cluster, members: [member] });
    return { restored: departure };
  }

  /**
   * Returns true if a member that left its cluster may return. The member must be in no cluster now, and must not be
   * declared separate from a present member of its former cluster. If the member was stored, it must still have the
   * same content; if it was refused, its id must not have a document now, not even an expired one.
   */
  function isAsItWas(
    collection: Collection,
    { cluster, member: { id, stored }, content }: Departure,
    now: number,
  ): boolean {
    const { generation } = collection;
    const lineage = catalog.findLineage(collection);
    if (clusters.clusterOf(lineage, id) !== null) return false;
    const partners = pairs.findPartners(lineage, id);
    const isSeatedIn = (partner: string) =>
      clusters.clusterOf(lineage, partner) === cluster && findSeat(collection, partner, now);
    if (partners.some(isSeatedIn)) return false;
    if (!stored) return !documents.has(generation, id);
    const live = documents.findLive(generation, id, now);
    return live !== undefined && live.document.signature.exactHash === content;
  }

  return {
    observer,
    separate,
    unseparate,
    /** Returns true if two documents have been declared separate. */
    isSeparated: (lineage: number, a: string, b: string): boolean =>
      pairs.find(lineage, a, b) !== undefined,
    refuseFull: pairs.refuseFull,
    page: pairs.page,
  };
}

/** Table of separations. */
function createPairs(db: Database) {
  const insert = db.prepare<[number, string, string, number]>(
    'INSERT INTO separations (lineage, a, b, created_at) VALUES (?, ?, ?, ?)',
  );
  const select = db.prepare<[number, string, string], Row>(
    `${selectRows} WHERE lineage = ? AND a = ? AND b = ?`,
  );
  const setDeparture = db.prepare<[string | null, number, string, string]>(
    'UPDATE separations SET departure = ? WHERE lineage = ? AND a = ? AND b = ?',
  );
  const remove = db.prepare<[number, string, string]>(
    'DELETE FROM separations WHERE lineage = ? AND a = ? AND b = ?',
  );
  const selectPartners = db
    .prepare<[number, string, number, string], string>(
      `SELECT b FROM separations WHERE lineage = ? AND a = ?
       UNION ALL SELECT a FROM separations WHERE lineage = ? AND b = ?`,
    )
    .pluck();
  const selectAny = db
    .prepare<[number], number>('SELECT 1 FROM separations WHERE lineage = ? LIMIT 1')
    .pluck();
  const selectPage = db.prepare<[number, string, string, number], Row>(
    `${selectRows} WHERE lineage = ? AND (a, b) > (?, ?) ORDER BY a, b LIMIT +?`,
  );

  /** Returns the ids of the documents from which a document has been declared separate. */
  function findPartners(lineage: number, id: string): readonly string[] {
    return selectPartners.all(lineage, id, lineage, id);
  }

  function find(lineage: number, one: string, other: string): Separation | undefined {
    const { a, b } = orderPair(one, other);
    const row = select.get(lineage, a, b);
    return row && toSeparation(row);
  }

  /**
   * Rejects a new separation if either document already has the maximum number of separations.
   * @throws `validation_failed`
   */
  function refuseFull(lineage: number, one: string, other: string): void {
    const { a, b } = orderPair(one, other);
    if (select.get(lineage, a, b) !== undefined) return;
    for (const id of [one, other]) {
      if (findPartners(lineage, id).length >= separationsMax) throw tooManySeparations(id);
    }
  }

  /** Adds a separation, unless the pair already has one. The caller must call `refuseFull` for the pair first. */
  function add(lineage: number, one: string, other: string, now: number): void {
    const { a, b } = orderPair(one, other);
    if (select.get(lineage, a, b) !== undefined) return;
    insert.run(lineage, a, b, now);
  }

  function* after(
    lineage: number,
    place: ListSeparations['after'],
    limit: number,
  ): Generator<Separation> {
    for (const row of selectPage.iterate(lineage, place?.a ?? '', place?.b ?? '', limit)) {
      yield toSeparation(row);
    }
  }

  return {
    any: (lineage: number): boolean => selectAny.get(lineage) !== undefined,
    findPartners,
    find,
    refuseFull,
    add,
    remove(lineage: number, { a, b }: Separation): void {
      remove.run(lineage, a, b);
    },
    setDeparture(lineage: number, { a, b }: Separation, departure: Departure | null): void {
      setDeparture.run(departure && JSON.stringify(departure), lineage, a, b);
    },
    page: (lineage: number, { after: place, limit }: Pick<ListSeparations, 'after' | 'limit'>) =>
      takePage(after(lineage, place, limit), limit, separationBytes),
  };
}

interface Row extends Omit<Separation, 'departure'> {
  readonly departure: string | null;
}

const selectRows = 'SELECT a, b, created_at AS createdAt, departure FROM separations';

function toSeparation({ departure, ...separation }: Row): Separation {
  const parsed = departure === null ? null : (JSON.parse(departure) as Departure);
  return { ...separation, departure: parsed };
}
