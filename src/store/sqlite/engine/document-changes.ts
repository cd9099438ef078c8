import type { Collection } from '../../contract/collections.js';
import type { AddOperation, StoredDocument } from '../../contract/documents.js';
import { type SeenBy, seenAgain } from '../../rules/versions.js';
import type { Observers } from '../observers/observer.js';
import type { Catalog } from '../tables/catalog.js';
import { noCounts } from '../tables/collection-rows.js';
import { type createContents, erasedAtOnce } from '../tables/contents.js';
import { type Documents, type FoundDocument, keepLive } from '../tables/documents.js';

export type DocumentChanges = ReturnType<typeof createDocumentChanges>;

interface Changed {
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly contents: ReturnType<typeof createContents>;
  readonly observers: Pick<Observers, 'notify'>;
}

/**
 * Stores and deletes documents, and updates documents that were found unchanged. Each change updates the document's
 * row, its content and the counts of the collection, and then notifies the features that the collection uses.
 */
export function createDocumentChanges({ catalog, documents, contents, observers }: Changed) {
  /**
   * Stores a new version of a document. If the present version has expired by the `updatedAt` of the new version,
   * deletes the present version first, as the sweep would have done.
   */
  function store(
    collection: Collection,
    found: FoundDocument | undefined,
    version: StoredDocument,
    text: Uint8Array | null,
  ): StoredDocument {
    const live = keepLive(found, version.updatedAt);
    if (found !== undefined && live === undefined) expire(collection, found);
    return put(collection, live, version, text, version.updatedAt);
  }

  /**
   * Stores a version of a document. Replaces the row of the document with the same id, if there is one.
   * @param found the document that currently has the id, or undefined if there is none
   * @param now time of the change
   * @returns the stored document
   */
  function put(
    collection: Collection,
    found: FoundDocument | undefined,
    given: StoredDocument,
    text: Uint8Array | null,
    now: number,
  ): StoredDocument {
    const counts = noCounts();
    const kept = contents.keep(collection, given, text, counts, now, (content) => {
      for (const each of documents.expiredOf(content, now, erasedAtOnce)) {
        if (each.number !== found?.number) expire(collection, each);
      }
    });
    const content = kept.number;
    const document = { ...given, extractor: kept.extractor };
    counts.expiring += countExpiring(document);
    if (found === undefined) {
      documents.insert(collection.generation, kept, document);
      counts.documents += 1;
    } else {
      documents.replace(found, kept, document);
      counts.expiring -= countExpiring(found.document);
      if (content !== found.content) contents.release(found.content, counts);
    }
    catalog.count(collection, counts);
    const keepsContent = content === found?.content;
    observers.notify('stored', { collection, document, number: found?.number, keepsContent });
    return document;
  }

  function touch(
    collection: Collection,
    found: FoundDocument,
    operation: Pick<AddOperation, 'expiresAt' | 'now'>,
    by: SeenBy,
  ): StoredDocument {
    const document = seenAgain(found.document, operation, by);
    documents.touch(found, document);
    const expiring = countExpiring(document) - countExpiring(found.document);
    if (expiring !== 0) catalog.count(collection, { ...noCounts(), expiring });
    observers.notify('touched', { collection, document, number: found.number });
    return document;
  }

  function erase(collection: Collection, found: FoundDocument): void {
    const counts = noCounts();
    documents.delete(collection.generation, found);
    counts.documents -= 1;
    counts.expiring -= countExpiring(found.document);
    contents.release(found.content, counts);
    catalog.count(collection, counts);
  }

  /** Deletes a document that has not expired. */
  function remove(collection: Collection, found: FoundDocument, now: number): void {
    erase(collection, found);
    observers.notify('removed', { ...found, collection, now });
  }

  /** Deletes an expired document. Features record the time of its expiry, even if it is deleted much later. */
  function expire(collection: Collection, found: FoundDocument): void {
    erase(collection, found);
    observers.notify('expired', { ...found, collection, now: found.document.expiresAt! });
  }

  return { store, put, touch, remove, expire };
}

const countExpiring = ({ expiresAt }: StoredDocument): 0 | 1 => (expiresAt === null ? 0 : 1);
