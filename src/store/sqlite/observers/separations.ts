import type { Database } from 'better-sqlite3';
import {
  type ListSeparations,
  type PlaceInCluster,
  type Separate,
  type Separated,
  type Separation,
  separationsMax,
} from '../../contract/clusters.js';
import type { Collection } from '../../contract/collections.js';
import { separationBytes, takePage } from '../../rules/reply-bytes.js';
import { orderPair, tooManySeparations } from '../../rules/separations.js';
import type { Catalog } from '../tables/catalog.js';
import type { Clusters } from '../tables/clusters.js';
import type { Documents } from '../tables/documents.js';
import type { Seating } from './clusters.js';
import type { Observer, Observers } from './observer.js';

export interface SeparationOptions {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly documents: Pick<Documents, 'isPresent'>;
  readonly clusters: Clusters;
  readonly seating: Pick<Seating, 'leave'>;
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
  function separate(collection: Collection, { a, b, now }: Pair): Separated {
    const lineage = catalog.findLineage(collection);
    pairs.add(lineage, a, b, now);
    observers.use(observer, collection);
    return { ...pairs.find(lineage, a, b)!, left: leave(collection, { a, b, now }) };
  }

  /**
   * If two ids are members of the same cluster, removes the member that joined later. If a person has chosen that
   * member as the representative, removes the other member instead.
   * @returns the former place of the removed member; null if no member was removed
   */
  function leave(collection: Collection, { a, b, now }: Pair): PlaceInCluster | null {
    if (catalog.isSuccessor(collection)) return null;
    const [one, other] = [findSeat(collection, a, now), findSeat(collection, b, now)];
    if (one === undefined || one.cluster !== other?.cluster) return null;
    const cluster = clusters.clusterOf(catalog.findLineage(collection), a);
    if (cluster === null) return null; // hidden: it has refused members only, until the sweep
    const chosen = clusters.chosenOf(one.cluster);
    const stays = [one, other].find(({ seat }) => seat === chosen);
    const leaves = stays === undefined ? one.seat > other.seat : stays === other;
    const id = leaves ? a : b;
    seating.leave(collection, id, now);
    return { id, cluster };
  }

  /** Returns the row of a cluster member, or undefined if the id is in no cluster or its document has expired. */
  function findSeat(collection: Collection, id: string, now: number) {
    const seat = clusters.findMember(catalog.findLineage(collection), id);
    const isThere = seat?.stored === 0 || documents.isPresent(collection.generation, id, now);
    return isThere ? seat : undefined;
  }

  /** Deletes a separation. @returns false if there is none */
  function unseparate(collection: Collection, { a, b }: Pick<Pair, 'a' | 'b'>): boolean {
    const lineage = catalog.findLineage(collection);
    const separation = pairs.find(lineage, a, b);
    if (separation === undefined) return false;
    pairs.remove(lineage, separation);
    return true;
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
  const select = db.prepare<[number, string, string], Separation>(
    `${selectRows} WHERE lineage = ? AND a = ? AND b = ?`,
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
  const selectPage = db.prepare<[number, string, string, number], Separation>(
    `${selectRows} WHERE lineage = ? AND (a, b) > (?, ?) ORDER BY a, b LIMIT +?`,
  );

  /** Returns the ids of the documents from which a document has been declared separate. */
  function findPartners(lineage: number, id: string): readonly string[] {
    return selectPartners.all(lineage, id, lineage, id);
  }

  function find(lineage: number, one: string, other: string): Separation | undefined {
    const { a, b } = orderPair(one, other);
    return select.get(lineage, a, b);
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

  return {
    any: (lineage: number): boolean => selectAny.get(lineage) !== undefined,
    findPartners,
    find,
    refuseFull,
    add,
    remove(lineage: number, { a, b }: Separation): void {
      remove.run(lineage, a, b);
    },
    page: (lineage: number, { after: place, limit }: Pick<ListSeparations, 'after' | 'limit'>) =>
      takePage(
        selectPage.iterate(lineage, place?.a ?? '', place?.b ?? '', limit),
        ...([limit, separationBytes] as const),
      ),
  };
}

const selectRows = 'SELECT a, b, created_at AS createdAt FROM separations';
