import { figure, interleavedSeconds, type Task, table } from '../../harness/measure.js';
import type { Analysis } from '../../src/fingerprint/analyse.js';
import { hammingDistance } from '../../src/fingerprint/hamming.js';
import { sketchSimilarity } from '../../src/fingerprint/minhash.js';
import {
  correlation,
  cosine,
  euclideanDistance,
  jaccard,
} from '../../src/fingerprint/similarity.js';

/** Terms as numbers in order, with their weights. */
interface SparseVector {
  readonly terms: Int32Array;
  readonly weights: Float64Array;
}

/**
 * The cost of comparing every pair of some documents, for each measure. Vectors hold the weighted
 * terms of a pair over the union of both, which must be built for each pair.
 * @param secondsOf the time to prepare all documents: words and weights for vectors and shingles, a
 *   signature for the other measures
 */
export async function compareMeasures(
  analyses: readonly Analysis[],
  secondsOf: (needs: Needs) => number,
  rounds: number,
): Promise<string> {
  const vectors = sparseVectors(analyses);
  const pairs = (analyses.length * (analyses.length - 1)) / 2;
  const everyPair = (measure: (a: number, b: number) => number) => () => {
    let sum = 0;
    for (let a = 0; a < analyses.length; a++) {
      for (let b = a + 1; b < analyses.length; b++) sum += measure(a, b);
    }
    return sum;
  };
  const ofVectors = (measure: (a: Float64Array, b: Float64Array) => number) =>
    everyPair((a, b) => measure(...alignedWeights(vectors[a]!, vectors[b]!)));
  const signatures = analyses.map(({ signature }) => signature);
  const tasks: (Task & { readonly needs: Needs })[] = [
    {
      name: simhashName,
      needs: 'simhash',
      run: everyPair((a, b) =>
        hammingDistance(signatures[a]!.fingerprint, signatures[b]!.fingerprint),
      ),
    },
    {
      name: 'sketch (128 bytes)',
      needs: 'sketch',
      run: everyPair((a, b) => sketchSimilarity(signatures[a]!.sketch!, signatures[b]!.sketch!)),
    },
    { name: 'union of terms alone', needs: 'weigh', run: ofVectors((a) => a.length) },
    { name: 'Euclidean distance', needs: 'weigh', run: ofVectors(euclideanDistance) },
    { name: 'cosine', needs: 'weigh', run: ofVectors(cosine) },
    { name: 'Pearson correlation', needs: 'weigh', run: ofVectors(correlation) },
    {
      name: 'Jaccard of shingles',
      needs: 'weigh',
      run: everyPair((a, b) => jaccard(analyses[a]!.shingles!, analyses[b]!.shingles!)),
    },
  ];
  const seconds = await interleavedSeconds(tasks, rounds);
  const simhashSeconds = seconds.get(simhashName)!;
  const wholeSimhash = secondsOf('simhash') + simhashSeconds;
  return table(
    ['measure', 'ns a pair', '/ simhash', 'whole, s', '/ simhash'],
    tasks.map(({ name, needs }) => {
      const time = seconds.get(name)!;
      const whole = secondsOf(needs) + time;
      const cells = [figure((time / pairs) * 1e9), figure(time / simhashSeconds)];
      return [name, ...cells, whole.toFixed(3), figure(whole / wholeSimhash)];
    }),
  );
}

/** The form in which a measure compares a document. */
export type Needs = 'weigh' | 'simhash' | 'sketch';

const simhashName = 'simhash (64 bits)';

function sparseVectors(analyses: readonly Analysis[]): SparseVector[] {
  const numbers = new Map<string, number>();
  const numberOf = (term: string) => {
    const number = numbers.get(term) ?? numbers.size;
    numbers.set(term, number);
    return number;
  };
  return analyses.map(({ features }) => {
    const terms = features!.terms.map(numberOf);
    const order = [...terms.keys()].sort((a, b) => terms[a]! - terms[b]!);
    return {
      terms: Int32Array.from(order, (index) => terms[index]!),
      weights: Float64Array.from(order, (index) => features!.weights[index]!),
    };
  });
}

/** The weights of two documents over the union of their terms: one walk along both. */
function alignedWeights(a: SparseVector, b: SparseVector): [a: Float64Array, b: Float64Array] {
  const most = a.terms.length + b.terms.length;
  const weights = [new Float64Array(most), new Float64Array(most)] as const;
  let length = 0;
  for (let i = 0, j = 0; i < a.terms.length || j < b.terms.length; length++) {
    const termA = a.terms[i] ?? Number.POSITIVE_INFINITY;
    const termB = b.terms[j] ?? Number.POSITIVE_INFINITY;
    if (termA <= termB) weights[0][length] = a.weights[i++]!;
    if (termB <= termA) weights[1][length] = b.weights[j++]!;
  }
  return [weights[0].subarray(0, length), weights[1].subarray(0, length)];
}
