import { table } from '../harness/measure.js';
import { aimsOf } from './aims.js';
import type { SetResult, WayResult } from './evaluate.js';
import type { FoundBy } from './found-by.js';
import { type Judged, judge, type LabelledPair, labels } from './labels.js';
import {
  isWithin,
  type JudgedRefusals,
  judgeRefusals,
  type RefusalResult,
  refusalAimsOf,
  rightOf,
  sharedRefusalAims,
  sumOfRefusals,
} from './refusals.js';
import { precisionOf, ratio, type Score, type Share } from './score.js';
import { pairOf } from './sets.js';
import { shingleJaccard } from './shingles.js';
import { ofShortTexts, scoreAt, type Thresholds } from './thresholds.js';

/** Returns the results of a set, one row per way. */
export function scoreTable({ ways }: SetResult): string {
  const head = ['method', 'J ≥ .8', 'J .5 to .8', 'same lineage', 'precision', 'reported'];
  return table(
    [...head, 'grey', 'false', 'rewritten', 'add, s', 'query, s'],
    ways.map((result) => [
      nameOf(result),
      ...scoreCells(result.score),
      result.addSeconds.toFixed(1),
      result.querySeconds.toFixed(1),
    ]),
  );
}

export function aimTable(results: readonly SetResult[]): string {
  const rows = results.flatMap(({ set, ways }) =>
    aimsOf(set, defaultOf(ways).score).map(({ what, actual, met }) => [
      set.name,
      what,
      actual,
      met ? 'met' : 'MISSED',
    ]),
  );
  return table(['set', 'aim', 'actual', ''], rows);
}

/**
 * Returns the readers' labels for pairs that the default settings report. A reported pair labelled `different` is a
 * page that a check would lose.
 */
export function judgedTable(results: readonly SetResult[], pairs: readonly LabelledPair[]): string {
  const judged = results
    .map(({ set, ways }) => [set.name, judge(set, defaultOf(ways).reported, pairs)] as const)
    .filter(([, { same, version, different }]) => same.of + version.of + different.of > 0);
  const all = { same: none, version: none, different: none };
  for (const [, each] of judged) {
    for (const label of labels) all[label] = plus(all[label], each[label]);
  }
  const rows = [...judged, ['all', all] as const].map(([name, each]) => [
    name,
    ...judgedCells(each),
  ]);
  const head = ['set', 'same', 'version', 'different', 'judged precision', 'judged recall'];
  return table(head, rows);
}

/** Returns the indexes that find the pairs reported by the default settings. */
export function foundByTable(results: readonly SetResult[]): string {
  const indexes = ['tables', 'bands', 'both', 'landmarks'] as const;
  const row = (name: string, by: FoundBy) => [name, ...indexes.map((index) => by[index])];
  const all = { tables: 0, bands: 0, both: 0, landmarks: 0 };
  for (const { foundBy } of results) {
    for (const index of indexes) all[index] += foundBy[index];
  }
  return table(
    ['set', 'only by the four tables', 'only by bands', 'by both', 'only by landmarks'],
    [...results.map(({ set, foundBy }) => row(set.name, foundBy)), row('all', all)],
  );
}

/** Returns refusals with default settings and the readers' labels. */
export function refusalsOf(
  results: readonly SetResult[],
  pairs: readonly LabelledPair[],
): RefusalResult[] {
  return results.map(({ set, checked, versions }) => ({
    set,
    checked,
    versions,
    judged: judgeRefusals(set, checked.refused, pairs),
    judgedWithin: judgeRefusals(
      set,
      checked.refused.filter((key) => isWithin(set, key)),
      pairs,
    ),
  }));
}

/** Returns the decisions of checks with default settings. */
export function decisionTable(results: readonly RefusalResult[]): string {
  const rows = results.map(({ set, checked: { decisions, equal, refused } }) => [
    set.name,
    decisions.new,
    decisions.similar,
    equal,
    refused.length,
  ]);
  return table(['set', 'new', 'similar', 'refused as equal', 'refused, adds nothing'], rows);
}

