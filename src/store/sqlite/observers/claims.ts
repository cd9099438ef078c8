import { deserialize, serialize } from 'node:v8';
import type { Database } from 'better-sqlite3';
import type { ReadSites } from '../../../matching/additions.js';
import type { Match } from '../../../matching/match.js';
import type { Claim, FormerVersion, ReplacedDocument } from '../../contract/claims.js';
import { claimsExpiredAtOnce } from '../../contract/claims.js';
import type { DocumentWithCluster } from '../../contract/clusters.js';
import type { Collection, CollectionKey } from '../../contract/collections.js';
import type {
  CheckOperation,
  CheckOutcome,
  NewClaim,
  StoredDocument,
} from '../../contract/documents.js';
import { claimEnd, renewedClaim, renewedOutcome, toFirstDecision } from '../../rules/claims.js';
import { isUnchanged } from '../../rules/decide-check.js';
import { isLive } from '../../rules/versions.js';
import type { DocumentChanges } from '../engine/document-changes.js';
import type { Catalog } from '../tables/catalog.js';
import { noCounts } from '../tables/collection-rows.js';
import type { Documents, FoundDocument } from '../tables/documents.js';
import { createUndoLog } from '../undo.js';
import type { Seating } from './clusters.js';
import type { Observer, Observers } from './observer.js';

export type Claims = ReturnType<typeof createClaims>;

interface ClaimOptions {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly documents: Documents;
  readonly seating: Seating;
  /** Returns a function that reads the lines of the site of a stored version. */
  readonly readSites: (collection: Collection, version: StoredDocument, now: number) => ReadSites;
  readonly changes: Pick<DocumentChanges, 'put' | 'remove'>;
  readonly observers: Pick<Observers, 'notify' | 'use'>;
}

/**
 * Claims on documents (contract/claims.ts). Checks create and renew claims. A claim ends when it is confirmed or
 * expires, or when its document is deleted or gets another version.
 */
