/**
 * Writes the decisions of checks on every document of the sets and on the pages of sites, in file order, one line each.
 * Two builds make the same decisions if `cmp` finds no difference between their files.
 */
import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { checkLine } from '../harness/decision-lines.js';
import { numberedDetector } from '../harness/numbered-detector.js';
import type { NewCollection } from '../src/detector/collections.js';
import type { Content } from '../src/detector/compute.js';
import type { Detector } from '../src/detector/detector.js';
import { NeardupError } from '../src/errors.js';
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.js';
import { readPages } from './html-pages.js';
import { startProgress } from './progress.js';
import { readSets } from './sets.js';

const ways: readonly NewCollection[] = [
  { name: 'hybrid' },
  { name: 'simhash', recipe: { method: 'simhash' }, maxDistance: 7, duplicateIf: 'similar' },
  {
    name: 'parts',
    recipe: { parts: { words: 3, oneIn: 32, least: 16 } },
    ...{ minContainment: 0.8, keepText: true },
  },
];

interface DecidedDocument {
  readonly id: string;
  readonly content: Content;
}

/** @param names sets to check, and `pages`; undefined for all */
export async function writeDecisions(
  directory: string,
  names: readonly string[] | undefined,
  file: string,
  scanDirectory: string,
): Promise<void> {
  const sets = [...textSets(directory, names), ...pageSets(directory, names)];
  const documents = sets.reduce((sum, set) => sum + set.documents.length, 0);
  const progress = startProgress(documents * ways.length);
  const store = await openSqliteStore({ file: ':memory:', threadFile: null, queueMax: 1000 });
  const detector = numberedDetector(store, scanDirectory);
  const output = createWriteStream(file);
  for (const way of ways) {
    for (const { name, documents } of sets) {
      progress.name(`${way.name}: ${name}`);
      const collection = `${way.name}-${name}`.replaceAll(/[^a-z0-9_-]/gi, '-');
      await detector.createCollection({ ...way, name: collection });
      for (const document of documents) {
        output.write(await decisionOn(detector, collection, document));
        progress.tick();
      }
    }
  }
  output.end();
  await finished(output);
  progress.stop();
  await detector.close();
}

async function decisionOn(
  detector: Detector,
  collection: string,
  document: DecidedDocument,
): Promise<string> {
  try {
    const { outcome } = await detector.check({ ...document, collection, metadata: null }, {});
    return checkLine(collection, outcome);
  } catch (error) {
    if (!(error instanceof NeardupError)) throw error;
    return `${collection}\t${error.code}\t${document.id}\n`;
  }
}

function textSets(directory: string, names: readonly string[] | undefined) {
  const texts = names?.filter((name) => name !== pages);
  if (texts?.length === 0) return [];
  return readSets(directory, texts).map(({ name, documents }) => ({
    name,
    documents: documents.map(
      ({ id, text }): DecidedDocument => ({ id, content: { kind: 'text', text } }),
    ),
  }));
}

const pages = 'pages';

function pageSets(directory: string, names: readonly string[] | undefined) {
  if (!(names?.includes(pages) ?? existsSync(join(directory, 'html')))) return [];
  const documents = readPages(directory).map(({ id, bytes }): DecidedDocument => {
    const page = { content: bytes, mediaType: 'text/html', charset: null } as const;
    return { id, content: { kind: 'page', page } };
  });
  return [{ name: pages, documents }];
}