export function refusalTable(results: readonly RefusalResult[]): string {
  const row = (name: string, judged: JudgedRefusals) => {
    const { refused, labels: each, disputed, unread } = judged;
    const counts = [each.same, each.version, each.different, disputed, unread];
    return [name, refused, ...counts, shareCell(rightOf(judged))];
  };
  const rows = results
    .filter(({ judged }) => judged.refused > 0)
    .map(({ set, judged }) => row(set.name, judged));
  const all = sumOfRefusals(results.map(({ judged }) => judged));
  const within = sumOfRefusals(results.map(({ judgedWithin }) => judgedWithin));
  const head = ['set', 'refused', ...labels, 'disputed', 'unread', 'share same'];
  return table(head, [
    ...rows,
    row('all', all),
    row('all within one lineage, host or template', within),
  ]);
}

export function refusalAimTable(results: readonly RefusalResult[]): string {
  const aims = [
    ...sharedRefusalAims(results).map((aim) => ['all', aim] as const),
    ...results.flatMap((each) => refusalAimsOf(each).map((aim) => [each.set.name, aim] as const)),
  ];
  const rows = aims.map(([name, { what, actual, met }]) => [
    name,
    what,
    actual,
    met ? 'met' : 'MISSED',
  ]);
  return table(['set', 'aim', 'actual', ''], rows);
}

/** Returns the share of pairs labelled `same` whose later document is refused. */
export function sameTable(results: readonly SetResult[]): string {
  const rows = results
    .filter(({ sameRefused }) => sameRefused.of > 0)
    .map(({ set, sameRefused }) => [set.name, shareCell(sameRefused)]);
  const all = results.reduce((sum, { sameRefused }) => plus(sum, sameRefused), none);
  return table(['set', 'refused'], [...rows, ['all', shareCell(all)]]);
}

/** Returns the refused pairs labelled `different`, by id; empty if there are none. */
export function wrongRefusals(results: readonly RefusalResult[]): string {
  const rows = results.flatMap(({ set, judged }) =>
    judged.wrong.map((key) => [
      set.name,
      ...pairOf(key, set.documents.length).map((number) => `\`${set.documents[number]!.id}\``),
    ]),
  );
  return rows.length === 0 ? '' : table(['set', 'earlier', 'refused'], rows);
}

const none: Share = { found: 0, of: 0 };

function plus(a: Share, b: Share): Share {
  return { found: a.found + b.found, of: a.of + b.of };
}

function judgedCells({ same, version, different }: Judged): string[] {
  const right = same.found + version.found;
  return [
    ...[same, version, different].map(({ found, of }) => `${found} of ${of}`),
    shareCell({ found: right, of: right + different.found }),
    shareCell(same),
  ];
}

/** Returns the results of all text sets together, by minimum similarity. */
export function thresholdTable(results: readonly SetResult[], defaults: Thresholds): string {
  const rows = steps(0.3, 0.9, 0.05).map((minSimilarity) => [
    minSimilarity.toFixed(2),
    ...sumCells(textSets(results), ({ candidates }) =>
      scoreAt(candidates, { ...defaults, minSimilarity }),
    ),
  ]);
  return table(['minSimilarity', ...sumHead], rows);
}

/** Returns the results for short documents of all text sets together, by minimum similarity. */
export function shortTable(results: readonly SetResult[], defaults: Thresholds): string {
  const rows = steps(0.6, 0.96, 0.04).map((shortMinSimilarity) => [
    shortMinSimilarity.toFixed(2),
    ...sumCells(textSets(results), ({ candidates }) =>
      scoreAt(ofShortTexts(candidates), { ...defaults, shortMinSimilarity }),
    ),
  ]);
  return table(['shortMinSimilarity', ...sumHead], rows);
}

