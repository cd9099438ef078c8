import type { Database } from 'better-sqlite3';
import type { DecisionLogLimits } from '../../contract/decision-log.js';
import type { SearchEffort } from '../../contract/statistics.js';
import { idempotent } from '../../rules/idempotency.js';
import { type Claims, createClaims } from '../observers/claims.js';
import { createSeating, type Seating } from '../observers/clusters.js';
import { createDecisionLog, type DecisionLog } from '../observers/decision-log.js';
import { createDecisionCounter, type DecisionCounter } from '../observers/decisions.js';
import { createLabels, type Labels } from '../observers/labels.js';
import { createObservers, type Observers } from '../observers/observer.js';
import { createSeparations, type Separations } from '../observers/separations.js';
import { type Changes, createChanges } from '../observers/successors.js';
import { createBlockIndex } from '../search/block-index.js';
import { createContentCache } from '../search/content-cache.js';
import { createLiveness, type LivenessAt } from '../search/liveness.js';
import { createMatchSearch } from '../search/matches.js';
import { createNearList } from '../search/near-list.js';
import { createOldestDocuments } from '../search/oldest-documents.js';
import { createPartIndex, type PartIndex } from '../search/part-index.js';
import { createSites, type Sites } from '../search/sites.js';
import type { Catalog } from '../tables/catalog.js';
import { type ClusterLists, createClusterLists } from '../tables/cluster-lists.js';
import { type Clusters, createClusters } from '../tables/clusters.js';
import { createContents, createExtractors } from '../tables/contents.js';
import type { DocumentIds } from '../tables/document-ids.js';
import { createDocuments, type Documents } from '../tables/documents.js';
import { createIdempotencyRecords } from '../tables/idempotency-records.js';
import { createKeptJobs } from '../tables/kept-jobs.js';
import { createNewestDocuments, type NewestDocuments } from '../tables/newest-documents.js';
import type { WriteBuffer } from '../write-buffer/write-buffer.js';
import type { Clock } from './clock.js';
import { createDocumentChanges, type DocumentChanges } from './document-changes.js';
import { restoreContents } from './restore-contents.js';
import { createSweep, type Sweep } from './sweep.js';

/** Callbacks that receive figures about the work of operations, for statistics. */
interface OperationWatch {
  searched(effort: SearchEffort): void;
  /** Called with the number of expired documents that were deleted. */
  expired(count: number): void;
}

/** Context in which operations run: the tables of a database, and functions that change several tables together. */
export interface Tables {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly documentChanges: DocumentChanges;
  readonly observers: Observers;
  readonly claims: Claims;
  readonly seating: Seating;
  readonly clusters: Clusters;
  readonly clusterLists: ClusterLists;
  readonly separations: Separations;
  readonly labels: Labels;
  readonly changes: Changes;
  readonly decisions: DecisionCounter;
  readonly decisionLog: DecisionLog;
  readonly newest: NewestDocuments;
  readonly keptJobs: ReturnType<typeof createKeptJobs>;
  readonly parts: PartIndex;
  readonly livenessAt: LivenessAt;
  readonly findMatches: ReturnType<typeof createMatchSearch>;
  readonly listNear: ReturnType<typeof createNearList>;
  readonly sites: Sites;
  readonly extractorNames: () => string[];
  readonly idempotency: ReturnType<typeof idempotent>;
  readonly sweep: Sweep;
}

