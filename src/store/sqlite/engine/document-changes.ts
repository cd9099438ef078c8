import type { Collection } from '../../contract/collections.js';
import type { AddOperation, StoredDocument } from '../../contract/documents.js';
import { seenAgain } from '../../rules/versions.js';
import type { Seating } from '../observers/clusters.js';
import type { Catalog } from '../tables/catalog.js';
import type { Claims } from '../tables/claims.js';
import { type Counts, noCounts } from '../tables/collection-counts.js';
import type { createContents } from '../tables/contents.js';
import type { Documents, FoundDocument } from '../tables/documents.js';

export type DocumentChanges = ReturnType<typeof createDocumentChanges>;

/** What a change of a document reaches. */
interface Reached {
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly contents: ReturnType<typeof createContents>;
  readonly claims: Claims;
  readonly seating: Seating;
  /** For a successor of the collection. */
  readonly noteChange: (collection: Collection, id: string) => void;
}

/**
 * The three ways in which a document changes: stored, seen again, removed. With its row change its
 * content, the counts of its collection and its seat in a cluster. What is stored or removed is not
 * claimed any more.
 */
export function createDocumentChanges({
  catalog,
  documents,
  contents,
  claims,
  seating,
  noteChange,
}: Reached) {
  /**
   * Stores a document in the place of what is found under its id, expired or not; gives it as it is
   * stored.
   * @param live whether what is found is present; its seat is kept as long as its content is
   */
  function put(
    collection: Collection,
    found: FoundDocument | undefined,
    given: StoredDocument,
    text: Uint8Array | null,
    live: boolean,
  ): StoredDocument {
    const counts = noCounts();
    const kept = contents.keep(collection, given, text, counts);
    const content = kept.number;
    const document = { ...given, extractor: kept.extractor };
    if (document.expiresAt !== null) counts.expiring += 1;
    if (found === undefined) {
      documents.insert(collection.generation, kept, document);
      counts.documents += 1;
    } else {
      unclaim(collection, found.number);
      documents.replace(found, kept, document);
      if (found.document.expiresAt !== null) counts.expiring -= 1;
      if (content !== found.content) {
        contents.release(found.content, counts);
      }
    }
    if (!live || content !== found?.content) {
      seating.leave(collection, document.id, document.lastSeenAt);
    }
    noteChange(collection, document.id);
    catalog.count(collection, counts);
    return document;
  }

  function touch(
    collection: Collection,
    found: FoundDocument,
    operation: Pick<AddOperation, 'expiresAt' | 'now'>,
  ): StoredDocument {
    const document = seenAgain(found.document, operation);
    documents.touch(found.number, document);
    if (document.expiresAt !== null && found.document.expiresAt === null) {
      catalog.count(collection, { ...noCounts(), expiring: 1 });
    }
    if (document.expiresAt !== null && catalog.hasClaims(collection)) {
      claims.shorten(found.number, document.expiresAt);
    }
    noteChange(collection, document.id);
    return document;
  }

  /** Without a note of change for a successor. @param counts take up what is removed */
  function erase(collection: Collection, found: FoundDocument, counts: Counts, now: number): void {
    const { id, expiresAt } = found.document;
    unclaim(collection, found.number);
    documents.delete(collection.generation, found);
    counts.documents -= 1;
    if (expiresAt !== null) counts.expiring -= 1;
    contents.release(found.content, counts);
    seating.leave(collection, id, now);
  }

  /** As `erase`, with its count and its note. */
  function remove(collection: Collection, found: FoundDocument, now: number): void {
    const counts = noCounts();
    erase(collection, found, counts, now);
    catalog.count(collection, counts);
    noteChange(collection, found.document.id);
  }

  /** Ends the claim on a document, if there is one; the document stays. */
  function unclaim(collection: Collection, document: number): void {
    if (!catalog.hasClaims(collection) || !claims.remove(document)) return;
    catalog.count(collection, { ...noCounts(), claims: -1 });
  }

  return { put, touch, erase, remove, unclaim };
}
