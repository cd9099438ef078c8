import { isLive } from '../../src/store/rules/versions.js';
import { endClaim } from './claims.js';
import { type CollectionState, exactHashOf, remove } from './collection-state.js';

/**
 * Removes expired documents, members that a successor does not hold, and contents without
 * documents.
 */
export function sweepState(state: CollectionState, now: number): void {
  for (const document of [...state.documents.values()]) {
    if (isLive(document, now)) continue;
    if (state.claims.has(document.id)) endClaim(state, document.id, now);
    else remove(state, document.id, now);
  }
  if (state.memory?.isReseated) {
    state.memory.clusters.moveTo(state.documents);
    state.memory.isReseated = false;
  }
  const used = new Set([...state.documents.values()].map(exactHashOf));
  for (const exactHash of state.contents.keys()) {
    if (!used.has(exactHash)) state.contents.delete(exactHash);
  }
}
