import { deserialize, serialize } from 'node:v8';
import type { Database } from 'better-sqlite3';
import type { Collection } from '../../contract/collections.js';
import {
  type DecisionLogLimits,
  type DecisionRecord,
  decisionsOfIdMax,
  type ForgottenDecisions,
  type GoneMatch,
  type RefusedPage,
  type Verdict,
} from '../../contract/decision-log.js';
import {
  decisionRecord,
  type NewDecision,
  refusedPage,
  replacementRecord,
} from '../../rules/decision-log.js';
import { sameContent } from '../../rules/versions.js';
import type { Catalog } from '../tables/catalog.js';
import { createDecisionLists, partMs } from '../tables/decision-lists.js';
import {
  decisionColumns,
  type ExaminedRow,
  flagOf,
  hashId,
  joinMatch,
  judgements,
  type Row,
  toRecord,
  toValues,
  type Values,
} from '../tables/decision-rows.js';
import { createDecisionShelves, shelfLength } from '../tables/decision-shelves.js';
import type { DocumentVersion } from '../tables/documents.js';
import type { Observer } from './observer.js';

export type DecisionLog = ReturnType<typeof createDecisionLog>;

/** A refused page as it is kept, with what the operations on it must not confuse with later versions. */
export interface KeptPage extends RefusedPage {
  /** Version that was stored under the id when the page was refused; null if there was none. */
  readonly earlier: DocumentVersion | null;
  /** Changes that `storeRefused` made; null if it has created no document, or was undone. */
  readonly created: CreatedFromPage | null;
}

/** A document that `storeRefused` created, and the declarations that it made with it. */
export interface CreatedFromPage {
  readonly version: DocumentVersion;
  /** True if the document and its match had not been declared separate before. */
  readonly separated: boolean;
}

interface GoneRow {
  readonly place: number;
  readonly lineage: number;
  readonly id: string;
  readonly upTo: number;
}

interface MarkedRows {
  readonly matches: readonly (Pick<GoneMatch, 'id' | 'pages'> & { readonly lineage: number })[];
  readonly more: boolean;
}

/** A part of a list that `markGone` examines. */
const newestFirst = { order: 'newest', after: null, before: null, limit: 16 } as const;

const dayMs = 24 * 60 * 60 * 1000;

/** Maximum number of records that one call to `forgetPrefix` examines. */
const examinedAtOnce = 1024;
/** Maximum number of records that one call to `prune` deletes. Many of them share the pages of their indexes. */
const prunedAtOnce = 2048;
/** Maximum number of refused pages that one call to `prune` deletes. */
const pagesAtOnce = 4;
/** Number of newest records among which those of one id are counted. */
const countedLast = 4 * shelfLength;

/**
 * Log of decisions: one table. A new record changes few database pages, because records are appended, and enter the
 * indexes many at a time (decision-shelves.ts).
 *
 * @param limits if `days` is 0, nothing is recorded, and `prune` deletes all records
 */
