import type { Match } from '../../src/matching/match.js';
import { find, type State } from './collection-state.js';

/** Counts the contents of matches other than parts, at most 16. */
export function familySize(state: State, matches: readonly Match[], now: number): number {
  const alike = matches.filter(({ part }) => part === undefined);
  const contents = alike.map(({ id }) => find(state, id, now)!.document.signature.exactHash);
  return Math.min(16, new Set(contents).size);
}
