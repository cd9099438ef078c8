import {
  compareContents,
  containmentBetween,
  countContainment,
} from '../../../matching/compare.js';
import type { MatchedDocument } from '../../../matching/match.js';
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
import { livesAsLong } from '../../rules/versions.js';
import type { Tables } from '../engine/tables.js';
import type { FoundDocument } from '../tables/documents.js';
import { read, write } from './operation.js';

/**
 * Lists documents with their signatures, by row number, that is, in the order in which they were first stored. A
 * document keeps its row number while it exists, even if another version is stored. A caller that reads all pages gets
 * each document exactly once, unless the document is created or removed in the meantime.
 */
export const signatures = read<ListSignatures, SignaturePage>({
  cost: ({ rows }) => 0.02 + 0.012 * rows,
  run: ({ catalog, documents }, { collection, ...page }) =>
    documents.signatures(catalog.require(collection).generation, page),
});

/**
 * Adds each document to the cluster of the match that a scan found for it, as if a check had found the match. If
 * `deletes` is set, deletes the document instead, and records its id as a refused member of that cluster. All changes
 * are made in one atomic step, and no decisions are counted.
 *
 * Without `deletes`, a document that is already a cluster member stays in its cluster. If the document is the first
 * member of its cluster and therefore has no match, the match that the scan found joins this cluster, unless the match
 * is already in a cluster.
 *
 * A document is skipped if:
 *
 * - the document or its match is no longer stored with the content that the scan compared;
 * - the two have been declared separate;
 * - `deletes` is set, and either of the two is claimed, because the claim may expire, or the match was stored for a
 *   shorter lifetime than the document.
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
  const best = foundMatch(document.document, match.document, byParts);
  if (found.deletes) {
    const isClaimed = [document, match].some(
      (each) => claims.findClaim(collection, each) !== undefined,
    );
    if (isClaimed || outlives(document, match)) return 'left';
    tables.documentChanges.remove(collection, document, now);
    seating.refuse(collection, { id: found.document.id, best, newClusterId, now });
    return 'deleted';
  }
  const seat = seating.findSeat(collection, found.document.id);
  if (seat === undefined) {
    seating.join(collection, { id: found.document.id, best, newClusterId, now });
    return 'seated';
  }
  if (seat.matchId !== null || seating.findSeat(collection, found.match.id) !== undefined) {
    return null;
  }
  const turned = foundMatch(match.document, document.document, byParts);
  const { id } = found.match;
  seating.join(collection, { id, best: turned, newClusterId, now });
  return 'seated';
}

const outlives = ({ document: { lifetimeMs } }: FoundDocument, { document }: FoundDocument) =>
  !livesAsLong(document.lifetimeMs, lifetimeMs);

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

/** Compares the signatures of two stored documents and returns their match in the form recorded in clusters. */
function foundMatch(
  { signature: probe }: StoredDocument,
  { id, signature }: StoredDocument,
  byParts: boolean,
): MatchedDocument {
  const match = compareContents(probe, signature);
  const found = { ...match, containment: byParts ? countContainment(probe, signature) : null };
  return { id, ...match, containment: containmentBetween(found, probe, signature) };
}
