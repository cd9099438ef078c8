import type { Collection } from '../store/store.js';
import type { CollectionSettings, ExportHeader } from './export-format.js';
import type { Service } from './service.js';
import { wholeLine } from './whole-line.js';

/** An export, line by line: whole documents where the service gives them, else what it shows. */
export async function* exportLines(service: Service, name: string): AsyncGenerator<string> {
  const { whole } = service;
  const collection = await service.getCollection(name);
  if (whole === null) {
    const { recipe, recipeId } = collection;
    const header = { neardup: 'export', version: 1, collection: name, recipeId, recipe } as const;
    yield lineOf(header satisfies ExportHeader);
    for await (const document of service.list(name)) yield lineOf(document);
  } else {
    yield lineOf(exportHeader(await whole.getCollection(name)));
    for await (const document of whole.list(name)) yield lineOf(wholeLine(document, name));
  }
}

/** The first line of an export that holds all that is stored of its documents. */
export function exportHeader(collection: Collection): ExportHeader {
  const { name, recipe, recipeId } = collection;
  const settings = settingsOf(collection);
  return { neardup: 'export', version: 2, collection: name, recipeId, recipe, settings };
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Without what the method of the recipe does not use: creating a collection refuses it. */
function settingsOf({ recipe, maxDistance, minSimilarity, ttlSeconds, keepText }: Collection) {
  return {
    ...(recipe.method !== 'minhash' && { maxDistance }),
    ...(recipe.method !== 'simhash' && { minSimilarity }),
    ttlSeconds,
    keepText,
  } satisfies CollectionSettings;
}
