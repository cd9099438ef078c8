import {
  countAmong,
  countBelow,
  knownBelow,
  type PartsLayout,
  partLimit,
  type TextParts,
} from './parts.js';

/**
 * Data for estimating the mutual containment of a page and its match (a stored text), from the hashes of the page and
 * the sample of the match. Below the limit of the sample, all hashes of both are known:
 *
 *   this page    │ h │ b │ others above the limit        h   hits, in both texts
 *   the match    │ h │ a │ others above the limit        a   in the match only
 *                                                        b   in the page only
 *
 * The number of shingles of the match (T) and that of the page (Q) are known; the number of shared shingles (x) is not.
 * A hash is below the limit with probability p. So h counts the successes of a draw without replacement, and b is
 * binomial. The likelihood is
 *
 *   L(x) ∝ C(x, h) · C(T − x, a) · C(Q − x, b) · (1 − p)^(Q − x)
 *
 * even if the limit is the largest hash of a sample of fixed size. L is log-concave, so the ratios L(x) / L(x − 1)
 * decrease. A binary search on them finds the mode, which is the estimate of x; multiplying them from there gives the
 * central 95 % interval of L (uniform prior). The interval omits 2.5 % on each side, but nothing on a side where the
 * mode is the smallest or largest possible x. The same x yields both containments, x / Q and x / T.
 *
 * Rejected: a separate ratio for each side, h / (h + b) and h / (h + a), with Wilson intervals. The two ratios
 * contradict each other, ignore T and Q, and reported more wrong pairs.
 */
export interface PartHits {
  /** Number of hashes below the limit that both texts share. */
  readonly hits: number;
  /** Limit below which all hashes of both texts are known. */
  readonly limit: number;
  readonly page: PartSide;
  readonly match: PartSide;
}

export interface PartSide {
  /** Number of distinct shingles of the text. */
  readonly total: number;
  /** Number of these shingles whose hashes are below the limit. */
  readonly sampled: number;
}

/** Counts the shared hashes. @param page all hashes of the page, or only the hashes of its sample */
export function partHits(page: TextParts, match: TextParts, layout: PartsLayout): PartHits {
  const limit = Math.min(knownBelow(page, layout), knownBelow(match, layout));
  const ofPage = page.hashes.subarray(0, countBelow(page.hashes, limit));
  const ofMatch = match.hashes.subarray(0, countBelow(match.hashes, limit));
  return {
    hits:
      ofMatch.length < ofPage.length ? countAmong(ofMatch, ofPage) : countAmong(ofPage, ofMatch),
    limit,
    page: { total: page.total, sampled: ofPage.length },
    match: { total: match.total, sampled: ofMatch.length },
  };
}

/** A share from 0 to 1 with its 95 % interval. */
export interface EstimatedShare {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface EstimatedContainment {
  /** Share of the page's shingles contained in the match. */
  readonly ofThis: EstimatedShare;
  /** Share of the match's shingles contained in the page. */
  readonly ofMatch: EstimatedShare;
}

/** Probability that an interval omits on each side. */
const tail = 0.025;
/** Likelihoods below this share of the largest likelihood count as zero. */
const negligible = 1e-9;
/**
 * Returns the minimum number of hits for a page. A single hit is weak evidence, because many texts may share a phrase,
 * but is enough for a page that is hardly longer than a phrase.
 */
export function hitsNeeded({ total }: Pick<TextParts, 'total'>): number {
  return total <= phraseMax ? 1 : 2;
}

const phraseMax = 4;

/** Estimates, for each of two texts, the share of its shingles that the other one contains. */
export function containmentByHits(hits: PartHits): EstimatedContainment {
  const likelihood = createLikelihood(hits);
  const value = findMode(likelihood);
  const [low, high] = intervalAround(value, likelihood);
  const shareInterval = (total: number) => ({
    value: value / total,
    low: low / total,
    high: high / total,
  });
  return {
    ofThis: shareInterval(likelihood.pageTotal),
    ofMatch: shareInterval(likelihood.matchTotal),
  };
}

/** Returns true if either containment is estimated at `minContainment` or more, with at least `hitsNeeded` hits. */
export function reaches(hits: PartHits, minContainment: number): boolean {
  if (hits.hits < hitsNeeded(hits.page)) return false;
  const likelihood = createLikelihood(hits);
  const { pageTotal, matchTotal } = likelihood;
  return findMode(likelihood) >= minContainment * Math.min(pageTotal, matchTotal);
}

/** Likelihood of x, the number of shared shingles. */
interface Likelihood {
  /** Smallest and largest possible x. */
  readonly least: number;
  readonly most: number;
  readonly pageTotal: number;
  readonly matchTotal: number;
  /** Returns L(x) / L(x − 1) for an x above the smallest. */
  readonly ratioAt: (shared: number) => number;
}

function createLikelihood({ hits, limit, page, match }: PartHits): Likelihood {
  const pageAlone = page.sampled - hits;
  const matchAlone = match.sampled - hits;
  const [pageTotal, matchTotal] = [page.total, match.total];
  const isAbove = 1 - limit / partLimit;
  const ratioAt = (shared: number) => {
    const ofHits = shared / (shared - hits);
    const ofPage = 1 - pageAlone / (pageTotal - shared + 1);
    const ofMatch = 1 - matchAlone / (matchTotal - shared + 1);
    return (ofHits * ofPage * ofMatch) / isAbove;
  };
  const most = Math.min(pageTotal - pageAlone, matchTotal - matchAlone);
  return { least: hits, most, pageTotal, matchTotal, ratioAt };
}

function findMode({ least, most, ratioAt }: Likelihood): number {
  let from = least;
  let to = most;
  while (from < to) {
    const middle = (from + to + 1) >>> 1;
    if (ratioAt(middle) >= 1) from = middle;
    else to = middle - 1;
  }
  return from;
}

function intervalAround(mode: number, { least, most, ratioAt }: Likelihood): [number, number] {
  const above: number[] = [];
  for (let x = mode + 1, weight = 1; x <= most; x++) {
    weight *= ratioAt(x);
    if (weight < negligible) break;
    above.push(weight);
  }
  const below: number[] = [];
  for (let x = mode, weight = 1; x > least; x--) {
    weight /= ratioAt(x);
    if (weight < negligible) break;
    below.push(weight);
  }
  const leftOut = tail * (1 + sum(above) + sum(below));
  return [
    mode === least ? least : mode - lengthWithout(leftOut, below),
    mode === most ? most : mode + lengthWithout(leftOut, above),
  ];
}

/** Number of weights left after removing as many from the end as have a sum of at most `leftOut`. */
function lengthWithout(leftOut: number, weights: readonly number[]): number {
  let length = weights.length;
  for (let cut = 0; length > 0; length--) {
    cut += weights[length - 1]!;
    if (cut > leftOut) break;
  }
  return length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
