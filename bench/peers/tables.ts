/** The pure part of the bench of peers: counts of found neighbours, and tables with ratios. */
import { figure, table } from '../../harness/measure.js';

export interface Rate {
  readonly name: string;
  readonly perSecond: number;
}

/** The number of true neighbours, how many of them an index finds, and what else it reports. */
export interface Hits {
  readonly expected: number;
  readonly found: number;
  readonly others: number;
}

export interface IndexResult {
  readonly name: string;
  /** null if nothing is built. */
  readonly insertsPerSecond: number | null;
  readonly queryMicros: number;
  readonly hits: Hits;
}

/**
 * @param found the reports of an index for each probe
 * @param truth the true neighbours of each probe; the end of the longer list is left out
 */
export function hits<Key>(
  found: readonly (readonly Key[])[],
  truth: readonly (readonly Key[])[],
): Hits {
  const counts = { expected: 0, found: 0, others: 0 };
  const length = Math.min(found.length, truth.length);
  for (let probe = 0; probe < length; probe++) {
    const there = new Set(truth[probe]);
    const reported = new Set(found[probe]);
    counts.expected += there.size;
    for (const key of reported) {
      if (there.has(key)) counts.found++;
      else counts.others++;
    }
  }
  return counts;
}

/** Rates, each also divided by the rate of the first row. */
export function rateTable(rates: readonly Rate[], unit: string): string {
  const base = rates[0]!.perSecond;
  return table(
    ['', `${unit}/s`, 'rate / neardup'],
    rates.map(({ name, perSecond }) => [name, figure(perSecond), figure(perSecond / base)]),
  );
}

/** Indexes, with the time of a query also divided by the time of the first row. */
export function indexTable(results: readonly IndexResult[]): string {
  const base = results[0]!.queryMicros;
  return table(
    ['', 'insert/s', 'query µs', 'time / neardup', 'found', 'others'],
    results.map(({ name, insertsPerSecond, queryMicros, hits }) => [
      name,
      insertsPerSecond === null ? '–' : figure(insertsPerSecond),
      figure(queryMicros),
      figure(queryMicros / base),
      `${hits.found} of ${hits.expected}`,
      hits.others,
    ]),
  );
}

/** A description of each row. */
export function abilityTable(): string {
  const head = ['', 'whole texts', 'finds', 'kept on disk', 'atomic check', 'over HTTP'];
  return table(head, abilities);
}

const abilities: readonly (readonly string[])[] = [
  [
    'neardup',
    'yes',
    'all within 3 bits, or up to 7; by bands, compared',
    'every write',
    'yes',
    'yes',
  ],
  ['rensa', 'words given', 'by bands, candidates; may miss', 'no', 'no', 'no'],
  [
    'datasketch',
    'words given',
    'by bands, candidates; may miss',
    'by Redis or Cassandra',
    'no',
    'no',
  ],
  ['rjieba', 'cuts words only', '–', '–', '–', '–'],
  ['faiss IndexBinaryFlat', 'no', 'all, by scanning', 'the whole at once', 'no', 'no'],
  [
    'faiss IndexBinaryMultiHash, 4 × 16',
    'no',
    'all within 3 bits',
    'the whole at once',
    'no',
    'no',
  ],
  ['faiss IndexBinaryHash, 16, 1 flip', 'no', 'may miss', 'the whole at once', 'no', 'no'],
  ['simhash-cpp', 'hashes of words given', 'all pairs of a file', 'no', 'no', 'no'],
];
