import type { Closeness, Match } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import type { CheckOperation, CheckOutcome, StoredDocument } from '../../contract/documents.js';
import type { Undoable } from '../undo.js';

/*
 * Features that accompany documents: claims, clusters, labels, separations, changes for successors, decision counts,
 * the decision log.
 *
 *   operations ──► document-changes.ts ──► stored, touched, removed, expired ──┐
 *       └────────► succeeded, decided ─────────────────────────────────────────┴─► features that the collection uses
 *
 * Events notify features of document changes, after the rows are written and in the same transaction. Features receive
 * only events of collections that use them, so a check never enters an unused feature. The features of a collection are
 * listed once, and again after `use`, `reconsider` or a rollback.
 *
 * Events return nothing. Two features contribute to the outcome of a check, so `operations/check.ts` calls them
 * directly: clusters (the cluster that a document joins) and claims (a renewal replaces the decision, and a claim needs
 * the previous version). These calls also start the use of the feature. Queries that any feature may answer go through
 * `excluded` and `describe`.
 */

/** A change to a stored document, as observers receive it. */
export interface DocumentEvent {
  readonly collection: Collection;
  /** The stored document or, after a removal, the removed one. */
  readonly document: StoredDocument;
  /** Number of the row that had the id before; undefined: none. */
  readonly number: number | undefined;
}

interface StoredEvent extends DocumentEvent {
  /** True if the version continues the previous one: it has the same content, and inherits its seat and labels. */
  readonly keepsContent: boolean;
}

interface FoundEvent extends DocumentEvent {
  readonly number: number;
}

interface RemovedEvent extends FoundEvent {
  readonly now: number;
}

interface ReplacedEvent extends Pick<DocumentEvent, 'collection' | 'document'> {
  /** The replacing document. */
  readonly by: Closeness & { readonly id: string; readonly exact: boolean };
  readonly now: number;
}

/** Decision of a check, after all of its changes are made. */
export interface DecidedEvent {
  readonly collection: Collection;
  readonly operation: CheckOperation;
  readonly outcome: CheckOutcome;
  /** Best match, even if the limit of the check excludes it; undefined: no match. */
  readonly best: Match | undefined;
}

interface Events {
  /** A version was stored under an id, and replaced the earlier one if there was one. */
  readonly stored: StoredEvent;
  /** A document was found unchanged, or its claim was renewed or confirmed. */
  readonly touched: FoundEvent;
  /** A document was deleted by a request, replaced by another one, or removed because its claim expired. */
  readonly removed: RemovedEvent;
  /** A document was replaced by another one; follows `removed`. */
  readonly replaced: ReplacedEvent;
  /** An expired document was deleted. In a successor, it expires by itself. */
  readonly expired: RemovedEvent;
  /** A collection is about to be replaced by its successor. */
  readonly succeeded: Pick<DocumentEvent, 'collection'>;
  /** A check was decided. Not sent for dry runs and renewed claims. */
  readonly decided: DecidedEvent;
}

/** Details of a document provided by features. */
export interface Details {
  cluster: string | null;
  claim?: CheckOutcome['claim'];
}

type Handlers = { readonly [Name in keyof Events]?: (event: Events[Name]) => void };

export interface Observer extends Handlers {
  /** Returns true if a collection may have rows of the feature. Reads the database, so it should be called rarely. */
  readonly isUsedIn: (collection: Collection) => boolean;
  /** Returns ids of documents that must not match a document. */
  readonly excluded?: (collection: Collection, id: string) => readonly string[];
  /** Fills in the details that this feature keeps about a document. */
  readonly describe?: (collection: Collection, id: string, details: Details) => void;
}

export type Observers = ReturnType<typeof createObservers>;

export function createObservers() {
  let all: readonly Observer[] = [];
  /** Features used by each collection, by generation; absent: unknown. */
  const lists = new Map<number, readonly Observer[]>();

  function usedIn(collection: Collection): readonly Observer[] {
    const known = lists.get(collection.generation);
    if (known !== undefined) return known;
    const used = all.filter((observer) => observer.isUsedIn(collection));
    lists.set(collection.generation, used);
    return used;
  }

  /** Delivers an event to the features that the collection uses, in the order of `register`. */
  function notify<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const handlers of usedIn(event.collection) as readonly Handlers[]) handlers[name]?.(event);
  }

  /** Returns the ids that cannot match a document: its own, and those excluded by features. */
  function excluded(collection: Collection, id: string | null): readonly string[] {
    if (id === null) return [];
    const others = usedIn(collection).flatMap((each) => each.excluded?.(collection, id) ?? []);
    return [id, ...others];
  }

  /** Fills in the details of all features and returns the same object. */
  function describe<D extends Details>(collection: Collection, id: string, details: D): D {
    for (const observer of usedIn(collection)) observer.describe?.(collection, id, details);
    return details;
  }

  /**
   * Registers a feature as used in a collection, which sends it all later events. Must be called when its first row is
   * stored.
   */
  function use(observer: Observer, collection: Collection): void {
    const used = usedIn(collection);
    if (used.includes(observer)) return;
    const more = all.filter((each) => each === observer || used.includes(each));
    lists.set(collection.generation, more);
  }

  /** Asks all features again which collections use them. Needed when successors begin, end, or become collections. */
  function reconsider(): void {
    lists.clear();
  }

  const undoable: Undoable = { committed: () => {}, rolledBack: reconsider };
  return {
    /** Sets the features in the order of event delivery. */
    register(...observers: readonly Observer[]): void {
      all = observers;
    },
    ...{ notify, excluded, describe, use, reconsider },
    ...undoable,
  };
}
