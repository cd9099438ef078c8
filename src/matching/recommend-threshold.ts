/** A pair of documents judged by a person. */
export interface JudgedPair {
  /** Similarity of the pair, on the scale of the thresholds. */
  readonly similarity: number;
  /** True if the person judged both to be the same, or versions of one document. */
  readonly isNear: boolean;
}

export interface RecommendedThreshold {
  /** Similarity above which a pair is more likely to be near-duplicates than not, 0 to 1. */
  readonly threshold: number;
  /** Interval that contains the threshold with a probability of 95 %. */
  readonly interval: { readonly low: number; readonly high: number };
  /**
   * Estimated number of further answers needed to narrow the interval to a width of `intervalMax`; 0 if it is narrow
   * enough.
   */
  readonly answersNeeded: number;
}

/** Width at which an interval is narrow enough, because the estimate of a similarity has an error of the same size. */
const intervalMax = 0.1;
/** Minimum number of answers for a recommendation. */
export const answersMin = 5;

const steps = 200;
/** Possible widths of the range around the threshold in which people give both answers. The true width is unknown. */
const spreads = [0.005, 0.01, 0.02, 0.04, 0.08];
/** Share of answers that are wrong, at any similarity. */
const lapseRate = 0.02;

/**
 * Finds the threshold that fits the answers best. The probability that a pair is judged as near is a logistic function
 * of its similarity, centred on the threshold. All thresholds and spreads are equally likely at first, and each answer
 * updates their probabilities by Bayes' rule (Watson and Pelli, QUEST: a Bayesian adaptive psychometric method,
 * Perception & Psychophysics 33, 1983). Cost: linear in the number of different similarities, of which sketches and
 * distances have at most a few hundred.
 * @returns null if there are fewer than `answersMin` answers, or if all answers are the same
 */
export function recommendThreshold(pairs: readonly JudgedPair[]): RecommendedThreshold | null {
  const near = pairs.filter(({ isNear }) => isNear).length;
  if (pairs.length < answersMin || near === 0 || near === pairs.length) return null;
  const posterior = computePosterior(pairs);
  const [low, high] = [findQuantile(posterior, 0.025), findQuantile(posterior, 0.975)];
  const more = Math.ceil(pairs.length * ((high - low) / intervalMax - 1));
  return {
    threshold: findQuantile(posterior, 0.5),
    interval: { low, high },
    answersNeeded: Math.max(0, more),
  };
}

/** Returns the probabilities of the `steps` + 1 possible thresholds, from 0 to 1. */
function computePosterior(pairs: readonly JudgedPair[]): Float64Array {
  const groups = groupEqual(pairs);
  const logs = spreads.map((spread) =>
    Float64Array.from({ length: steps + 1 }, (_, step) =>
      groups.reduce(
        (sum, { pair, count }) => sum + count * logLikelihood(pair, step / steps, spread),
        0,
      ),
    ),
  );
  const most = Math.max(...logs.map((each) => Math.max(...each)));
  const posterior = new Float64Array(steps + 1);
  for (const each of logs) {
    for (let step = 0; step <= steps; step++) posterior[step]! += Math.exp(each[step]! - most);
  }
  const sum = posterior.reduce((total, value) => total + value, 0);
  return posterior.map((value) => value / sum);
}

/** Returns each different pair once, with its number of occurrences. */
function groupEqual(pairs: readonly JudgedPair[]): { pair: JudgedPair; count: number }[] {
  const groups = new Map<string, { pair: JudgedPair; count: number }>();
  for (const pair of pairs) {
    const key = `${pair.isNear} ${pair.similarity}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { pair, count: 1 });
    else group.count += 1;
  }
  return [...groups.values()];
}

function logLikelihood(
  { similarity, isNear }: JudgedPair,
  threshold: number,
  spread: number,
): number {
  const curve = 1 / (1 + Math.exp((threshold - similarity) / spread));
  const nearness = lapseRate / 2 + (1 - lapseRate) * curve;
  return Math.log(isNear ? nearness : 1 - nearness);
}

function findQuantile(posterior: Float64Array, share: number): number {
  let sum = 0;
  for (let step = 0; step <= steps; step++) {
    sum += posterior[step]!;
    if (sum >= share) return step / steps;
  }
  return 1;
}
