import type { Closeness, ToldMatch } from '../../matching/match.js';
import type { CollectionKey } from './collections.js';
import type { NewClaim, StoredDocument } from './documents.js';

/**
 * The store's record of duplicates: the match of each duplicate, and the pairs that a person declared
 * separate.
 *
 *   seat   1          2             3 (refused)    5
 *          a  ◄─────  b  ◄────────  c              e        match: the document that a member
 *          ▲                                       │        duplicated on arrival
 *          └───────────────────────────────────────┘
 *
 * A check that finds a match seats the document in the cluster of its best match. If that one has no
 * cluster, a new cluster is made with it in the first seat. A member keeps its own measurements and its
 * own match, nothing else: the resemblance of c to a is recorded nowhere. Seats are never reused, so a
 * match that names a seat names a content, even if its id has another content by now.
 *
 * The representative is the stored member with the lowest seat, so nothing is written when a member
 * leaves. A person may choose another stored member; when that one leaves, the lowest seat counts again.
 * A member leaves when it is deleted, expires, gets another content, or is declared separate from an
 * earlier member; a refused one also when its id is stored. A cluster is deleted with its last stored
 * member.
 *
 * Clusters outlive generations: a reindexing leaves them as they are. A successor under construction
 * neither writes clusters nor reads separations. After it has replaced its collection, `sweep` removes
 * the members that it does not hold. Those have expired, and until the sweep they are left out and
 * counted like all expired documents.
 */

/** Most separations of one document. */
export const separationsMax = 1000;

/** Largest `keepRefused`: a cluster is deleted in one step together with its refused members. */
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
  /** Time at which a member last joined or left. */
  readonly updatedAt: number;
}

export interface Member {
  readonly id: string;
  readonly stored: boolean;
  /** Number of the member in order of arrival, from 1. */
  readonly seat: number;
  /** null: it was here before the others. */
  readonly match: MemberMatch | null;
}

/** The match through which a document became a member. */
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
  /** The departure to remember if the separation comes from elsewhere, whichever document leaves now. */
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
  /** The first of the two ids in the order of their UTF-8 bytes. */
  readonly a: string;
  readonly b: string;
  readonly createdAt: number;
  /** The last member that left a cluster because of it; null: none did. */
  readonly departure: Departure | null;
}

export interface ListSeparations {
  readonly collection: CollectionKey;
  readonly after: Pick<Separation, 'a' | 'b'> | null;
  readonly limit: number;
}
