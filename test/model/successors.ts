import { NeardupError } from '../../src/errors.js';
import { compareUtf8 } from '../../src/matching/match-order.js';
import { storedSignature } from '../../src/matching/match-rule.js';
import type { CollectionKey } from '../../src/store/contract/collections.js';
import type { StoreOperations } from '../../src/store/contract/store.js';
import { type CollectionState, emptyCollectionState, put } from './collection-state.js';

interface SuccessorsOptions {
  /** By name of the collection. */
  readonly states: Map<string, CollectionState>;
  readonly requireState: (collection: CollectionKey) => CollectionState;
  readonly extractors: Set<string>;
  readonly nextGeneration: () => number;
}

/** The operations of the contract that reindexing calls to move a collection to another recipe. */
export function createSuccessors({
  states,
  requireState,
  extractors,
  nextGeneration,
}: SuccessorsOptions): Pick<
  StoreOperations,
  'beginSuccessor' | 'restore' | 'takeChanges' | 'completeSuccessor' | 'abandonSuccessor'
> {
  return {
    async beginSuccessor({ collection, recipe, recipeId }) {
      const state = requireState(collection);
      if (state.successor !== null) {
        throw new NeardupError(
          'collection_exists',
          `Collection "${collection.name}" is being reindexed already`,
        );
      }
      const next = { ...state.collection, recipe, recipeId, generation: nextGeneration() };
      state.successor = { state: emptyCollectionState(next, extractors, null), changed: new Set() };
      return next;
    },
    async restore({ collection, documents }) {
      const state = requireState(collection);
      for (const { text, claimed, ...document } of documents) {
        const signature = storedSignature(document.signature, state.collection.recipe);
        const earlier = state.documents.get(document.id);
        put(state, { ...document, signature }, text, earlier);
        if (claimed !== undefined) state.claims.set(document.id, claimed);
      }
    },
    async takeChanges(collection, limit) {
      const { successor } = requireState(collection);
      const taken = [...(successor?.changed ?? [])].sort(compareUtf8).slice(0, limit);
      for (const id of taken) successor?.changed.delete(id);
      return taken;
    },
    async completeSuccessor(collection) {
      const { successor, memory } = requireState(collection);
      if (successor === null) {
        throw new NeardupError(
          'collection_not_found',
          `Collection "${collection.name}" has no successor`,
        );
      }
      if (successor.changed.size > 0) return false;
      if (memory !== null) memory.isReseated = true;
      successor.state.memory = memory;
      states.set(collection.name, successor.state);
      return true;
    },
    async abandonSuccessor(collection) {
      requireState(collection).successor = null;
    },
  };
}
