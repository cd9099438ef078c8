import type { Adds } from './adds.js';

/** A page is refused if what it adds to a stored page stays within all of these. */
export interface NoveltyRule {
  /** Least Jaccard similarity of the sets of shingles. */
  readonly similarityMin: number;
  /** The share of new words, 0 to 1. */
  readonly shareMax: number;
  /** Words of a run inside. */
  readonly longestMax: number;
  /** Words of the runs at the very start and end, together. */
  readonly edgeMax: number;
  /** True if different titles, each with a word that the other lacks, speak against a refusal. */
  readonly comparesTitles: boolean;
  /** In how many tenths of a text a revision has runs, at least; null: no revision is refused. */
  readonly revisionTenths: number | null;
  /** New numbers of a revision. */
  readonly revisionNumbersMax: number;
}

const repeatedShareMax = 0.2;
const shortShareMin = 0.6;

export function addsNothing(
  adds: Adds,
  { similarity, titlesDiffer }: { readonly similarity: number; readonly titlesDiffer: boolean },
  rule: NoveltyRule,
): boolean {
  if (similarity < rule.similarityMin || (rule.comparesTitles && titlesDiffer)) return false;
  if (adds.share > rule.shareMax || adds.longest > rule.longestMax) return false;
  if (adds.edge > rule.edgeMax || adds.edgeNumbers > 0 || adds.wholeLines > 0) return false;
  return adds.numbers + adds.names + adds.negations === 0 || isRevision(adds, rule);
}

/**
 * A text that a person has corrected: many short replacements all over it, hardly two of them alike. One name
 * in the slots of a template is repeated.
 */
function isRevision(adds: Adds, { revisionTenths, revisionNumbersMax }: NoveltyRule): boolean {
  return (
    revisionTenths !== null &&
    adds.tenths >= revisionTenths &&
    adds.numbers <= revisionNumbersMax &&
    adds.repeatedRuns <= repeatedShareMax * adds.runs &&
    adds.shortRuns >= shortShareMin * adds.runs
  );
}

/** All rules from which one is chosen. */
export function ruleGrid(): NoveltyRule[] {
  return product({
    similarityMin: [0.6],
    shareMax: [0.03, 0.05, 0.1, 0.2],
    longestMax: [4, 6, 8, 10, 14],
    edgeMax: [0, 4, 8, 14, 20],
    comparesTitles: [true, false],
    revisionTenths: [null, 3, 4, 5],
    revisionNumbersMax: [0, 2],
  });
}

function product<Fields extends Record<string, readonly unknown[]>>(
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name][number] }[] {
  let all: Record<string, unknown>[] = [{}];
  for (const [name, values] of Object.entries(fields)) {
    all = all.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
  }
  return all as { [Name in keyof Fields]: Fields[Name][number] }[];
}