/** Returns the range of `minSimilarity` in which each set meets its aims. */
export function rangeTable(results: readonly SetResult[], defaults: Thresholds): string {
  const rows = results.map(({ set, candidates }) => {
    const meets = steps(0.3, 0.99, 0.01).filter((minSimilarity) =>
      aimsOf(set, scoreAt(candidates, { ...defaults, minSimilarity })).every(({ met }) => met),
    );
    const shorts = `${candidates.short.size} of ${set.documents.length}`;
    const range = meets.length === 0 ? 'never' : `${meets[0]} to ${meets.at(-1)}`;
    return [set.name, shorts, range];
  });
  return table(['set', 'short documents', 'aims met for minSimilarity'], rows);
}

/**
 * Measures the false pairs of the default settings again, with the same shingle length for both texts; empty if there
 * are none.
 */
export function recountTable(results: readonly SetResult[]): string {
  const rows = results.flatMap(({ set, ways }) => {
    const { wrong } = defaultOf(ways).score;
    const similarities = wrong.map((key) => {
      const [a, b] = pairOf(key, set.documents.length).map((number) => set.documents[number]!);
      return shingleJaccard(a!.text, b!.text).toFixed(2);
    });
    return wrong.length === 0 ? [] : [[set.name, similarities.sort().join(', ')]];
  });
  return rows.length === 0 ? '' : table(['set', 'J of its false pairs, counted again'], rows);
}

export function textSets(results: readonly SetResult[]): SetResult[] {
  return results.filter(({ set }) => set.kind === 'text');
}

/** @throws Error if the default settings are missing */
export function defaultOf(ways: readonly WayResult[]): WayResult {
  const result = ways.find(({ isDefault }) => isDefault);
  if (result === undefined) throw new Error('No way has the default settings');
  return result;
}

export function nameOf({ way, isDefault }: WayResult): string {
  return isDefault ? `${way.name} (default)` : way.name;
}

/** Returns numbers from `first` to `last`, inclusive, without floating-point noise. */
export function steps(first: number, last: number, step: number): number[] {
  const count = Math.round((last - first) / step) + 1;
  return Array.from({ length: count }, (_, index) => Number((first + index * step).toFixed(4)));
}

/** Returns the combined score of several sets. */
export function sumOf(scores: readonly Score[]) {
  const share = (of: (score: Score) => Share): Share => ({
    found: scores.reduce((sum, score) => sum + of(score).found, 0),
    of: scores.reduce((sum, score) => sum + of(score).of, 0),
  });
  return {
    duplicates: share(({ duplicates }) => duplicates),
    near: share(({ near }) => near),
    reported: scores.reduce((sum, { reported }) => sum + reported, 0),
    grey: scores.reduce((sum, { grey }) => sum + grey, 0),
    wrong: scores.flatMap(({ wrong }) => wrong),
  };
}

const sumHead = ['J ≥ .8', 'J .5 to .8', 'precision', 'reported', 'grey', 'false'];

function sumCells(
  results: readonly SetResult[],
  scoreOf: (result: SetResult) => Score,
): (string | number)[] {
  const sum = sumOf(results.map(scoreOf));
  const { reported, grey, wrong } = sum;
  const cells = [shareCell(sum.duplicates), shareCell(sum.near), precisionCell(sum)];
  return [...cells, reported, grey, wrong.length];
}

function scoreCells(score: Score): (string | number)[] {
  const { duplicates, near, sameLineage, reported, grey, wrong, rewritten } = score;
  const shares = [duplicates, near, sameLineage].map(shareCell);
  return [...shares, precisionCell(score), reported, grey, wrong.length, rewritten.length];
}

/** Formats `.998 (1034 of 1036)`. */
function shareCell(share: Share): string {
  const value = ratio(share);
  return value === null ? '–' : `${digits(value)} (${share.found} of ${share.of})`;
}

function precisionCell(score: Pick<Score, 'reported' | 'wrong'>): string {
  const value = precisionOf(score);
  return value === null ? '–' : digits(value);
}

/** Three digits, truncated instead of rounded, so that 1 means all. */
function digits(value: number): string {
  return (Math.floor(value * 1000) / 1000).toFixed(3);
}
