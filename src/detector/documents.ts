import { NeardupError } from '../errors.js';
import type { Client } from '../quota/task-context.js';
import type { ConfirmedDocument, ConfirmOutcome } from '../store/contract/claims.js';
import type { DocumentWithCluster, MemberMatch } from '../store/contract/clusters.js';
import type { Collection } from '../store/contract/collections.js';
import type { DecisionRecord } from '../store/contract/decision-log.js';
import type { DeleteOutcome, StoredDocument } from '../store/contract/documents.js';
import type { EmbeddedStore } from '../store/contract/embedded-store.js';
import { distinctConfirmed } from '../store/rules/claims.js';
import {
  bytesIn,
  decisionBytes,
  documentBytes,
  isFull,
  replyBytesMax,
} from '../store/rules/reply-bytes.js';
import { unpackPageText } from '../text/kept-text.js';
import type { PageText } from '../text/page-text.js';
import type { Collections } from './collections.js';
import { type RequestIdentity, withIdempotency } from './compute.js';
import type { AddExcerpts, ListedDocument, Shown } from './excerpts.js';

/** Use cases that read, list, confirm and delete stored documents by id. */
export interface DocumentUseCases {
  /** @throws `collection_not_found`, `document_not_found` */
  get(id: string, collectionName: string, client?: Client): Promise<DocumentWithCluster>;
  /**
   * Returns a document with the requested optional fields.
   * @throws as `get`; `store_unsupported` for the match if the store has no clusters
   */
  getWith(
    id: string,
    collectionName: string,
    wanted: WantedOfDocument,
    client?: Client,
  ): Promise<WholeDocument>;
  /**
   * Returns the documents with the given ids, in the order given. Repeated ids are looked up once.
   * @throws `collection_not_found`
   */
  lookup(
    ids: readonly string[],
    collectionName: string,
    client?: Client,
    shown?: LookedUp,
  ): Promise<FoundDocuments>;
  /**
   * Returns one page of documents in the byte order of their ids. `more` is true if further documents may follow.
   * @throws `collection_not_found`
   */
  list(
    collectionName: string,
    page: PageById,
    client?: Client,
  ): Promise<{ readonly documents: readonly ListedDocument[]; readonly more: boolean }>;
  /**
   * Deletes documents in one step. Absent documents are not an error; the outcome lists their ids.
   * @throws `collection_not_found`
   */
  delete(
    ids: readonly string[],
    collectionName: string,
    idempotency?: RequestIdentity,
    client?: Client,
  ): Promise<DeleteOutcome>;
  /**
   * Confirms claims of this claimant, which makes the claimed documents permanent. A document that is already permanent
   * counts as confirmed. Each document is confirmed atomically, but not all of them together.
   * @throws `collection_not_found`, `store_unsupported`
   */
  confirm(
    documents: readonly ConfirmedDocument[],
    claimant: string,
    collectionName: string,
    client?: Client,
  ): Promise<Pick<ConfirmOutcome, 'confirmed' | 'missing'>>;
  /**
   * Deletes one document.
   * @throws `collection_not_found`, `document_not_found`; `precondition_failed` if `isExpected` rejects the
   *   stored document
   */
  deleteOne(
    id: string,
    collectionName: string,
    isExpected?: (document: StoredDocument) => boolean,
    client?: Client,
  ): Promise<void>;
}

export interface FoundDocuments {
  readonly documents: readonly ListedDocument[];
  readonly missing: string[];
  /** Last decision about each missing id, if the log has one. Empty unless requested. */
  readonly decisions: readonly DecisionRecord[];
  /** Ids that were not read because the reply is full. */
  readonly remaining: string[];
}

/** Number of ids whose last decisions are looked up in one operation. Each look-up searches the whole log by its index. */
const decisionsAtOnce = 8;

export interface LookedUp extends Shown {
  /** True to look up the last decisions about the ids that are not stored. */
  readonly decisions?: boolean;
}

export interface WantedOfDocument {
  readonly text: boolean;
  readonly match: boolean;
}

/** A document with its optional fields, which are absent unless requested. */
export interface WholeDocument {
  readonly document: DocumentWithCluster;
  /** Kept text of the document; null if no text is kept. */
  readonly text?: PageText | null;
  /** Match that the document had on arrival; null if there was none, or if the document is in no cluster. */
  readonly match?: MemberMatch | null;
}

