import { chinesePages, pageCharacters, randomNumbers, slicesOf } from '../harness/pages.js';
import { duplicateIfDefault } from '../src/detector/collections.js';
import * as recipes from '../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../src/package-facts.js';
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.js';
import { loadDictionaries } from '../src/text/dictionaries.js';

/** Length of a piece: two or three clauses. */
const pieceCharacters = 50;

export interface CrawledPage {
  readonly id: string;
  readonly text: string;
}

/** Requests prepared in advance, because making a request takes the load generator as long as sending it. */
export interface Prepared {
  /** Prepares requests until `count` are ready; called before the clock starts. */
  readonly prepare: (count: number) => void;
  /** Returns the next request; prepares several hundred if none is ready. */
  readonly next: () => Buffer;
}

export function prepared(
  nextPage: () => CrawledPage,
  bytesOf: (page: CrawledPage) => Buffer,
): Prepared {
  let ready: Buffer[] = [];
  let sent = 0;
  function prepare(count: number): void {
    ready = ready.slice(sent);
    sent = 0;
    while (ready.length < count) ready.push(bytesOf(nextPage()));
  }
  return {
    prepare,
    next: () => {
      if (sent === ready.length) prepare(512);
      return ready[sent++] as Buffer;
    },
  };
}

/** Pages of 550 Chinese characters, each with a unique id. */
export interface Crawl {
  /** Returns a page of random pieces: unlimited, and unrelated to all others. */
  readonly newPage: () => CrawledPage;
  /** Returns copies of the first `originals` results of `newPage`, in turn. */
  readonly copiedPage: (originals: number) => CrawledPage;
}

export function createCrawl(data: string | undefined): Crawl {
  const pieces = chinesePages(data, 20_000).flatMap((page) => slicesOf(page, pieceCharacters));
  let made = 0;
  let copied = 0;
  const textOf = (page: number) => {
    const random = randomNumbers(page);
    let text = '';
    while (text.length < pageCharacters) text += pieces[Math.floor(random() * pieces.length)];
    return text;
  };
  return {
    newPage: () => ({ id: `https://example.org/pages/${made}`, text: textOf(made++) }),
    copiedPage: (originals) => ({
      id: `https://example.org/copies/${copied}`,
      text: textOf(copied++ % originals),
    }),
  };
}

/** Generates crawled pages, of which every tenth copies an earlier one. */
export function crawledPages(data: string | undefined): () => CrawledPage {
  const { newPage, copiedPage } = createCrawl(data);
  let sent = 0;
  return () => (sent++ % 10 === 9 ? copiedPage(sent) : newPage());
}

/** Parts of a build that store documents. */
export type Build = Pick<
  typeof recipes,
  'completeRecipe' | 'defaultRecipe' | 'recipeId' | 'sketchBytes'
> & {
  readonly openSqliteStore: typeof openSqliteStore;
};

/** Settings that the baseline build needs besides. */
const baselineSettings = { compareTitles: true };

/**
 * Stores documents with random fingerprints, without the service.
 * @param build the build that will serve the file
 */
export async function fill(
  file: string,
  method: recipes.Method,
  count: number,
  build: Build = { ...recipes, openSqliteStore },
): Promise<void> {
  const { completeRecipe, defaultRecipe, recipeId, sketchBytes } = build;
  const store = await build.openSqliteStore({ file, threadFile: null, queueMax: 100_000 });
  const recipe = completeRecipe(
    { method },
    defaultRecipe(loadDictionaries(wordTrieBytes()).checksums),
  );
  const sketchLength = sketchBytes(recipe);
  const now = Date.now();
  const collection = await store.createCollection({
    name: 'default',
    recipe,
    recipeId: recipeId(recipe),
    maxDistance: 3,
    minSimilarity: recipes.defaultMinSimilarity,
    minContainment: null,
    duplicateIf: duplicateIfDefault,
    ...baselineSettings,
    ttlSeconds: null,
    keepText: false,
    keepRefused: 100,
    keepPerFamily: null,
    siteLines: true,
    refusedPages: null,
    collectionsMax: 1,
    now,
  });
  const random = randomNumbers(7);
  const half = () => Math.floor(random() * 2 ** 32);
  const byte = () => Math.floor(random() * 256);
  for (let done = 0; done < count; ) {
    const size = Math.min(20_000, count - done);
    await Promise.all(
      Array.from({ length: size }, (_, i) => {
        const fingerprint = { high: half(), low: half() };
        const exactHash = Array.from({ length: 32 }, () => (byte() & 15).toString(16)).join('');
        const sketch =
          method === 'simhash' ? null : Uint8Array.from({ length: sketchLength }, byte);
        // Size of the evidence for a page of 350 words.
        const evidence = Uint8Array.from({ length: 530 }, byte).fill(1, 0, 1);
        const measured = { exactHash, fingerprint, featureCount: 200, shortText: false };
        const shingles = sketch && 300;
        const signature = { ...measured, sketch, shingles, evidence, parts: null };
        const id = `https://example.org/stored/${done + i}`;
        const plain = { metadata: null, page: null, text: null, extractor: null, expiresAt: null };
        return store.add({ collection, id, signature, ...plain, now });
      }),
    );
    done += size;
  }
  await store.close();
}
