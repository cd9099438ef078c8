import type { Collection, CreateCollection, UpdateCollection } from '../../contract/collections.js';
import { write } from './operation.js';

/**
 * Creates an empty collection.
 * @throws `collection_exists`; `validation_failed` if `collectionsMax` collections exist
 */
export const createCollection = write<CreateCollection, Collection>({
  run: ({ catalog }, operation) => catalog.create(operation),
});

/** Changes settings of a collection, for later operations. @throws `collection_not_found` */
export const updateCollection = write<UpdateCollection, Collection>({
  run: ({ catalog }, operation) => catalog.update(operation),
});

/**
 * Deletes a collection: its name can be used again, and all operations treat its documents as absent. `sweep` deletes
 * the rows of the collection later.
 * @throws `collection_not_found`
 */
export const deleteCollection = write<Pick<Collection, 'name'>>({
  run: ({ catalog }, { name }) => catalog.remove(name),
});
