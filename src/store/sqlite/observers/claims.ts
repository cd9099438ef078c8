import type { Match } from '../../../matching/match.js';
import type { Claim, FormerVersion, ReplacedDocument } from '../../contract/claims.js';
import { lapsedAtOnce } from '../../contract/claims.js';
import type { DocumentWithCluster } from '../../contract/clusters.js';
import type { Collection, CollectionKey } from '../../contract/collections.js';
import type { CheckOperation, CheckOutcome, StoredDocument } from '../../contract/documents.js';
import { claimEnd, firstDecisionOf, renewedOutcome } from '../../rules/claims.js';
import { isLive } from '../../rules/versions.js';
import type { DocumentChanges } from '../engine/document-changes.js';
import type { Catalog } from '../tables/catalog.js';
import type { Claims } from '../tables/claims.js';
import { noCounts } from '../tables/collection-counts.js';
import type { Documents, FoundDocument } from '../tables/documents.js';
import type { Seating } from './clusters.js';

export type ClaimedDocuments = ReturnType<typeof createClaimedDocuments>;

interface ClaimedOptions {
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly claims: Claims;
  readonly seating: Seating;
  readonly changes: Pick<DocumentChanges, 'put' | 'remove' | 'unclaim'>;
  readonly noteChange: (collection: Collection, id: string) => void;
}

/** How claims are made, confirmed, and lapse, with all that they bring and take. */
export function createClaimedDocuments(options: ClaimedOptions) {
  const { catalog, documents, claims, seating, noteChange } = options;
  const { put, remove, unclaim } = options.changes;

  const claimOf = (collection: Collection, found: FoundDocument | undefined) =>
    found !== undefined && catalog.hasClaims(collection) ? claims.find(found.number) : undefined;

  /**
   * Ends the claims on these documents that are due. Of very many claims that are due, only some expire before an
   * operation; none may be overwritten, or its former version is lost.
   */
  function settle(key: CollectionKey, ids: readonly string[], now: number): void {
    const collection = catalog.byGeneration(key.generation);
    if (collection === undefined || !catalog.hasClaims(collection)) return;
    for (const id of ids) {
      const found = documents.find(collection.generation, id);
      const claim = found === undefined ? null : claims.told(found.number);
      if (claim !== null && claim.expiresAt <= now) end(collection, found!, now);
    }
  }

  /** What replies tell of the claim on a document. */
  function toldOf(collection: Collection, id: string | null): DocumentWithCluster['claim'] {
    if (id === null || !catalog.hasClaims(collection)) return null;
    const number = documents.numberOf(collection.generation, id);
    return number === undefined ? null : claims.told(number);
  }

  /** What comes back if the claim on the next version lapses. */
  function formerOf(collection: Collection, live: FoundDocument | undefined): FormerVersion | null {
    if (live === undefined) return null;
    const claim = claimOf(collection, live);
    if (claim !== undefined) return claim.former;
    const { document } = live;
    const seated = seating.seatedMember(collection, document.id);
    return { ...document, text: documents.textOf(live.content), seated };
  }

  /** Claims what a check has just stored. */
  function claim(
    collection: Collection,
    operation: CheckOperation,
    outcome: CheckOutcome,
    matches: readonly Match[],
    former: FormerVersion | null,
  ): void {
    const number = documents.numberOf(collection.generation, outcome.id!)!;
    const replaces = matches
      .filter(({ id }) => outcome.replaced.includes(id))
      .map(({ fingerprint, metadata, storedAt, ...match }): ReplacedDocument => {
        const { signature } = documents.find(collection.generation, match.id)!.document;
        return { ...match, exactHash: signature.exactHash };
      });
    const first = firstDecisionOf(outcome);
    claims.put(number, { ...operation.claim!, first, former, replaces });
    catalog.count(collection, { ...noCounts(), claims: 1 });
  }

  /** Renews the claim on a document, if there is one of this claimant, and never shortens it; else undefined. */
  function renew(
    collection: Collection,
    { claim: asked }: Pick<CheckOperation, 'claim'>,
    live: FoundDocument,
  ): CheckOutcome | undefined {
    if (asked === null) return undefined;
    const claim = claimOf(collection, live);
    if (claim?.claimant !== asked.claimant) return undefined;
    const expiresAt = claimEnd(Math.max(claim.expiresAt, asked.expiresAt), live.document);
    claims.renew(live.number, expiresAt);
    noteChange(collection, live.document.id);
    return renewedOutcome(live.document.id, claim, expiresAt);
  }

  function restore(collection: Collection, document: StoredDocument, claim: Claim): void {
    const number = documents.numberOf(collection.generation, document.id)!;
    claims.put(number, { ...claim, expiresAt: claimEnd(claim.expiresAt, document) });
    catalog.count(collection, { ...noCounts(), claims: 1 });
  }

  /** @returns how many documents gave up their place */
  function confirmOne(
    collection: Collection,
    { number, document }: FoundDocument,
    now: number,
  ): number {
    const claim = claims.find(number)!;
    unclaim(collection, number);
    noteChange(collection, document.id);
    const cluster = seating.clusterOf(collection, document.id);
    let replaced = 0;
    for (const { exactHash, ...match } of claim.replaces) {
      const found = documents.findLive(collection.generation, match.id, now);
      if (found === undefined || found.document.signature.exactHash !== exactHash) continue;
      remove(collection, found, now);
      if (cluster !== null) {
        const best = { ...match, id: document.id };
        seating.refuse(collection, { id: match.id, best, newClusterId: cluster, now });
      }
      replaced += 1;
    }
    return replaced;
  }

  /** Ends claims whose time is over. @returns how many */
  function lapse(now: number): number {
    const due = claims.due(now, lapsedAtOnce);
    for (const number of due) {
      const found = documents.byNumber(number);
      const collection = found && catalog.byGeneration(found.generation);
      if (collection === undefined) claims.remove(number);
      else end(collection, found!, now);
    }
    return due.length;
  }

  /** Brings the former version of a claimed document back, or removes the document. */
  function end(collection: Collection, found: FoundDocument, now: number): void {
    const { former } = claims.find(found.number)!;
    unclaim(collection, found.number);
    if (former === null || !isLive(former, now)) {
      remove(collection, found, now);
      return;
    }
    const { text, seated, ...document } = former;
    seating.leave(collection, document.id, now);
    put(collection, found, document, text, true);
    if (seated !== null) seating.seatAgain(collection, seated, now);
  }

  return {
    settle,
    claimOf,
    formerOf,
    claim,
    renew,
    restore,
    confirmOne,
    lapse,
    end,
    toldOf,
    /** A document as it is found. */
    told: (collection: Collection, document: StoredDocument): DocumentWithCluster => ({
      ...document,
      cluster: seating.clusterOf(collection, document.id),
      claim: toldOf(collection, document.id),
    }),
  };
}
