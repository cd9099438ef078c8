import { NeardupError } from '../errors.js';
import { type RecommendedThreshold, recommendThreshold } from '../matching/recommend-threshold.js';
import type { LongWork } from '../quota/long-work.js';
import type { Client, TaskContext } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { Label, LabelName, ListLabels, MeasuredPair } from '../store/contract/labels.js';
import { labelBytes } from '../store/rules/labels.js';
import { isFull } from '../store/rules/reply-bytes.js';
import type { Collections } from './collections.js';
import { createUncertainPairs, type UncertainPair } from './uncertain-pairs.js';

/** Use cases for labels of pairs, and for the thresholds that the labels suggest. */
export interface LabelUseCases {
  /**
   * Stores a label for two stored documents. If `separate` is true (allowed only with the label `different`), also
   * declares the two documents separate in the same step.
   * @throws `collection_not_found`, `document_not_found`, `store_unsupported`; `validation_failed` if both ids are
   *   equal, or if there are too many labels
   */
  label(pair: LabelledPair, collectionName: string, client?: Client): Promise<void>;
  /** @throws `collection_not_found`, `store_unsupported`, `label_not_found` */
  unlabel(a: string, b: string, collectionName: string, client?: Client): Promise<void>;
  /** Returns one page of labels. `more` is true if further labels may follow. @throws as `unlabel` */
  listLabels(
    collectionName: string,
    page: Pick<ListLabels, 'after' | 'limit'>,
    client?: Client,
  ): Promise<{ readonly labels: readonly Label[]; readonly more: boolean }>;
  /**
   * Returns pairs of stored documents whose labels would be most informative about the threshold, best first; see
   * uncertain-pairs.ts. Stops when the client disconnects.
   * @throws `collection_not_found`, `store_unsupported`; the abort reason of the signal
   */
  uncertainPairs(
    collectionName: string,
    limit: number,
    context?: TaskContext,
  ): Promise<readonly UncertainPair[]>;
  /**
   * Returns the threshold that fits the labels best. Stops when the client disconnects.
   * @throws as `uncertainPairs`
   */
  recommendation(collectionName: string, context?: TaskContext): Promise<Recommendation>;
}

export interface LabelledPair {
  readonly a: string;
  readonly b: string;
  readonly label: LabelName;
  readonly separate: boolean;
}

export interface Recommendation {
  /** Current threshold of the collection. */
  readonly threshold: number;
  /** Setting that the threshold belongs to. */
  readonly setting: 'minSimilarity' | 'maxDistance';
  /** Threshold that fits the labels best; null if there are too few labels, or if all labels are the same. */
  readonly recommended: RecommendedThreshold | null;
  /** Number of labels by name, among the pairs that were used. */
  readonly labels: Readonly<Record<LabelName, number>>;
  /**
   * Number of labels that were not used, because a text of the pair is short or has no sketch, and another threshold
   * applies to it.
   */
  readonly ignored: number;
}

export interface LabelsOptions {
  readonly store: EmbeddedStore;
  readonly collections: Collections;
  readonly longWork: LongWork;
  readonly clock: () => number;
  readonly random: () => number;
}

const labelsOfPage = 1000;
/** Number of labels whose pairs are measured in one operation. */
const labelsAtOnce = 250;
const bitsOfFingerprint = 64;

