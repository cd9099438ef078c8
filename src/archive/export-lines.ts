import type { Collection } from '../store/contract/collections.js';
import type { ArchiveCollections } from './archive-collections.js';
import { claimedLine } from './claim-line.js';
import { clusterLine, labelLine, separationLine } from './cluster-lines.js';
import type { CollectionSettings, ExportHeader } from './export-format.js';

/** A collection that can be exported. */
export interface ExportSource {
  /** @throws `collection_not_found` */
  getCollection(name: string): Promise<Pick<Collection, 'recipe' | 'recipeId'>>;
  /** Lists all documents of a collection in API format, in byte order of their ids. */
  list(collection: string): AsyncIterable<object>;
  /** Access to all stored data of the collections; null if only the fields of the API can be exported. */
  readonly archive: ArchiveCollections | null;
}

/**
 * Yields an export line by line, with all stored data if the source gives access to it, otherwise with the fields of
 * the API.
 */
export async function* exportLines(source: ExportSource, name: string): AsyncGenerator<string> {
  const { archive: whole } = source;
  const collection = await source.getCollection(name);
  if (whole === null) {
    const { recipe, recipeId } = collection;
    const header = { neardup: 'export', version: 1, collection: name, recipeId, recipe } as const;
    yield formatLine(header satisfies ExportHeader);
    for await (const document of source.list(name)) yield formatLine(document);
  } else {
    yield formatLine(exportHeader(await whole.getCollection(name)));
    for await (const separation of whole.listSeparations(name)) {
      yield formatLine(separationLine(separation));
    }
    for await (const document of whole.list(name)) yield formatLine(claimedLine(document, name));
    for await (const label of whole.listLabels(name)) yield formatLine(labelLine(label));
    for await (const seated of whole.listMembers(name)) yield formatLine(clusterLine(seated));
  }
}

/** Returns the first line of an export with all stored data. */
export function exportHeader(collection: Collection): ExportHeader {
  const { name, recipe, recipeId } = collection;
  const settings = exportedSettings(collection);
  return { neardup: 'export', version: 3, collection: name, recipeId, recipe, settings };
}

function formatLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function exportedSettings(collection: Collection) {
  const { ttlSeconds, keepText, keepRefused, keepPerFamily, siteLines, refusedPages } = collection;
  return {
    ...pickThresholds(collection),
    ttlSeconds,
    keepText,
    keepRefused,
    ...(keepPerFamily !== null && { keepPerFamily }),
    ...(!siteLines && { siteLines }),
    ...(refusedPages !== null && { refusedPages }),
  } satisfies CollectionSettings;
}

/**
 * Returns the match rules of a collection without the thresholds that the method of its recipe does not use, because an
 * import cannot create a collection with unused thresholds.
 */
export function pickThresholds({
  recipe,
  maxDistance,
  minSimilarity,
  ...others
}: Pick<
  Collection,
  'recipe' | 'maxDistance' | 'minSimilarity' | 'minContainment' | 'duplicateIf'
>) {
  const { minContainment, duplicateIf } = others;
  return {
    ...(recipe.method !== 'minhash' && { maxDistance }),
    ...(recipe.method !== 'simhash' && { minSimilarity }),
    ...(minContainment !== null && { minContainment }),
    duplicateIf,
  };
}
