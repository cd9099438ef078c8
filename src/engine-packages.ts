import type { Command } from 'commander';
import { NeardupError } from './errors.js';
import type { GeometryName } from './fingerprint/geometry.js';
import { version } from './package-facts.js';
import type { Store } from './store/contract/store.js';
import type { CountedTexts, TermStore } from './store/contract/terms.js';

/*
 * Packages beside this one, which import it as `neardup/engine` (engine.ts). A command that needs one loads it by its
 * name. No other file names them, except for the description of the API.
 */

/** Kind of store, besides a database file: the scheme of its address. */
export const clusterKind = 'cassandra';
/** Form of the address of a cluster. */
export const clusterForm = `${clusterKind}://HOST:PORT,HOST/KEYSPACE`;

/** Tests if a name is the address of a cluster. Otherwise it is the name of a database file. */
export function isClusterUrl(name: string): boolean {
  return name.startsWith(`${clusterKind}://`);
}

/** Address of a cluster, and the settings for it. */
export interface ClusterOptions {
  readonly url: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly caFile?: string | undefined;
  readonly replication: number;
  readonly geometry: GeometryName;
  /** Maximum number of concurrent operations. */
  readonly queueMax: number;
}

/** A copy of a collection from one store to another. */
export interface MigrateCollection {
  readonly from: Store;
  readonly to: Store;
  readonly name: string;
  readonly collectionsMax: number;
  readonly now: number;
  readonly onProgress: (progress: Migrated) => void;
}

export interface Migrated {
  /** Number of examined documents. */
  readonly documents: number;
  /** Number of documents that were written because they were absent from the target collection or different there. */
  readonly written: number;
}

/** Exports of the package of a store. */
interface StorePackage {
  /** @throws NeardupError `not_ready`, with advice, if the cluster cannot be used */
  openStore(options: ClusterOptions): Promise<Store>;
  /** Opens a cluster that stores the terms of texts. @throws NeardupError `not_ready`, with advice */
  openTerms(options: ClusterOptions): Promise<TermStore>;
  /** Copies a collection between a cluster and a database file, and compares both. @throws NeardupError */
  migrateCollection(migration: MigrateCollection): Promise<Migrated>;
}

/** Exports of the package of batches. */
interface BatchPackage {
  /** Adds the steps of a batch below a command. */
  addBatchCommands(command: Command): void;
  /** Reads the number of texts with each term from a cluster. */
  storedTermCounts(url: string, recipeFile: string): Promise<CountedTexts>;
}

/** @throws NeardupError `not_ready` if the package is not installed */
export const loadStorePackage = () =>
  load<StorePackage>(`neardup-${clusterKind}`, `A store at ${clusterKind}://`);

/** @throws NeardupError `not_ready` if the package is not installed */
export const loadBatchPackage = () => load<BatchPackage>('neardup-batch', '`neardup batch`');

/**
 * Imports a package that is installed beside this one.
 * @param user subject of the message if it is missing
 */
export async function load<Exports>(name: string, user: string): Promise<Exports> {
  try {
    return await import(name);
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new NeardupError(
      'not_ready',
      `${user} needs the package ${name}, which is not installed: run \`npm install ${name}@${version}\` where neardup is installed`,
      { cause: error },
    );
  }
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`package '${name}'`);
}
