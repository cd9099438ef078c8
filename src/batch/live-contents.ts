import { blockCount, blockOf } from '../fingerprint/blocks.js';
import { bandKeys } from '../fingerprint/minhash.js';
import { hitsNeeded } from '../fingerprint/part-hits.js';
import { commonFrom, sampleOf, type TextParts } from '../fingerprint/parts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signature } from '../fingerprint/signature.js';

/**
 * The contents that documents refer to at a moment, in memory, found by what makes a candidate: a
 * block of the fingerprint within reach, a band of the sketch. It is what the tables of a store are to
 * its documents, for a part of them that is small: duplicates are never among them.
 */
export interface LiveContents<Live extends Indexed> {
  add(live: Live): void;
  remove(live: Live): void;
  /**
   * Calls back with every content that may be within the distance, or shares a band, or both, then
   * twice; `sharesBand` says which of them it was. Those found by their blocks may lie farther off.
   */
  search(
    signature: Measured,
    maxDistance: number,
    found: (live: Live, sharesBand: boolean) => void,
  ): void;
  /** The contents that share enough parts with a page, each once. */
  searchParts(page: TextParts): Live[];
}

/** What a content is found and measured by. */
export type Measured = Pick<Signature, 'fingerprint' | 'sketch'>;

export interface Indexed {
  readonly signature: Measured & Partial<Pick<Signature, 'parts'>>;
}

/** One content, which is the usual case, or several. */
type Bucket<Live> = Live | Live[];

export function createLiveContents<Live extends Indexed>({
  method,
  bands,
  parts: layout,
}: Pick<Recipe, 'method' | 'bands' | 'parts'>): LiveContents<Live> {
  const byBlock = new Map<number, Bucket<Live>>();
  const byBand = new Map<number, Bucket<Live>>();
  const byPart = new Map<number, Bucket<Live>>();
  /** The hashes by which a content is found: those that were not common when it came. */
  const partsOf = new Map<Live, readonly number[]>();
  const isCommon = (hash: number) => inBucket(byPart.get(hash)).length >= commonFrom;
  const blockKeys = (signature: Measured, radius: number) =>
    method === 'minhash' ? [] : keysOfBlocks(signature, radius);
  const keysOfBands = ({ sketch }: Measured) =>
    sketch === null || bands === null ? [] : bandKeys(sketch, bands);

  return {
    add(live) {
      for (const key of blockKeys(live.signature, 0)) addTo(byBlock, key, live);
      for (const key of keysOfBands(live.signature)) addTo(byBand, key, live);
      const { parts } = live.signature;
      if (!layout || !parts) return;
      const hashes = [...sampleOf(parts, layout).hashes].filter((hash) => !isCommon(hash));
      for (const hash of hashes) addTo(byPart, hash, live);
      partsOf.set(live, hashes);
    },
    remove(live) {
      for (const key of blockKeys(live.signature, 0)) removeFrom(byBlock, key, live);
      for (const key of keysOfBands(live.signature)) removeFrom(byBand, key, live);
      for (const hash of partsOf.get(live) ?? []) removeFrom(byPart, hash, live);
      partsOf.delete(live);
    },
    search(signature, maxDistance, found) {
      for (const key of blockKeys(signature, Math.floor(maxDistance / blockCount))) {
        for (const live of inBucket(byBlock.get(key))) found(live, false);
      }
      for (const key of keysOfBands(signature)) {
        for (const live of inBucket(byBand.get(key))) found(live, true);
      }
    },
    searchParts(page) {
      const hits = new Map<Live, number>();
      for (const hash of page.hashes) {
        if (isCommon(hash)) continue;
        for (const live of inBucket(byPart.get(hash))) hits.set(live, (hits.get(live) ?? 0) + 1);
      }
      const needed = hitsNeeded(page);
      return [...hits.keys()].filter((live) => hits.get(live)! >= needed);
    },
  };
}

/**
 * Of fingerprints that differ in at most d bits one block differs in at most floor(d / 4), the radius:
 * 0, or 1 for distances from 4 to 7.
 */
function keysOfBlocks({ fingerprint }: Measured, radius: number): number[] {
  const keys: number[] = [];
  for (let index = 0; index < blockCount; index++) {
    const block = blockOf(fingerprint, index);
    keys.push(index * 2 ** 16 + block);
    if (radius === 0) continue;
    for (let bit = 0; bit < 16; bit++) keys.push(index * 2 ** 16 + (block ^ (1 << bit)));
  }
  return keys;
}

function addTo<Live>(buckets: Map<number, Bucket<Live>>, key: number, live: Live): void {
  const bucket = buckets.get(key);
  if (bucket === undefined) buckets.set(key, live);
  else if (Array.isArray(bucket)) bucket.push(live);
  else buckets.set(key, [bucket, live]);
}

function removeFrom<Live>(buckets: Map<number, Bucket<Live>>, key: number, live: Live): void {
  const bucket = buckets.get(key);
  if (!Array.isArray(bucket) || bucket.length === 1) {
    buckets.delete(key);
    return;
  }
  const at = bucket.indexOf(live);
  bucket[at] = bucket.at(-1)!;
  bucket.pop();
}

function inBucket<Live>(bucket: Bucket<Live> | undefined): readonly Live[] {
  if (bucket === undefined) return [];
  return Array.isArray(bucket) ? bucket : [bucket];
}
