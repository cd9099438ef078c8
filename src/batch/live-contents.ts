import {
  blockCount,
  hammingDistance,
  readBlock,
  readBlocks,
  toHex,
} from '../fingerprint/blocks.js';
import { hitsNeeded } from '../fingerprint/part-hits.js';
import { commonFrom, sampleParts, type TextParts } from '../fingerprint/parts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Fingerprint, Signature } from '../fingerprint/signature.js';
import { nearMax } from '../matching/bounds.js';
import { chooseByBands, chooseOldest, familyKeys } from '../matching/family.js';

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
  /** Age of the content: larger for one that was stored later. */
  readonly storedAt: number;
  /** True if the content has no evidence. */
  readonly bare: boolean;
}

/** Values under one key, oldest first. A single value, the usual case, is stored without an array. */
type Bucket<Value> = Value | Value[];

export function createLiveContents<Live extends Indexed>({
  method,
  bands,
  parts: layout,
}: Pick<Recipe, 'method' | 'bands' | 'parts'>): LiveContents<Live> {
  /** Contents with evidence, and those without. */
  const [told, bare] = [createNearIndex<Live>(), createNearIndex<Live>()];
  const nearIndex = (live: Live) => (live.bare ? bare : told);
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
      if (hasNear) nearIndex(live).add(live);
      for (const key of listBandKeys(live.signature)) addTo(byBand, key, live);
      const { parts } = live.signature;
      if (!layout || !parts) return;
      const hashes = [...sampleParts(parts, layout).hashes].filter((hash) => !isCommon(hash));
      for (const hash of hashes) addTo(byPart, hash, live);
      partsOf.set(live, hashes);
    },
    remove(live) {
      if (hasNear) nearIndex(live).remove(live);
      for (const key of listBandKeys(live.signature)) removeFrom(byBand, key, live);
      for (const hash of partsOf.get(live) ?? []) removeFrom(byPart, hash, live);
      partsOf.delete(live);
    },
    search({ fingerprint, sketch }, maxDistance, found) {
      if (hasNear) {
        for (const near of [told, bare]) {
          for (const live of near.search(fingerprint, maxDistance)) found(live, false);
        }
      }
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
  const withFingerprint = (name: string) => inBucket(byFingerprint.get(name)).slice(0, nearMax + 1);

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
    search(probe: Fingerprint, maxDistance: number): ReadonlySet<Live> {
      const own = toHex(probe);
      const others: (readonly Live[])[] = [];
      const isNear = (each: Fingerprint) => hammingDistance(each, probe) <= maxDistance;
      readBlocks(
        probe,
        maxDistance,
        { within: () => maxDistance },
        blocks,
        (index, flips, isRead) => {
          for (const each of flips) {
            // Values are in the order in which they were added. Later ones are not among the oldest.
            const near = firstOf(
              withBlock(index, readBlock(probe, index) ^ each),
              isNear,
              nearMax + 2,
            );
            const names = near.filter((fingerprint) => !isRead(fingerprint)).map(toHex);
            for (const name of names) if (name !== own) others.push(withFingerprint(name));
          }
        },
      );
      const byAge = (a: Live, b: Live) => a.storedAt - b.storedAt;
      return chooseOldest(withFingerprint(own), others, nearMax, byAge).chosen;
    },
  };
}

const blocks = [0, 1, 2, 3];

/** Returns the first values for which `isWanted` returns true, at most `most`. */
function firstOf<Value>(
  values: readonly Value[],
  isWanted: (value: Value) => boolean,
  most: number,
): Value[] {
  const found: Value[] = [];
  for (const value of values) {
    if (found.length === most) break;
    if (isWanted(value)) found.push(value);
  }
  return found;
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
