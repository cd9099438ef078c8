import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { documentRequest, toDocument } from '../../src/api/content.js';
import { parsed } from '../../src/api/validation.js';
import { exportLines } from '../../src/archive/export-lines.js';
import { type Import, importDocuments } from '../../src/cli/import-documents.js';
import { fileService } from '../../src/cli/service/file-service.js';
import type { Service } from '../../src/cli/service/service.js';
import { readConfig } from '../../src/config.js';
import type { Detector } from '../../src/detector/detector.js';
import { defaultRecipe } from '../../src/fingerprint/recipe.js';
import { openDetector } from '../../src/open-detector.js';
import { wordTrieBytes } from '../../src/package-facts.js';
import { loadDictionaries } from '../../src/text/dictionaries.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { writeInto } from './program.js';

const config = readConfig({});
const request = documentRequest(config);
const recipe = defaultRecipe(loadDictionaries(wordTrieBytes()).checksums);

/**
 * A detector over a new database file, and the service of import and export over the same store.
 */
export async function open(): Promise<{ detector: Detector; service: Service }> {
  const dataFile = join(temporaryDirectory(), 'pages.db');
  const detector = await openDetector({ ...config, dataFile });
  onTestFinished(detector.close);
  return { detector, service: fileService(detector, config) };
}

/** Document of a request, in the form of the detector. */
export function given(body: object) {
  return toDocument(parsed(request.json, body, ''));
}

export async function exported(service: Service, collection: string): Promise<string> {
  let lines = '';
  for await (const line of exportLines(service, collection)) lines += line;
  return lines;
}

/** Imports an export; resolves with the number of failed lines. */
export async function imported(
  service: Service,
  lines: string,
  options: Partial<Import> = {},
): Promise<number> {
  const path = writeInto(temporaryDirectory(), 'export.ndjson', lines);
  const { failed } = await importDocuments({
    inputs: [{ kind: 'data', name: path, size: lines.length }],
    skipped: 0,
    lineOptions: { fields: null, metadata: [], collection: undefined, defaultRecipe: () => recipe },
    service,
    limits: { bodyBytesMax: 2 ** 21, htmlBytesMax: 2 ** 21, fileBytesMax: 2 ** 21 },
    mode: 'add',
    concurrency: 8,
    ...options,
  });
  return failed;
}
