import { exactDistanceMax, type Match, type MatchRule } from '../matching/match.js';
import { isNothingNew } from '../matching/match-rule.js';
import type { RecommendedThreshold } from '../matching/recommend-threshold.js';
import type { TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { Label } from '../store/contract/labels.js';
import { comparePairs, orderPair } from '../store/rules/separations.js';

/** Two stored documents near the threshold, without a label. */
export interface UncertainPair {
  /** Id of the document that comes first in the order of the UTF-8 bytes of the ids. */
  readonly a: string;
  readonly b: string;
  readonly distance: number;
  readonly similarity: number | null;
  /** True if the documents match by the settings of the collection. */
  readonly match: boolean;
  /** True if the documents match and one of them adds nothing to the other. */
  readonly addsNothing: boolean;
}

interface UncertainPairSearch {
  readonly labels: readonly Label[];
  readonly recommended: RecommendedThreshold | null;
  readonly limit: number;
}

interface Candidate extends UncertainPair {
  /** Similarity on the scale of the threshold. */
  readonly at: number;
}

/** Number of sampled documents whose nearest neighbours are looked up. */
const sampledMax = 400;
const neighbours = 8;
const inFlightMax = 8;
const pageRows = 256;
/**
 * Until a threshold is recommended, pairs are considered if their similarity is at most this much below the current
 * threshold, or at most this much plus 0.1 above it.
 */
const firstReach = 0.3;
/** Width added at each end of the recommended interval, because similarities are estimates. */
const margin = 0.02;
const bits = 64;

export interface UncertainPairOptions {
  readonly store: EmbeddedStore;
  readonly clock: () => number;
  readonly random: () => number;
}

/**
 * Finds the pairs whose labels would be most informative: samples documents, queries their nearest stored neighbours,
 * and picks pairs spread evenly over the range of similarities in question (Settles, Active Learning Literature Survey,
 * 2009, section 3.1: uncertainty sampling). Cost: `sampledMax` queries, independent of the size of the collection. No
 * query starts after the signal is aborted.
 */
export function createUncertainPairs({ store, clock, random }: UncertainPairOptions) {
  return async function findUncertainPairs(
    collection: Collection,
    { labels, recommended, limit }: UncertainPairSearch,
    context: TaskContext,
  ): Promise<readonly UncertainPair[]> {
    const ids = await drawn(collection, context);
    const known = new Set(labels.map(({ a, b }) => pairKey(a, b)));
    const [low, high] = searchRange(collection, recommended);
    const candidates = new Map<string, Candidate>();
    const queue = [...ids];
    const ask = async () => {
      for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
        for (const match of await findNearest(collection, id, low, context)) {
          const pair = toCandidate(collection, id, match);
          if (pair === null) continue;
          const key = pairKey(pair.a, pair.b);
          if (!known.has(key) && pair.at >= low && pair.at <= high) candidates.set(key, pair);
        }
      }
    };
    await Promise.all(Array.from({ length: inFlightMax }, ask));
    return spread([...candidates.values()].sort(comparePairs), low, high, limit);
  };

  /** Returns the ids of uniformly sampled documents; all ids in a small collection. */
  async function drawn(collection: Collection, context: TaskContext): Promise<readonly string[]> {
    const { documents } = await store.stats({ collection }, context);
    const all: string[] = [];
    const share = sampledMax / Math.max(1, documents);
    // For a small sample, skips most rows between two pages, so that few reads suffice even in a large collection.
    const skipped = share >= 1 / 16 ? 0 : pageRows * Math.floor(1 / (16 * share));
    for (let after: number | null = Math.floor(random() * skipped); after !== null; ) {
      const page = { collection, after, rows: pageRows, now: clock() };
      const found = await store.signatures(page, context);
      for (const { id } of found.documents) all.push(id);
      after = found.next === null ? null : found.next + skipped;
    }
    for (let i = all.length - 1; i > 0; i--) {
      const other = Math.floor(random() * (i + 1));
      [all[i], all[other]] = [all[other]!, all[i]!];
    }
    return all.slice(0, sampledMax);
  }

  async function findNearest(
    collection: Collection,
    id: string,
    low: number,
    context: TaskContext,
  ): Promise<readonly Match[]> {
    const maxDistance =
      collection.recipe.method === 'simhash'
        ? Math.min(exactDistanceMax, Math.max(0, Math.ceil((1 - low) * bits)))
        : collection.maxDistance;
    const similarities = { minSimilarity: low, shortMinSimilarity: 1 };
    const rule: MatchRule = { maxDistance, ...similarities };
    const operation = { collection, probe: { id }, rule, limit: neighbours, now: clock() };
    return (await store.query(operation, context))?.matches ?? [];
  }
}

/** Returns the range of similarities in which labels are informative, on the scale of the threshold. */
function searchRange(
  { recipe, minSimilarity }: Collection,
  recommended: RecommendedThreshold | null,
): readonly [low: number, high: number] {
  const isSimhash = recipe.method === 'simhash';
  if (recommended === null) {
    if (isSimhash) return [1 - exactDistanceMax / bits, 1];
    return [Math.max(0, minSimilarity - firstReach), Math.min(1, minSimilarity + firstReach + 0.1)];
  }
  const { low, high } = recommended.interval;
  if (isSimhash) return [1 - (high + 1) / bits, 1 - (low - 1) / bits];
  return [Math.max(0, low - margin), Math.min(1, high + margin)];
}

/** Converts a match to a candidate for labelling. Returns null if the threshold does not apply to the pair. */
function toCandidate(
  { recipe, maxDistance, minSimilarity }: Collection,
  id: string,
  { distance, similarity, adds, ...match }: Match,
): Candidate | null {
  const isSimhash = recipe.method === 'simhash';
  const at = isSimhash ? 1 - distance / bits : similarity;
  if (at === null) return null;
  const isMatch = match.exact || (isSimhash ? distance <= maxDistance : at >= minSimilarity);
  const addsNothing = isMatch && isNothingNew({ adds });
  return { ...orderPair(id, match.id), distance, similarity, match: isMatch, addsNothing, at };
}

/** Picks pairs spread evenly between two similarities. Returns the pairs nearest the middle first. */
function spread(
  candidates: readonly Candidate[],
  low: number,
  high: number,
  limit: number,
): UncertainPair[] {
  const left = [...candidates];
  const chosen: Candidate[] = [];
  for (let i = 0; i < limit && left.length > 0; i++) {
    const target = low + ((high - low) * (i + 0.5)) / limit;
    let nearest = 0;
    for (const [index, { at }] of left.entries()) {
      if (Math.abs(at - target) < Math.abs(left[nearest]!.at - target)) nearest = index;
    }
    chosen.push(...left.splice(nearest, 1));
  }
  const middle = (low + high) / 2;
  return chosen
    .sort((a, b) => Math.abs(a.at - middle) - Math.abs(b.at - middle))
    .map(({ at, ...pair }) => pair);
}

const pairKey = (a: string, b: string) => JSON.stringify(orderPair(a, b));
