import { NeardupError } from '../errors.js';
import type { Client } from '../quota/task-context.js';
import type { Collection } from '../store/contract/collections.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import type { ListNewest, NewestPage, NumberedDocument } from '../store/contract/newest.js';
import { documentBytes, isFull } from '../store/rules/reply-bytes.js';
import type { Collections } from './collections.js';
import type { AddExcerpts, ListedDocument, Shown } from './excerpts.js';

/** Use case that lists documents, newest first. */
export interface NewestUseCases {
  /**
   * Returns one page of documents, newest first, and the position of the next page (null on the last page). A page may
   * have fewer documents than `limit`, or none.
   * @throws `collection_not_found`, `store_unsupported`; `invalid_cursor` if the collection was replaced since the
   *   previous page
   */
  listNewest(collectionName: string, page: PageOfNewest, client?: Client): Promise<ListedNewest>;
}

export interface PageOfNewest
  extends Shown,
    Pick<ListNewest, 'storedAfter' | 'storedBefore' | 'search' | 'only'> {
  /** Position returned with the previous page; null for the first page. */
  readonly after: PlaceOfNewest | null;
  readonly limit: number;
}

/**
 * Position in the list at which the next page continues: a row number, which is valid only within one generation of a
 * collection.
 */
export interface PlaceOfNewest {
  readonly generation: number;
  readonly number: number;
}

interface ListedNewest {
  readonly documents: readonly ListedDocument[];
  readonly next: PlaceOfNewest | null;
}

export interface NewestOptions {
  readonly store: EmbeddedStore;
  readonly collections: Collections;
  readonly addExcerpts: AddExcerpts;
  readonly clock: () => number;
}

/** Number of rows scanned in one operation of the store, which takes some milliseconds. */
const rows = 8192;
/** Maximum number of operations per page. It limits the cost if nearly all documents belong to other collections. */
const roundsMax = 16;

export function createNewest(options: NewestOptions): NewestUseCases {
  const { store, collections, addExcerpts, clock } = options;

  function listNewest(
    collectionName: string,
    { excerpts, after, ...page }: PageOfNewest,
    client?: Client,
  ): Promise<ListedNewest> {
    return collections.reach(collectionName, async (collection) => {
      const { generation } = collection;
      if (after !== null && after.generation !== generation) throw replaced(collection);
      const found = await collect(collection, { ...page, before: after?.number ?? null }, client);
      const documents = found.documents.map(({ document }) => document);
      const shown = excerpts ? await addExcerpts(collection, documents, client) : documents;
      const isCut = shown.length < documents.length;
      const next = isCut ? found.documents[shown.length - 1]!.number : found.next;
      return { documents: shown, next: next === null ? null : { generation, number: next } };
    });
  }

  async function collect(
    collection: Collection,
    { limit, before, ...page }: Omit<ListNewest, 'collection' | 'rows' | 'now'>,
    client: Client | undefined,
  ): Promise<NewestPage> {
    const found: NumberedDocument[] = [];
    let next = before;
    for (let round = 0; round < roundsMax; round++) {
      const wanted = { ...page, before: next, limit: limit - found.length, rows };
      const more = await store.newest({ collection, ...wanted, now: clock() }, { client });
      found.push(...more.documents);
      next = more.next;
      const isEnd = next === null || found.length >= limit;
      if (isEnd || isFull(found, ({ document }) => documentBytes(document))) break;
    }
    return { documents: found, next };
  }

  return { listNewest };
}

function replaced({ name }: Collection): NeardupError {
  return new NeardupError(
    'invalid_cursor',
    `Cannot continue from this cursor: collection "${name}" has since been reindexed or created again; start over without \`cursor\``,
  );
}
