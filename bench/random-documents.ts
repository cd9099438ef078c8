import { randomFingerprint, randomWords } from '../harness/random.js';
import { packReading } from '../src/fingerprint/packed-reading.js';
import { type Method, type Recipe, sketchBytes } from '../src/fingerprint/recipe.js';
import type { Signature } from '../src/fingerprint/signature.js';
import type { CollectionKey, CreateCollection } from '../src/store/contract/collections.js';
import type { CheckOperation } from '../src/store/contract/documents.js';

/** @throws Error for an unknown method */
export function methodNamed(name: string): Method {
  const methods = ['simhash', 'minhash', 'hybrid'] as const;
  const method = methods.find((each) => each === name);
  if (method !== undefined) return method;
  throw new Error(`--method is one of ${methods.join(', ')}`);
}

/** Fields of a recipe that a store reads. */
export function recipeFor(
  method: Method,
  bands: Recipe['bands'],
  parts: Recipe['parts'] = null,
): Recipe {
  const sketched = { sketch: { length: 128, bits: 8 }, bands } as const;
  const plain = { sketch: null, bands: null };
  return { version: 3, method, parts, ...(method === 'simhash' ? plain : sketched) } as Recipe;
}

export const newCollection = (name: string, recipe: Recipe): CreateCollection => ({
  ...{
    name,
    recipe,
    recipeId: '',
    maxDistance: 3,
    minSimilarity: 0.6,
    minContainment: null,
    duplicateIf: 'page',
    ttlSeconds: null,
  },
  ...{
    keepText: false,
    keepRefused: 100,
    keepPerFamily: null,
    siteLines: true,
    refusedPages: null,
    collectionsMax: 1,
    now: 0,
  },
});

/** Order of ids, each a URL of 42 bytes: random, or grouped by host. */
export type IdOrder = 'random' | 'hosts';

/** @throws Error for an unknown order */
export function idOrderNamed(name: string): IdOrder {
  if (name === 'random' || name === 'hosts') return name;
  throw new Error('--ids is random or hosts');
}

/** Number of hosts in a crawl, and pages per visit. */
const hosts = 20_000;
const pagesOfVisit = 16;

function idsByHosts(word: () => number): () => string {
  const taken = new Uint32Array(hosts);
  let host = 0;
  let left = 0;
  return () => {
    if (left === 0) {
      host = word() % hosts;
      left = pagesOfVisit;
    }
    left -= 1;
    const page = taken[host]!++;
    return `https://host-${String(host).padStart(5, '0')}.example/page-${String(page).padStart(10, '0')}`;
  };
}

function randomIds(word: () => number): () => string {
  const hex = () => word().toString(16).padStart(8, '0');
  return () => `https://example.com/${hex()}/${hex()}.html`;
}

/** Number of shingles on a page of 550 characters. */
const shinglesOfPage = 100;

function evidenceOf(word: () => number, exactHash: string): Uint8Array {
  const words = Int32Array.from({ length: shinglesOfPage }, word);
  const page = {
    words,
    flags: new Uint8Array(words.length),
    marks: new Uint32Array(0),
    ...{ mainCount: words.length, isBlocks: true },
  };
  return packReading(page, exactHash);
}

/**
 * Generates checks of unrelated documents: uniform fingerprints, sketches if the method has them, and shingles if there
 * are parts. Equal seeds give equal checks.
 */
export function randomChecks(
  seed: number,
  collection: CollectionKey,
  recipe: Recipe,
  order: IdOrder = 'random',
): () => CheckOperation & { readonly id: string } {
  const word = randomWords(seed);
  const nextId = order === 'random' ? randomIds(word) : idsByHosts(word);
  const bytes = (count: number) =>
    new Uint8Array(Uint32Array.from({ length: Math.ceil(count / 4) }, word).buffer, 0, count);
  const sketchLength = sketchBytes(recipe);
  const hex = () => word().toString(16).padStart(8, '0');
  const hashes = () => Uint32Array.from({ length: shinglesOfPage }, word).sort();
  const rule = {
    ...{ maxDistance: 3, minSimilarity: 0.6, shortMinSimilarity: 0.8 },
    ...(recipe.parts && { minContainment: 0.8 }),
  };
  let now = 1_700_000_000_000;
  return () => {
    const id = nextId();
    const exactHash = hex() + hex() + hex() + hex();
    const signature: Signature = {
      exactHash,
      fingerprint: randomFingerprint(word),
      featureCount: 100,
      shortText: false,
      sketch: sketchLength === 0 ? null : bytes(sketchLength),
      shingles: sketchLength === 0 ? null : 300,
      evidence: evidenceOf(word, exactHash),
      parts: recipe.parts ? { hashes: hashes(), total: shinglesOfPage } : null,
    };
    now += 1;
    const document = {
      collection,
      id,
      newId: id,
      newClusterId: id,
      signature,
      metadata: null,
      now,
    };
    const plain = { page: null, text: null, extractor: null, expiresAt: null };
    const skipped = { onDuplicate: 'skip', onChange: 'store', onCovered: 'keep' } as const;
    const decided = { duplicateIf: 'page', ...skipped, dryRun: false } as const;
    return { ...document, ...plain, ...decided, claim: null, rule, limit: 10 };
  };
}
