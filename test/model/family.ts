import type { Match } from '../../src/matching/match.js';
import type { Scope } from '../../src/store/contract/scope.js';
import { find, liveWithin, type State } from './collection-state.js';
import { compareIds } from './lists.js';
import { hostOf } from './matches.js';

/**
 * Counts the contents of matches other than parts, at most 16: those whose oldest document has the host of the page.
 * @param id id of the page
 */
export function familySize(
  state: State,
  matches: readonly Match[],
  id: string | null,
  now: number,
  scope: Scope | undefined,
): number {
  const alike = matches.filter(({ part }) => part === undefined);
  const contents = alike.map((match) => find(state, match.id, now)!.document.signature.exactHash);
  const isOfHost = (exactHash: string) => {
    const [oldest] = liveWithin(state, now, scope)
      .filter(({ signature }) => signature.exactHash === exactHash)
      .sort((a, b) => a.storedAt - b.storedAt || compareIds(a.id, b.id));
    return hostOf(oldest!.id) === hostOf(id);
  };
  return Math.min(16, [...new Set(contents)].filter(isOfHost).length);
}
