import {
  type AddOperation,
  type AddOutcome,
  type CheckOperation,
  type CheckOutcome,
  type Collection,
  type CollectionKey,
  type CollectionStats,
  compareUtf8,
  type DeleteOperation,
  type DeleteOutcome,
  geometry,
  isUnchanged,
  keepable,
  keptSignature,
  type ListOperation,
  matchesWanted,
  NeardupError,
  type QueryOperation,
  type QueryOutcome,
  type RestoreOperation,
  requestedLifetime,
  type SeenBy,
  type Signature,
  type Store,
  type StoredDocument,
  type StoreOperations,
  type StoreStats,
  seenAgain,
  shownMatches,
  type TermStore,
} from 'neardup/engine';
import {
  createKeyedLock,
  createOperationLimit,
  forEachConcurrently,
  type Run,
  withAbortSignals,
} from './concurrency.js';
import { type CassandraOptions, type Connection, connect } from './connection.js';
import { createDocumentReads, inPages, listDocuments } from './document-reads.js';
import { createSettle, type Done, type Intent, operate } from './protocol/attempt-driver.js';
import { type Claim, createClaims } from './protocol/claims.js';
import {
  added,
  addition,
  checked,
  decided,
  deletion,
  refuseRevision,
  restoring,
} from './protocol/intents.js';
import { prepareSchema, type SchemaOptions } from './schema.js';
import type { Search } from './search/candidates.js';
import { createSurvey, type FoundMatches } from './search/survey.js';
import { createSweep } from './sweep.js';
import { createCatalog } from './tables/catalog.js';
import { createClaimRows } from './tables/claim-rows.js';
import { createCounts } from './tables/counts.js';
import { createExtractorNames } from './tables/extractor-names.js';
import { createIndexRows, meetingKeys } from './tables/index-rows.js';
import { createRegisters } from './tables/registers.js';
import { createSightings } from './tables/sightings.js';
import { createTermStore } from './terms.js';

export interface CassandraStoreOptions extends CassandraOptions, SchemaOptions {
  /** Maximum number of concurrent operations. Further ones fail with `overloaded`. */
  readonly queueMax: number;
}

const restoredAtOnce = 16;

/**
 * Opens a store in a Cassandra cluster. Any number of processes may use the cluster at the same time. They keep no
 * state, and agree by the protocol in protocol.ts.
 * @throws `not_ready` if the cluster cannot be used; the message says what to do
 */
export async function openStore(options: CassandraStoreOptions): Promise<Store> {
  return createCassandraStore(await connect(options), options);
}

