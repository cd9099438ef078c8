import type { Closeness, Match } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import type { CheckOperation, CheckOutcome, StoredDocument } from '../../contract/documents.js';
import type { Undoable } from '../undo.js';

/*
 * Features that keep additional data about documents: claims, clusters, labels, separations, changes for successors,
 * decision counts, the decision log. Each implements `Observer`.
 *
 *   operations ──► document-changes.ts ──► stored, touched, removed, expired ──┐
 *       └────────► succeeded, decided ─────────────────────────────────────────┴─► features that the collection uses
 *
 * Events notify features of document changes, after the rows are written and in the same transaction. A feature
 * receives only events of collections that use it, so a check never runs code of an unused feature. The list of
 * features that a collection uses is kept in memory; `use` extends it, and it is determined again after `reconsider` or
 * a rollback.
 *
 * Events return nothing. Two features contribute to the outcome of a check, so `operations/check.ts` calls them
 * directly: clusters (the cluster that a document joins) and claims (a renewal replaces the decision, and a claim needs
 * the previous version). If such a call stores the first row of a feature in a collection, the collection uses the
 * feature from then on. Operations ask all features together with `excluded` and `describe`.
 */

/** A change of a document, as observers receive it. */
export interface DocumentEvent {
  readonly collection: Collection;
  /** The document as it is stored after the change; if it was removed, as it was before. */
  readonly document: StoredDocument;
  /** Number of the row that had this id before the change; undefined if there was none. */
  readonly number: number | undefined;
}

interface StoredEvent extends DocumentEvent {
  /**
   * True if the version continues the previous one with the same content, so the document stays in its cluster and
   * keeps its labels. False for a version that is restored when a claim expires, even if the content is the same.
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
  /** Id of the replacing document, and its distance and similarity to the replaced one. */
  readonly by: Closeness & { readonly id: string; readonly exact: boolean };
  readonly now: number;
}

/** Decision of a check, after all of its changes are made. */
export interface DecidedEvent {
  readonly collection: Collection;
  readonly operation: CheckOperation;
  readonly outcome: CheckOutcome;
  /** Best match, even if the limit of the check excludes it; undefined if there is no match. */
  readonly best: Match | undefined;
}

interface Events {
  /** A version was stored under an id, and replaced the earlier one if there was one. */
  readonly stored: StoredEvent;
  /** A document was found unchanged, or its claim was renewed or confirmed. */
  readonly touched: FoundEvent;
  /** A document was deleted by a request, replaced by another one, or removed because its claim expired. */
  readonly removed: RemovedEvent;
  /** A document was replaced by another one. This event follows `removed`. */
  readonly replaced: ReplacedEvent;
  /**
   * An expired document was deleted. If it has a copy in a successor, that copy stays, because it expires by itself.
   */
  readonly expired: RemovedEvent;
  /** A collection is about to be replaced by its successor. */
  readonly succeeded: Pick<DocumentEvent, 'collection'>;
  /** A check was decided. Dry runs and renewed claims cause no event. */
  readonly decided: DecidedEvent;
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

  /** Returns the ids that a document cannot match: its own, and those that features exclude. */
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
   * Registers a feature as used in a collection. It receives all later events of the collection. Must be called when
   * the feature stores its first row in the collection.
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
