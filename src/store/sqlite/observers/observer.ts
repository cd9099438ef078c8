import type { Closeness, Match } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import type { CheckOperation, CheckOutcome, StoredDocument } from '../../contract/documents.js';
import type { Undoable } from '../undo.js';

/*
 * Features that accompany documents: claims, clusters, labels, separations, notes for successors, counts of decisions, the
 * log of decisions.
 *
 *   operations ──► document-changes.ts ──► stored, touched, removed, expired ──┐
 *       └────────► succeeded, decided ─────────────────────────────────────────┴─► features that the collection uses
 *
 * A feature learns of documents by events, after their rows are written and in the same transaction. It gets only the
 * events of collections that use it, so a check enters no feature that its collection does not use. The features of a
 * collection are listed once, and again after `use`, `reconsider` or a rollback.
 *
 * Events return nothing. Two features take part in the outcome of a check, so `operations/check.ts` calls them by name:
 * clusters (the cluster that a document joins) and claims (a renewal replaces the decision, and a claim needs the version
 * before it). These calls also begin the use of the feature. Questions that any feature may answer go through
 * `excluded` and `describe`.
 */

/** Something that happened to a document. */
export interface DocumentEvent {
  readonly collection: Collection;
  /** The document as it is stored or, if it was removed, as it was. */
  readonly document: StoredDocument;
  /** Row number of the document that was found under the id; undefined: there was none. */
  readonly number: number | undefined;
}

interface StoredEvent extends DocumentEvent {
  /** True if the version has the content of the one before it, and with it its seat and labels. */
  readonly keepsContent: boolean;
}

interface FoundEvent extends DocumentEvent {
  readonly number: number;
}

interface RemovedEvent extends FoundEvent {
  readonly now: number;
}

interface ReplacedEvent extends Pick<DocumentEvent, 'collection' | 'document'> {
  /** The document that replaced it. */
  readonly by: Closeness & { readonly id: string; readonly exact: boolean };
  readonly now: number;
}

/** The decision of a check, with all of its consequences. */
export interface DecidedEvent {
  readonly collection: Collection;
  readonly operation: CheckOperation;
  readonly outcome: CheckOutcome;
  /** The best match, whatever the limit of the check; undefined: there is none. */
  readonly best: Match | undefined;
}

interface Events {
  /** A version was stored under an id, instead of any earlier one. */
  readonly stored: StoredEvent;
  /** A document was found unchanged, or its claim was renewed or confirmed. */
  readonly touched: FoundEvent;
  /** A document was deleted by a request, was replaced by another one, or its claim expired. */
  readonly removed: RemovedEvent;
  /** A document was removed because another one replaced it; follows `removed`. */
  readonly replaced: ReplacedEvent;
  /** A document was deleted because it had expired. A successor has the same expiry. */
  readonly expired: RemovedEvent;
  /** A collection is about to be replaced by its successor. */
  readonly succeeded: Pick<DocumentEvent, 'collection'>;
  /** A check was decided; dry runs and renewed claims are left out. */
  readonly decided: DecidedEvent;
}

/** Facts that features know of a document. */
export interface Details {
  cluster: string | null;
  claim?: CheckOutcome['claim'];
}

type Handlers = { readonly [Name in keyof Events]?: (event: Events[Name]) => void };

export interface Observer extends Handlers {
  /** True if a collection may have rows of the feature. Reads the database; called rarely. */
  readonly isUsedIn: (collection: Collection) => boolean;
  /** Returns ids of documents that must not match a document. */
  readonly excluded?: (collection: Collection, id: string) => readonly string[];
  /** Fills in what the feature knows of a document. */
  readonly describe?: (collection: Collection, id: string, details: Details) => void;
}

export type Observers = ReturnType<typeof createObservers>;

export function createObservers() {
  let all: readonly Observer[] = [];
  /** Features that a collection uses, under its generation; absent: not known. */
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

  /** Ids of documents that cannot match a document: its own, and those that features exclude. */
  function excluded(collection: Collection, id: string | null): readonly string[] {
    if (id === null) return [];
    const others = usedIn(collection).flatMap((each) => each.excluded?.(collection, id) ?? []);
    return [id, ...others];
  }

  /** Has features fill in what they know of a document; returns the same object. */
  function describe<D extends Details>(collection: Collection, id: string, details: D): D {
    for (const observer of usedIn(collection)) observer.describe?.(collection, id, details);
    return details;
  }

  /** To be called by a feature that stores a row for a collection: from then on it gets the events there. */
  function use(observer: Observer, collection: Collection): void {
    const used = usedIn(collection);
    if (used.includes(observer)) return;
    const more = all.filter((each) => each === observer || used.includes(each));
    lists.set(collection.generation, more);
  }

  /** Asks all features again which collections use them: successors begin, end, or become collections. */
  function reconsider(): void {
    lists.clear();
  }

  const undoable: Undoable = { committed: () => {}, rolledBack: reconsider };
  return {
    /** Sets the features, in the order in which they get events. */
    register(...observers: readonly Observer[]): void {
      all = observers;
    },
    ...{ notify, excluded, describe, use, reconsider },
    ...undoable,
  };
}
