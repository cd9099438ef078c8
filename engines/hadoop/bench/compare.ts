import { hammingDistance } from '../../../src/fingerprint/blocks.js';
import { correlation, cosine, euclideanDistance } from '../../../src/fingerprint/explain.js';
import type { Fingerprint } from '../../../src/fingerprint/signature.js';
import { weightScale } from '../../../src/fingerprint/weights.js';
import type { NamedRecipe } from '../../batch/src/signed-row.js';
import { parseFields, signedRow } from '../../batch/src/signed-row.js';

/** Measures of table 3 of Zhang 2014, as computed by `POST /compare`. */
export const vectorMeasures = {
  Euclid: euclideanDistance,
  cosine,
  correlation,
} as const;
export type VectorMeasure = keyof typeof vectorMeasures;
export type Measure = VectorMeasure | 'SimHash';
export const measures: readonly Measure[] = ['Euclid', 'cosine', 'correlation', 'SimHash'];

/** Number of pairs and sum of the measure over them, for comparing two runs. */
export interface Totals {
  readonly pairs: number;
  readonly sum: number;
}

/** Term numbers in ascending order, with their weights. */
interface Vector {
  readonly terms: Int32Array;
  readonly weights: Float64Array;
}

/** Documents of one part, in the representation of a measure. */
export type Part = readonly Vector[] | readonly Fingerprint[];

/** Reads lines of `neardup batch terms` for vector measures, and of `neardup batch fingerprints` for SimHash. */
export function createReader(measure: Measure, named: NamedRecipe) {
  const numbers = new Map<string, number>();
  const numberOf = (term: string) => {
    const known = numbers.get(term) ?? numbers.size;
    numbers.set(term, known);
    return known;
  };

  function vectorOf(column: string): Vector {
    const terms = (parseFields(column).terms as [string, number][])
      .map(([term, weight]) => [numberOf(term), weight / weightScale] as const)
      .sort(([a], [b]) => a - b);
    return {
      terms: Int32Array.from(terms, ([number]) => number),
      weights: Float64Array.from(terms, ([, weight]) => weight),
    };
  }

  return (line: string): Vector | Fingerprint => {
    const column = line.slice(line.lastIndexOf('\t') + 1);
    if (measure !== 'SimHash') return vectorOf(column);
    const row = signedRow(column, named);
    if ('error' in row) throw new Error(`${row.id}: ${row.error}`);
    return row.signature.fingerprint;
  };
}

/** Compares each document of a part with the given number of documents before it. */
export function comparePart(measure: Measure, part: Part, before: number): Totals {
  const between = measure === 'SimHash' ? hammingDistance : overUnion(vectorMeasures[measure]);
  const compare = between as (a: unknown, b: unknown) => number;
  let [pairs, sum] = [0, 0];
  for (let b = 1; b < part.length; b++) {
    for (let a = Math.max(0, b - before); a < b; a++) {
      sum += compare(part[a], part[b]);
      pairs += 1;
    }
  }
  return { pairs, sum };
}

/** Applies a measure for dense vectors to the union of the terms of both. */
function overUnion(measure: (a: Float64Array, b: Float64Array) => number) {
  let [x, y] = [new Float64Array(0), new Float64Array(0)];
  return (a: Vector, b: Vector): number => {
    const most = a.terms.length + b.terms.length;
    if (x.length < most) [x, y] = [new Float64Array(2 * most), new Float64Array(2 * most)];
    let count = 0;
    for (let i = 0, j = 0; i < a.terms.length || j < b.terms.length; count++) {
      const [one, other] = [a.terms[i] ?? Infinity, b.terms[j] ?? Infinity];
      x[count] = one <= other ? a.weights[i++]! : 0;
      y[count] = other <= one ? b.weights[j++]! : 0;
    }
    return measure(x.subarray(0, count), y.subarray(0, count));
  };
}