export function createClaims(options: ClaimOptions) {
  const { db, catalog, documents, seating, readSites, observers } = options;
  const { put, remove } = options.changes;
  const rows = createClaimRows(db);

  const observer: Observer = {
    isUsedIn: catalog.hasClaims,
    stored({ collection, number }) {
      if (number !== undefined) unclaim(collection, number);
    },
    removed: ({ collection, number }) => unclaim(collection, number),
    expired: ({ collection, number }) => unclaim(collection, number),
    describe(collection, id, details) {
      details.claim = claimSummary(collection, id);
    },
  };

  function insert(collection: Collection, number: number, claim: Claim): void {
    rows.put(number, claim);
    catalog.count(collection, { ...noCounts(), claims: 1 });
    observers.use(observer, collection);
  }

  /** Ends the claim on a document, if any. The document stays. */
  function unclaim(collection: Collection, document: number): void {
    if (rows.remove(document)) catalog.count(collection, { ...noCounts(), claims: -1 });
  }

  function findClaim(collection: Collection, found: FoundDocument | undefined): Claim | undefined {
    return found !== undefined && catalog.hasClaims(collection)
      ? rows.find(found.number)
      : undefined;
  }

  /**
   * Ends expired claims on the documents that an operation is about to change. Some may remain, because only
   * `claimsExpiredAtOnce` claims are ended before each operation. If a claimed document were overwritten before its
   * expired claim was ended, its former version could not be restored.
   */
  function settle(key: CollectionKey, ids: readonly string[], now: number): void {
    const collection = catalog.byGeneration(key.generation);
    if (collection === undefined || !catalog.hasClaims(collection)) return;
    for (const id of ids) {
      const found = documents.find(collection.generation, id);
      const claim = found === undefined ? null : rows.expiryOf(found.number);
      if (claim !== null && claim.expiresAt <= now) end(collection, found!);
    }
  }

  /** Returns the claim on a document as it appears in responses, or null if the document is not claimed. */
  function claimSummary(collection: Collection, id: string | null): DocumentWithCluster['claim'] {
    if (id === null || !catalog.hasClaims(collection)) return null;
    const number = documents.numberOf(collection.generation, id);
    return number === undefined ? null : rows.expiryOf(number);
  }

  /**
   * Returns the former version to record in a new claim on a document: the current version or, if the current version
   * is also claimed, the former version recorded in that claim. Returns null if there is none.
   * @param live current version of the document; undefined if there is none
   */
  function findFormer(
    collection: Collection,
    live: FoundDocument | undefined,
  ): FormerVersion | null {
    if (live === undefined) return null;
    const claim = findClaim(collection, live);
    if (claim !== undefined) return claim.former;
    const { document } = live;
    const seated = seating.seatedMember(collection, document.id);
    return { ...document, text: documents.textOf(live.content), seated };
  }

  /** Claims the document that a check has just stored. */
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
    const first = toFirstDecision(outcome);
    insert(collection, number, { ...operation.claim!, first, former, replaces });
  }

  /**
   * Extends a claimant's claim on a document, and returns the first decision again. Returns undefined if the claimant
   * has no claim on the document. Never shortens a claim.
   */
  function renew(
    collection: Collection,
    requested: NewClaim,
    live: FoundDocument,
  ): CheckOutcome | undefined {
    const claim = findClaim(collection, live);
    if (claim?.claimant !== requested.claimant) return undefined;
    const expiresAt = renewedClaim(claim, requested, live.document);
    rows.renew(live.number, expiresAt);
    observers.notify('touched', { ...live, collection });
    return renewedOutcome(live.document, claim, expiresAt);
  }

  /**
   * Returns true if the stored outcome of a check with a claim no longer holds: the expiry recorded in the outcome has
   * passed, and one of these conditions applies:
   *
   * - The document is absent or says something else.
   * - The document's claim has expired, or belongs to another claimant.
   */
  function hasEnded(
    { collection: key, signature, duplicateIf, claim, now }: CheckOperation,
    { stored, id, claim: kept }: CheckOutcome,
  ): boolean {
    if (!stored || id === null || kept == null || kept.expiresAt > now) return false;
    const collection = catalog.byGeneration(key.generation);
    if (collection === undefined) return false;
    const live = documents.findLive(collection.generation, id, now);
    if (live === undefined) return true;
    const ofSite = readSites(collection, live.document, now);
    if (!isUnchanged(live.document, { signature, duplicateIf }, ofSite)) return true;
    const current = findClaim(collection, live);
    return (
      current !== undefined && (current.expiresAt <= now || current.claimant !== claim?.claimant)
    );
  }

  function restore(collection: Collection, document: StoredDocument, claim: Claim): void {
    const number = documents.numberOf(collection.generation, document.id)!;
    insert(collection, number, { ...claim, expiresAt: claimEnd(claim.expiresAt, document) });
  }

  /**
   * Makes a claimed document permanent, and deletes the documents that it replaces if their content has not changed.
   * @returns number of deleted documents
   */
  function confirmOne(collection: Collection, claimed: FoundDocument, now: number): number {
    const { number, document } = claimed;
    const claim = rows.find(number)!;
    unclaim(collection, number);
    observers.notify('touched', { ...claimed, collection });
    const cluster = seating.findCluster(collection, document.id);
    let replaced = 0;
    for (const { exactHash, ...match } of claim.replaces) {
      const found = documents.findLive(collection.generation, match.id, now);
      if (found === undefined || found.document.signature.exactHash !== exactHash) continue;
      remove(collection, found, now);
      const by = { ...match, id: document.id };
      if (cluster !== null) {
        seating.refuse(collection, { id: match.id, best: by, newClusterId: cluster, now });
      }
      observers.notify('replaced', { collection, document: found.document, by, now });
      replaced += 1;
    }
    return replaced;
  }

  /** Ends up to `claimsExpiredAtOnce` expired claims. @returns number of claims that were ended */
  function expire(now: number): number {
    const due = rows.due(now, claimsExpiredAtOnce);
    for (const number of due) {
      const found = documents.byNumber(number);
      const collection = found && catalog.byGeneration(found.generation);
      if (collection === undefined) rows.remove(number);
      else end(collection, found!);
    }
    rows.findNext();
    return due.length;
  }

  /**
   * Ends an expired claim. Restores the former version of the document, or deletes the document if there is no former
   * version, or if the former version had expired by the time the claim did. The change is recorded as of the expiry of
   * the claim, even if the claim is ended much later.
   */
  function end(collection: Collection, found: FoundDocument): void {
    const { former, expiresAt } = rows.find(found.number)!;
    unclaim(collection, found.number);
    if (former === null || !isLive(former, expiresAt)) {
      remove(collection, found, expiresAt);
      return;
    }
    const { text, seated, ...document } = former;
    seating.leave(collection, document.id, expiresAt);
    put(collection, found, document, text, expiresAt);
    if (seated !== null) seating.seatAgain(collection, seated, expiresAt);
  }

  const { next, committed, rolledBack } = rows;
  return {
    observer,
    next,
    ...{
      settle,
      expire,
      findClaim,
      findFormer,
      claim,
      renew,
      hasEnded,
      restore,
      confirmOne,
      end,
    },
    claimSummary,
    /** Drops the claim on a document of a deleted collection. */
    forget: (number: number): void => void rows.remove(number),
    ...{ committed, rolledBack },
  };
}