export function createLabels(options: LabelsOptions): LabelUseCases {
  const { store, collections, longWork, clock } = options;
  const findUncertainPairs = createUncertainPairs(options);

  async function label(pair: LabelledPair, collectionName: string, client?: Client): Promise<void> {
    const { a, b, separate } = pair;
    if (a === b) {
      throw invalid('/b', `Cannot label document "${a}" and itself: name two documents`);
    }
    if (separate && pair.label !== 'different') {
      throw invalid('/separate', 'Cannot separate what is not labelled "different"');
    }
    await collections.reach(collectionName, (collection) =>
      store.label({ collection, ...pair, now: clock() }, { client }),
    );
  }

  async function unlabel(
    a: string,
    b: string,
    collectionName: string,
    client?: Client,
  ): Promise<void> {
    const wasThere = await collections.reach(collectionName, (collection) =>
      store.unlabel({ collection, a, b }, { client }),
    );
    if (wasThere) return;
    throw new NeardupError(
      'label_not_found',
      `Documents "${a}" and "${b}" of collection "${collectionName}" have no label`,
    );
  }

  function listLabels(
    collectionName: string,
    { after, limit }: Pick<ListLabels, 'after' | 'limit'>,
    client?: Client,
  ) {
    return collections.reach(collectionName, async (collection) => {
      const page = { collection, after, limit: limit + 1, now: clock() };
      const labels = await store.labels(page, { client });
      const more = labels.length > limit || isFull(labels, labelBytes);
      return { labels: labels.slice(0, limit), more };
    });
  }

  function uncertainPairs(collectionName: string, limit: number, context?: TaskContext) {
    const name = JSON.stringify(['uncertainPairs', collectionName, limit]);
    return longWork.run(
      name,
      (shared) => uncertainPairsNow(collectionName, limit, shared),
      context,
    );
  }

  function uncertainPairsNow(collectionName: string, limit: number, context: TaskContext) {
    return collections.reach(collectionName, async (collection) => {
      const labels = await allLabels(collection, context);
      const { recommended } = await recommend(collection, labels, context);
      return findUncertainPairs(collection, { labels, recommended, limit }, context);
    });
  }

  function recommendation(collectionName: string, context?: TaskContext): Promise<Recommendation> {
    const name = JSON.stringify(['recommendation', collectionName]);
    const recommendNow = (shared: TaskContext) =>
      collections.reach(collectionName, async (collection) =>
        recommend(collection, await allLabels(collection, shared), shared),
      );
    return longWork.run(name, recommendNow, context);
  }

  async function recommend(
    collection: Collection,
    labels: readonly Label[],
    context: TaskContext,
  ): Promise<Recommendation> {
    const counted = { same: 0, version: 0, different: 0 };
    const judged: { readonly similarity: number; readonly isNear: boolean }[] = [];
    for (let first = 0; first < labels.length; first += labelsAtOnce) {
      const pairs = labels.slice(first, first + labelsAtOnce);
      const measured = await store.measurePairs({ collection, pairs, now: clock() }, context);
      for (const [index, pair] of measured.entries()) {
        const similarity = pair && measureOnScale(collection, pair);
        if (similarity === null) continue;
        const { label: said } = pairs[index]!;
        counted[said] += 1;
        judged.push({ similarity, isNear: said !== 'different' });
      }
    }
    const isSimhash = collection.recipe.method === 'simhash';
    const found = recommendThreshold(judged);
    return {
      threshold: isSimhash ? collection.maxDistance : collection.minSimilarity,
      setting: isSimhash ? 'maxDistance' : 'minSimilarity',
      recommended: found && isSimhash ? asDistance(found) : found,
      labels: counted,
      ignored: labels.length - judged.length,
    };
  }

  async function allLabels(
    collection: Collection,
    context: TaskContext,
  ): Promise<readonly Label[]> {
    const all: Label[] = [];
    for (;;) {
      const after = all.at(-1) ?? null;
      const operation = { collection, after, limit: labelsOfPage, now: clock() };
      const page = await store.labels(operation, context);
      if (page.length === 0) return all;
      all.push(...page);
    }
  }

  return { label, unlabel, listLabels, uncertainPairs, recommendation };
}

/**
 * Returns how alike a pair is, from 0 to 1, in the measure that the threshold limits: the share of equal bits for
 * method `simhash`, otherwise the similarity. Returns null if the threshold does not apply to the pair.
 */
function measureOnScale(
  { recipe }: Pick<Collection, 'recipe'>,
  { distance, similarity, shortText }: MeasuredPair,
): number | null {
  if (recipe.method === 'simhash') return 1 - distance / bitsOfFingerprint;
  return shortText ? null : similarity;
}

/**
 * Converts a threshold and its interval from shares of equal bits to distances. Each share becomes the largest distance
 * at which at least this share of the bits is equal.
 */
function asDistance({ threshold, interval, ...found }: RecommendedThreshold): RecommendedThreshold {
  const toDistance = (share: number) => Math.floor((1 - share) * bitsOfFingerprint);
  const { low, high } = interval;
  return {
    ...found,
    threshold: toDistance(threshold),
    interval: { low: toDistance(high), high: toDistance(low) },
  };
}

function invalid(pointer: string, message: string): NeardupError {
  return new NeardupError('validation_failed', message, {
    errors: [{ pointer, detail: message }],
  });
}