export function createDecisionLog(
  db: Database,
  catalog: Pick<Catalog, 'findLineage' | 'isSuccessor'>,
  limits: DecisionLogLimits,
  clock: () => number = () => performance.now(),
) {
  const shelves = createDecisionShelves(db);
  const insert = db.prepare<Values>(
    `INSERT INTO decision_log (indexed, lineage, id_hash, match_hash, at, decision, flags, id, match_prefix,
       match_rest, distance, similarity, certainty, adds, title)
     VALUES (0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectLastAt = db
    .prepare<[], number>('SELECT at FROM decision_log ORDER BY number DESC LIMIT 1')
    .pluck();
  const selectOne = db.prepare<[number, number], Row>(
    `SELECT ${decisionColumns} FROM decision_log WHERE number = ? AND lineage = ?`,
  );
  const selectLast = db.prepare<[], number | null>('SELECT max(number) FROM decision_log').pluck();
  const judge = db.prepare<[number, number, number]>(
    'UPDATE decision_log SET flags = flags & ~? | ? WHERE number = ?',
  );
  const setId = db.prepare<[string, number, number]>(
    'UPDATE decision_log SET id = ?, id_hash = ? WHERE number = ?',
  );
  const insertPage = db.prepare<[number, number, Uint8Array, Uint8Array | null]>(
    'INSERT INTO refused_pages (decision, expires_at, record, text) VALUES (?, ?, ?, ?)',
  );
  const selectPage = db.prepare<[number, number], { record: Buffer; text: Buffer | null }>(
    'SELECT record, text FROM refused_pages WHERE decision = ? AND expires_at > ?',
  );
  const updatePage = db.prepare<[Uint8Array, number]>(
    'UPDATE refused_pages SET record = ? WHERE decision = ?',
  );
  const deletePage = db.prepare<[number]>('DELETE FROM refused_pages WHERE decision = ?');
  const deleteExpiredPages = db.prepare<[number, number]>(
    `DELETE FROM refused_pages WHERE decision IN
       (SELECT decision FROM refused_pages WHERE expires_at <= ? ORDER BY expires_at LIMIT +?)`,
  );
  const selectFrom = db.prepare<[number, number], ExaminedRow>(
    `SELECT number, lineage, id, match_prefix AS matchPrefix, match_rest AS matchRest
     FROM decision_log WHERE number > ? ORDER BY number LIMIT +?`,
  );
  const forget = db.prepare<[number]>('DELETE FROM decision_log WHERE number = ?');
  const forgetMatch = db.prepare<[number]>(
    'UPDATE decision_log SET match_prefix = NULL, match_rest = NULL, match_hash = NULL WHERE number = ?',
  );
  const selectOld = db
    .prepare<[number, number, number], number | null>(
      `SELECT max(number) FROM (SELECT number, at FROM decision_log ORDER BY number LIMIT +?)
       WHERE at < ? OR number <= ?`,
    )
    .pluck();
  const deletePages = db.prepare<[number, number]>(
    `DELETE FROM refused_pages WHERE decision IN
       (SELECT decision FROM refused_pages WHERE decision <= ? LIMIT +?)`,
  );
  const markGone = db.prepare<[number]>(
    `UPDATE decision_log SET flags = flags | ${flagOf.gone} WHERE number = ?`,
  );
  const selectMarked = db
    .prepare<[number, number, string], number>(
      `SELECT number FROM decision_log
       WHERE lineage = ? AND flags & ${flagOf.gone} <> 0 AND id_hash = ? AND id = ?`,
    )
    .pluck();
  const unmarkGone = db.prepare<[number]>(
    `UPDATE decision_log SET flags = flags - ${flagOf.gone} WHERE number = ?`,
  );
  const insertGone = db.prepare<[number, string, number]>(
    'INSERT INTO gone_matches (lineage, id, up_to) VALUES (?, ?, ?)',
  );
  const selectGone = db.prepare<[], GoneRow>(
    'SELECT number AS place, lineage, id, up_to AS upTo FROM gone_matches ORDER BY number LIMIT 1',
  );
  const moveGone = db.prepare<[number, number]>(
    'UPDATE gone_matches SET up_to = ? WHERE number = ?',
  );
  const deleteGone = db.prepare<[number]>('DELETE FROM gone_matches WHERE number = ?');
  const deleteRecords = db.prepare<[number]>('DELETE FROM decision_log WHERE number <= ?');

  function add(collection: Collection, decision: NewDecision, now: number): number {
    const at = Math.max(now, selectLastAt.get() ?? now);
    const lineage = catalog.findLineage(collection);
    resolve(lineage, decision.id);
    const number = Number(insert.run(...toValues(lineage, decision, at)).lastInsertRowid);
    shelves.add(number);
    if (decision.id === null) return number;
    // Keeps only the latest `decisionsOfIdMax` records of the id, so that all records of an id can be read or deleted
    // quickly.
    const ofId = shelves.numbersOfId(lineage, decision.id, number - countedLast);
    for (const old of ofId.slice(decisionsOfIdMax)) forget.run(old);
    return number;
  }

  /** Withdraws the marks of earlier decisions about an id: a later one counts. */
  function resolve(lineage: number, id: string | null): void {
    if (id === null) return;
    for (const number of selectMarked.all(lineage, hashId(id), id)) unmarkGone.run(number);
  }

  /** Notes that a document was deleted or has got other content. */
  function noteGone(collection: Collection, id: string): void {
    const last = selectLast.get();
    if (last != null) insertGone.run(catalog.findLineage(collection), id, last);
  }

  /**
   * Stores the content of a refused page for later use. If the previous one of the last decisions about the id stored
   * the same content under the same recipe, deletes the earlier copy.
   */
  function keep(
    collection: Collection,
    number: number,
    id: string | null,
    page: KeptPage,
    now: number,
  ): void {
    const { text, ...record } = page;
    const before =
      id === null
        ? undefined
        : shelves.numbersOfId(catalog.findLineage(collection), id, number - countedLast)[1];
    const kept = before === undefined ? undefined : pageOfDecision(before, now);
    if (kept?.recipeId === page.recipeId && sameContent(kept.signature, page.signature)) {
      deletePage.run(before!);
    }
    const expiresAt = now + collection.refusedPages!.days * dayMs;
    insertPage.run(number, expiresAt, serialize(record), text);
  }

  const list = createDecisionLists(db, shelves, clock);

  function pageOfDecision(number: number, now: number): KeptPage | undefined {
    const row = selectPage.get(number, now);
    return (
      row && {
        ...(deserialize(row.record) as Omit<KeptPage, 'text'>),
        text: row.text && new Uint8Array(row.text),
      }
    );
  }

  const observer: Observer = {
    isUsedIn: (collection) => limits.days > 0 && !catalog.isSuccessor(collection),
    stored({ collection, document, number, keepsContent }) {
      if (keepsContent) return;
      resolve(catalog.findLineage(collection), document.id);
      if (number !== undefined) noteGone(collection, document.id);
    },
    removed: ({ collection, document }) => noteGone(collection, document.id),
    expired: ({ collection, document }) => noteGone(collection, document.id),
    replaced({ collection, document, by, now }) {
      add(collection, replacementRecord(document, by), now);
    },
    matched({ collection, operation, outcome, earlier = null }) {
      const record = decisionRecord(operation, outcome);
      if (record === null) return;
      const number = add(collection, record, operation.now);
      const page = refusedPage(collection, operation, outcome);
      if (page === null) return;
      keep(collection, number, record.id, { ...page, earlier, created: null }, operation.now);
    },
  };

  function find(lineage: number, number: number): DecisionRecord | undefined {
    const row = selectOne.get(number, lineage);
    return row && toRecord(row);
  }

  return {
    observer,
    add,
    find,
    /** Returns the last record of an id. */
    last(lineage: number, id: string): DecisionRecord | undefined {
      const [number] = shelves.numbersOfId(lineage, id);
      return number === undefined ? undefined : find(lineage, number);
    },
    list,
    /** Sets a person's verdict on a decision; null removes the verdict. */
    judge(number: number, verdict: Verdict | null): void {
      judge.run(judgements, verdict === null ? 0 : flagOf[verdict], number);
    },
    /** Records what `storeRefused` has created from the refused page of a decision; null after this was undone. */
    setCreated(number: number, { text, ...page }: KeptPage, created: KeptPage['created']): void {
      updatePage.run(serialize({ ...page, created }), number);
    },
    /** Sets the id in the record of a check that was made without an id. */
    setId(number: number, id: string): void {
      setId.run(id, hashId(id), number);
      shelves.changedId(number);
    },
    /** Returns the page that a decision refused, or undefined if the content of the page is not kept. */
    page: pageOfDecision,
    /** Returns the most recent kept page that was refused under an id, or undefined if none is kept. */
    pageOfId(lineage: number, id: string, now: number): RefusedPage | undefined {
      for (const number of shelves.numbersOfId(lineage, id)) {
        const kept = pageOfDecision(number, now);
        if (kept === undefined) continue;
        const { earlier, created, ...page } = kept;
        return page;
      }
      return undefined;
    },
    /**
     * Marks some of the decisions whose match was deleted or has got other content, if they are the last about their ids
     * and left the page out.
     * @param isStoredSince returns true if a document is stored under an id since a time, or its lineage was deleted
     */
    markGone(isStoredSince: (lineage: number, id: string, at: number) => boolean): MarkedRows {
      const deadline = clock() + partMs;
      const matches: MarkedRows['matches'][number][] = [];
      for (;;) {
        const row = selectGone.get();
        if (row === undefined) return { matches, more: false };
        const { place, lineage, id, upTo } = row;
        const page = { ...newestFirst, filter: { match: id }, position: upTo + 1 };
        const { decisions, position } = list(lineage, page);
        const lost = decisions.filter(
          (each) =>
            !each.stored &&
            each.id !== null &&
            shelves.numbersOfId(lineage, each.id)[0] === each.number &&
            !isStoredSince(lineage, each.id, each.at),
        );
        for (const { number } of lost) markGone.run(number);
        if (lost.length > 0) matches.push({ lineage, id, pages: lost.length });
        if (position === null) deleteGone.run(place);
        else moveGone.run(position - 1, place);
        if (clock() >= deadline) return { matches, more: true };
      }
    },
    /** Deletes all records of the given ids. */
    forgetIds(collection: Collection, forgotten: readonly string[]): void {
      if (catalog.isSuccessor(collection) || selectLast.get() === null) return;
      const lineage = catalog.findLineage(collection);
      for (const id of forgotten) {
        for (const number of shelves.numbersOfId(lineage, id)) forget.run(number);
      }
    },
    /**
     * Examines up to `examinedAtOnce` records with numbers above `after`. In the given lineage, deletes the records of
     * ids that begin with the prefix, and clears match ids that begin with the prefix from the remaining records.
     */
    forgetPrefix(lineage: number, idPrefix: string, after: number): ForgottenDecisions {
      const rows = selectFrom.all(after, examinedAtOnce);
      let deleted = 0;
      for (const row of rows) {
        if (row.lineage !== lineage) continue;
        if (row.id?.startsWith(idPrefix)) {
          forget.run(row.number);
          deleted += 1;
        } else if (joinMatch(row)?.startsWith(idPrefix)) forgetMatch.run(row.number);
      }
      return { deleted, after: rows.length < examinedAtOnce ? null : rows.at(-1)!.number };
    },
    /**
     * Deletes up to `limit` records of a lineage whose collections have all been deleted.
     * @returns number of deleted records
     */
    eraseSome(lineage: number, limit: number): number {
      const numbers = shelves.numbersOf(lineage, limit);
      for (const number of numbers) forget.run(number);
      return numbers.length;
    },
    /**
     * Deletes some expired refused pages. If there are none, deletes some records that are too old or exceed the
     * maximum number of records.
     * @returns true if there may be more
     */
    prune(now: number): boolean {
      if (deleteExpiredPages.run(now, pagesAtOnce).changes > 0) return true;
      const oldest = now - limits.days * dayMs;
      const surplus =
        limits.days === 0 ? Number.MAX_SAFE_INTEGER : (selectLast.get() ?? 0) - limits.rows;
      const upTo = selectOld.get(prunedAtOnce, oldest, surplus);
      if (upTo == null) return false;
      if (deletePages.run(upTo, pagesAtOnce).changes === 0) deleteRecords.run(upTo);
      return true;
    },
  };
}
