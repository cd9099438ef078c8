import { type ErrorCode, NeardupError } from '../../errors.js';
import type { ConfirmOperation, ConfirmOutcome } from '../contract/claims.js';
import type {
  Cluster,
  ClusterPage,
  DocumentWithCluster,
  GetCluster,
  GetMember,
  ListClusters,
  ListClustersById,
  ListSeparations,
  Member,
  Represent,
  RestoreMembers,
  Separate,
  Separation,
  Unseparate,
  Unseparated,
} from '../contract/clusters.js';
import type {
  Collection,
  CollectionKey,
  CreateCollection,
  UpdateCollection,
} from '../contract/collections.js';
import type {
  AddOperation,
  AddOutcome,
  CheckOperation,
  CheckOutcome,
  DeleteOperation,
  DeleteOutcome,
  ListOperation,
  QueryOperation,
  QueryOutcome,
} from '../contract/documents.js';
import type { Label, LabelOperation, ListLabels, Unlabel } from '../contract/labels.js';
import type { ListNewest, NewestPage } from '../contract/newest.js';
import type { ListSignatures, SeatedFound, SeatFound, SignaturePage } from '../contract/scans.js';
import type {
  BackupStatistics,
  CollectionStats,
  DecisionPoint,
  GroupStatistics,
  StoreStats,
} from '../contract/statistics.js';
import type { ArchiveDocument, BeginSuccessor, RestoreOperation } from '../contract/successors.js';
import { adviceInUse, isDamage } from './file/damage.js';

/**
 * What the store asks of its engine, and what comes back. Plain data, because the engine may be in
 * another thread.
 */
export interface Operations {
  createCollection: [CreateCollection, Collection];
  updateCollection: [UpdateCollection, Collection];
  deleteCollection: [string, undefined];
  add: [AddOperation, AddOutcome];
  check: [CheckOperation, CheckOutcome];
  delete: [DeleteOperation, DeleteOutcome];
  confirm: [ConfirmOperation, ConfirmOutcome];
  query: [QueryOperation, QueryOutcome | undefined];
  get: [ByIds, DocumentWithCluster[]];
  list: [ListOperation, DocumentWithCluster[]];
  newest: [ListNewest, NewestPage];
  stats: [CollectionKey | undefined, StoreStats];
  statsOfEach: [readonly CollectionKey[], (CollectionStats | null)[]];
  history: [
    { readonly since: number; readonly collection: CollectionKey | undefined },
    DecisionPoint[],
  ];
  clusters: [ListClusters, Cluster[]];
  clustersById: [ListClustersById, Cluster[]];
  cluster: [GetCluster, ClusterPage | undefined];
  represent: [Represent, Cluster | undefined];
  memberOf: [GetMember, Member | null];
  restoreMembers: [RestoreMembers, undefined];
  separate: [Separate, Separation];
  unseparate: [Unseparate, Unseparated | undefined];
  separations: [ListSeparations, Separation[]];
  label: [LabelOperation, undefined];
  unlabel: [Unlabel, boolean];
  labels: [ListLabels, Label[]];
  signatures: [ListSignatures, SignaturePage];
  seatFound: [SeatFound, SeatedFound];
  texts: [ByIds & { readonly bytesMax?: number | undefined }, (Uint8Array | null)[]];
  getArchived: [ByIds, ArchiveDocument[]];
  beginSuccessor: [BeginSuccessor, Collection];
  restore: [RestoreOperation, undefined];
  takeChanges: [{ readonly collection: CollectionKey; readonly limit: number }, string[]];
  /** The successor in its new place; undefined: changes are left to take. */
  completeSuccessor: [CollectionKey, Collection | undefined];
  abandonSuccessor: [CollectionKey, undefined];
  extractors: [undefined, string[]];
  ping: [undefined, undefined];
  /** By the time that it is. */
  sweep: [number, boolean];
}

interface ByIds {
  readonly collection: CollectionKey;
  readonly ids: readonly string[];
  readonly now: number;
}

export type Kind = keyof Operations;
export type Input<K extends Kind> = Operations[K][0];
export type Output<K extends Kind> = Operations[K][1];

export type Request = {
  [K in Kind]: {
    readonly kind: K;
    readonly input: Input<K>;
  };
}[Kind];

export type Reply =
  | { readonly ok: true; readonly output: Output<Kind> }
  | { readonly ok: false; readonly failure: Failure };

/** A `NeardupError` as plain data. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Stack of what was thrown, where that was not a `NeardupError`. */
  readonly stack?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export interface GroupOutcome {
  /** In the order of the requests. */
  readonly replies: readonly Reply[];
  readonly statistics: GroupStatistics;
}

/** Executes batches, one at a time: the engine itself or the way to it. */
export interface Runner {
  /** The collections that there were when the database was opened. */
  readonly collections: readonly Collection[];
  /**
   * May be called before the batch before is done, and answers in the order of the calls. Rejects only
   * if the engine itself is gone.
   */
  run(batch: readonly Request[]): Promise<GroupOutcome>;
  /** Resolves with the reason if the engine ends by itself; absent: it ends by failing a batch. */
  readonly ended?: Promise<unknown>;
  /** Batches go on meanwhile. One at a time; fails as `Store.backup` says. */
  backup(file: string): Promise<BackupStatistics>;
  /** Has the backup that is under way, if there is one, fail with `shutting_down`. */
  stopBackup(): void;
  /** Also stops a backup. */
  close(): Promise<void>;
}

/**
 * Turns whatever was thrown into data. A full disk has a code of its own, a damaged file a message
 * that says what to do; the rest is a bug.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof NeardupError) {
    const { code, message, retryAfterSeconds } = error;
    return { code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'SQLITE_FULL') {
    return {
      code: 'disk_full',
      message: 'Cannot write: the disk is full, or the file at its limit',
    };
  }
  if (isDamage(error)) return { code: 'internal', message: adviceInUse(error), stack };
  return { code: 'internal', message: `The store failed: ${message}`, stack };
}

/** What is said of an operation where nobody can tell what became of it. */
export const unknownOutcome: Failure = {
  code: 'internal',
  message: 'The store failed during this operation; it may or may not have taken effect',
};

export function errorOf({ code, message, stack, retryAfterSeconds }: Failure): NeardupError {
  const waiting = retryAfterSeconds !== undefined && { retryAfterSeconds };
  return new NeardupError(code, message, { cause: stack, ...waiting });
}
