import { compareContents, containmentBetween } from '../../../matching/compare.js';
import type { MatchedDocument, MatchRule } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import type { StoredDocument } from '../../contract/documents.js';
import {
  type DocumentContent,
  type FoundMatch,
  type ListSignatures,
  noneSeated,
  type SeatedFound,
  type SeatFound,
  type SignaturePage,
} from '../../contract/scans.js';
import type { Tables } from '../engine/tables.js';
import type { FoundDocument } from '../tables/documents.js';
import { read, write } from './operation.js';

/**
 * Lists documents with their signatures, in the order in which they were first stored, that is, by row number. A
 * document keeps its number while it exists, even if it is replaced. If a caller reads all pages, it gets each document
 * that exists during the whole time exactly once.
 */
export const signatures = read<ListSignatures, SignaturePage>({
  cost: ({ rows }) => 0.02 + 0.012 * rows,
  run: ({ catalog, documents }, { collection, ...page }) =>
    documents.signatures(catalog.require(collection).generation, page),
});

/**
 * In one step, adds documents to the clusters of the matches that a scan found for them, as if checks had found these
 * matches. If `deletes` is set for a document, deletes it instead. No decisions are counted.
 *
 * A document that is already a cluster member with a match stays as it is. If it is a member without a match (the first
 * of its cluster), its match joins the cluster instead, unless the match is in a cluster already.
 *
 * A document is skipped if it or its match has been deleted or changed since the scan compared them, or if the document
 * and its match have been declared separate. A document is not deleted if it or its match is claimed, because the claim
 * may expire.
 */
export const seatFound = write<SeatFound, SeatedFound>({
  cost: ({ found }) => 0.05 + 0.2 * found.length,
  run(tables, { collection: key, found, now }) {
    const collection = tables.catalog.require(key);
    const done = { ...noneSeated };
    for (const each of found) {
      const outcome = apply(tables, collection, each, now);
      if (outcome !== null) done[outcome] += 1;
    }
    return done;
  },
});

/** Applies one match. @returns name of the count to increase; null if there was nothing to do */
function apply(
  tables: Tables,
  collection: Collection,
  found: FoundMatch,
  now: number,
): keyof SeatedFound | null {
  const { seating, claims, observers } = tables;
  const document = unchanged(tables, collection, found.document, now);
  const match = unchanged(tables, collection, found.match, now);
  if (document === undefined || match === undefined) return 'left';
  if (observers.excluded(collection, found.document.id).includes(found.match.id)) return 'left';
  const { byParts, newClusterId } = found;
  const best = foundMatch(document.document, match.document, collection, byParts);
  if (found.deletes) {
    const isClaimed = [document, match].some(
      (each) => claims.claimOf(collection, each) !== undefined,
    );
    if (isClaimed) return 'left';
    tables.documentChanges.remove(collection, document, now);
    seating.refuse(collection, { id: found.document.id, best, newClusterId, now });
    return 'deleted';
  }
  const seat = seating.seatOf(collection, found.document.id);
  if (seat === undefined) {
    seating.join(collection, { id: found.document.id, best, newClusterId, now });
    return 'seated';
  }
  if (seat.matchId !== null || seating.seatOf(collection, found.match.id) !== undefined) {
    return null;
  }
  const turned = foundMatch(match.document, document.document, collection, byParts);
  const { id } = found.match;
  seating.join(collection, { id, best: turned, newClusterId, now });
  return 'seated';
}

function unchanged(
  { documents }: Tables,
  { generation }: Collection,
  { id, exactHash }: DocumentContent,
  now: number,
): FoundDocument | undefined {
  const found = documents.findLive(generation, id, now);
  return found !== undefined && isContent(found.document, exactHash) ? found : undefined;
}

const isContent = ({ signature }: StoredDocument, exactHash: string): boolean =>
  signature.exactHash === exactHash;

type FoundIn = Pick<Collection, 'recipe' | 'compareTitles'>;

/** Compares the signatures of two stored documents and returns their match in the form recorded in clusters. */
function foundMatch(
  { signature: probe }: StoredDocument,
  { id, signature }: StoredDocument,
  { recipe: { parts: layout }, compareTitles }: FoundIn,
  byParts: boolean,
): MatchedDocument {
  const match = compareContents(probe, signature, { compareTitles });
  const estimated = byParts && layout ? { layout, rule: noRule } : null;
  return { id, ...match, containment: containmentBetween(match, probe, signature, estimated) };
}

const noRule: MatchRule = { maxDistance: 0, minSimilarity: 0, shortMinSimilarity: 0 };
