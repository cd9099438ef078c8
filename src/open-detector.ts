import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDuplicateSearch } from './batch/scan/search-duplicates.js';
import type { Config } from './config.js';
import { defaultCollection } from './detector/collections.js';
import { createDetector, type Detector } from './detector/detector.js';
import type { Observer } from './detector/observer.js';
import {
  type ClusterOptions,
  isClusterUrl,
  loadStorePackage,
  type MigrateCollection,
  type Migrated,
} from './engine-packages.js';
import { NeardupError } from './errors.js';
import { defaultRecipe } from './fingerprint/recipe.js';
import { compiledFile, wordTrieBytes } from './package-facts.js';
import type { EmbeddedStore } from './store/contract/embedded-store.js';
import type { TermStore } from './store/contract/terms.js';
import { withRejections } from './store/rules/rejections.js';
import type { DatabaseFacts } from './store/sqlite/maintenance/facts.js';
import type { RestoredFile } from './store/sqlite/maintenance/restore-file.js';
import type { VerifiedFile, VerifyFileOptions } from './store/sqlite/maintenance/verify-file.js';
import { openSqliteStore } from './store/sqlite/sqlite-store.js';
import { type Dictionaries, loadDictionaries } from './text/dictionaries.js';
import type { Signer } from './workers/signer.js';
import {
  createBatchSigner,
  createInlineSigner,
  createSigner,
  type SignerOptions,
} from './workers/signers.js';

// Modules that only some commands need are imported dynamically, so that a service starts sooner.

/**
 * Reads facts about a database file without changing it.
 * @throws NeardupError `not_ready` if the file cannot be read, or if this build cannot serve a collection in it
 */
export async function databaseFacts(file: string): Promise<DatabaseFacts> {
  const { readFacts } = await import('./store/sqlite/maintenance/facts.js');
  const facts = readFacts(file);
  refuseOtherRecipes(file, facts.collections);
  return facts;
}

/** Loads SQLite and returns its version. @throws NeardupError `not_ready` if SQLite cannot be loaded */
export async function loadedSqlite(): Promise<string> {
  const { sqliteVersion } = await import('./store/sqlite/maintenance/facts.js');
  return sqliteVersion();
}

/** Settings of a detector, its store and its signer. */
export type DetectorConfig = Pick<
  Config,
  | 'dataFile'
  | 'storeUrl'
  | 'storeUser'
  | 'storePassword'
  | 'storeCaFile'
  | 'storeReplication'
  | 'storeGeometry'
  | 'collectionsMax'
  | 'backupDirectory'
  | 'signingThreads'
  | 'signingQueueMax'
  | 'shortTextLengthMax'
  | 'extractionThreads'
  | 'extractionQueueMax'
  | 'extractionTimeMaxMs'
  | 'extractionMemoryMaxMiB'
  | 'extractedTextLengthMax'
  | 'inflatedBytesMax'
  | 'storeQueueMax'
  | 'sweepIntervalMs'
  | 'decisionDays'
  | 'decisionRows'
>;

/**
 * Opens a detector: creates the store, the signer and the other concrete components, and connects them. No other file
 * imports all of these components.
 * @throws NeardupError `not_ready`, with advice, if the database cannot be used
 */
export function openDetector(config: DetectorConfig, observer?: Observer): Promise<Detector> {
  return openWith(createSigner, config, observer);
}

/** Works like `openDetector`, for callers that send many documents at once and do not wait for a single document. */
export function openBatchDetector(config: DetectorConfig): Promise<Detector> {
  return openWith(createBatchSigner, config);
}

async function openWith(
  create: (options: SignerOptions) => Signer,
  config: DetectorConfig,
  observer?: Observer,
): Promise<Detector> {
  const store = await openStore(config, observer);
  const { options, dictionaries } = signerOptions(config);
  const detector = createDetector({
    store,
    signer: create(options),
    openDuplicateSearch: createDuplicateSearch({
      directory: scanDirectory(config),
      taskFile: compiledFile('batch/scan/scan-task.js'),
    }),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
    collectionsMax: config.collectionsMax,
    backupDirectory: config.backupDirectory,
    sweepIntervalMs: config.sweepIntervalMs,
    observer,
  });
  await detector.recallJobs();
  const collections = await detector.listCollections();
  if (collections.length === 0) await createDefault(detector);
  return detector;
}

/**
 * Opens a signer for millions of documents, without a store. Also returns the default recipe of new collections.
 */
export function openBatchSigner(config: DetectorConfig) {
  const { options, dictionaries } = signerOptions(config);
  return {
    signer: createBatchSigner(options),
    defaultRecipe: defaultRecipe(dictionaries.checksums),
  };
}

/**
 * Returns the directory for the temporary files of scans. It is next to the database file, because that disk is likely
 * to have room; for a database in memory, it is in the temporary directory of the system.
 */
function scanDirectory({ dataFile }: DetectorConfig): string {
  if (dataFile !== ':memory:') return `${dataFile}-scan`;
  return join(tmpdir(), `neardup-scan-${process.pid}`);
}

function signerOptions(config: DetectorConfig) {
  const wordTrie = wordTrieBytes();
  const dictionaries = loadDictionaries(wordTrie);
  const options: SignerOptions = {
    dictionaries,
    wordTrie,
    shortTextLengthMax: config.shortTextLengthMax,
    threads: config.signingThreads,
    queueMax: config.signingQueueMax,
    taskFile: compiledFile('workers/signing-task.js'),
    pages: {
      threads: config.extractionThreads,
      queueMax: config.extractionQueueMax,
      timeMaxMs: config.extractionTimeMaxMs,
      memoryMaxMiB: config.extractionMemoryMaxMiB,
      limits: {
        textLengthMax: config.extractedTextLengthMax,
        inflatedBytesMax: config.inflatedBytesMax,
      },
      taskFile: compiledFile('workers/page-task.js'),
    },
  };
  return { options, dictionaries };
}