/** Opens the tables of a database. */
export function createTables(
  db: Database,
  catalog: Catalog,
  writeBuffer: WriteBuffer,
  ids: DocumentIds,
  watch: OperationWatch,
  clock: Clock,
  logLimits: DecisionLogLimits,
): Tables {
  const documents = createDocuments(db, ids);
  const indexes = {
    blocks: createBlockIndex(writeBuffer.blocks),
    bands: writeBuffer.bands,
    contentsByFingerprint: writeBuffer.contentsByFingerprint,
    contentsByHash: writeBuffer.contentsByHash,
    parts: createPartIndex(writeBuffer.parts),
  };
  const cache = createContentCache(db);
  const findOldest = createOldestDocuments(db);
  const livenessAt = createLiveness(db, catalog.mayHaveOrphans, findOldest);
  const contents = createContents(db, indexes, writeBuffer, livenessAt, cache.forget);
  restoreContents(db, indexes, writeBuffer.flushedUpTo, catalog.byGeneration);
  writeBuffer.restored();
  const findMatches = createMatchSearch(
    ...([db, indexes, cache, livenessAt, findOldest] as const),
    catalog,
    watch.searched,
  );
  const listNear = createNearList(db, indexes, cache, findOldest, catalog);
  const sites = createSites(db, cache, catalog.hasClaims, findOldest);
  const outcomes = createIdempotencyRecords(db);
  const clusters = createClusters(db, documents.has);
  const clusterLists = createClusterLists(db, documents.isPresent);

  const observers = createObservers();
  const documentChanges = createDocumentChanges({ catalog, documents, contents, observers });
  const seating = createSeating({ catalog, clusters, clusterLists, observers });
  const separations = createSeparations({
    ...{ db, catalog, documents, clusters, seating, observers },
  });
  const claims = createClaims({
    ...{ db, catalog, documents, seating, observers },
    readSites: (collection, version, now) =>
      sites.ofPage(collection, version.id, now).ofVersion(version),
    changes: documentChanges,
  });
  const labels = createLabels(db, catalog, observers);
  const changes = createChanges(db, catalog);
  const decisions = createDecisionCounter(db, catalog);
  const decisionLog = createDecisionLog(db, catalog, logLimits);
  observers.register(
    claims.observer,
    seating.observer,
    labels.observer,
    separations.observer,
    changes.observer,
    decisions.observer,
    decisionLog.observer,
  );

  /** Deletes some expired documents. @returns true if there were any */
  function eraseExpired(now: number, limit: number): boolean {
    const expired = documents.expired(now, limit);
    for (const found of expired) {
      const collection = catalog.byGeneration(found.generation);
      if (collection === undefined) {
        documents.delete(found.generation, found);
        claims.forget(found.number);
        contents.removeWithCollection(found.content);
        continue;
      }
      if (claims.findClaim(collection, found)) claims.end(collection, found);
      else documentChanges.expire(collection, found);
    }
    watch.expired(expired.length);
    return expired.length > 0;
  }

  const sweep = createSweep(db, clock, {
    firstExpiry: documents.firstExpiry,
    releasedContents: catalog.released,
    livingContents: () => catalog.living('contents') - catalog.released(),
    countExpired: documents.countExpired,
    eraseExpired,
    removeReleased: (limit) =>
      contents.removeReleased(limit, catalog.byGeneration, catalog.count) > 0,
    reseat: (limit) => clusters.reseat(limit, (lineage) => catalog.ofLineage(lineage)?.generation),
    removeRefused: clusters.removeRefused,
    forgetOutcomes: outcomes.forget,
    pruneDecisions: decisionLog.prune,
    eraseDecisions: decisionLog.eraseSome,
    eraseDeleted(generation, limit) {
      const swept = documents.deleteSome(generation, limit);
      for (const content of swept) contents.removeWithCollection(content);
      return swept.length;
    },
    shrink: writeBuffer.shrink,
  });

  return {
    ...{ db, catalog, documents, documentChanges, observers },
    ...{ claims, seating, clusters, clusterLists, separations, labels, changes, decisions },
    decisionLog,
    keptJobs: createKeptJobs(db),
    newest: createNewestDocuments(db, ids, documents.byNumber),
    findMatches,
    listNear,
    sites,
    parts: indexes.parts,
    livenessAt,
    extractorNames: createExtractors(db).names,
    idempotency: idempotent(outcomes),
    sweep,
  };
}
