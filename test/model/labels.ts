import {
  type Label,
  type LabelOperation,
  labelsMax,
  labelsOfDocumentMax,
} from '../../src/store/contract/labels.js';
import { fullOfLabels, tooManyLabels } from '../../src/store/rules/labels.js';
import { comparePairs, pairOf } from '../../src/store/rules/separations.js';

/** @throws `validation_failed` if there are too many */
export function withLabel(
  labels: readonly Label[],
  { a, b, label, now }: Pick<LabelOperation, 'a' | 'b' | 'label' | 'now'>,
): Label[] {
  const others = withoutLabel(labels, { a, b });
  if (others.length === labels.length) {
    for (const id of [a, b]) {
      const ofId = labels.filter((each) => each.a === id || each.b === id);
      if (ofId.length >= labelsOfDocumentMax) throw tooManyLabels(id);
    }
    if (labels.length >= labelsMax) throw fullOfLabels();
  }
  return [...others, { ...pairOf(a, b), label, createdAt: now }].sort(comparePairs);
}

export function withoutLabel(
  labels: readonly Label[],
  { a, b }: Pick<LabelOperation, 'a' | 'b'>,
): Label[] {
  return labels.filter((label) => comparePairs(label, pairOf(a, b)) !== 0);
}
