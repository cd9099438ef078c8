import type { Closeness, MatchSummary } from '../../matching/match.js';
import type { CollectionKey } from './collections.js';
import type { NewClaim, StoredDocument } from './documents.js';

/**
 * The store's record of duplicates: the match of each duplicate, and pairs declared separate by a person.
 *
 *   seat   1          2             3 (refused)    5
 *          a  ◄─────  b  ◄────────  c              e        match: the document that a member
 *          ▲                                       │        duplicated on arrival
 *          └───────────────────────────────────────┘
 *
 * A check with a match seats the document in the cluster of its best match. If the match has no cluster, a new one is
 * created with the match in the first seat. A member keeps only its own measurements and its own match: the resemblance
 * of c to a is recorded nowhere. Seats are never reused, so a match that names a seat names a content, even if the id
 * has another content by now.
 *
 * The representative is the stored member with the lowest seat, so a departure needs no write. A person may choose
 * another stored member; when the chosen member leaves, the lowest seat counts again. A member leaves when it is
 * deleted, expires, gets another content, or is declared separate from an earlier member. A refused member also leaves
 * when its id is stored. A cluster is deleted with its last stored member.
 *
 * Clusters outlive generations: reindexing does not change them. A successor under construction neither writes clusters
 * nor reads separations. Once it has replaced its collection, `sweep` removes the members that the successor lacks.
 * These members have expired, but their departure changes no `updatedAt`, unlike that of a member that was swept before.
 *
 * Until the sweep, a member that has expired is left out of `members` and cannot be the representative, but counts in
 * `size` and `leastSimilarity` and in the order and `minMembers` of lists, and does not change `updatedAt`. To count
 * the present members, each one would have to be looked up, for every cluster of a list. Two returns also
 * depend on the sweep: a refused id whose document has expired cannot return by `unseparate` before, and the former
 * version of a claimed document finds refused members of a cluster whose stored members have all expired.
 */

/** Maximum number of separations of one document. */
export const separationsMax = 1000;

/** Maximum of `keepRefused`. It is limited because a cluster and its refused members are deleted in one step. */
export const keepRefusedMax = 10_000;

export interface Cluster {
  readonly id: string;
  /** Number of stored members, including expired ones until the sweep. */
  readonly size: number;
  /** Number of refused members: ids rejected as duplicates. */
  readonly refused: number;
  readonly representative: { readonly id: string; readonly seat: number };
  /** Seat of the representative chosen by a person; null: the lowest seat. */
  readonly chosen: number | null;
  /**
   * Least similarity of a member to its match; null: no member has one. After a member has left, only the first 100
   * members are guaranteed to be considered.
   */
  readonly leastSimilarity: number | null;
  readonly createdAt: number;
  /** Time of the last join or departure. A member that expires departs at its `expiresAt`. */
  readonly updatedAt: number;
}

export interface Member {
  readonly id: string;
  readonly stored: boolean;
  /** Sequence number of the member, in order of arrival, from 1. */
  readonly seat: number;
  /** null: the founding member. */
  readonly match: MemberMatch | null;
}

/** Match through which a document became a member. */
export interface MemberMatch extends Closeness, Pick<MatchSummary, 'containment'> {
  readonly id: string;
  /** Seat of the matched document in this cluster. */
  readonly seat: number;
  readonly exact: boolean;
  /** True if the member added too little to the matched document to count, false if the two are only similar. */
  readonly addsNothing: boolean;
  readonly at: number;
}

export interface ClusterPage extends Cluster {
  readonly members: readonly Member[];
}

/** A document and the id of its cluster. */
export interface DocumentWithCluster extends StoredDocument {
  readonly cluster: string | null;
  /** null: not claimed. */
  readonly claim: Pick<NewClaim, 'expiresAt'> | null;
}

export const clusterOrders = ['members', 'similarity'] as const;
export type ClusterOrder = (typeof clusterOrders)[number];

export interface ListClusters {
  readonly collection: CollectionKey;
  /** Counts stored and refused members together. */
  readonly minMembers: number;
  /** `similarity`: ascending by least similarity, without clusters that have none. */
  readonly order: ClusterOrder;
  /** The page starts after this cluster, by its number of members or its least similarity; null: from the beginning. */
  readonly after: { readonly key: number; readonly id: string } | null;
  readonly limit: number;
  readonly now: number;
}

export interface ListClustersById {
  readonly collection: CollectionKey;
  /** Id after which the page starts; null: from the beginning. */
  readonly after: string | null;
  readonly limit: number;
  readonly now: number;
}

export interface GetCluster {
  readonly collection: CollectionKey;
  readonly id: string;
  readonly storedOnly: boolean;
  /** Member after which the page starts; null: from the beginning. */
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

/** A cluster and some of its members. */
export interface SeatedMembers {
  readonly cluster: Pick<Cluster, 'id' | 'createdAt' | 'updatedAt'> & {
    /** Seat of the representative chosen by a person; undefined: unchanged. */
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
  /** Departure to store with an imported separation. Default: that of the document that leaves in this call. */
  readonly departure?: Departure | null;
  readonly now: number;
}

export type Unseparate = Omit<Separate, 'departure'>;

export interface Unseparated {
  /** Member restored to its former seat; null: none. */
  readonly restored: Departure | null;
}

/** A member that left its cluster when it was declared separate from another member. */
export interface Departure {
  /** Id of the cluster. */
  readonly cluster: string;
  /** The member before its departure. */
  readonly member: Member;
  /** Exact hash of its content at that time; null: not stored. */
  readonly content: string | null;
}

export interface Separation {
  /** Ids in the order of their UTF-8 bytes. */
  readonly a: string;
  readonly b: string;
  readonly createdAt: number;
  /** Last departure from a cluster due to this separation; null: none. */
  readonly departure: Departure | null;
}

export interface ListSeparations {
  readonly collection: CollectionKey;
  readonly after: Pick<Separation, 'a' | 'b'> | null;
  readonly limit: number;
}
