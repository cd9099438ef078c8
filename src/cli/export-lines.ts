import type { Collection } from '../store/store.js';
import type { CollectionSettings, ExportHeader } from './export-format.js';
import type { Service } from './service.js';
import { wholeLine } from './whole-line.js';

/** An export, line by line: whole documents where the service gives them, else what it shows. */
export async function* exportLines(service: Service, name: string): AsyncGenerator<string> {
  const { whole } = service;
  const collection = await service.getCollection(name);
  const { recipe, recipeId } = collection;
  const header = (version: ExportHeader['version']) =>
    ({ neardup: 'export', version, collection: name, recipeId, recipe }) satisfies ExportHeader;
  if (whole === null) {
    yield lineOf(header(1));
    for await (const document of service.list(name)) yield lineOf(document);
  } else {
    const settings = settingsOf(await whole.getCollection(name));
    yield lineOf({ ...header(2), settings } satisfies ExportHeader);
    for await (const document of whole.list(name)) yield lineOf(wholeLine(document, name));
  }
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
