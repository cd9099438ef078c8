import { measureCommonShare, type TextParts } from '../../../fingerprint/parts.js';
import type { Signature } from '../../../fingerprint/signature.js';
import type { MatchRule } from '../../../matching/match.js';
import { keptSignature } from '../../../matching/match-rule.js';
import type { DocumentWithCluster } from '../../contract/clusters.js';
import type { Collection } from '../../contract/collections.js';
import type {
  DocumentsById,
  ListOperation,
  QueryOperation,
  QueryOutcome,
  StoredDocument,
} from '../../contract/documents.js';
import type { ListNear, NearPage } from '../../contract/near.js';
import type { ListNewest, NewestPage } from '../../contract/newest.js';
import type { ListSiteLines, SiteLineList } from '../../contract/sites.js';
import type { ArchiveDocument } from '../../contract/successors.js';
import { documentBytes, takePage } from '../../rules/reply-bytes.js';
import type { Tables } from '../engine/tables.js';
import type { Observers } from '../observers/observer.js';
import { documentsCost, read, searchCost } from './operation.js';

const costOfIds = ({ ids }: DocumentsById) => 0.02 + documentsCost(ids.length);

const unknownText = { evidence: null, parts: null };

export const query = read<QueryOperation, QueryOutcome | undefined>({
  cost: ({ probe, limit }) => searchCost('id' in probe ? unknownText : probe.signature, limit),
  run(tables, { collection: key, probe, rule, scope, judges, limit, now }) {
    const collection = tables.catalog.require(key);
    const kept = probeSignature(tables, collection, probe, now);
    if (kept === undefined) return undefined;
    const excluded = excludedBy(probe);
    const signature =
      'id' in probe && probe.parts !== undefined ? { ...kept, parts: probe.parts } : kept;
    const sites = tables.sites.ofPage(collection, 'id' in probe ? probe.id : null, now, scope);
    const search = {
      collection,
      signature,
      rule,
      scope,
      sites,
      judges,
      excluded,
      limit,
      isListing: true,
      now,
    };
    const { matches, candidates, isCut, ...found } = tables.findMatches(search);
    const truncated = found.truncated || isCut;
    const commonShare = commonShareIn(tables, collection, signature.parts, rule, now);
    return { fingerprint: signature.fingerprint, matches, candidates, truncated, commonShare };
  },
});

/**
 * Lists the documents whose fingerprints are within a distance of that of the probe, in order of distance, fingerprint,
 * age of the content, time and id. A caller that reads all pages gets each document exactly once, unless the document is
 * created, removed or given another content meanwhile. Returns undefined as `query` does.
 */
export const near = read<ListNear, NearPage | undefined>({
  cost: ({ limit }) => searchCost(unknownText, limit),
  run(tables, { collection: key, probe, ...page }) {
    const collection = tables.catalog.require(key);
    const signature = probeSignature(tables, collection, probe, page.now);
    if (signature === undefined) return undefined;
    return tables.listNear({ ...page, collection, signature, excluded: excludedBy(probe) });
  },
});

const excludedBy = (probe: QueryOperation['probe']) => ('id' in probe ? [probe.id] : []);

/** Returns the signature of a probe as the collection uses it; undefined if the id has neither a document nor a kept page. */
function probeSignature(
  { catalog, documents, decisionLog }: Tables,
  collection: Collection,
  probe: QueryOperation['probe'],
  now: number,
): Signature | undefined {
  const refusedSignature = (id: string) => {
    if (catalog.isSuccessor(collection)) return undefined;
    const page = decisionLog.pageOfId(catalog.findLineage(collection), id, now);
    return page?.recipeId === collection.recipeId ? page.signature : undefined;
  };
  const given =
    'id' in probe
      ? (documents.findLive(collection.generation, probe.id, now)?.document.signature ??
        refusedSignature(probe.id))
      : probe.signature;
  return given && keptSignature(given, collection.recipe);
}

