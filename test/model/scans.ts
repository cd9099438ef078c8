import type { FoundMatch, SeatedFound } from '../../src/store/contract/scans.js';
import { find, type Kept, refuse, remove, type State } from './collection-state.js';
import { matchBetween } from './matches.js';

const lifeOf = ({ document }: Kept) => document.lifetimeMs ?? Number.POSITIVE_INFINITY;

/** Applies a match found afterwards as a check would have done; null: no change. */
export function seatOne(
  state: State,
  { document: { id, exactHash }, match: other, byParts, deletes, newClusterId }: FoundMatch,
  now: number,
): keyof SeatedFound | null {
  const [found, match] = [find(state, id, now), find(state, other.id, now)];
  const clusters = state.lineage?.clusters;
  if (found?.document.signature.exactHash !== exactHash) return 'left';
  if (match?.document.signature.exactHash !== other.exactHash) return 'left';
  if (clusters === undefined || clusters.partners(id).includes(other.id)) return 'left';
  const best = matchBetween(found.document, match.document, byParts);
  if (deletes) {
    if (found.claim !== null || match.claim !== null) return 'left';
    if (lifeOf(match) < lifeOf(found)) return 'left';
    remove(state, id, now);
    refuse(state, { id, best, newClusterId, now });
    return 'deleted';
  }
  const member = clusters.member(id);
  if (member === undefined) {
    clusters.join({ id, best, newClusterId, now });
    return 'seated';
  }
  if (member.match !== null || clusters.member(other.id) !== undefined) return null;
  const asMatch = matchBetween(match.document, found.document, byParts);
  clusters.join({ id: other.id, best: asMatch, newClusterId, now });
  return 'seated';
}
