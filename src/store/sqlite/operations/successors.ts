import { NeardupError } from '../../../errors.js';
import type { Collection, OfCollection } from '../../contract/collections.js';
import type { BeginSuccessor } from '../../contract/successors.js';
import { write } from './operation.js';

/**
 * Begins to rebuild a collection under another recipe: creates an empty successor without a name. Until the successor
 * is completed or abandoned, the ids of documents that change in the collection are recorded (`takeChanges`). A
 * successor that was left unfinished is deleted when the store is next opened.
 * @throws `collection_not_found`; `collection_exists` if the collection already has a successor
 */
export const beginSuccessor = write<BeginSuccessor, Collection>({
  run({ catalog, observers }, operation) {
    const successor = catalog.beginSuccessor(operation);
    observers.reconsider();
    return successor;
  },
});

/**
 * Returns at most `limit` recorded ids of documents that have changed since `beginSuccessor`, and deletes these ids
 * from the record.
 */
export const takeChanges = write<OfCollection & { readonly limit: number }, string[]>({
  cost: ({ limit }) => 0.02 + 0.003 * limit,
  run({ catalog, changes }, { collection, limit }) {
    const successor = catalog.findSuccessor(catalog.require(collection));
    return successor === undefined ? [] : changes.take(successor.generation, limit);
  },
});

/**
 * Deletes a collection and gives its name to its successor. Clusters, separations, labels and decision counts stay,
 * because they belong to the lineage.
 * @returns the successor; undefined if nothing was done, because some recorded ids have not been taken yet
 * @throws `collection_not_found`, also if there is no successor
 */
export const completeSuccessor = write<OfCollection, Collection | undefined>({
  cost: () => 10,
  run({ catalog, changes, observers }, { collection }) {
    const former = catalog.require(collection);
    const successor = catalog.findSuccessor(former);
    if (successor === undefined) {
      throw new NeardupError(
        'collection_not_found',
        `Collection "${former.name}" has no successor`,
      );
    }
    if (!changes.isEmpty(successor.generation)) return undefined;
    observers.notify('succeeded', { collection: former });
    catalog.completeSuccessor(former, successor);
    observers.reconsider();
    return successor;
  },
});

/** Discards the successor of a collection, if any. */
export const abandonSuccessor = write<OfCollection>({
  run({ catalog, observers }, { collection }) {
    catalog.abandonSuccessor(catalog.require(collection));
    observers.reconsider();
  },
});
