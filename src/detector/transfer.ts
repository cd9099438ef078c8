import type { Store, StoredDocument } from '../store/store.js';
import { packText, unpackText } from '../text/kept-text.js';
import type { Collections } from './collections.js';

/** A document with all that is stored of it. */
export interface WholeDocument extends StoredDocument {
  /** In the form in which it is kept; null: none is. */
  readonly text: string | null;
}

/** Documents as they are stored, out of one store and into another. */
export function createTransfer(store: Store, collections: Collections, clock: () => number) {
  /** Documents in the byte order of their ids, from after `after` on, at most `limit`. */
  function listWhole(
    name: string,
    after: string | null,
    limit: number,
  ): Promise<readonly WholeDocument[]> {
    return collections.reach(name, async (collection) => {
      const now = clock();
      const documents = await store.list({ collection, idPrefix: null, after, limit, now });
      const ids = documents.map(({ id }) => id);
      const texts = await store.texts(collection, ids, now);
      return documents.map((document, index) => {
        const packed = texts[index] ?? null;
        return { ...document, text: packed && unpackText(packed) };
      });
    });
  }

  /**
   * Stores a document as it is given, times and revision included, and replaces what has its id.
   * Its signature must be of the recipe of the collection. A text is dropped where none are kept.
   */
  function restoreWhole(name: string, { text, ...document }: WholeDocument): Promise<void> {
    return collections.use(name, (collection) => {
      const packed = text !== null && collection.keepText ? packText(text) : null;
      return store.restore({ collection, documents: [{ ...document, text: packed }] });
    });
  }

  return { listWhole, restoreWhole };
}
