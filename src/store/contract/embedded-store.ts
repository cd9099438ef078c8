import type { ConfirmOperation, ConfirmOutcome } from './claims.js';
import type {
  Cluster,
  ClusterPage,
  GetCluster,
  GetMember,
  ListClusters,
  ListClustersById,
  ListSeparations,
  Member,
  Represent,
  RestoreMembers,
  Separate,
  Separated,
  Separation,
} from './clusters.js';
import type { Collection, OfCollection, OfOneOrAll } from './collections.js';
import type {
  DecisionKey,
  DecisionRecord,
  DecisionsPart,
  FindRefused,
  ForgetDecisions,
  ForgottenDecisions,
  JudgeDecision,
  LastDecisions,
  ListDecisions,
  MarkedGone,
  RefusedPage,
  StoredRefused,
  StoreRefused,
} from './decision-log.js';
import type { KeptJob } from './jobs.js';
import type {
  Label,
  LabelOperation,
  ListLabels,
  MeasuredPair,
  MeasurePairs,
  Unlabel,
} from './labels.js';
import type { ListNear, NearPage } from './near.js';
import type { ListNewest, NewestPage } from './newest.js';
import type { ListSignatures, SeatedFound, SeatFound, SignaturePage } from './scans.js';
import type { ListSiteLines, SiteLineList } from './sites.js';
import type { BackupStatistics, DecisionPoint, HostDecisions, ListHosts } from './statistics.js';
import type { Method, Store, StoreOperations } from './store.js';
import type { BeginSuccessor } from './successors.js';

/**
 * Store with everything that the API offers: that of SQLite, and the model of the tests. For a store that lacks some
 * features, `withRejections` (rejections.ts) rejects their operations.
 */
export interface EmbeddedStore extends Store, EmbeddedOperations {
  readonly withBackpressure: EmbeddedOperations;
  /**
   * Writes a copy of the whole store into a new file, which can be opened as a store. The copy is synced, and contains
   * the store as it was at one moment after the call. Other operations continue without long waits.
   * @throws `validation_failed` if the file exists; `overloaded` if another backup is running; `shutting_down` if the
   *   signal was aborted; `disk_full`
   */
  backup(file: string, signal: AbortSignal): Promise<BackupStatistics>;
}

/** Operations of an embedded store. Those beyond `StoreOperations` are described in store/sqlite/operations/. */
export interface EmbeddedOperations extends StoreOperations {
  readonly confirm: Method<ConfirmOperation, ConfirmOutcome>;
  readonly siteLines: Method<ListSiteLines, SiteLineList>;
  readonly near: Method<ListNear, NearPage | undefined>;
  readonly newest: Method<ListNewest, NewestPage>;
  readonly clusters: Method<ListClusters, Cluster[]>;
  readonly clustersById: Method<ListClustersById, Cluster[]>;
  readonly cluster: Method<GetCluster, ClusterPage | undefined>;
  readonly memberOf: Method<GetMember, Member | null>;
  readonly represent: Method<Represent, Cluster | undefined>;
  readonly restoreMembers: Method<RestoreMembers>;
  readonly separate: Method<Separate, Separated>;
  readonly unseparate: Method<Separate, boolean>;
  readonly separations: Method<ListSeparations, Separation[]>;
  readonly label: Method<LabelOperation>;
  readonly unlabel: Method<Unlabel, boolean>;
  readonly labels: Method<ListLabels, Label[]>;
  readonly measurePairs: Method<MeasurePairs, (MeasuredPair | null)[]>;
  readonly decisions: Method<ListDecisions, DecisionsPart>;
  readonly lastDecisions: Method<LastDecisions, DecisionRecord[]>;
  readonly forgetDecisions: Method<ForgetDecisions, ForgottenDecisions>;
  readonly markGone: Method<{ readonly now: number }, MarkedGone>;
  readonly refusedPage: Method<FindRefused, RefusedPage | undefined>;
  readonly storeRefused: Method<StoreRefused, StoredRefused>;
  readonly removeRefused: Method<DecisionKey>;
  readonly judgeDecision: Method<JudgeDecision>;
  readonly signatures: Method<ListSignatures, SignaturePage>;
  readonly seatFound: Method<SeatFound, SeatedFound>;
  readonly beginSuccessor: Method<BeginSuccessor, Collection>;
  readonly takeChanges: Method<OfCollection & { readonly limit: number }, string[]>;
  readonly completeSuccessor: Method<OfCollection, Collection | undefined>;
  readonly abandonSuccessor: Method<OfCollection>;
  readonly keepJob: Method<KeptJob>;
  readonly jobs: Method<void, KeptJob[]>;
  readonly history: Method<OfOneOrAll & { readonly since: number }, DecisionPoint[]>;
  readonly hosts: Method<ListHosts, HostDecisions[]>;
}
