import type { Collection, CreateCollection, UpdateCollection } from '../../contract/collections.js';
import { write } from './operation.js';

/**
 * Creates an empty collection.
 * @throws `collection_exists`; `validation_failed` if `collectionsMax` collections exist
 */
export const createCollection = write<CreateCollection, Collection>({
  run: ({ catalog }, operation) => catalog.create(operation),
});

/** Changes defaults of a collection. They apply to documents stored from then on. @throws `collection_not_found` */
export const updateCollection = write<UpdateCollection, Collection>({
  run: ({ catalog }, operation) => catalog.update(operation),
});

/**
 * Frees the name and hides the documents from all operations. `sweep` deletes their rows.
 * @throws `collection_not_found`
 */
export const deleteCollection = write<Pick<Collection, 'name'>>({
  run: ({ catalog }, { name }) => catalog.remove(name),
});
