import { compareUtf8 } from '../../../matching/match-order.js';
import type { DocumentWithCluster } from '../../contract/clusters.js';
import type { ListOperation } from '../../contract/documents.js';
import { endOfPrefix } from '../../rules/id-prefix.js';
import { bytesIn, documentBytes, isFull } from '../../rules/reply-bytes.js';
import { bucketCount, type IndexRows } from '../tables/index-rows.js';
import { inPages } from './in-pages.js';

/** A page of documents: the ids of all buckets merged, without ids that have no document. */
export async function listDocuments(
  rows: IndexRows,
  generation: number,
  { idPrefix, after, limit }: Pick<ListOperation, 'idPrefix' | 'after' | 'limit'>,
  find: (id: string) => Promise<DocumentWithCluster | undefined>,
): Promise<DocumentWithCluster[]> {
  const from = idPrefix ?? '';
  const to = idPrefix === null ? null : endOfPrefix(idPrefix);
  const documents: DocumentWithCluster[] = [];
  for (let last = after; documents.length < limit && !isFull(documents, documentBytes); ) {
    const range = { from, after: last, to };
    const buckets = Array.from({ length: bucketCount }, (_, bucket) =>
      rows.idsIn(generation, bucket, range, limit),
    );
    const ids = (await Promise.all(buckets)).flat().sort(compareUtf8).slice(0, limit);
    if (ids.length === 0) break;
    const left = limit - documents.length;
    documents.push(...(await inPages(ids, left, find, bytesIn(documents, documentBytes))));
    last = ids.at(-1)!;
  }
  return documents;
}
