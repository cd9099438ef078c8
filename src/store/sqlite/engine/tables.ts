import type { Database } from 'better-sqlite3';
import type { Collection } from '../../contract/collections.js';
import type { SearchEffort } from '../../contract/statistics.js';
import { idempotent } from '../../rules/idempotency.js';
import { type ClaimedDocuments, createClaimedDocuments } from '../observers/claims.js';
import { createSeating, type Seating } from '../observers/clusters.js';
import type { DecisionTable } from '../observers/decisions.js';
import { createLabels, type Labels } from '../observers/labels.js';
import { createSeparating, type Separating } from '../observers/separating.js';
import { createSeparations, type Separations } from '../observers/separations.js';
import { type Changes, createChanges } from '../observers/successors.js';
import { createBandIndex } from '../search/band-index.js';
import { createBlockIndex } from '../search/block-index.js';
import { createContentCache } from '../search/content-cache.js';
import { createMatchSearch } from '../search/matches.js';
import { createPartIndex, type PartIndex } from '../search/part-index.js';
import type { Catalog } from '../tables/catalog.js';
import type { Claims } from '../tables/claims.js';
import { type ClusterLists, createClusterLists } from '../tables/cluster-lists.js';
import { type Clusters, createClusters } from '../tables/clusters.js';
import { noCounts } from '../tables/collection-counts.js';
import { createContents } from '../tables/contents.js';
import type { DocumentIds } from '../tables/document-ids.js';
import { createDocuments, type Documents } from '../tables/documents.js';
import { createExtractors } from '../tables/extractors.js';
import { createIdempotencyRecords } from '../tables/idempotency-records.js';
import { createNewestDocuments, type NewestDocuments } from '../tables/newest-documents.js';
import type { WriteBuffer } from '../write-buffer/write-buffer.js';
import type { Clock } from './clock.js';
import { createDocumentChanges, type DocumentChanges } from './document-changes.js';
import { restoreContents } from './restore-contents.js';
import { createSweep, type Sweep } from './sweep.js';

/** Receives the cost of operations, for measurements. */
interface OperationWatch {
  searched(effort: SearchEffort): void;
  /** How many expired documents were removed. */
  expired(count: number): void;
}

/** The tables of a database, and the changes that concern several of them: what an operation works with. */
export interface Tables {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly documentChanges: DocumentChanges;
  readonly claimed: ClaimedDocuments;
  readonly seating: Seating;
  readonly clusters: Clusters;
  readonly clusterLists: ClusterLists;
  readonly separations: Separations;
  readonly separating: Separating;
  readonly labels: Labels;
  readonly changes: Changes;
  readonly newest: NewestDocuments;
  readonly parts: PartIndex;
  readonly findMatches: ReturnType<typeof createMatchSearch>;
  readonly extractorNames: () => string[];
  readonly idempotency: ReturnType<typeof idempotent>;
  /** Records that a document changed, if the collection has a successor. */
  readonly noteChange: (collection: Collection, id: string) => void;
  readonly sweep: Sweep;
}

/** Opens the tables of a database. */
export function createTables(
  db: Database,
  catalog: Catalog,
  writeBuffer: WriteBuffer,
  ids: DocumentIds,
  decisions: DecisionTable,
  claims: Claims,
  told: OperationWatch,
  clock: Clock,
): Tables {
  const documents = createDocuments(db, ids);
  const indexes = {
    blocks: createBlockIndex(writeBuffer.blocks),
    bands: createBandIndex(writeBuffer.bands),
    contentsByFingerprint: writeBuffer.contentsByFingerprint,
    contentsByHash: writeBuffer.contentsByHash,
    parts: createPartIndex(writeBuffer.parts),
  };
  const cache = createContentCache(db);
  const contents = createContents(db, indexes, writeBuffer, cache.forget);
  restoreContents(db, indexes, writeBuffer.movedUpTo, catalog.byGeneration);
  writeBuffer.restored();
  const clusters = createClusters(db, documents.has);
  const clusterLists = createClusterLists(db, documents.isPresent);
  const separations = createSeparations(db);
  const labels = createLabels(db);
  const separating = createSeparating({
    ...{ documents, clusters, lists: clusterLists, pairs: separations },
  });
  const seating = createSeating({
    ...{ catalog, decisions, clusters, clusterLists, separations, labels },
  });
  const changes = createChanges(db);
  const outcomes = createIdempotencyRecords(db);
  const findMatches = createMatchSearch(db, indexes, cache, catalog.mayHoldGone, told.searched);
  const documentChanges = createDocumentChanges({
    catalog,
    documents,
    contents,
    claims,
    seating,
    noteChange,
  });
  const claimed = createClaimedDocuments({
    ...{ catalog, documents, claims, seating, noteChange },
    changes: documentChanges,
  });
  const newest = createNewestDocuments(db, ids, documents.byNumber);

  function noteChange(collection: Collection, id: string): void {
    const successor = catalog.successorOf(collection);
    if (successor !== undefined) changes.note(successor.generation, id);
  }

  /** Removes an expired document first, without a note of change: it expired in a successor, too. */
  function eraseExpired(now: number, limit: number): boolean {
    const expired = documents.expired(now, limit);
    for (const found of expired) {
      const collection = catalog.byGeneration(found.generation);
      if (collection === undefined) {
        documents.delete(found.generation, found);
        claims.remove(found.number);
        contents.removeWithCollection(found.content);
        continue;
      }
      if (claimed.claimOf(collection, found)) {
        claimed.end(collection, found, now);
        continue;
      }
      const counts = noCounts();
      documentChanges.erase(collection, found, counts, now);
      catalog.count(collection, counts);
    }
    told.expired(expired.length);
    return expired.length > 0;
  }

  const sweep = createSweep(db, clock, {
    firstExpiry: documents.firstExpiry,
    releasedContents: catalog.released,
    eraseExpired,
    removeReleased: (limit) =>
      contents.removeReleased(limit, catalog.byGeneration, catalog.count) > 0,
    reseat: seating.reseat,
    removeRefused: seating.removeRefused,
    forgetOutcomes: outcomes.forget,
    eraseDeleted(generation, limit) {
      const swept = documents.deleteSome(generation, limit);
      for (const content of swept) contents.removeWithCollection(content);
      return swept.length;
    },
    shrink: writeBuffer.shrink,
  });

  return {
    db,
    catalog,
    documents,
    documentChanges,
    claimed,
    seating,
    ...{ clusters, clusterLists, separations, separating, labels },
    changes,
    newest,
    findMatches,
    parts: indexes.parts,
    extractorNames: createExtractors(db).names,
    idempotency: idempotent(outcomes),
    noteChange,
    sweep,
  };
}
