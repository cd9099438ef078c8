import type { Adds } from './novelty.js';

/**
 * Limits within which a page adds nothing to a similar stored content. Either little is new and no fact is, or
 * the page is a revision: a text that a person has corrected, by many short replacements all over it. Repeated
 * new words fill the slots of a template, as a name does.
 *
 * The limits were chosen on pairs labelled by two readers, texts with one changed fact, and documentation
 * sites; each set and site was judged by limits chosen without it: `npm run eval -- --choose`.
 */
export interface NoveltyRule {
  /** Maximum share of new words, 0 to 1. */
  readonly shareMax: number;
  /** Maximum number of new words in the runs at the start and at the end, together. */
  readonly edgeMax: number;
  /** Maximum length of an inner run, in words. */
  readonly longestMax: number;
  /** null: no revision is refused. */
  readonly revision: RevisionRule | null;
}

export interface RevisionRule {
  /** Minimum number of tenths of the page in which runs without numbers and names begin. */
  readonly tenthsMin: number;
  readonly distinctRunsMin: number;
  readonly longestMax: number;
  readonly numbersMax: number;
  readonly wholeLinesMax: number;
}

export const noveltyRule: NoveltyRule = {
  shareMax: 0.15,
  edgeMax: 8,
  longestMax: 4,
  revision: {
    ...{ tenthsMin: 4, distinctRunsMin: 4, longestMax: 14, numbersMax: 8, wholeLinesMax: 2 },
  },
};

/** A Chinese name of two characters counts as two words. */
const edgeNamesMax = 1;
const shortRunsMin = 0.6;

export function addsNothing(adds: Adds, rule: NoveltyRule = noveltyRule): boolean {
  if (adds.share > rule.shareMax || adds.edge > rule.edgeMax) return false;
  if (adds.edgeNumbers > 0 || adds.edgeNames > edgeNamesMax) return false;
  const hasFacts = adds.numbers + adds.names + adds.negations + adds.wholeLines > 0;
  if (!hasFacts && !adds.isRepeated && adds.longest <= rule.longestMax) return true;
  return rule.revision !== null && isRevision(adds, rule.revision);
}

function isRevision(adds: Adds, rule: RevisionRule): boolean {
  return (
    adds.tenths >= rule.tenthsMin &&
    adds.distinctRuns >= rule.distinctRunsMin &&
    adds.longest <= rule.longestMax &&
    adds.numbers <= rule.numbersMax &&
    adds.wholeLines <= rule.wholeLinesMax &&
    adds.shortRuns >= shortRunsMin * adds.runs
  );
}