/**
 * Returns the numbers of documents whose claims are damaged and cannot be read. Deleting such a claim makes its
 * document permanent.
 */
export function unreadableClaims(db: Database): number[] {
  const select = db.prepare<[], { readonly document: number; readonly record: Buffer }>(
    'SELECT document, record FROM claims',
  );
  const unreadable: number[] = [];
  for (const { document, record } of select.iterate()) {
    try {
      deserialize(record);
    } catch {
      unreadable.push(document);
    }
  }
  return unreadable;
}

/** Table of claims, keyed by the row number of the claimed document. */
function createClaimRows(db: Database) {
  const select = db.prepare<[number], Row>(
    'SELECT claimant, expires_at AS expiresAt, record FROM claims WHERE document = ?',
  );
  const selectExpiry = db.prepare<[number], Pick<Claim, 'expiresAt'>>(
    'SELECT expires_at AS expiresAt FROM claims WHERE document = ?',
  );
  const insert = db.prepare<[number, string, number, Uint8Array]>(
    'INSERT OR REPLACE INTO claims (document, claimant, expires_at, record) VALUES (?, ?, ?, ?)',
  );
  const updateExpiry = db.prepare<[number, number]>(
    'UPDATE claims SET expires_at = ? WHERE document = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM claims WHERE document = ?');
  const selectDue = db
    .prepare<[number, number], number>(
      'SELECT document FROM claims WHERE expires_at <= ? ORDER BY expires_at, document LIMIT +?',
    )
    .pluck();
  const selectFirst = db.prepare<[], number | null>('SELECT min(expires_at) FROM claims').pluck();
  const { changed, ...undoable } = createUndoLog();
  const next = { expiry: first() };

  function first(): number {
    return selectFirst.get() ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Lowers `next.expiry` to the expiry of a new or changed claim, if that is earlier. `next.expiry` is only a lower
   * bound, so a rollback need not raise it again.
   */
  function noteExpiry(expiresAt: number): void {
    next.expiry = Math.min(next.expiry, expiresAt);
  }

  return {
    find(document: number): Claim | undefined {
      const row = select.get(document);
      if (row === undefined) return undefined;
      const { claimant, expiresAt, record } = row;
      return { claimant, expiresAt, ...(deserialize(record) as Recorded) };
    },
    /** Returns the expiry of a claim, or null if the document is not claimed. */
    expiryOf: (document: number): Pick<Claim, 'expiresAt'> | null =>
      selectExpiry.get(document) ?? null,
    put(document: number, { claimant, expiresAt, ...recorded }: Claim): void {
      insert.run(document, claimant, expiresAt, serialize(recorded satisfies Recorded));
      noteExpiry(expiresAt);
    },
    renew(document: number, expiresAt: number): void {
      updateExpiry.run(expiresAt, document);
      noteExpiry(expiresAt);
    },
    /** Deletes a claim. @returns true if there was one */
    remove: (document: number): boolean => remove.run(document).changes > 0,
    /** Returns the numbers of at most `limit` documents with expired claims, earliest expiry first. */
    due: (now: number, limit: number): readonly number[] => selectDue.all(now, limit),
    /** Lower bound for the earliest expiry of all claims. */
    next: next as { readonly expiry: number },
    /** Sets `next.expiry` to the earliest expiry of all claims. */
    findNext(): void {
      const before = next.expiry;
      next.expiry = first();
      changed(() => {
        next.expiry = before;
      });
    },
    ...undoable,
  };
}

type Recorded = Omit<Claim, 'claimant' | 'expiresAt'>;

interface Row extends Pick<Claim, 'claimant' | 'expiresAt'> {
  readonly record: Buffer;
}