/** Opens a signer that runs on the calling thread, with its dictionaries. */
export function openInlineSigner(
  config: Pick<Config, 'extractedTextLengthMax' | 'inflatedBytesMax'>,
): { readonly signer: Signer; readonly dictionaries: Dictionaries } {
  const dictionaries = loadDictionaries(wordTrieBytes());
  const limits = {
    textLengthMax: config.extractedTextLengthMax,
    inflatedBytesMax: config.inflatedBytesMax,
  };
  return { signer: createInlineSigner(dictionaries, limits), dictionaries };
}

/** Creates the default collection, unless another process that starts at the same time has just created it. */
async function createDefault(detector: Detector): Promise<void> {
  try {
    await detector.createCollection({ name: defaultCollection });
  } catch (error) {
    if (!(error instanceof NeardupError && error.code === 'collection_exists')) throw error;
  }
}

/**
 * Opens the store that the settings name.
 * @throws NeardupError `not_ready` if this build cannot serve the recipe version of a collection
 */
async function openStore(
  config: DetectorConfig,
  observer: Observer | undefined,
): Promise<EmbeddedStore> {
  const store = await openAnyStore(config, observer);
  const collections = await store.listCollections();
  const versions = collections.map(({ name, recipe }) => ({ name, recipeVersion: recipe.version }));
  try {
    refuseOtherRecipes(config.storeUrl ?? config.dataFile, versions);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function refuseOtherRecipes(
  place: string,
  collections: readonly { readonly name: string; readonly recipeVersion: number }[],
): void {
  const other = collections.find(({ recipeVersion }) => recipeVersion !== 3);
  if (other === undefined) return;
  throw new NeardupError(
    'not_ready',
    `Cannot open "${place}": the recipe of collection "${other.name}" has version ${other.recipeVersion}, which this build cannot serve; export its collections with \`neardup export\` of the build that made them, and import them into a new store with \`neardup import\` of this one`,
  );
}

async function openAnyStore(
  config: DetectorConfig,
  observer: Observer | undefined,
): Promise<EmbeddedStore> {
  const { storeUrl: url } = config;
  if (url !== undefined) {
    const { openStore } = await loadStorePackage();
    return withRejections(await openStore(clusterOptions(config, url)));
  }
  return openSqliteStore({
    file: config.dataFile,
    queueMax: config.storeQueueMax,
    logLimits: { days: config.decisionDays, rows: config.decisionRows },
    threadFile: compiledFile('store/sqlite/thread/main.js'),
    onGroup: observer?.groupDone,
    onLost: observer?.storeLost,
  });
}

function clusterOptions(config: DetectorConfig, url: string): ClusterOptions {
  return {
    url,
    user: config.storeUser,
    password: config.storePassword,
    caFile: config.storeCaFile,
    replication: config.storeReplication,
    geometry: config.storeGeometry,
    queueMax: config.storeQueueMax,
  };
}

/**
 * Opens a cluster that stores the terms of texts.
 * @throws NeardupError `not_ready` or `validation_failed`, with advice
 */
export async function openTermStore(config: DetectorConfig, url: string): Promise<TermStore> {
  const { openTerms } = await loadStorePackage();
  return openTerms(clusterOptions(config, url));
}

/**
 * Copies a collection from one store to another. Each store is given as a database file or as the address of a cluster.
 * @throws NeardupError the errors of `migrateCollection`; `not_ready` if a store cannot be used
 */
export async function migrateData(
  config: DetectorConfig,
  { from, to, collection: name, onProgress }: MigrateData,
): Promise<Migrated> {
  const { migrateCollection } = await loadStorePackage();
  const source = await openStore(storedAt(config, from), undefined);
  try {
    const target = await openStore(storedAt(config, to), undefined);
    const { collectionsMax } = config;
    const migration = { from: source, to: target, name, collectionsMax, now: Date.now() };
    return await migrateCollection({ ...migration, onProgress }).finally(() => target.close());
  } finally {
    await source.close();
  }
}

interface MigrateData extends Pick<MigrateCollection, 'onProgress'> {
  readonly from: string;
  readonly to: string;
  readonly collection: string;
}

function storedAt(config: DetectorConfig, place: string): DetectorConfig {
  return isClusterUrl(place)
    ? { ...config, storeUrl: place }
    : { ...config, storeUrl: undefined, dataFile: place };
}

/**
 * Verifies a whole database file without opening a detector on it.
 * @throws NeardupError `not_ready` if the file cannot be used
 */
export async function verifyData(file: string, options: VerifyFileOptions): Promise<VerifiedFile> {
  const { verifyFile } = await import('./store/sqlite/maintenance/verify-file.js');
  return verifyFile(file, options);
}

/**
 * Verifies a backup and replaces a database file with a copy of the backup.
 * @throws NeardupError `not_ready` if the backup cannot be used, or if a process has the database file open
 */
export async function restoreData(backup: string, file: string): Promise<RestoredFile> {
  const { restoreFile } = await import('./store/sqlite/maintenance/restore-file.js');
  return restoreFile({ backup, file, now: Date.now() });
}
