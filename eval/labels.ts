import { readFileSync } from 'node:fs';
import type { Share } from './score.js';
import { type EvaluationSet, pairKey } from './sets.js';

/** Labels of readers for a pair: labels/guide.md. */
export const labels = ['same', 'version', 'different'] as const;
export type Label = (typeof labels)[number];

export interface LabelledPair {
  readonly set: string;
  readonly a: string;
  readonly b: string;
  /** Labels of the two readers. */
  readonly given: readonly [Label, Label];
}

/** Parses labels. @throws Error unless each line is `set a b label label`, separated by tabs */
export function parseLabels(tsv: string): LabelledPair[] {
  const [, ...lines] = tsv.trimEnd().split('\n');
  return lines.map((line) => {
    const [set, a, b, ...given] = line.split('\t');
    if (b === undefined || given.length !== 2 || !given.every(isLabel)) {
      throw new Error(`Not a labelled pair: ${line}`);
    }
    return { set: set!, a: a!, b, given: given as [Label, Label] };
  });
}

export function readLabels(): LabelledPair[] {
  return parseLabels(readFileSync(new URL('labels/pairs.tsv', import.meta.url), 'utf8'));
}

export interface Agreement {
  readonly pairs: number;
  readonly agreed: number;
  /** Cohen's kappa: 1 for full agreement, 0 for agreement at chance level. */
  readonly kappa: number;
}

/** (Cohen: A Coefficient of Agreement for Nominal Scales, 1960.) */
export function agreementOf(pairs: readonly LabelledPair[]): Agreement {
  const share = (isCounted: (pair: LabelledPair) => boolean) =>
    pairs.filter(isCounted).length / pairs.length;
  const agreed = pairs.filter(({ given: [one, two] }) => one === two).length;
  const byChance = labels.reduce(
    (sum, label) =>
      sum +
      share(({ given: [one] }) => one === label) * share(({ given: [, two] }) => two === label),
    0,
  );
  const kappa = (agreed / pairs.length - byChance) / (1 - byChance);
  return { pairs: pairs.length, agreed, kappa };
}

/** Share of reported pairs for each label. */
export type Judged = Readonly<Record<Label, Share>>;

/**
 * Counts the pairs of a set for which both readers agree.
 * @param reported keys of the reported pairs
 */
export function judge(
  set: Pick<EvaluationSet, 'name' | 'documents'>,
  reported: { has(key: number): boolean },
  pairs: readonly LabelledPair[],
): Judged {
  const counts = {
    same: { found: 0, of: 0 },
    version: { found: 0, of: 0 },
    different: { found: 0, of: 0 },
  };
  for (const [key, [one, two]] of labelsByPair(set, pairs)) {
    if (one !== two) continue;
    const count = counts[one];
    count.of += 1;
    if (reported.has(key)) count.found += 1;
  }
  return counts;
}

/** Returns the labels of the pairs of a set, by pair key. */
export function labelsByPair(
  { name, documents }: Pick<EvaluationSet, 'name' | 'documents'>,
  pairs: readonly LabelledPair[],
): Map<number, LabelledPair['given']> {
  const numberOf = new Map(documents.map(({ id }, number) => [id, number]));
  const found = new Map<number, LabelledPair['given']>();
  for (const { set, a, b, given } of pairs) {
    const [one, two] = [numberOf.get(a), numberOf.get(b)];
    if (set !== name || one === undefined || two === undefined) continue;
    found.set(pairKey(one, two, documents.length), given);
  }
  return found;
}

function isLabel(text: string): boolean {
  return (labels as readonly string[]).includes(text);
}
