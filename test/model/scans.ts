import type { CollectionKey } from '../../src/store/contract/collections.js';
import {
  type FoundMatch,
  noneSeated,
  type ScanStore,
  type SeatedFound,
} from '../../src/store/contract/scans.js';
import { foundMatch } from '../../src/store/rules/found-match.js';
import { type CollectionState, liveDocument, liveDocuments, remove } from './collection-state.js';

/** The operations of a search for duplicates among the stored documents (contract/scans.ts). */
export function createScans(requireState: (key: CollectionKey) => CollectionState): ScanStore {
  return {
    /** All on one page: a map keeps the order in which its keys came. */
    async signatures({ collection, after, now }) {
      const state = requireState(collection);
      if (after > 0) return { documents: [], next: null };
      const documents = liveDocuments(state, now);
      return {
        documents: documents.map(({ id, storedAt, signature }) => ({ id, storedAt, signature })),
        next: 1,
      };
    },
    async seatFound({ collection, found, now }) {
      const state = requireState(collection);
      const outcomes = found.map((each) => seatOne(state, each, now));
      const countOf = (outcome: keyof SeatedFound) =>
        outcomes.filter((each) => each === outcome).length;
      return {
        ...noneSeated,
        seated: countOf('seated'),
        deleted: countOf('deleted'),
        left: countOf('left'),
      };
    },
  };
}

function seatOne(
  state: CollectionState,
  { document: { id, exactHash }, match: other, byParts, deletes, newClusterId }: FoundMatch,
  now: number,
): keyof SeatedFound | null {
  const document = liveDocument(state, id, now);
  const match = liveDocument(state, other.id, now);
  const clusters = state.memory?.clusters;
  if (document?.signature.exactHash !== exactHash) return 'left';
  if (match?.signature.exactHash !== other.exactHash) return 'left';
  if (clusters === undefined || clusters.partnersOf(id).includes(other.id)) return 'left';
  const { recipe, keepRefused } = state.collection;
  const joining = { id, best: foundMatch(document, match, recipe, byParts), newClusterId, now };
  if (deletes) {
    if ([id, other.id].some((each) => state.claims.has(each))) return 'left';
    remove(state, id, now);
    state.successor?.changed.add(id);
    clusters.refuse(joining, keepRefused);
    return 'deleted';
  }
  const member = clusters.memberOf(id);
  if (member === undefined) {
    clusters.join({ ...joining, stored: true });
    return 'seated';
  }
  if (member.match !== null || clusters.memberOf(other.id) !== undefined) return null;
  const best = foundMatch(match, document, recipe, byParts);
  clusters.join({ id: other.id, stored: true, best, newClusterId, now });
  return 'seated';
}