/** Creates a store over an open connection. Closing the store closes the connection. */
export async function createCassandraStore(
  connection: Connection,
  options: SchemaOptions & Pick<CassandraStoreOptions, 'queueMax'>,
): Promise<Store> {
  const tables = geometry(await prepareSchema(connection, options));
  const registers = createRegisters(connection);
  const rows = createIndexRows(connection, tables);
  const sightings = createSightings(connection);
  const survey = createSurvey(registers, rows, tables);
  const catalog = createCatalog(connection);
  const extractorNames = createExtractorNames(connection);
  const counts = createCounts(connection);
  const sweep = createSweep(connection, rows);
  const parts = { registers, rows, sightings, survey, counts };
  const withLock = createKeyedLock();
  const store = (intent: Intent) =>
    withLock(meetingKeys(intent, tables), () => operate(parts, intent));
  const idempotently = createClaims({
    rows: createClaimRows(connection),
    settle: createSettle(registers),
  });
  const idempotency: typeof idempotently = (operation, operate) =>
    operation.idempotency === undefined
      ? operate(null)
      : withLock([`once ${operation.idempotency.key}`], () => idempotently(operation, operate));
  const { readDocument, readArchive, readText } = createDocumentReads(registers, rows, sightings);
  const inProgress = createOperationLimit(options.queueMax);

  async function add(operation: AddOperation, claim: Claim | null): Promise<AddOutcome> {
    const collection = await catalog.require(operation.collection);
    const prepare = remembering(operation, claim, added);
    const done = await store(addition(collection, operation, prepare));
    if (done.outcome === 'unchanged') {
      return { status: 'unchanged', document: await see(collection, done, operation, 'addition') };
    }
    return added(done);
  }

  /**
   * Returns a function that records the extractor that the caller gave, and prepares the claim on the idempotency key,
   * if there is one. The function must be called before the decision: if the process died between the decision and the
   * recording, the name of the extractor would be missing.
   */
  function remembering(
    { extractor }: Pick<AddOperation, 'extractor'>,
    claim: Claim | null,
    outcomeOf: (done: Done) => object,
  ): Intent['prepare'] {
    return async (attempt, done) => {
      await extractorNames.remember(extractor);
      await claim?.prepare(attempt, outcomeOf(done));
    };
  }

  async function see(
    { generation }: Collection,
    { earlier, current }: Done,
    operation: Pick<AddOperation, 'expiresAt' | 'now'>,
    by: SeenBy,
  ): Promise<StoredDocument> {
    const document = seenAgain(earlier!, operation, by);
    await sightings.write(generation, document, current!);
    return document;
  }

  async function check(operation: CheckOperation, claim: Claim | null): Promise<CheckOutcome> {
    const collection = await catalog.require(operation.collection);
    if (operation.claim !== null) throw cannotClaim();
    const signature = keptSignature(operation.signature, collection.recipe);
    const toOutcome = (earlier: StoredDocument | undefined, found: FoundMatches | null) => {
      const outcome = decided(collection, operation, signature, earlier, found);
      return claim === null ? outcome : keepable(outcome);
    };
    if (operation.dryRun) {
      const { id, duplicateIf, now } = operation;
      const earlier = id === null ? undefined : await readDocument(collection, id, now);
      if (isUnchanged(earlier, { signature, duplicateIf })) return toOutcome(earlier, null);
      return toOutcome(earlier, await survey.find(searchFor(collection, operation, signature)));
    }
    const ended = ({ outcome, earlier, found }: Done) =>
      toOutcome(earlier, outcome === 'unchanged' ? null : found);
    const prepare = remembering(operation, claim, ended);
    const done = await store(checked(collection, operation, prepare));
    if (done.outcome === 'unchanged') await see(collection, done, operation, 'check');
    const outcome = ended(done);
    counts.decision(collection, outcome);
    return outcome;
  }

  async function query(operation: QueryOperation): Promise<QueryOutcome | undefined> {
    const { probe, rule, scope, judges, limit, now } = operation;
    const collection = await catalog.require(operation.collection);
    const given =
      'id' in probe ? (await readDocument(collection, probe.id, now))?.signature : probe.signature;
    if (given === undefined) return undefined;
    const signature = keptSignature(given, collection.recipe);
    const excluded = 'id' in probe ? probe.id : null;
    const wanted = limit + 1;
    const isListing = true;
    const search = {
      ...{ collection, signature, rule, scope, judges },
      ...{ excluded, wanted, isListing, now },
    };
    const { matches, candidates, isCut } = await survey.query(search);
    const { matches: shown, truncated } = shownMatches(matches, limit);
    const { fingerprint } = signature;
    const found = { fingerprint, matches: shown, candidates, truncated: truncated || isCut };
    return { ...found, commonShare: null };
  }

  /**
   * Checks the revisions of all documents, then deletes the documents one after the other. So this is not one atomic
   * step.
   */
  async function remove(operation: DeleteOperation, claim: Claim | null): Promise<DeleteOutcome> {
    const token = claim?.token ?? null;
    const { now, ifRevision } = operation;
    const collection = await catalog.require(operation.collection);
    const ids = [...new Set(operation.ids)];
    const refuses = (document: StoredDocument) => refuseRevision(document, ifRevision);
    if (ifRevision !== undefined) {
      const found = await Promise.all(ids.map((id) => readDocument(collection, id, now)));
      for (const document of found) if (document !== undefined) refuses(document);
    }
    const [deleted, missing]: string[][] = [[], []];
    for (const id of ids) {
      const { outcome } = await store(deletion(collection, id, now, refuses, token));
      if (outcome === 'deleted') claim?.hasDeleted();
      (outcome === 'deleted' ? deleted! : missing!).push(id);
    }
    return { deleted: deleted!, missing: missing! };
  }

  async function restore(operation: RestoreOperation): Promise<void> {
    const collection = await catalog.require(operation.collection);
    if (operation.documents.some(({ claimed }) => claimed !== undefined)) throw cannotClaim();
    await forEachConcurrently(operation.documents, restoredAtOnce, async (document) => {
      await store(restoring(collection, document, remembering(document, null, added)));
    });
  }

  async function stats(key: CollectionKey | undefined): Promise<StoreStats> {
    return counts.statsOf(key === undefined ? await catalog.list() : [await catalog.require(key)]);
  }

  async function statsOfEach(keys: readonly CollectionKey[]): Promise<(CollectionStats | null)[]> {
    const all = await catalog.list();
    const living = all.filter(({ generation }) =>
      keys.some((key) => key.generation === generation),
    );
    const found = await counts.statsOfEach(living);
    return keys.map(({ generation }) => {
      const at = living.findIndex((each) => each.generation === generation);
      return found[at] ?? null;
    });
  }

  const operationsBy = (run: Run): StoreOperations => {
    return withAbortSignals({
      createCollection: (operation) => run(() => catalog.create(operation)),
      getCollection: (name) => run(() => catalog.get(name)),
      listCollections: () => run(async () => (await catalog.list()).sort(byName)),
      updateCollection: (operation) => run(() => catalog.update(operation)),
      deleteCollection: ({ name }) => run(() => catalog.delete(name)),
      add: (operation) => run(() => idempotency(operation, (claim) => add(operation, claim))),
      check: (operation) => run(() => idempotency(operation, (claim) => check(operation, claim))),
      query: (operation) => run(() => query(operation)),
      get: ({ collection: key, ids, now }) =>
        run(async () => {
          const collection = await catalog.require(key);
          return inPages(ids, ids.length, (id) => readDocument(collection, id, now));
        }),
      delete: (operation) => run(() => idempotency(operation, (claim) => remove(operation, claim))),
      list: (operation: ListOperation) =>
        run(async () => {
          const collection = await catalog.require(operation.collection);
          const find = (id: string) => readDocument(collection, id, operation.now);
          return listDocuments(rows, collection.generation, operation, find);
        }),
      texts: ({ collection: key, ids, now, bytesMax }) =>
        run(async () => {
          const collection = await catalog.require(key);
          const texts = await Promise.all(ids.map((id) => readText(collection, id, now)));
          return texts.map((text) => text?.slice(0, bytesMax) ?? null);
        }),
      getArchived: ({ collection: key, ids, now }) =>
        run(async () => {
          const collection = await catalog.require(key);
          const found = await Promise.all(ids.map((id) => readArchive(collection, id, now)));
          return found.filter((document) => document !== undefined);
        }),
      restore: (operation) => run(() => restore(operation)),
      sweep: () => run(sweep),
      extractors: () => run(() => extractorNames.all()),
      stats: ({ collection }) => run(() => stats(collection)),
      statsOfEach: ({ collections }) => run(() => statsOfEach(collections)),
      async ping() {
        if (inProgress.isClosing()) throw new NeardupError('not_ready', 'The store is closed');
        await catalog.ping();
      },
    });
  };
  return {
    ...operationsBy(inProgress.runAtOnce),
    withBackpressure: operationsBy(inProgress.runWithBackpressure),
    engine: 'cassandra',
    features: new Set(),
    waiting: inProgress.count,
    isLost: () => false,
    close: () =>
      inProgress.close(async () => {
        await counts.close();
        await connection.close();
      }),
  };
}

function searchFor(
  collection: Collection,
  operation: CheckOperation,
  signature: Signature,
): Search {
  const { id, rule, scope, duplicateIf, now } = operation;
  const wanted = matchesWanted(operation) + 1;
  const refusal = { duplicateIf, lifetimeMs: requestedLifetime(operation) };
  return { collection, signature, rule, scope, refusal, excluded: id, wanted, now };
}

const cannotClaim = () =>
  new NeardupError('store_unsupported', 'The Cassandra store does not support claims');

const byName = (a: Collection, b: Collection) => compareUtf8(a.name, b.name);

/**
 * Opens the term store in a Cassandra cluster.
 * @throws `not_ready` if the cluster cannot be used
 */
export async function openTerms(options: CassandraOptions & SchemaOptions): Promise<TermStore> {
  const connection = await connect(options);
  await prepareSchema(connection, options);
  return createTermStore(connection);
}
