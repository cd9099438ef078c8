import type { Client } from '../quota/task-context.js';
import type { DocumentWithCluster } from '../store/contract/clusters.js';
import type { Collection } from '../store/contract/collections.js';
import type { StoreOperations } from '../store/contract/store.js';
import { documentBytes, replyBytesMax } from '../store/rules/reply-bytes.js';
import { packedBytesMax, unpackBeginning } from '../text/kept-text.js';

/** A listed document; `excerpt` is absent unless requested, and null if no text is kept. */
export interface ListedDocument extends DocumentWithCluster {
  readonly excerpt?: string | null;
}

/** Optional fields of listed documents. */
export interface Shown {
  /** True to add the beginning of the kept text. */
  readonly excerpts?: boolean | undefined;
}

/** Length of an excerpt in UTF-16 units. */
const excerptLengthMax = 240;
/** Number of texts whose beginnings are read in one operation of the store. */
const readAtOnce = 32;

/**
 * Adds excerpts of the kept texts to documents.
 * @returns the first documents, up to and including the one at which documents and excerpts together reach
 *   `replyBytesMax` bytes
 */
export type AddExcerpts = (
  collection: Collection,
  documents: readonly DocumentWithCluster[],
  client?: Client,
) => Promise<ListedDocument[]>;

export function createExcerpts(
  store: Pick<StoreOperations, 'texts'>,
  clock: () => number,
): AddExcerpts {
  return async function addExcerpts(collection, documents, client) {
    const page: ListedDocument[] = [];
    let bytes = 0;
    for (let begin = 0; begin < documents.length; begin += readAtOnce) {
      const some = documents.slice(begin, begin + readAtOnce);
      const ids = some.map(({ id }) => id);
      const packedBytes = packedBytesMax(excerptLengthMax);
      const texts = await store.texts(
        { collection, ids, now: clock(), bytesMax: packedBytes },
        { client },
      );
      for (const [index, document] of some.entries()) {
        const packed = texts[index];
        const excerpt = packed ? unpackBeginning(packed, excerptLengthMax) : null;
        page.push({ ...document, excerpt });
        bytes += documentBytes(document) + Buffer.byteLength(excerpt ?? '');
        if (bytes >= replyBytesMax) return page;
      }
    }
    return page;
  };
}
