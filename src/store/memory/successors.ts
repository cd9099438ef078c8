import { NeardupError } from '../../errors.js';
import { compareUtf8 } from '../../matching/match-order.js';
import { keptSignature } from '../../matching/match-rule.js';
import type { CollectionKey } from '../contract/collections.js';
import type { StoreOperations } from '../contract/store.js';
import { emptyShelf, put, type Shelf } from './collection-state.js';

interface SuccessorsOptions {
  /** By name of the collection. */
  readonly shelves: Map<string, Shelf>;
  readonly shelfOf: (collection: CollectionKey) => Shelf;
  readonly extractors: Set<string>;
  readonly nextGeneration: () => number;
}

/** How a collection moves to another recipe: the operations of the contract that reindexing calls. */
export function createSuccessors({
  shelves,
  shelfOf,
  extractors,
  nextGeneration,
}: SuccessorsOptions): Pick<
  StoreOperations,
  'beginSuccessor' | 'restore' | 'takeChanges' | 'completeSuccessor' | 'abandonSuccessor'
> {
  return {
    async beginSuccessor({ collection, recipe, recipeId }) {
      const shelf = shelfOf(collection);
      if (shelf.successor !== null) {
        throw new NeardupError(
          'collection_exists',
          `Collection "${collection.name}" is being reindexed already`,
        );
      }
      const next = { ...shelf.collection, recipe, recipeId, generation: nextGeneration() };
      shelf.successor = { shelf: emptyShelf(next, extractors, null), changed: new Set() };
      return next;
    },
    async restore({ collection, documents }) {
      const shelf = shelfOf(collection);
      for (const { text, ...document } of documents) {
        const signature = keptSignature(document.signature, shelf.collection.recipe);
        const earlier = shelf.documents.get(document.id);
        put(shelf, { ...document, signature }, text, earlier);
      }
    },
    async takeChanges(collection, limit) {
      const { successor } = shelfOf(collection);
      const taken = [...(successor?.changed ?? [])].sort(compareUtf8).slice(0, limit);
      for (const id of taken) successor?.changed.delete(id);
      return taken;
    },
    async completeSuccessor(collection) {
      const { successor, memory } = shelfOf(collection);
      if (successor === null) {
        throw new NeardupError(
          'collection_not_found',
          `Collection "${collection.name}" has no successor`,
        );
      }
      if (successor.changed.size > 0) return false;
      if (memory !== null) memory.isReseated = true;
      successor.shelf.memory = memory;
      shelves.set(collection.name, successor.shelf);
      return true;
    },
    async abandonSuccessor(collection) {
      shelfOf(collection).successor = null;
    },
  };
}
