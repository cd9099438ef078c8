import type { Collection, CreateCollection, UpdateCollection } from '../../contract/collections.js';
import { write } from './operation.js';

export const createCollection = write<CreateCollection, Collection>({
  run: ({ catalog }, operation) => catalog.create(operation),
});

export const updateCollection = write<UpdateCollection, Collection>({
  run: ({ catalog }, operation) => catalog.update(operation),
});

export const deleteCollection = write<Pick<Collection, 'name'>>({
  run({ catalog, decisions }, { name }) {
    catalog.remove(name);
    // Before the sweep deletes those of the collection.
    decisions.flush();
  },
});
