import type { Analysis } from '../../src/fingerprint/analyse.js';
import { cosine } from '../../src/fingerprint/similarity.js';

/** A document whose label is known. */
export interface Labelled {
  readonly label: string;
  readonly analysis: Analysis;
}

/**
 * The share of documents whose own label is the nearest one. Nearness is the cosine of the document
 * and the sum of all other documents with a label.
 */
export function nearestLabelAccuracy(documents: readonly Labelled[]): number {
  const numbers = new Map<string, number>();
  for (const { analysis } of documents) {
    for (const term of analysis.features!.terms) {
      if (!numbers.has(term)) numbers.set(term, numbers.size);
    }
  }
  const addTo = (vector: Float64Array, { features }: Analysis, sign: 1 | -1) => {
    for (const [index, term] of features!.terms.entries()) {
      vector[numbers.get(term)!]! += sign * features!.weights[index]!;
    }
  };
  const sums = new Map<string, Float64Array>();
  for (const { label, analysis } of documents) {
    const sum = sums.get(label) ?? new Float64Array(numbers.size);
    sums.set(label, sum);
    addTo(sum, analysis, 1);
  }
  const right = documents.filter(({ label, analysis }) => {
    const vector = new Float64Array(numbers.size);
    addTo(vector, analysis, 1);
    const own = sums.get(label)!;
    addTo(own, analysis, -1);
    const likeness = [...sums].map(([name, sum]) => ({ name, value: cosine(vector, sum) }));
    addTo(own, analysis, 1);
    return likeness.reduce((a, b) => (b.value > a.value ? b : a)).name === label;
  });
  return right.length / documents.length;
}
