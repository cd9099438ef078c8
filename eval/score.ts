import { type Band, type EvaluationSet, pairOf } from './sets.js';

/** Agreement between the reported and the listed pairs of a set. */
export interface Score {
  /** Pairs of J ≥ .8, or planted pairs. */
  readonly duplicates: Share;
  /** Pairs of .5 ≤ J < .8. */
  readonly near: Share;
  /** Pairs of J ≥ .5 that are versions of one page. */
  readonly sameLineage: Share;
  readonly reported: number;
  /** Reported pairs of .3 ≤ J < .5. */
  readonly grey: number;
  /** Keys of unreported duplicates. */
  readonly missed: readonly number[];
  /** Keys of reported pairs that are not listed. */
  readonly wrong: readonly number[];
  /** Keys of `wrong` whose documents are versions of one page, rewritten in between. */
  readonly rewritten: readonly number[];
}

export interface Share {
  readonly found: number;
  readonly of: number;
}

/** @param reported keys of pairs, without repetition */
export function score(set: EvaluationSet, reported: ReadonlySet<number>): Score {
  const keysOf = (...bands: Band[]) =>
    [...set.pairs].filter(([, { band }]) => bands.includes(band)).map(([key]) => key);
  const share = (keys: readonly number[]): Share => ({
    found: keys.filter((key) => reported.has(key)).length,
    of: keys.length,
  });
  const lineageIsSame = (key: number) => {
    const [a, b] = pairOf(key, set.documents.length);
    const lineage = set.documents[a]!.lineage;
    return lineage !== '' && lineage === set.documents[b]!.lineage;
  };
  const wrong = [...reported].filter((key) => !set.pairs.has(key));
  return {
    duplicates: share(keysOf('duplicate')),
    near: share(keysOf('near')),
    sameLineage: share(keysOf('duplicate', 'near').filter(lineageIsSame)),
    reported: reported.size,
    grey: share(keysOf('grey')).found,
    missed: keysOf('duplicate').filter((key) => !reported.has(key)),
    wrong,
    rewritten: wrong.filter(lineageIsSame),
  };
}

/** Share of reported pairs that are listed; null if nothing is reported. */
export function precisionOf({ reported, wrong }: Pick<Score, 'reported' | 'wrong'>): number | null {
  return reported === 0 ? null : 1 - wrong.length / reported;
}

export function ratio({ found, of }: Share): number | null {
  return of === 0 ? null : found / of;
}

/** Formats `0.95 (0.90 to 0.98) of 105`, with the 95 % Wilson interval. (Wilson 1927.) */
export function shareWithInterval({ found, of }: Share): string {
  if (of === 0) return '–';
  const [share, z2] = [found / of, 1.96 ** 2];
  const middle = share + z2 / (2 * of);
  const half = 1.96 * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of ** 2));
  const [low, high] = [middle - half, middle + half].map((end) => end / (1 + z2 / of));
  return `${share.toFixed(2)} (${Math.max(0, low!).toFixed(2)} to ${high!.toFixed(2)}) of ${of}`;
}

/** Counts reported and listed pairs by exact Jaccard similarity, in steps of .05 from .3 to 1. */
export function recallSteps(
  sets: readonly { readonly set: EvaluationSet; readonly reported: ReadonlySet<number> }[],
): { readonly from: number; readonly to: number; readonly share: Share }[] {
  const steps = Array.from({ length: 14 }, (_, step) => ({ step, found: 0, of: 0 }));
  for (const { set, reported } of sets) {
    for (const [key, { jaccard }] of set.pairs) {
      // A list may contain pairs below .3, which belong to no step.
      if (jaccard === null || jaccard < 0.3) continue;
      // The listed similarities have four digits, so an integer number of ten thousandths is exact.
      const step = Math.min(13, Math.floor((Math.round(jaccard * 10_000) - 3000) / 500));
      steps[step]!.of++;
      if (reported.has(key)) steps[step]!.found++;
    }
  }
  return steps.map(({ step, found, of }) => ({
    from: (30 + 5 * step) / 100,
    to: (35 + 5 * step) / 100,
    share: { found, of },
  }));
}
