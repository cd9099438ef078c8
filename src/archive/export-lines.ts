import type { Service } from '../cli/service/service.js';
import type { Collection } from '../store/contract/collections.js';
import { archiveLine } from './archive-line.js';
import { clusterLine, separationLine } from './cluster-lines.js';
import type { CollectionSettings, ExportHeader } from './export-format.js';

/** An export, line by line: all that is stored where the service gives it, else what it shows. */
export async function* exportLines(service: Service, name: string): AsyncGenerator<string> {
  const { archive: whole } = service;
  const collection = await service.getCollection(name);
  if (whole === null) {
    const { recipe, recipeId } = collection;
    const header = { neardup: 'export', version: 1, collection: name, recipeId, recipe } as const;
    yield lineOf(header satisfies ExportHeader);
    for await (const document of service.list(name)) yield lineOf(document);
  } else {
    yield lineOf(exportHeader(await whole.getCollection(name)));
    for await (const separation of whole.listSeparations(name)) {
      yield lineOf(separationLine(separation));
    }
    for await (const document of whole.list(name)) yield lineOf(archiveLine(document, name));
    for await (const seated of whole.listMembers(name)) yield lineOf(clusterLine(seated));
  }
}

/** The first line of an export that holds all that is stored. */
export function exportHeader(collection: Collection): ExportHeader {
  const { name, recipe, recipeId } = collection;
  const settings = settingsOf(collection);
  return { neardup: 'export', version: 3, collection: name, recipeId, recipe, settings };
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Without what the method of the recipe does not use: creating a collection refuses it. */
function settingsOf({ recipe, maxDistance, minSimilarity, ...others }: Collection) {
  const { ttlSeconds, keepText, keepRefused } = others;
  return {
    ...(recipe.method !== 'minhash' && { maxDistance }),
    ...(recipe.method !== 'simhash' && { minSimilarity }),
    ttlSeconds,
    keepText,
    keepRefused,
  } satisfies CollectionSettings;
}
