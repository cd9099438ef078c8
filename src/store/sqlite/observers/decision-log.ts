import { deserialize, serialize } from 'node:v8';
import type { Database } from 'better-sqlite3';
import type { Collection } from '../../contract/collections.js';
import {
  type DecisionLogLimits,
  type DecisionRecord,
  decisionsOfIdMax,
  type ForgottenDecisions,
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
import { createDecisionIds, lastDecision } from '../tables/decision-ids.js';
import { createDecisionLists } from '../tables/decision-lists.js';
import {
  decisionColumns,
  type ExaminedRow,
  flagOf,
  joinMatch,
  judgements,
  type Row,
  toRecord,
  toValues,
  type Values,
} from '../tables/decision-rows.js';
import { createDecisionSegments, segmentLength } from '../tables/decision-segments.js';
import type { DocumentVersion } from '../tables/documents.js';
import type { WriteBufferOptions } from '../write-buffer/write-buffer.js';
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

const dayMs = 24 * 60 * 60 * 1000;

/** Maximum number of records that one call to `forgetPrefix` examines. */
const examinedAtOnce = 1024;
/** Maximum number of records that one call to `prune` deletes. */
const prunedAtOnce = 64;
/** Maximum number of expired refused pages that one call to `prune` deletes. */
const pagesAtOnce = 4;

/**
 * Log of decisions. A new record changes few database pages, because records are appended, and both indexes are written
 * in order:
 *
 * - Ids are indexed in sorted runs (decision-ids.ts).
 * - Hosts and certainties are indexed in directories, one for each lineage and segment of record numbers
 *   (decision-segments.ts).
 *
 * @param limits if `days` is 0, nothing is recorded, and `prune` deletes all records
 */
export function createDecisionLog(
  db: Database,
  catalog: Pick<Catalog, 'findLineage' | 'isSuccessor' | 'isLineage'>,
  limits: DecisionLogLimits,
  options?: WriteBufferOptions,
) {
  const ids = createDecisionIds(db, catalog.isLineage, options);
  const segments = createDecisionSegments(db);
  const insert = db.prepare<Values>(
    `INSERT INTO decision_log (number, lineage, at, decision, flags, id, match_prefix, match_rest, distance,
       similarity, certainty, adds, title) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const selectLastAt = db
    .prepare<[], number>('SELECT at FROM decision_log ORDER BY number DESC LIMIT 1')
    .pluck();
  const selectOne = db.prepare<[number, number], Row>(
    `SELECT ${decisionColumns} FROM decision_log WHERE number = ? AND lineage = ?`,
  );
  const selectLast = db.prepare<[], number | null>('SELECT max(number) FROM decision_log').pluck();
  const selectId = db
    .prepare<[number, number], string | null>(
      'SELECT id FROM decision_log WHERE number = ? AND lineage = ?',
    )
    .pluck();
  const selectNamed = db
    .prepare<[number, string], number>(
      `SELECT number FROM decision_log WHERE lineage = ? AND id = ? AND flags & ${flagOf.named} <> 0`,
    )
    .pluck();
  const judge = db.prepare<[number, number, number]>(
    'UPDATE decision_log SET flags = flags & ~? | ? WHERE number = ?',
  );
  const setId = db
    .prepare<[string, number], number>(
      `UPDATE decision_log SET id = ?, flags = flags | ${flagOf.named} WHERE number = ? RETURNING lineage`,
    )
    .pluck();
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
  const deleteOne = db.prepare<[number], DeletedRow>(
    'DELETE FROM decision_log WHERE number = ? RETURNING lineage, id, flags',
  );
  const deleteOfSegment = db.prepare<[number, number, number, number]>(
    `DELETE FROM decision_log WHERE number IN (SELECT number FROM decision_log
       WHERE number >= ? AND number < ? AND lineage = ? LIMIT +?)`,
  );
  const forgetMatch = db.prepare<[number]>(
    'UPDATE decision_log SET match_prefix = NULL, match_rest = NULL WHERE number = ?',
  );
  const selectOldest = db.prepare<[number], { number: number; at: number }>(
    'SELECT number, at FROM decision_log ORDER BY number LIMIT +?',
  );

  function add(collection: Collection, decision: NewDecision, now: number): number {
    const at = Math.max(now, selectLastAt.get() ?? now);
    const lineage = catalog.findLineage(collection);
    const number = ids.next();
    segments.add(number, { lineage, ...decision });
    insert.run(...toValues(number, lineage, decision, at));
    if (decision.id === null) return number;
    ids.insert(lineage, decision.id, number);
    // Keeps only the latest `decisionsOfIdMax` records of the id, so that all records of an id can be read or deleted
    // quickly. Ids with the same hash share the limit.
    for (const old of ids.search(lineage, decision.id).slice(0, -decisionsOfIdMax)) forget(old);
    return number;
  }

  /**
   * Stores the content of a refused page for later use. If the previous decision about the id stored the same content
   * under the same recipe, deletes the earlier copy.
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
        : findNumbers(catalog.findLineage(collection), id).find((each) => each < number);
    const kept = before === undefined ? undefined : pageOfDecision(before, now);
    if (kept?.recipeId === page.recipeId && sameContent(kept.signature, page.signature)) {
      deletePage.run(before!);
    }
    const expiresAt = now + collection.refusedPages!.days * dayMs;
    insertPage.run(number, expiresAt, serialize(record), text);
  }

  /** Returns the numbers of the decisions about an id, newest first. */
  function findNumbers(lineage: number, id: string): number[] {
    const found = ids.search(lineage, id).filter((number) => selectId.get(number, lineage) === id);
    return [...found, ...selectNamed.all(lineage, id)].sort((a, b) => b - a);
  }

  function forget(number: number): void {
    const row = deleteOne.get(number);
    if (row === undefined || row.id === null || (row.flags & flagOf.named) !== 0) return;
    ids.remove(row.lineage, row.id, number);
  }

  const list = createDecisionLists(db, segments, findNumbers);

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

  return {
    observer,
    add,
    find(lineage: number, number: number): DecisionRecord | undefined {
      const row = selectOne.get(number, lineage);
      return row && toRecord(row);
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
      const lineage = setId.get(id, number);
      if (lineage !== undefined) segments.setId(number, lineage, id);
    },
    /** Returns the page that a decision refused, or undefined if the content of the page is not kept. */
    page: pageOfDecision,
    /** Returns the most recent kept page that was refused under an id, or undefined if none is kept. */
    pageOfId(lineage: number, id: string, now: number): RefusedPage | undefined {
      for (const number of findNumbers(lineage, id)) {
        const kept = pageOfDecision(number, now);
        if (kept === undefined) continue;
        const { earlier, created, ...page } = kept;
        return page;
      }
      return undefined;
    },
    /** Deletes all records of the given ids. */
    forgetIds(collection: Collection, forgotten: readonly string[]): void {
      if (catalog.isSuccessor(collection) || selectLast.get() === null) return;
      const lineage = catalog.findLineage(collection);
      for (const id of forgotten) findNumbers(lineage, id).forEach(forget);
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
          forget(row.number);
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
      for (const { first } of segments.of(lineage, 0, Number.MAX_SAFE_INTEGER)) {
        const { changes } = deleteOfSegment.run(first, first + segmentLength, lineage, limit);
        if (changes > 0) return changes;
        segments.drop(lineage, first);
      }
      return 0;
    },
    /**
     * Deletes some expired refused pages. If there are none, deletes some records that are too old or exceed the
     * maximum number of records.
     * @returns true if there may be more
     */
    prune(now: number): boolean {
      if (deleteExpiredPages.run(now, pagesAtOnce).changes > 0) return true;
      const last = selectLast.get()!;
      if (last === null) {
        segments.prune(lastDecision(db));
        return false;
      }
      const oldest = now - limits.days * dayMs;
      const isOff = limits.days === 0;
      const upTo = isOff ? last : last - limits.rows;
      const old = selectOldest
        .all(prunedAtOnce)
        .filter(({ number, at }) => at < oldest || number <= upTo);
      for (const { number } of old) forget(number);
      if (old.length > 0) segments.prune(old.at(-1)!.number);
      return old.length > 0;
    },
    ...{ flushDue: ids.flushDue, hasUnflushed: ids.hasUnflushed, flushEarly: ids.flushEarly },
    ...{ shrink: ids.shrink, loadFilters: ids.loadFilters, committed: ids.committed },
    rolledBack() {
      ids.rolledBack();
      segments.rolledBack();
    },
  };
}

interface DeletedRow {
  readonly lineage: number;
  readonly id: string | null;
  readonly flags: number;
}
