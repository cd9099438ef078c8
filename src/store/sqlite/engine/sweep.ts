import type { Database } from 'better-sqlite3';
import { historyHoursMax, hourMs, hourOf } from '../../rules/decision-counts.js';
import { blockTables } from '../write-buffer/write-buffer.js';
import type { Clock } from './clock.js';
import { createIncrementalVacuum } from './incremental-vacuum.js';

/*
 * How many rows are removed before the clock is read: a millisecond or less. Documents and contents
 * have several rows, spread over the tables. A content may have a text of some hundred pages and
 * share its prefix with thousands, and an outcome may be long.
 */
const rowsAtOnce = 64;
const membersAtOnce = 64;
const documentsAtOnce = 8;
const contentsAtOnce = 1;
const outcomesAtOnce = 4;

/** How long a step takes: other operations wait for it. */
const stepMsMin = 4;
const stepMsMax = 20;
/** A step takes a millisecond more for each of these that it is behind. */
const behindMs = 500;
const behindContents = 500;

/** What a step can do, some at a time. Each answers whether there may be more. */
export interface SweepTasks {
  /** Expiry of the next document, which may be past; null: none expires. */
  firstExpiry(): number | null;
  /** How many contents wait to be removed. */
  releasedContents(): number;
  /** Removes expired documents, the oldest expiry first. */
  eraseExpired(now: number, limit: number): boolean;
  /** Removes contents that no document has any more. */
  removeReleased(limit: number): boolean;
  /** Removes members from clusters whose documents a successor does not have. */
  reseat(limit: number): boolean;
  /** Removes refused members of clusters that have no stored one any more. */
  removeRefused(limit: number): boolean;
  forgetOutcomes(now: number, limit: number): boolean;
  /**
   * Erases documents of a deleted collection, with their contents: some of those with ids behind `after`
   * (undefined: of all).
   */
  eraseDeleted(generation: number, after: string | undefined, rows: number): ErasedDocuments;
  /** Has rows of removed contents deleted when the transaction ends. */
  shrink(): boolean;
}

interface ErasedDocuments {
  readonly erased: number;
  /** Where to go on; undefined: there are no more documents. */
  readonly last: string | undefined;
}

/**
 * Removes invisible rows in short steps: expired documents and kept outcomes, contents without
 * documents, the rows of deleted collections, old hours of decisions, and free pages. These kinds
 * take turns, so that none holds up the others. A step finds by itself where the last one stopped,
 * and returns whether there may be more.
 *
 * The further the sweep is behind, the longer a step takes, so that it keeps up with expiry: other
 * operations then wait longer, and store less.
 */
export function createSweep(
  db: Database,
  clock: Clock,
  tasks: SweepTasks,
): (now: number) => boolean {
  const sweepDeleted = createDeletedSweep(db, tasks.eraseDeleted);
  const vacuumSome = createIncrementalVacuum(db);
  const forgetHours = createForgetHours(db);
  const turns: readonly ((now: number) => boolean)[] = [
    // Expired members must leave as expired, before other steps look at them.
    (now) => tasks.eraseExpired(now, documentsAtOnce) || tasks.reseat(membersAtOnce),
    () => tasks.removeReleased(contentsAtOnce),
    () => tasks.removeRefused(membersAtOnce),
    sweepDeleted,
    (now) => tasks.forgetOutcomes(now, outcomesAtOnce),
    forgetHours,
  ];
  let turn = 0;

  function stepMs(now: number): number {
    const late = Math.max(0, now - (tasks.firstExpiry() ?? now));
    const behind = late / behindMs + tasks.releasedContents() / behindContents;
    return Math.min(stepMsMax, stepMsMin + behind);
  }

  return (now) => {
    const deadline = clock() + stepMs(now);
    let idle = 0;
    while (idle < turns.length) {
      const hasWorked = turns[turn]!(now);
      turn = (turn + 1) % turns.length;
      idle = hasWorked ? 0 : idle + 1;
      // However slow the machine is, a step that finds nothing in any turn is the last one.
      if (hasWorked && clock() >= deadline) return true;
    }
    return tasks.shrink() || vacuumSome();
  };
}

function createForgetHours(db: Database): (now: number) => boolean {
  const forget = db.prepare<[number, number]>(
    `DELETE FROM decision_hours WHERE (lineage, hour) IN
       (SELECT lineage, hour FROM decision_hours WHERE hour < ? LIMIT +?)`,
  );
  return (now) => forget.run(hourOf(now) - historyHoursMax * hourMs, rowsAtOnce).changes > 0;
}

function createDeletedSweep(db: Database, erase: SweepTasks['eraseDeleted']): () => boolean {
  const selectDeleted = db
    .prepare<[], number>(
      'SELECT generation FROM collections WHERE name IS NULL AND successor_of IS NULL LIMIT 1',
    )
    .pluck();
  const sweepTable = (table: string, ...key: string[]) => {
    const columns = key.join(', ');
    const statement = db.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE (${columns}) IN
         (SELECT ${columns} FROM ${table} WHERE collection = ? LIMIT +?)`,
    );
    return (generation: number) => statement.run(generation, rowsAtOnce).changes > 0;
  };
  /** The rows of a lineage are removed with its last generation. */
  const sweepLineage = (table: string, ...key: string[]) => {
    const columns = ['lineage', ...key].join(', ');
    const statement = db.prepare<[number, number]>(
      `DELETE FROM ${table} WHERE (${columns}) IN
         (SELECT ${columns} FROM ${table} WHERE lineage =
           (SELECT lineage FROM collections AS former WHERE generation = ? AND NOT EXISTS
             (SELECT 1 FROM collections WHERE lineage = former.lineage
                AND (name IS NOT NULL OR successor_of IS NOT NULL)))
         LIMIT +?)`,
    );
    return (generation: number) => statement.run(generation, rowsAtOnce).changes > 0;
  };
  const steps = [
    sweepTable('changes', 'collection', 'id'),
    sweepDocuments(erase),
    ...blockTables.map((table) => sweepTable(table, 'collection', 'level', 'block', 'list')),
    sweepLineage('members', 'id'),
    sweepLineage('clusters', 'number'),
    sweepLineage('separations', 'a', 'b'),
    sweepLineage('labels', 'a', 'b'),
    sweepLineage('decision_hours', 'hour'),
    sweepLineage('decision_totals', 'lineage'),
  ];
  const deleteCollection = db.prepare<[number]>('DELETE FROM collections WHERE generation = ?');

  return () => {
    const generation = selectDeleted.get();
    if (generation === undefined) return false;
    if (!steps.some((step) => step(generation))) deleteCollection.run(generation);
    return true;
  };
}

/**
 * Documents go in the order of their ids, as the only index of a collection has them. If a transaction was
 * undone, some were passed and are still there: so they are gone through until none is left.
 */
function sweepDocuments(erase: SweepTasks['eraseDeleted']): (generation: number) => boolean {
  let at: { generation: number; after: string | undefined; erased: number } | undefined;
  return (generation) => {
    if (at?.generation !== generation) at = { generation, after: undefined, erased: 0 };
    const { erased, last } = erase(generation, at.after, documentsAtOnce);
    const isEmpty = last === undefined && at.erased + erased === 0;
    at = { generation, after: last, erased: last === undefined ? 0 : at.erased + erased };
    return !isEmpty;
  };
}
