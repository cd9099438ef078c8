import type { Cluster, Member, Separation } from '../contract/clusters.js';
import type { DecisionRecord } from '../contract/decision-log.js';
import type { StoredDocument } from '../contract/documents.js';

/**
 * Maximum number of bytes of ids, metadata and page facts in one response. The item that reaches the limit is still
 * included. Without a limit, a thousand documents with 16 KB of metadata each would make a response of 16 MB, and a few
 * dozen such responses would fill the heap. The other fields of an item have a fixed maximum size and are not counted.
 */
export const replyBytesMax = 2 ** 20;

/** Returns the number of bytes that an item counts towards `replyBytesMax`. */
export type BytesOf<T> = (item: T) => number;

/** Returns the number of bytes that count for a document, or for a match, which has no page facts. */
export const documentBytes: BytesOf<
  Pick<StoredDocument, 'id' | 'metadata'> & Partial<Pick<StoredDocument, 'page'>>
> = ({ id, metadata, page }) => Buffer.byteLength(id + (metadata ?? '') + (page ?? ''));

export const clusterBytes: BytesOf<Cluster> = ({ id, representative }) =>
  Buffer.byteLength(id) + Buffer.byteLength(representative.id);

export const memberBytes: BytesOf<Member> = ({ id, match }) =>
  Buffer.byteLength(id) + (match === null ? 0 : Buffer.byteLength(match.id));

export const separationBytes: BytesOf<Separation> = ({ a, b }) =>
  Buffer.byteLength(a) + Buffer.byteLength(b);

export const decisionBytes: BytesOf<DecisionRecord> = ({ id, match, title }) =>
  Buffer.byteLength(`${id ?? ''}${match ?? ''}${title ?? ''}`);

/**
 * Returns the first items, at most `limit`, up to and including the one that reaches `replyBytesMax`. Does not read the
 * items after it.
 * @param bytes number of bytes that the rest of the response has used already
 */
export function takePage<T>(
  items: Iterable<T>,
  limit: number,
  bytesOf: BytesOf<T>,
  bytes = 0,
): T[] {
  const page: T[] = [];
  if (limit <= 0 || bytes >= replyBytesMax) {
    // Closes the SQL statement behind the iterator, which would otherwise stay open.
    items[Symbol.iterator]().return?.();
    return page;
  }
  let sum = bytes;
  for (const item of items) {
    sum += bytesOf(item);
    if (page.push(item) >= limit || sum >= replyBytesMax) break;
  }
  return page;
}

/** Returns true if the page may have stopped at the size limit, in which case more items may follow. */
export function isFull<T>(page: readonly T[], bytesOf: BytesOf<T>): boolean {
  return bytesIn(page, bytesOf) >= replyBytesMax;
}

export function bytesIn<T>(page: readonly T[], bytesOf: BytesOf<T>): number {
  return page.reduce((sum, item) => sum + bytesOf(item), 0);
}
