import type { Closeness, ToldMatch } from '../../matching/match.js';
import type { CollectionKey } from './collections.js';
import type { NewClaim, StoredDocument } from './documents.js';

/**
 * What a store remembers of duplicates: who duplicated whom, and which pairs a person declared
 * separate.
 *
 *   seat   1          2             3 (refused)    5
 *          a  ◄─────  b  ◄────────  c              e        match: what a member was found to
 *          ▲                                       │        duplicate when it came
 *          └───────────────────────────────────────┘
 *
 * A check that finds a match seats the document in the cluster of its best match, which gets a
 * cluster with the first seat in it if it has none. A member keeps what was measured of itself and
 * its own match, and nothing else: that c resembles a is nowhere said. Seats are never given twice, so
 * a match that names one names a content, also where its id has another content by now.
 *
 * The representative is the stored member with the lowest seat, so nothing is written when one goes. A
 * person may choose another stored member; when that goes, it is the one with the lowest seat again.
 * A member leaves when it is deleted or expires, when it gets another content, when it is declared
 * separate from a member that came before it; if it was refused, also when its id is stored. A cluster
 * goes with its last stored member.
 *
 * All of this outlives generations: a reindexing leaves it as it is. A successor neither keeps
 * clusters nor looks at separations while it is built; when it has taken the place of its collection,
 * members that it does not hold leave by `sweep`. They are what has expired, and until then left out
 * and counted like all that has.
 */

/** Most separations of one document. */
export const separationsMax = 1000;

/** Largest `keepRefused`: a cluster that goes takes them along in one step. */
export const keepRefusedMax = 10_000;

export interface Cluster {
  readonly id: string;
  /** Members that are stored. */
  readonly size: number;
  /** Members that are not: ids that were refused as duplicates. */
  readonly refused: number;
  readonly representative: { readonly id: string; readonly seat: number };
  /** The seat of the representative if a person chose it; null: it is the lowest. */
  readonly chosen: number | null;
  readonly createdAt: number;
  /** When a member last came or left. */
  readonly updatedAt: number;
}

export interface Member {
  readonly id: string;
  readonly stored: boolean;
  /** Counts who came, from 1 on. */
  readonly seat: number;
  /** null: it was here before the others. */
  readonly match: MemberMatch | null;
}

/** What a member was found to match. */
export interface MemberMatch extends Closeness, Pick<ToldMatch, 'containment'> {
  readonly id: string;
  /** That it had in this cluster. */
  readonly seat: number;
  readonly exact: boolean;
  /** True if the member added nothing to it: else it is only similar. */
  readonly addsNothing: boolean;
  readonly at: number;
}

export interface ClusterPage extends Cluster {
  readonly members: readonly Member[];
}

/** A document as it is found, with the id of its cluster. */
export interface DocumentWithCluster extends StoredDocument {
  readonly cluster: string | null;
  /** null: it is not claimed. */
  readonly claim: Pick<NewClaim, 'expiresAt'> | null;
}

export interface ListClusters {
  readonly collection: CollectionKey;
  /** Stored and refused ones together. */
  readonly minMembers: number;
  /** The page starts after this cluster; null: from the beginning. */
  readonly after: { readonly members: number; readonly id: string } | null;
  readonly limit: number;
  readonly now: number;
}

export interface ListClustersById {
  readonly collection: CollectionKey;
  /** The page starts after this id; null: from the beginning. */
  readonly after: string | null;
  readonly limit: number;
  readonly now: number;
}

export interface GetCluster {
  readonly collection: CollectionKey;
  readonly id: string;
  readonly storedOnly: boolean;
  /** The page starts after this member; null: from the beginning. */
  readonly after: Pick<Member, 'stored' | 'seat'> | null;
  readonly limit: number;
  readonly now: number;
}

export interface GetMember {
  readonly collection: CollectionKey;
  readonly id: string;
  readonly now: number;
}

export interface RestoreMembers extends SeatedMembers {
  readonly collection: CollectionKey;
}

/** A cluster with some of its members. */
export interface SeatedMembers {
  readonly cluster: Pick<Cluster, 'id' | 'createdAt' | 'updatedAt'> & {
    /** The seat of the representative that a person chose; undefined: it stays who it is. */
    readonly chosen?: number | null;
  };
  readonly members: readonly Member[];
}

export interface Represent {
  readonly collection: CollectionKey;
  /** Id of the cluster. */
  readonly id: string;
  /** Id of the member. */
  readonly member: string;
  readonly now: number;
}

export interface Separate {
  readonly collection: CollectionKey;
  readonly a: string;
  readonly b: string;
  /** Of a separation from elsewhere: the departure to remember, whoever leaves now. */
  readonly departure?: Departure | null;
  readonly now: number;
}

export type Unseparate = Omit<Separate, 'departure'>;

export interface Unseparated {
  /** Who is back in the former seat; null: nobody. */
  readonly restored: Departure | null;
}

/** A member that left its cluster because it was declared separate from another one. */
export interface Departure {
  /** Id of the cluster. */
  readonly cluster: string;
  /** As it was. */
  readonly member: Member;
  /** Exact hash of its content at that time; null: it was not stored. */
  readonly content: string | null;
}

export interface Separation {
  /** By UTF-8 bytes the first of the two. */
  readonly a: string;
  readonly b: string;
  readonly createdAt: number;
  /** Who left a cluster by it, the last time that it made somebody leave; null: nobody. */
  readonly departure: Departure | null;
}

export interface ListSeparations {
  readonly collection: CollectionKey;
  readonly after: Pick<Separation, 'a' | 'b'> | null;
  readonly limit: number;
}
