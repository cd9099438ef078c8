import { createHash } from 'node:crypto';
import { defaultCollection, type MatchLimits } from '../src/detector/collections.js';
import type { Detector } from '../src/detector/detector.js';
import { type RecallCurve, recallCurve } from '../src/fingerprint/recall.js';
import type { Method, Recipe } from '../src/fingerprint/recipe.js';
import { wordTrieBytes } from '../src/package-facts.js';
import { loadDictionaries } from '../src/text/dictionaries.js';
import { fill, reportedPairs, shortDocuments } from './detect.js';
import { type FoundBy, foundBy } from './found-by.js';
import { readLabels } from './labels.js';
import type { Progress } from './progress.js';
import {
  type Checked,
  type CheckedVersions,
  checkInOrder,
  checkVersions,
  refusedOfSame,
} from './refusals.js';
import { type Score, type Share, score } from './score.js';
import type { EvaluationSet } from './sets.js';
import type { Candidates } from './thresholds.js';

/** One way to use the service. Missing limits have their default. */
export interface Way {
  readonly name: string;
  readonly method: Method;
  readonly limits: MatchLimits;
}

const ways: readonly Way[] = [
  { name: 'simhash, distance 3', method: 'simhash', limits: { maxDistance: 3 } },
  { name: 'simhash, distance 7', method: 'simhash', limits: { maxDistance: 7 } },
  { name: 'minhash', method: 'minhash', limits: {} },
  { name: 'hybrid', method: 'hybrid', limits: {} },
];

export interface SetResult {
  readonly set: EvaluationSet;
  readonly ways: readonly WayResult[];
  /** Candidates of the default way. */
  readonly candidates: Candidates;
  /** Indexes that found the matches of the default way. */
  readonly foundBy: FoundBy;
  readonly checked: Checked;
  readonly versions: CheckedVersions;
  /** Pairs labelled `same`, and the subset that checks refuse. */
  readonly sameRefused: Share;
}

export interface WayResult {
  readonly way: Way;
  readonly isDefault: boolean;
  readonly reported: Candidates['pairs'];
  readonly score: Score;
  /** Theoretical recall. */
  readonly design: RecallCurve;
  /** Number of documents without comparable text. */
  readonly refused: number;
  readonly addSeconds: number;
  readonly querySeconds: number;
}

/** Number of progress ticks per document in an evaluation. */
export const ticksPerDocument = new Set(ways.map(({ method }) => method)).size + ways.length + 3;

/**
 * Stores a set in one collection per method, and queries the matches of every document.
 * @param changes recipe fields that override the defaults
 */
export async function evaluate(
  detector: Detector,
  set: EvaluationSet,
  changes: Partial<Recipe>,
  progress: Progress,
): Promise<SetResult> {
  const defaultMethod = (await detector.getCollection(defaultCollection)).recipe.method;
  const collectionOf = (method: Method) =>
    `${createHash('sha256').update(set.name).digest('hex').slice(0, 16)}-${method}`;
  const filled = new Map<Method, Awaited<ReturnType<typeof fill>>>();
  const results: WayResult[] = [];
  for (const way of ways) {
    const { name, method, limits } = way;
    const collection = collectionOf(method);
    progress.name(`${set.name}: ${name}`);
    if (!filled.has(method)) {
      await detector.createCollection({ name: collection, recipe: { ...changes, method } });
      filled.set(method, await fill(detector, collection, set, progress.tick));
    }
    const { refused, seconds: addSeconds } = filled.get(method)!;
    const { pairs, seconds: querySeconds } = await reportedPairs(
      detector,
      collection,
      set,
      { refused, limits },
      progress.tick,
    );
    const { recipe, maxDistance, minSimilarity } = await detector.getCollection(collection);
    results.push({
      way,
      design: recallCurve(recipe, { maxDistance, minSimilarity, ...limits }),
      isDefault: method === defaultMethod && Object.keys(limits).length === 0,
      reported: pairs,
      score: score(set, new Set(pairs.keys())),
      refused: refused.length,
      addSeconds,
      querySeconds,
    });
  }
  const collection = collectionOf(defaultMethod);
  progress.name(`${set.name}: all candidates`);
  const { pairs } = await reportedPairs(
    detector,
    collection,
    set,
    { refused: filled.get(defaultMethod)!.refused, limits: { minSimilarity: 0 } },
    progress.tick,
  );
  const short = await shortDocuments(detector, collection, set);
  progress.name(`${set.name}: checks in order`);
  const [checks, ofVersions] = [`${collection}-checks`, `${collection}-versions`];
  for (const name of [checks, ofVersions]) {
    await detector.createCollection({ name, recipe: changes });
  }
  const checked = await checkInOrder(detector, checks, set, progress.tick);
  const versions = await checkVersions(detector, ofVersions, set, progress.tick);
  const reported = results.find(({ isDefault }) => isDefault)!.reported;
  const used = await detector.getCollection(collection);
  return {
    ...{ set, ways: results, candidates: { set, pairs, short }, checked, versions },
    sameRefused: await refusedOfSame(detector, collection, set, readLabels()),
    foundBy: foundBy(set, reported.keys(), used, loadDictionaries(wordTrieBytes())),
  };
}
