import { defaultCollection } from '../detector/collections.js';
import type { Detector } from '../detector/detector.js';
import type { ArchiveDocument } from '../detector/transfer.js';
import { NeardupError } from '../errors.js';
import type { Cluster, Member, SeatedMembers, Separation } from '../store/contract/clusters.js';
import type { Collection } from '../store/contract/collections.js';
import type { Label } from '../store/contract/labels.js';
import type { ExportHeader } from './export-format.js';

const pageSize = 1000;
/**
 * Maximum number of members in a line of an export. Even with the longest ids, such a line is below the length limit of
 * an import.
 */
const membersOfLine = 500;

/**
 * Operations on the collections of a database file that the API does not offer: they read and write all stored data.
 */
export interface ArchiveCollections {
  /** @throws `collection_not_found` */
  getCollection(name: string): Promise<Collection>;
  /**
   * Returns the target collection of an import. Creates the collection from the header if it is absent. The default
   * collection always exists; if it has no documents, it gets the recipe and the settings of the header.
   * @throws `recipe_mismatch` if this build cannot serve the recipe of the export
   */
  openCollection(name: string, header: ExportHeader): Promise<Collection>;
  /** Lists documents in byte order of their ids. */
  list(collection: string): AsyncIterable<ArchiveDocument>;
  /** Stores a document unchanged. A document already stored under its id is replaced. */
  restore(collection: string, document: ArchiveDocument): Promise<void>;
  /** Lists clusters by id. A large cluster is returned as several entries, in the order of the members. */
  listMembers(collection: string): AsyncIterable<SeatedMembers>;
  /** Restores members unchanged, in this order. Their documents must exist. */
  restoreMembers(collection: string, seated: readonly SeatedMembers[]): Promise<void>;
  listSeparations(collection: string): AsyncIterable<Separation>;
  restoreSeparation(collection: string, separation: Separation): Promise<void>;
  listLabels(collection: string): AsyncIterable<Label>;
  /** Restores a label. Both documents must exist. */
  restoreLabel(collection: string, label: Label): Promise<void>;
}

/** Provides the collections of a database file with all their stored data. */
export function archiveCollections(detector: Detector): ArchiveCollections {
  async function openCollection(name: string, header: ExportHeader): Promise<Collection> {
    const { recipe, settings } = header;
    const create = () => detector.createCollection({ name, recipe, ...settings });
    const found = await detector.getCollection(name).catch((error: unknown) => {
      if (error instanceof NeardupError && error.code === 'collection_not_found') return undefined;
      throw error;
    });
    if (found === undefined) return create();
    if (name !== defaultCollection) return found;
    const { documents } = await detector.list(name, { after: null, limit: 1 });
    if (documents.length > 0) return found;
    if (found.recipeId !== header.recipeId) return replaceEmpty(name, create);
    return settings === undefined ? found : detector.updateCollection(name, settings);
  }

  /**
   * Replaces an empty collection. Creation is tried first, so that the collection is deleted only if nothing but its
   * name prevents the new collection from being created.
   */
  async function replaceEmpty(name: string, create: () => Promise<Collection>) {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof NeardupError && error.code === 'collection_exists')) throw error;
    }
    await detector.deleteCollection(name);
    return create();
  }

  async function* list(collection: string) {
    for (let after: string | null = null; ; ) {
      const documents = await detector.listArchived(collection, after, pageSize);
      yield* documents;
      const last = documents.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  async function* listMembers(collection: string) {
    if (!detector.features.has('clusters')) return;
    for (let after: string | null = null; ; ) {
      const clusters: readonly Cluster[] = await detector.listClustersById(
        collection,
        after,
        pageSize,
      );
      for (const cluster of clusters) yield* splitCluster(collection, cluster);
      const last = clusters.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  async function* splitCluster(collection: string, { id, createdAt, updatedAt, chosen }: Cluster) {
    const cluster = { id, createdAt, updatedAt, chosen };
    for (let after: Member | null = null; ; ) {
      const members = await detector.membersAfter(collection, id, after, membersOfLine);
      const last = members.at(-1);
      if (last === undefined) return;
      yield { cluster, members };
      after = last;
    }
  }

  async function* listSeparations(collection: string) {
    if (!detector.features.has('clusters')) return;
    for (let after: Separation | null = null; ; ) {
      const separations: readonly Separation[] = await detector.separationsAfter(
        collection,
        after,
        pageSize,
      );
      yield* separations;
      const last = separations.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  async function* listLabels(collection: string) {
    if (!detector.features.has('labels')) return;
    for (let after: Label | null = null; ; ) {
      const labels: readonly Label[] = await detector.labelsAfter(collection, after, pageSize);
      yield* labels;
      const last = labels.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  return {
    getCollection: detector.getCollection,
    openCollection,
    list,
    restore: detector.restoreArchived,
    listMembers,
    restoreMembers: detector.restoreMembers,
    listSeparations,
    restoreSeparation: detector.restoreSeparation,
    listLabels,
    restoreLabel: detector.restoreLabel,
  };
}
