import { blockCount, blockOf } from '../fingerprint/blocks.js';
import { bandKeys } from '../fingerprint/minhash.js';
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
}

/** What a content is found and measured by. */
export type Measured = Pick<Signature, 'fingerprint' | 'sketch'>;

export interface Indexed {
  readonly signature: Measured;
}

/** One content, which is the usual case, or several. */
type Bucket<Live> = Live | Live[];

export function createLiveContents<Live extends Indexed>({
  method,
  bands,
}: Pick<Recipe, 'method' | 'bands'>): LiveContents<Live> {
  const byBlock = new Map<number, Bucket<Live>>();
  const byBand = new Map<number, Bucket<Live>>();
  const blockKeys = (signature: Measured, radius: number) =>
    method === 'minhash' ? [] : keysOfBlocks(signature, radius);
  const keysOfBands = ({ sketch }: Measured) =>
    sketch === null || bands === null ? [] : bandKeys(sketch, bands);

  return {
    add(live) {
      for (const key of blockKeys(live.signature, 0)) addTo(byBlock, key, live);
      for (const key of keysOfBands(live.signature)) addTo(byBand, key, live);
    },
    remove(live) {
      for (const key of blockKeys(live.signature, 0)) removeFrom(byBlock, key, live);
      for (const key of keysOfBands(live.signature)) removeFrom(byBand, key, live);
    },
    search(signature, maxDistance, found) {
      for (const key of blockKeys(signature, Math.floor(maxDistance / blockCount))) {
        for (const live of inBucket(byBlock.get(key))) found(live, false);
      }
      for (const key of keysOfBands(signature)) {
        for (const live of inBucket(byBand.get(key))) found(live, true);
      }
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
