/**
 * Measures the number of answers needed for a good threshold. A simulated person answers the pairs of GET
 * /collections/{name}/labels/next, with "same" from a true similarity of .8 on. The recommendation is then compared
 * with the best possible threshold for the pairs of the collection.
 */
import { table } from '../harness/measure.js';
import type { Detector } from '../src/detector/detector.js';
import { type EvaluationSet, pairKey } from './sets.js';

const answers = 30;
const answersAtOnce = 5;
const draws = 20;
const nearFrom = 0.8;
/** Minimum number of good draws out of 20. A good draw has .9 of the precision and recall of the best threshold. */
const goodMin = 18;
const shareMin = 0.9;
const matchesMax = 1000;

/** A pair of the collection that would be compared. */
interface Compared {
  readonly similarity: number;
  readonly isNear: boolean;
}

/** @returns true if the aim is met on every set */
export async function evaluateRecommendation(
  detector: Detector,
  sets: readonly EvaluationSet[],
): Promise<boolean> {
  const rows: string[][] = [];
  let isMet = true;
  for (const set of sets.filter(({ kind }) => kind === 'text')) {
    const collection = `recommend-${set.name}`;
    await detector.createCollection({ name: collection });
    await addAll(detector, set, collection);
    const numbers = new Map(set.documents.map(({ id }, number) => [id, number]));
    const isNear = (a: string, b: string) => {
      const key = pairKey(numbers.get(a)!, numbers.get(b)!, set.documents.length);
      return (set.pairs.get(key)?.jaccard ?? 0) >= nearFrom;
    };
    const compared = await allPairs(detector, collection, set, isNear);
    const best = bestOf(compared);
    let good = 0;
    const thresholds: number[] = [];
    let answered = 0;
    for (let draw = 0; draw < draws; draw++) {
      answered = await answer(detector, collection, isNear);
      const { recommended, threshold: before } = await detector.recommendation(collection);
      const threshold = recommended?.threshold ?? before;
      thresholds.push(threshold);
      const score = scoreOf(compared, threshold);
      const isGood =
        score.precision >= shareMin * best.precision && score.recall >= shareMin * best.recall;
      if (isGood) good += 1;
      await forget(detector, collection);
    }
    isMet &&= good >= goodMin;
    thresholds.sort((a, b) => a - b);
    rows.push([
      set.name,
      ...[compared.length, compared.filter((pair) => pair.isNear).length, answered].map(String),
      `${best.threshold.toFixed(2)}: ${best.precision.toFixed(2)} ${best.recall.toFixed(2)}`,
      `${thresholds[0]!.toFixed(2)} to ${thresholds.at(-1)!.toFixed(2)}`,
      `${good} of ${draws}`,
    ]);
  }
  const head = ['set', 'pairs', 'near', 'answers', 'best: precision recall', 'recommended', 'good'];
  process.stdout.write(`${table(head, rows)}\n`);
  return isMet;
}

async function addAll(
  detector: Detector,
  { documents }: EvaluationSet,
  collection: string,
): Promise<void> {
  const order = detector.inOrder();
  await Promise.all(
    documents.map(({ id, text }) =>
      order
        .add({ id, collection, content: { kind: 'text', text }, metadata: null })
        .catch(() => null),
    ),
  );
}

async function answer(
  detector: Detector,
  collection: string,
  isNear: (a: string, b: string) => boolean,
): Promise<number> {
  let answered = 0;
  while (answered < answers) {
    const pairs = await detector.uncertainPairs(
      collection,
      Math.min(answersAtOnce, answers - answered),
    );
    if (pairs.length === 0) break;
    for (const { a, b } of pairs) {
      const label = isNear(a, b) ? 'same' : 'different';
      await detector.label({ a, b, label, separate: false }, collection);
      answered += 1;
    }
  }
  return answered;
}

async function forget(detector: Detector, collection: string): Promise<void> {
  const { labels } = await detector.listLabels(collection, { after: null, limit: 1000 });
  for (const { a, b } of labels) await detector.unlabel(a, b, collection);
}

/** Returns every pair that shares a band or is near: the pairs that any threshold decides. */
async function allPairs(
  detector: Detector,
  collection: string,
  { documents }: EvaluationSet,
  isNear: (a: string, b: string) => boolean,
): Promise<Compared[]> {
  const pairs = new Map<string, Compared>();
  for (const { id } of documents) {
    const limits = { minSimilarity: 0, limit: matchesMax };
    const found = await detector.query({ kind: 'id', id }, collection, limits).catch(() => null);
    for (const match of found?.matches ?? []) {
      const key = JSON.stringify([id, match.id].sort());
      pairs.set(key, { similarity: match.similarity ?? 0, isNear: isNear(id, match.id) });
    }
  }
  return [...pairs.values()];
}

function scoreOf(pairs: readonly Compared[], threshold: number) {
  const found = pairs.filter(({ similarity }) => similarity >= threshold);
  const right = found.filter(({ isNear }) => isNear).length;
  const near = pairs.filter(({ isNear }) => isNear).length;
  return { precision: right / Math.max(1, found.length), recall: right / Math.max(1, near) };
}

/** Returns the threshold with the best F1. */
function bestOf(pairs: readonly Compared[]) {
  const scores = Array.from({ length: 201 }, (_, step) => {
    const { precision, recall } = scoreOf(pairs, step / 200);
    const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
    return { threshold: step / 200, precision, recall, f1 };
  });
  return scores.reduce((best, each) => (each.f1 > best.f1 ? each : best));
}
