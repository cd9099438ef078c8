import type { Closeness, Match } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import type { CheckOperation, CheckOutcome, StoredDocument } from '../../contract/documents.js';
import type { DocumentVersion } from '../tables/documents.js';
import type { Undoable } from '../undo.js';

/*
 * Features that keep additional data about documents: claims, clusters, labels, separations, changes for successors,
 * decision counts, the decision log. Each implements `Observer`.
 *
 *   operations ──► document-changes.ts ──► stored, touched, removed, expired ──┐
 *       └────────► succeeded, decided ─────────────────────────────────────────┴─► features that the collection uses
 *
 * Changes to documents are reported to features as events, after the rows are written and in the same transaction. A
 * feature receives events only from collections that use it, so a check never runs the code of an unused feature. The
 * list of features that each collection uses is kept in memory. `use` extends the list; after `reconsider` or a
 * rollback, the list is determined again.
 *
 * A feature that stores its first row in a collection must call `use`. `excluded` and `describe` query all features of
 * a collection at once.
 *
 * Event handlers cannot return values, so `operations/check.ts` directly calls the two features that contribute to the
 * outcome of a check: clusters (the cluster that a document joins) and claims (a renewal replaces the decision, and a
 * claim needs the previous version).
 */

/** A change to a document, as reported to observers. */
export interface DocumentEvent {
  readonly collection: Collection;
  /** The document after the change or, if it was removed, before the removal. */
  readonly document: StoredDocument;
  /** Number of the document's row before the change; undefined if the id had no row. */
  readonly number: number | undefined;
}

interface StoredEvent extends DocumentEvent {
  /**
   * True if the new version has the same content as the previous one, so the document stays in its cluster and keeps
   * its labels. Always false for a version that is restored when a claim expires.
   */
  readonly keepsContent: boolean;
}

interface FoundEvent extends DocumentEvent {
  readonly number: number;
}

interface RemovedEvent extends FoundEvent {
  readonly now: number;
}

interface ReplacedEvent extends Pick<DocumentEvent, 'collection' | 'document'> {
  /** Id of the replacing document, and its distance and similarity to the replaced document. */
  readonly by: Closeness & { readonly id: string; readonly exact: boolean };
  readonly now: number;
}

/** Decision of a check, reported after the check has made all of its changes. */
export interface DecidedEvent {
  readonly collection: Collection;
  readonly operation: CheckOperation;
  readonly outcome: CheckOutcome;
  /** Best match, even if the outcome does not list it; undefined if there is no match, or no search was made. */
  readonly best: Match | undefined;
  /** Version that was stored under the id before the check; undefined if there was none. */
  readonly earlier: DocumentVersion | undefined;
}

interface Events {
  /** A version was stored under an id. If there was an earlier version, it was replaced. */
  readonly stored: StoredEvent;
  /** A document was found unchanged, or its claim was renewed or confirmed. */
  readonly touched: FoundEvent;
  /** A document was deleted by a request, replaced by another document, or removed because its claim expired. */
  readonly removed: RemovedEvent;
  /** A document was replaced by another document. This event follows `removed`. */
  readonly replaced: ReplacedEvent;
  /** An expired document was deleted. A copy of the document in a successor stays, because it expires separately. */
  readonly expired: RemovedEvent;
  /** A collection is about to be replaced by its successor. */
  readonly succeeded: Pick<DocumentEvent, 'collection'>;
  /** A check was decided. Dry runs and renewed claims cause no event. */
  readonly decided: DecidedEvent;
  /** A check found a match or another version of its document. This event follows `decided`. */
  readonly matched: DecidedEvent;
}

/** Details of a document that features provide for responses. */
export interface Details {
  cluster: string | null;
  claim?: CheckOutcome['claim'];
}

type Handlers = { readonly [Name in keyof Events]?: (event: Events[Name]) => void };

export interface Observer extends Handlers {
  /** Returns true if a collection may have rows of the feature. Reads the database, so it should be called rarely. */
  readonly isUsedIn: (collection: Collection) => boolean;
  /** Returns the ids of the documents that must not count as matches of the document with the given id. */
  readonly excluded?: (collection: Collection, id: string) => readonly string[];
  /** Sets the fields of `details` that this feature provides. */
  readonly describe?: (collection: Collection, id: string, details: Details) => void;
}

export type Observers = ReturnType<typeof createObservers>;

export function createObservers() {
  let all: readonly Observer[] = [];
  /**
   * Features that each collection uses, by generation. A collection without an entry is added when its features are
   * first needed.
   */
  const lists = new Map<number, readonly Observer[]>();

  function usedIn(collection: Collection): readonly Observer[] {
    const known = lists.get(collection.generation);
    if (known !== undefined) return known;
    const used = all.filter((observer) => observer.isUsedIn(collection));
    lists.set(collection.generation, used);
    return used;
  }

  /** Delivers an event to the features that the collection uses, in the order in which `register` lists them. */
  function notify<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const handlers of usedIn(event.collection) as readonly Handlers[]) handlers[name]?.(event);
  }

  /** Returns the ids that a document cannot match: its own id, and the ids that features exclude. */
  function excluded(collection: Collection, id: string | null): readonly string[] {
    if (id === null) return [];
    const others = usedIn(collection).flatMap((each) => each.excluded?.(collection, id) ?? []);
    return [id, ...others];
  }

  /** Lets all features set their fields of `details`, and returns `details`. */
  function describe<D extends Details>(collection: Collection, id: string, details: D): D {
    for (const observer of usedIn(collection)) observer.describe?.(collection, id, details);
    return details;
  }

  /**
   * Marks a feature as used by a collection. The feature then receives all later events of the collection. Must be
   * called when the feature stores its first row in the collection.
   */
  function use(observer: Observer, collection: Collection): void {
    const used = usedIn(collection);
    if (used.includes(observer)) return;
    const more = all.filter((each) => each === observer || used.includes(each));
    lists.set(collection.generation, more);
  }

  /**
   * Forgets which features each collection uses, so that they are determined again. Must be called when a successor is
   * begun or abandoned, or replaces its collection.
   */
  function reconsider(): void {
    lists.clear();
  }

  const undoable: Undoable = { committed: () => {}, rolledBack: reconsider };
  return {
    /** Sets all features. They receive events in this order. */
    register(...observers: readonly Observer[]): void {
      all = observers;
    },
    ...{ notify, excluded, describe, use, reconsider },
    ...undoable,
  };
}
