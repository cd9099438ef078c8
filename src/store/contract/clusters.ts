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
 * A check with a match adds the document to the cluster of its best match. If the match has no cluster, a new one is
 * created with the match as its first member. The members of a cluster are numbered in order of arrival; this number is
 * called the seat. A member records only its own match and the measurements against it: how similar c is to a is
 * recorded nowhere. Seats are never reused, so a match recorded by its seat still identifies the content that matched,
 * even if the id has another content by now.
 *
 * The representative is the stored member with the lowest seat, so nothing has to be written when a representative
 * leaves. A person may choose another stored member; when the chosen member leaves, the one with the lowest seat is the
 * representative again. A member leaves when it is deleted, expires, gets another content, or is declared separate from
 * an earlier member. A refused member also leaves when its id is stored. A cluster is deleted with its last stored
 * member.
 *
 * A reindexing, which replaces a collection by a successor, does not change its clusters. While the successor is being
 * built, it neither writes clusters nor reads separations. Expired members may be missing from the successor; `sweep`
 * removes them from their clusters later.
 *
 * Until the sweep, an expired member is left out of `members` and cannot be the representative, but it still counts in
 * `size`, in `leastSimilarity`, and in the order and `minMembers` of lists. Otherwise, a list would have to look up
 * every member of every cluster.
 */

/** Maximum number of separations of one document. */
export const separationsMax = 1000;

/** Maximum of the collection setting `keepRefused`. */
export const keepRefusedMax = 10_000;

export interface Cluster {
  readonly id: string;
  /** Number of stored members, including expired ones until the sweep. */
  readonly size: number;
  /** Number of refused members: ids rejected as duplicates. */
  readonly refused: number;
  readonly representative: { readonly id: string; readonly seat: number };
  /**
   * Seat of the representative that a person chose. Null if none was chosen: then the stored member with the lowest
   * seat is the representative.
   */
  readonly chosen: number | null;
  /**
   * Least similarity of a member to its match; null if no member has a similarity. When the least similar member
   * leaves, this is computed again from only the first 100 members.
   */
  readonly leastSimilarity: number | null;
  readonly createdAt: number;
  /**
   * Time at which a member last joined or left. An expired member leaves at its `expiresAt`, but this is recorded only
   * by the sweep. The removal of members that are missing from a successor is not recorded.
   */
  readonly updatedAt: number;
}

export interface Member {
  readonly id: string;
  readonly stored: boolean;
  /** Sequence number of the member, in order of arrival, from 1. */
  readonly seat: number;
  /** Match through which the document became a member; null for the first member of the cluster, which had no match. */
  readonly match: MemberMatch | null;
}

/** Match through which a document became a member. */
export interface MemberMatch extends Closeness, Pick<MatchSummary, 'containment'> {
  readonly id: string;
  /** Seat of the matched document in this cluster. */
  readonly seat: number;
  readonly exact: boolean;
  /** True if the member added nothing to the matched document; false if it is only similar to that document. */
  readonly addsNothing: boolean;
  readonly at: number;
}

export interface ClusterPage extends Cluster {
  readonly members: readonly Member[];
}

/** A document with its claim and the id of its cluster. */
export interface DocumentWithCluster extends StoredDocument {
  readonly cluster: string | null;
  /** Claim on the document; null if it is not claimed. */
  readonly claim: Pick<NewClaim, 'expiresAt'> | null;
}

export const clusterOrders = ['members', 'similarity'] as const;
export type ClusterOrder = (typeof clusterOrders)[number];

export interface ListClusters {
  readonly collection: CollectionKey;
  /** Minimum number of members of listed clusters, stored and refused together. */
  readonly minMembers: number;
  /**
   * `members`: clusters with the most members first. `similarity`: clusters with the least similar member first;
   * clusters without a similarity are left out.
   */
  readonly order: ClusterOrder;
  /**
   * Last cluster of the previous page, after which this page starts; null for the first page. `key` is the number of
   * members or the least similarity of that cluster, depending on the order.
   */
  readonly after: { readonly key: number; readonly id: string } | null;
  readonly limit: number;
  readonly now: number;
}

export interface ListClustersById {
  readonly collection: CollectionKey;
  /** Id after which the page starts; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  readonly now: number;
}

export interface GetCluster {
  readonly collection: CollectionKey;
  readonly id: string;
  readonly storedOnly: boolean;
  /** Member after which the page starts; null for the first page. */
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

/** A cluster and some of its members, with their seats. */
export interface SeatedMembers {
  readonly cluster: Pick<Cluster, 'id' | 'createdAt' | 'updatedAt'> & {
    /**
     * Seat of the representative that a person chose; null if none was chosen; undefined to leave the choice as it is.
     */
    readonly chosen?: number | null;
  };
  readonly members: readonly Member[];
}

export interface Represent {
  readonly collection: CollectionKey;
  /** Id of the cluster. */
  readonly id: string;
  /** Id of the member to choose as representative. */
  readonly member: string;
  readonly now: number;
}

export interface Separate {
  readonly collection: CollectionKey;
  readonly a: string;
  readonly b: string;
  readonly now: number;
}

/** Place that a member had before it was declared separate from another member of its cluster. */
export interface PlaceInCluster {
  readonly id: string;
  /** Id of the cluster. */
  readonly cluster: string;
}

export interface Separation {
  /** Ids of the separated documents, `a` before `b` in the order of their UTF-8 bytes. */
  readonly a: string;
  readonly b: string;
  readonly createdAt: number;
}

export interface Separated extends Separation {
  /** Member that left its cluster as a result; null if none did. */
  readonly left: PlaceInCluster | null;
}

export interface ListSeparations {
  readonly collection: CollectionKey;
  readonly after: Pick<Separation, 'a' | 'b'> | null;
  readonly limit: number;
}
