import {
  blockCount,
  createNeighbours,
  hammingDistance,
  readBlock,
  readBlocks,
  toHex,
} from '../fingerprint/blocks.js';
import { hitsNeeded } from '../fingerprint/part-hits.js';
import { commonFrom, sampleParts, type TextParts } from '../fingerprint/parts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Fingerprint, Signature } from '../fingerprint/signature.js';
import { chooseByBands, chooseNear, familyKeys, nearMax } from '../matching/family.js';

/**
 * Contents stored at one moment of a replay, indexed in memory by candidate keys. This index replaces the tables of a
 * store and selects the same candidates (matching/family.ts).
 */
export interface LiveContents<Live extends Indexed> {
  add(live: Live): void;
  remove(live: Live): void;
  /**
   * Calls `found` with each selected content. A content is selected if its fingerprint is within the distance, or if
   * its sketch shares a band; if both hold, `found` is called twice, and `sharesBand` distinguishes the calls.
   */
  search(
    signature: Measured,
    maxDistance: number,
    found: (live: Live, sharesBand: boolean) => void,
  ): void;
  /** Returns the contents that share enough parts (sampled shingles) with a page, each content once. */
  searchParts(page: TextParts): Live[];
}

/** Fields of a signature by which a content is found and compared. */
export type Measured = Pick<Signature, 'fingerprint' | 'sketch'>;

export interface Indexed {
  readonly signature: Measured & Partial<Pick<Signature, 'parts'>>;
}

/** Values under one key, oldest first. A single value, the usual case, is stored without an array. */
type Bucket<Value> = Value | Value[];

export function createLiveContents<Live extends Indexed>({
  method,
  bands,
  parts: layout,
}: Pick<Recipe, 'method' | 'bands' | 'parts'>): LiveContents<Live> {
  const near = createNearIndex<Live>();
  const byBand = new Map<number, Bucket<Live>>();
  const byPart = new Map<number, Bucket<Live>>();
  /**
   * Part hashes under which each content is indexed. A hash is left out if at least `commonFrom` contents were already
   * indexed under it when the content was added.
   */
  const partsOf = new Map<Live, readonly number[]>();
  const isCommon = (hash: number) => inBucket(byPart.get(hash)).length >= commonFrom;
  const hasNear = method !== 'minhash';
  const listBandKeys = ({ sketch }: Measured) =>
    sketch === null || bands === null ? [] : familyKeys(sketch, bands);

  return {
    add(live) {
      if (hasNear) near.add(live);
      for (const key of listBandKeys(live.signature)) addTo(byBand, key, live);
      const { parts } = live.signature;
      if (!layout || !parts) return;
      const hashes = [...sampleParts(parts, layout).hashes].filter((hash) => !isCommon(hash));
      for (const hash of hashes) addTo(byPart, hash, live);
      partsOf.set(live, hashes);
    },
    remove(live) {
      if (hasNear) near.remove(live);
      for (const key of listBandKeys(live.signature)) removeFrom(byBand, key, live);
      for (const hash of partsOf.get(live) ?? []) removeFrom(byPart, hash, live);
      partsOf.delete(live);
    },
    search({ fingerprint, sketch }, maxDistance, found) {
      if (hasNear) for (const live of near.search(fingerprint, maxDistance)) found(live, false);
      if (sketch === null || bands === null) return;
      const oldest = (key: number, atMost: number) => inBucket(byBand.get(key)).slice(0, atMost);
      for (const live of chooseByBands(sketch, bands, oldest).chosen) found(live, true);
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
 * Indexes contents by fingerprint. A fingerprint is stored once under each of its blocks, however many contents have
 * it.
 */
function createNearIndex<Live extends Indexed>() {
  const byBlock = new Map<number, Bucket<Fingerprint>>();
  const byFingerprint = new Map<string, Bucket<Live>>();
  const blockKey = (index: number, block: number) => index * 2 ** 16 + block;
  const listKeys = (fingerprint: Fingerprint) =>
    Array.from({ length: blockCount }, (_, index) =>
      blockKey(index, readBlock(fingerprint, index)),
    );
  const withBlock = (index: number, block: number) => inBucket(byBlock.get(blockKey(index, block)));
  /**
   * Returns the block numbers of a fingerprint, sorted by the number of indexed fingerprints that share the block,
   * fewest first.
   */
  const order = (probe: Fingerprint) => {
    const sizes = listKeys(probe).map((key) => inBucket(byBlock.get(key)).length);
    return [...sizes.keys()].sort((a, b) => sizes[a]! - sizes[b]!);
  };

  return {
    add(live: Live): void {
      const { fingerprint } = live.signature;
      const name = toHex(fingerprint);
      const isNew = !byFingerprint.has(name);
      addTo(byFingerprint, name, live);
      if (isNew) for (const key of listKeys(fingerprint)) addTo(byBlock, key, fingerprint);
    },
    remove(live: Live): void {
      const { fingerprint } = live.signature;
      const name = toHex(fingerprint);
      removeFrom(byFingerprint, name, live);
      if (byFingerprint.has(name)) return;
      for (const key of listKeys(fingerprint)) {
        const same = inBucket(byBlock.get(key)).find((each) => toHex(each) === name)!;
        removeFrom(byBlock, key, same);
      }
    },
    search(probe: Fingerprint, maxDistance: number): readonly Live[] {
      const nearest = createNeighbours(maxDistance, nearMax);
      readBlocks(probe, maxDistance, nearest, order(probe), (index, allFlips, isRead) => {
        for (const flips of allFlips) {
          for (const fingerprint of withBlock(index, readBlock(probe, index) ^ flips)) {
            const distance = hammingDistance(fingerprint, probe);
            if (distance > nearest.within() || isRead(fingerprint)) continue;
            nearest.offer({ fingerprint, distance });
          }
        }
      });
      return chooseNear(nearest.inOrder(), nearMax, (fingerprint, atMost) =>
        inBucket(byFingerprint.get(toHex(fingerprint))).slice(0, atMost),
      ).chosen;
    },
  };
}

function addTo<Key, Value>(buckets: Map<Key, Bucket<Value>>, key: Key, value: Value): void {
  const bucket = buckets.get(key);
  if (bucket === undefined) buckets.set(key, value);
  else if (Array.isArray(bucket)) bucket.push(value);
  else buckets.set(key, [bucket, value]);
}

function removeFrom<Key, Value>(buckets: Map<Key, Bucket<Value>>, key: Key, value: Value): void {
  const bucket = buckets.get(key);
  if (!Array.isArray(bucket) || bucket.length === 1) {
    buckets.delete(key);
    return;
  }
  bucket.splice(bucket.indexOf(value), 1);
}

function inBucket<Value>(bucket: Bucket<Value> | undefined): readonly Value[] {
  if (bucket === undefined) return [];
  return Array.isArray(bucket) ? bucket : [bucket];
}