export interface PageById extends Shown {
  /** Last id of the previous page, even if that document has since been deleted; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  /** Prefix of the ids to include; undefined for all ids. */
  readonly idPrefix?: string | undefined;
}

export interface DocumentsOptions {
  readonly store: EmbeddedStore;
  readonly collections: Collections;
  readonly addExcerpts: AddExcerpts;
  readonly clock: () => number;
}

export function createDocuments(options: DocumentsOptions): DocumentUseCases {
  const { store, collections, addExcerpts, clock } = options;

  function get(id: string, collectionName: string, client?: Client): Promise<DocumentWithCluster> {
    return collections.reach(collectionName, async (collection) => {
      const [document] = await store.get({ collection, ids: [id], now: clock() }, { client });
      if (document === undefined) throw documentNotFound(id, collection);
      return document;
    });
  }

  function getWith(id: string, collectionName: string, wanted: WantedOfDocument, client?: Client) {
    return collections.reach(collectionName, async (collection): Promise<WholeDocument> => {
      const now = clock();
      const [[document], texts, member] = await Promise.all([
        store.get({ collection, ids: [id], now }, { client }),
        wanted.text ? store.texts({ collection, ids: [id], now }, { client }) : undefined,
        wanted.match ? store.memberOf({ collection, id, now }, { client }) : undefined,
      ]);
      if (document === undefined) throw await explainedNotFound(id, collection, client);
      return {
        document,
        ...(texts && { text: texts[0] ? unpackPageText(texts[0]) : null }),
        ...(wanted.match && { match: member?.match ?? null }),
      };
    });
  }

  /**
   * Returns the error for a missing document. If the log has decisions about the id, the error describes the last one.
   */
  async function explainedNotFound(
    id: string,
    collection: Collection,
    client: Client | undefined,
  ): Promise<NeardupError> {
    const error = documentNotFound(id, collection);
    const { found } = await lastDecisions([id], 0, collection, client);
    const [last] = found;
    if (last === undefined) return error;
    const { number, decision, match, at } = last;
    return new NeardupError('document_not_found', `${error.message}; ${describeDecision(last)}`, {
      decision: { number, decision, match, at },
    });
  }

  /**
   * Returns the last decision about each id that has one. Stores without a log have none. Stops when the reply is full,
   * but looks up at least some ids, so that a client that asks for the rest comes to an end.
   * @param bytes number of bytes that the rest of the reply has used already
   * @returns the decisions, and the number of ids that were looked up
   */
  async function lastDecisions(
    ids: readonly string[],
    bytes: number,
    collection: Collection,
    client: Client | undefined,
  ): Promise<{ readonly found: DecisionRecord[]; readonly count: number }> {
    const found: DecisionRecord[] = [];
    if (!store.features.has('decisionLog')) return { found, count: ids.length };
    let count = 0;
    do {
      const some = ids.slice(count, count + decisionsAtOnce);
      found.push(...(await store.lastDecisions({ collection, ids: some }, { client })));
      count += some.length;
    } while (count < ids.length && bytes + bytesIn(found, decisionBytes) < replyBytesMax);
    return { found, count };
  }

  function lookup(
    ids: readonly string[],
    collectionName: string,
    client?: Client,
    { excerpts, decisions }: LookedUp = {},
  ) {
    return collections.reach(collectionName, async (collection) => {
      const wanted = [...new Set(ids)];
      const stored = await store.get({ collection, ids: wanted, now: clock() }, { client });
      const documents = excerpts ? await addExcerpts(collection, stored, client) : stored;
      const end = isCut(stored, documents)
        ? wanted.indexOf(documents.at(-1)!.id) + 1
        : wanted.length;
      const found = new Set(documents.map((document) => document.id));
      const missing = wanted.slice(0, end).filter((id) => !found.has(id));
      const all = { documents, missing, decisions: [], remaining: wanted.slice(end) };
      if (!decisions) return all;
      const used = bytesIn(documents, documentBytes);
      const last = await lastDecisions(missing, used, collection, client);
      if (last.count === missing.length) return { ...all, decisions: last.found };
      const cut = wanted.indexOf(missing[last.count]!);
      const before = new Set(wanted.slice(0, cut));
      return {
        documents: documents.filter(({ id }) => before.has(id)),
        missing: missing.slice(0, last.count),
        decisions: last.found,
        remaining: wanted.slice(cut),
      };
    });
  }

  function deleteMany(
    ids: readonly string[],
    collectionName: string,
    idempotency?: RequestIdentity,
    client?: Client,
  ): Promise<DeleteOutcome> {
    return collections.reach(collectionName, (collection) =>
      store.delete(withIdempotency(idempotency, null, { collection, ids, now: clock() }), {
        client,
      }),
    );
  }

  function confirm(
    documents: readonly ConfirmedDocument[],
    claimant: string,
    collectionName: string,
    client?: Client,
  ): Promise<Pick<ConfirmOutcome, 'confirmed' | 'missing'>> {
    return collections.reach(collectionName, async (collection) => {
      const [confirmed, missing]: [string[], string[]] = [[], []];
      let rest = distinctConfirmed(documents);
      while (rest.length > 0) {
        const operation = { collection, documents: rest, claimant, now: clock() };
        const outcome = await store.confirm(operation, { client });
        confirmed.push(...outcome.confirmed);
        missing.push(...outcome.missing);
        rest = outcome.left === 0 ? [] : rest.slice(-outcome.left);
      }
      return { confirmed, missing };
    });
  }

  function deleteOne(
    id: string,
    collectionName: string,
    isExpected?: (document: StoredDocument) => boolean,
    client?: Client,
  ): Promise<void> {
    return collections.reach(collectionName, async (collection) => {
      const now = clock();
      const [document] = await store.get({ collection, ids: [id], now }, { client });
      if (document === undefined) {
        if (!store.features.has('decisionLog')) throw documentNotFound(id, collection);
        // The id may be that of a refused page, which only the log contains. If the request has a precondition, it also
        // protects a document stored since the lookup: no document has revision 0, so only log records are deleted.
        const none = isExpected && { ifRevision: 0 };
        const { missing } = await store.delete({ collection, ids: [id], ...none, now }, { client });
        if (missing.length > 0) throw documentNotFound(id, collection);
        return;
      }
      if (isExpected !== undefined && !isExpected(document)) {
        throw new NeardupError(
          'precondition_failed',
          `Cannot delete document "${id}": it is at revision ${document.revision}, which does not match If-Match; get it again`,
        );
      }
      const ifRevision = isExpected && { ifRevision: document.revision };
      const { missing } = await store.delete(
        { collection, ids: [id], ...ifRevision, now },
        { client },
      );
      if (missing.length > 0) throw documentNotFound(id, collection);
    });
  }

  function list(
    collectionName: string,
    { after, limit, idPrefix, excerpts }: PageById,
    client?: Client,
  ) {
    return collections.reach(collectionName, async (collection) => {
      const wanted = { collection, idPrefix: idPrefix ?? null, after };
      const stored = await store.list({ ...wanted, limit: limit + 1, now: clock() }, { client });
      const listed = stored.slice(0, limit);
      const documents = excerpts ? await addExcerpts(collection, listed, client) : listed;
      return { documents, more: stored.length > limit || isCut(listed, documents) };
    });
  }

  return { get, getWith, lookup, delete: deleteMany, confirm, deleteOne, list };
}

/** Describes in a sentence what became of a page. */
function describeDecision({ number, at, decision, stored, match }: DecisionRecord): string {
  const time = new Date(at).toISOString();
  const other = match === null ? 'another document' : `"${match}"`;
  const became = {
    duplicate: stored ? `stored as a duplicate of ${other}` : `refused as a duplicate of ${other}`,
    similar: `${stored ? 'stored' : 'refused'} as similar to ${other}`,
    changed: 'stored as changed',
    replaced: `replaced by ${other}`,
  }[decision];
  return `it was ${became} at ${time} (decision ${number})`;
}

/** Returns true if documents were omitted because the reply is full. */
export function isCut(
  stored: readonly DocumentWithCluster[],
  shown: readonly DocumentWithCluster[],
): boolean {
  return shown.length < stored.length || isFull(stored, documentBytes);
}

export function documentNotFound(id: string, collection: Collection): NeardupError {
  return new NeardupError(
    'document_not_found',
    `No document "${id}" in collection "${collection.name}"`,
  );
}
