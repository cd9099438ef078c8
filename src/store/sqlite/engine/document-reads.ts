import { commonShareOf, type TextParts } from '../../../fingerprint/parts.js';
import type { MatchRule } from '../../../matching/match.js';
import { keptSignature } from '../../../matching/match-rule.js';
import type { DocumentWithCluster } from '../../contract/clusters.js';
import type { Collection } from '../../contract/collections.js';
import type { QueryOperation } from '../../contract/documents.js';
import type { ArchiveDocument } from '../../contract/successors.js';
import { documentBytes, pageOf } from '../../rules/reply-bytes.js';
import type { Input, Output } from '../requests.js';
import type { createMatchSearch } from '../search/matches.js';
import type { PartIndex } from '../search/part-index.js';
import type { Catalog } from '../tables/catalog.js';
import type { Documents } from '../tables/documents.js';
import type { NewestDocuments } from '../tables/newest-documents.js';
import type { createClaimedDocuments } from './claimed-documents.js';

interface DocumentReadsOptions {
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly newest: NewestDocuments;
  readonly findMatches: ReturnType<typeof createMatchSearch>;
  readonly parts: PartIndex;
  readonly claimed: ReturnType<typeof createClaimedDocuments>;
}

/** The operations that read documents and change nothing. */
export function createDocumentReads(options: DocumentReadsOptions) {
  const { catalog, documents, findMatches, parts, claimed } = options;

  function query({ collection: key, probe, rule, limit, now }: QueryOperation): Output<'query'> {
    const collection = catalog.require(key);
    const excluded = 'id' in probe ? [probe.id] : [];
    const given =
      'id' in probe
        ? documents.findLive(collection.generation, probe.id, now)?.document.signature
        : probe.signature;
    if (given === undefined) return undefined;
    const kept = keptSignature(given, collection.recipe);
    const signature =
      'id' in probe && probe.parts !== undefined ? { ...kept, parts: probe.parts } : kept;
    const search = { collection, signature, rule, excluded, limit, now };
    const { matches, candidates, isCut, ...found } = findMatches(search);
    const truncated = found.truncated || isCut;
    const commonShare = commonShareIn(collection, signature.parts, rule);
    return { fingerprint: signature.fingerprint, matches, candidates, truncated, commonShare };
  }

  function commonShareIn(
    { generation, recipe }: Collection,
    ofPage: TextParts | null,
    { minContainment }: MatchRule,
  ): number | null {
    if (ofPage === null || minContainment === undefined || !recipe.parts) return null;
    return commonShareOf(ofPage, recipe.parts, (hash) => parts.isCommon(generation, hash));
  }

  function get({ collection: key, ids, now }: Input<'get'>): DocumentWithCluster[] {
    const collection = catalog.require(key);
    return pageOf(present(collection, ids, now), ids.length, documentBytes);
  }

  function* present(
    collection: Collection,
    ids: readonly string[],
    now: number,
  ): Generator<DocumentWithCluster> {
    for (const id of ids) {
      const found = documents.findLive(collection.generation, id, now);
      if (found !== undefined) yield claimed.told(collection, found.document);
    }
  }

  function list({ collection: key, ...page }: Input<'list'>): DocumentWithCluster[] {
    const collection = catalog.require(key);
    const documentsOfPage = documents.page(collection.generation, page);
    return documentsOfPage.map((document) => claimed.told(collection, document));
  }

  function newest({ collection: key, ...page }: Input<'newest'>): Output<'newest'> {
    const collection = catalog.require(key);
    const count = catalog.counts(collection).documents;
    const found = options.newest.page({ generation: collection.generation, count }, page);
    return {
      documents: found.documents.map(({ number, document }) => ({
        number,
        document: claimed.told(collection, document),
      })),
      next: found.next,
    };
  }

  function texts({ collection, ids, now, bytesMax }: Input<'texts'>): Output<'texts'> {
    const { generation } = catalog.require(collection);
    return ids.map((id) => documents.text(generation, id, now, bytesMax));
  }

  function getArchived({ collection: key, ids, now }: Input<'getArchived'>): ArchiveDocument[] {
    const collection = catalog.require(key);
    return ids.flatMap((id) => {
      const found = documents.findLive(collection.generation, id, now);
      if (found === undefined) return [];
      const text = documents.textOf(found.content);
      return [{ ...found.document, text, claimed: claimed.claimOf(collection, found) }];
    });
  }

  return { query, get, list, newest, texts, getArchived };
}
