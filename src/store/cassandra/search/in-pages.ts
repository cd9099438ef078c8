import type { DocumentWithCluster } from '../../contract/clusters.js';
import { bytesIn, documentBytes, pageOf, replyBytesMax } from '../../rules/reply-bytes.js';

const readAtOnce = 64;

/**
 * The documents with these ids, read some at a time. Ends at `limit`, or with the document that
 * reaches `replyBytesMax`.
 * @param bytes of documents that are in the answer already
 */
export async function inPages(
  ids: readonly string[],
  limit: number,
  find: (id: string) => Promise<DocumentWithCluster | undefined>,
  bytes = 0,
): Promise<DocumentWithCluster[]> {
  const documents: DocumentWithCluster[] = [];
  let sum = bytes;
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const some = await Promise.all(ids.slice(at, at + readAtOnce).map(find));
    const found = some.filter((document) => document !== undefined);
    const page = pageOf(found, limit - documents.length, documentBytes, sum);
    documents.push(...page);
    sum += bytesIn(page, documentBytes);
    if (sum >= replyBytesMax || documents.length >= limit) break;
  }
  return documents;
}
