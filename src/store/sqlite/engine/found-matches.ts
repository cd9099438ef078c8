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
import { foundMatch } from '../../rules/found-match.js';
import type { Catalog } from '../tables/catalog.js';
import type { Documents, FoundDocument } from '../tables/documents.js';
import type { createSeating } from '../tables/lineage-records.js';
import type { createClaimedDocuments } from './claimed-documents.js';
import type { createDocumentChanges } from './document-changes.js';

/** What a search for duplicates among the stored documents reaches. */
interface Reached {
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly seating: ReturnType<typeof createSeating>;
  readonly remove: ReturnType<typeof createDocumentChanges>['remove'];
  readonly claimOf: ReturnType<typeof createClaimedDocuments>['claimOf'];
}

/** The operations of a search for duplicates among the stored documents (contract/scans.ts). */
export function createFoundMatches({ catalog, documents, seating, remove, claimOf }: Reached) {
  function signatures({ collection, ...page }: ListSignatures): SignaturePage {
    return documents.signatures(catalog.require(collection).generation, page);
  }

  function seatFound({ collection: key, found, now }: SeatFound): SeatedFound {
    const collection = catalog.require(key);
    const done = { ...noneSeated };
    for (const each of found) {
      const outcome = apply(collection, each, now);
      if (outcome !== null) done[outcome] += 1;
    }
    return done;
  }

  /** null: nothing was to do. */
  function apply(collection: Collection, found: FoundMatch, now: number): keyof SeatedFound | null {
    const document = unchanged(collection, found.document, now);
    const match = unchanged(collection, found.match, now);
    if (document === undefined || match === undefined) return 'left';
    if (seating.excludedFor(collection, found.document.id).includes(found.match.id)) return 'left';
    const { byParts, newClusterId } = found;
    const best = foundMatch(document.document, match.document, collection, byParts);
    if (found.deletes) {
      const isClaimed = [document, match].some((each) => claimOf(collection, each) !== undefined);
      if (isClaimed) return 'left';
      remove(collection, document, now);
      seating.refuse(collection, { id: found.document.id, best, newClusterId, now });
      return 'deleted';
    }
    const seat = seating.seatOf(collection, found.document.id);
    if (seat === undefined) {
      seating.join(collection, { id: found.document.id, stored: true, best, newClusterId, now });
      return 'seated';
    }
    if (seat.matchId !== null || seating.seatOf(collection, found.match.id) !== undefined) {
      return null;
    }
    const turned = foundMatch(match.document, document.document, collection, byParts);
    const { id } = found.match;
    seating.join(collection, { id, stored: true, best: turned, newClusterId, now });
    return 'seated';
  }

  function unchanged(
    { generation }: Collection,
    { id, exactHash }: DocumentContent,
    now: number,
  ): FoundDocument | undefined {
    const found = documents.findLive(generation, id, now);
    return found !== undefined && isContent(found.document, exactHash) ? found : undefined;
  }

  return { signatures, seatFound };
}

const isContent = ({ signature }: StoredDocument, exactHash: string): boolean =>
  signature.exactHash === exactHash;
