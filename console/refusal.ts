import type { Additions, Refusal } from './api/types.js';

/** In the order of forms. */
export const refusals = ['exact', 'addsNothing', 'similar'] as const satisfies Refusal[];

interface Judged {
  readonly exact: boolean;
  readonly adds: Pick<Additions, 'nothing'> | null;
}

/** Tests if a check refuses a document with this match, as docs/api.md says. */
export function refuses({ exact, adds }: Judged, duplicateIf: Refusal): boolean {
  if (exact || duplicateIf === 'similar') return true;
  return duplicateIf === 'addsNothing' && adds?.nothing === true;
}
