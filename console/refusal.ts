import type { Contradiction, Refusal } from './api/types.js';

/** In the order of forms. */
export const refusals = ['exact', 'same', 'similar'] as const satisfies Refusal[];

interface Judged {
  readonly exact: boolean;
  readonly contradicts: readonly Contradiction[];
}

/** Whether a check refuses a document with this match, as docs/api.md says. */
export function refuses({ exact, contradicts }: Judged, refuse: Refusal): boolean {
  return exact || refuse === 'similar' || (refuse === 'same' && contradicts.length === 0);
}
