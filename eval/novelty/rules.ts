import { addsNothing, type NoveltyRule, type RevisionRule } from '../../src/matching/novelty.js';
import type { ComparedPair } from './pair.js';

/** Minimum similarity of a match in the default recipe. */
const similarityMin = 0.6;
const shortSimilarityMin = 0.84;

/** Tests if a rule refuses the incoming text of a pair. */
export function isRefused(pair: ComparedPair, rule: NoveltyRule): boolean {
  const { similarity, shortText, titlesDiffer, adds } = pair;
  const isMatch = similarity >= (shortText ? shortSimilarityMin : similarityMin);
  return isMatch && !titlesDiffer && addsNothing(adds, rule);
}

/** Returns all rules to choose from. */
export function ruleGrid(): NoveltyRule[] {
  const revisions: readonly (RevisionRule | null)[] = [
    null,
    ...product({
      tenthsMin: [2, 3, 4, 5],
      distinctRunsMin: [4, 6, 8],
      longestMax: [10, 14, 20],
      numbersMax: [2, 3, 5, 8],
      wholeLinesMax: [1, 2],
    }),
  ];
  return product({
    shareMax: [0.1, 0.15],
    edgeMax: [4, 8, 14],
    longestMax: [4, 6, 8],
    revision: revisions,
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