function commonShareIn(
  { parts, livenessAt }: Tables,
  collection: Collection,
  ofPage: TextParts | null,
  { minContainment }: MatchRule,
  now: number,
): number | null {
  const { generation, recipe } = collection;
  if (ofPage === null || minContainment === undefined || !recipe.parts) return null;
  const isLive = livenessAt(collection, now);
  return measureCommonShare(ofPage, recipe.parts, (hash) =>
    parts.isCommon(generation, hash, isLive),
  );
}

export const get = read<DocumentsById, DocumentWithCluster[]>({
  cost: costOfIds,
  run(tables, { collection: key, ids, now }) {
    const collection = tables.catalog.require(key);
    return takePage(present(tables, collection, ids, now), ids.length, documentBytes);
  },
});

function* present(
  { documents, observers }: Tables,
  collection: Collection,
  ids: readonly string[],
  now: number,
): Generator<DocumentWithCluster> {
  for (const id of ids) {
    const found = documents.findLive(collection.generation, id, now);
    if (found !== undefined) yield described(observers, collection, found.document);
  }
}

/** Returns a document with the details that other features keep about it, such as its cluster. */
function described(
  observers: Observers,
  collection: Collection,
  document: StoredDocument,
): DocumentWithCluster {
  return observers.describe(collection, document.id, { ...document, cluster: null, claim: null });
}

export const list = read<ListOperation, DocumentWithCluster[]>({
  cost: ({ limit }) => 0.02 + documentsCost(limit),
  run({ catalog, documents, observers }, { collection: key, ...page }) {
    const collection = catalog.require(key);
    const found = documents.page(collection.generation, page);
    return found.map((document) => described(observers, collection, document));
  },
});

/** Lists the lines that a site repeats, as a check would learn them now. */
export const siteLines = read<ListSiteLines, SiteLineList>({
  cost: () => 0.5,
  run({ catalog, sites }, { collection, site, now }) {
    return sites.list(catalog.require(collection), site, now);
  },
});

/**
 * Lists documents in the order in which they were first stored, newest first. A document keeps its position when
 * another version is stored. A document that is stored again after it was deleted or expired gets a new position. After
 * an import or a reindexing, documents are in the order in which `restore` stored them, regardless of their times. A
 * caller that reads all pages gets each document exactly once, unless the document is created or removed meanwhile.
 */
export const newest = read<ListNewest, NewestPage>({
  cost: ({ limit, rows, search, only }) =>
    0.02 + documentsCost(limit) + (search === null && only === null ? 0.0002 : 0.002) * rows,
  run(tables, { collection: key, ...page }) {
    const { catalog, observers } = tables;
    const collection = catalog.require(key);
    const count = catalog.counts(collection).documents;
    const { generation } = collection;
    const lineage = catalog.isSuccessor(collection) ? 0 : catalog.findLineage(collection);
    const found = tables.newest.page({ generation, lineage, count }, page);
    return {
      documents: found.documents.map(({ number, document }) => ({
        number,
        document: described(observers, collection, document),
      })),
      next: found.next,
    };
  },
});

export const texts = read<
  DocumentsById & { readonly bytesMax?: number | undefined },
  (Uint8Array | null)[]
>({
  cost: costOfIds,
  run({ catalog, documents }, { collection, ids, now, bytesMax }) {
    const { generation } = catalog.require(collection);
    return ids.map((id) => documents.text(generation, id, now, bytesMax));
  },
});

export const getArchived = read<DocumentsById, ArchiveDocument[]>({
  cost: costOfIds,
  run({ catalog, documents, claims }, { collection: key, ids, now }) {
    const collection = catalog.require(key);
    return ids.flatMap((id) => {
      const found = documents.findLive(collection.generation, id, now);
      if (found === undefined) return [];
      const text = documents.textOf(found.content);
      return [{ ...found.document, text, claimed: claims.findClaim(collection, found) }];
    });
  },
});
