import {
  type ArchiveDocument,
  bytesIn,
  type CollectionKey,
  compareUtf8,
  type DocumentWithCluster,
  documentBytes,
  isFull,
  isLive,
  type ListOperation,
  replyBytesMax,
  takePage,
} from 'neardup/engine';
import { bucketCount, type IndexRows } from './tables/index-rows.js';
import type { Registers } from './tables/registers.js';
import type { Sightings } from './tables/sightings.js';

/** Functions that read single documents by id. Each document is read as of one moment. */
export function createDocumentReads(registers: Registers, rows: IndexRows, sightings: Sightings) {
  async function readDocument(
    { generation }: CollectionKey,
    id: string,
    now: number,
  ): Promise<DocumentWithCluster | undefined> {
    const { document, register } = await registers.read(generation, id);
    if (document === null || !isLive(document, now)) return undefined;
    const seen = await sightings.of(generation, document, register.current!);
    return { ...seen, cluster: null, claim: null };
  }

  /**
   * Returns a document with its text. If the text is missing, reads both again: between the two reads, the document may
   * have got another text, and the old text may have been deleted.
   */
  async function readArchive(
    collection: CollectionKey,
    id: string,
    now: number,
  ): Promise<ArchiveDocument | undefined> {
    for (let before: string | null = null; ; ) {
      const found = await readDocument(collection, id, now);
      if (found === undefined) return undefined;
      const { cluster, claim, ...document } = found;
      const { exactHash } = document.signature;
      const text = await rows.textOf(collection.generation, exactHash);
      if (text !== null || before === exactHash) return { ...document, text };
      before = exactHash;
    }
  }

  async function readText(collection: CollectionKey, id: string, now: number) {
    const document = await readDocument(collection, id, now);
    if (document === undefined) return null;
    return rows.textOf(collection.generation, document.signature.exactHash);
  }

  return { readDocument, readArchive, readText };
}

/**
 * Returns a page of documents in the order of their ids. Merges the ids of all buckets, which are partitions of `ids`.
 */
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

const readAtOnce = 64;

/**
 * Reads the documents with the given ids, several at a time. Stops at `limit`, or after the document that reaches
 * `replyBytesMax`.
 * @param bytes size of the documents that the response contains already
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
    const page = takePage(found, limit - documents.length, documentBytes, sum);
    documents.push(...page);
    sum += bytesIn(page, documentBytes);
    if (sum >= replyBytesMax || documents.length >= limit) break;
  }
  return documents;
}

/**
 * Returns the first string after all strings that begin with a prefix, in the order of UTF-8 bytes, which equals the
 * order of code points; null if there is no such string.
 * @param prefix a well-formed string, without unpaired surrogates
 */
function endOfPrefix(prefix: string): string | null {
  const codePoints = [...prefix].map((character) => character.codePointAt(0) as number);
  while (codePoints.at(-1) === lastCodePoint) codePoints.pop();
  const last = codePoints.pop();
  if (last === undefined) return null;
  codePoints.push(last === beforeSurrogates ? afterSurrogates : last + 1);
  return String.fromCodePoint(...codePoints);
}

const lastCodePoint = 0x10ffff;
const beforeSurrogates = 0xd7ff;
const afterSurrogates = 0xe000;
