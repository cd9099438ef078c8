import { precisionOf, ratio, type Score } from './score.js';
import type { EvaluationSet } from './sets.js';

export interface Aim {
  readonly what: string;
  readonly actual: string;
  readonly met: boolean;
}

/**
 * Returns the aims of the default settings for a set. Headlines do not aim at precision: so few pairs are reported that
 * a single one exceeds a hundredth.
 */
export function aimsOf({ name, kind }: Pick<EvaluationSet, 'name' | 'kind'>, score: Score): Aim[] {
  const { duplicates, wrong, missed, rewritten } = score;
  const found = `${duplicates.found} of ${duplicates.of}`;
  if (kind === 'planted') {
    return [
      { what: 'all planted pairs found', actual: found, met: missed.length === 0 },
      { what: 'none false', actual: `${wrong.length}`, met: wrong.length === 0 },
    ];
  }
  const precision = precisionOf(score);
  return [
    duplicates.of < 100
      ? { what: 'at most 1 of J ≥ .8 missed', actual: found, met: missed.length <= 1 }
      : { what: 'J ≥ .8: .99 found', actual: found, met: ratio(duplicates)! >= 0.99 },
    name.startsWith('headlines')
      ? { what: 'at most 1 false pair', actual: `${wrong.length}`, met: wrong.length <= 1 }
      : {
          what: 'precision .99',
          actual: precision === null ? 'nothing reported' : precision.toFixed(4),
          met: precision === null || precision >= 0.99,
        },
    ...(name.startsWith('ota_terms')
      ? [
          {
            what: 'no rewritten page reported',
            actual: `${rewritten.length}`,
            met: rewritten.length === 0,
          },
        ]
      : []),
  ];
}
