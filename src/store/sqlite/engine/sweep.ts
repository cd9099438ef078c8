import type { Database } from 'better-sqlite3';
import { historyHoursMax, hourMs, hourOf } from '../../rules/decision-counts.js';
import type { Undoable } from '../undo.js';
import type { Clock } from './clock.js';
import { createDeletedSweep, type EraseDeleted } from './deleted-sweep.js';
import { createIncrementalVacuum } from './incremental-vacuum.js';

/*
 * Rows that are removed before the clock is read again: a millisecond or less. Documents and contents have
 * several rows, spread over the tables. A content may have a text of some hundred pages and share its
 * prefix with thousands, and an outcome may be long.
 */
const hoursAtOnce = 64;
const membersAtOnce = 64;
const documentsAtOnce = 8;
const contentsAtOnce = 1;
const outcomesAtOnce = 4;

/** Limits of the duration of a step, during which other operations wait. */
const stepMsMin = 4;
const stepMsMax = 20;
/** A step takes a millisecond longer for each of these units of backlog. */
const behindMs = 500;
const behindContents = 500;

/** Tasks of a step; each removes a limited number of rows and returns whether there may be more. */
export interface SweepTasks {
  /** Expiry of the next document, which may be past; null: none expires. */
  firstExpiry(): number | null;
  /** Number of contents that are to be removed. */
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
  /** Deletes old records of the log of decisions. */
  pruneDecisions(now: number): boolean;
  readonly eraseDeleted: EraseDeleted;
  /** Has rows of removed contents deleted when the transaction ends. */
  shrink(): boolean;
}

export interface Sweep extends Undoable {
  /** Removes some rows. @returns whether there may be more */
  step(now: number): boolean;
}

/**
 * Removes invisible rows in short steps: expired documents and kept outcomes, contents without
 * documents, the rows of deleted collections, old hours of decisions, and free pages. These kinds
 * take turns, so that none holds up the others.
 *
 * The further the sweep is behind, the longer a step takes, so that it keeps up with expiry: other
 * operations then wait longer, and store less.
 */
export function createSweep(db: Database, clock: Clock, tasks: SweepTasks): Sweep {
  const { sweep: sweepDeleted, ...undoable } = createDeletedSweep(db, tasks.eraseDeleted);
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
    tasks.pruneDecisions,
  ];
  let turn = 0;

  function stepMs(now: number): number {
    const late = Math.max(0, now - (tasks.firstExpiry() ?? now));
    const behind = late / behindMs + tasks.releasedContents() / behindContents;
    return Math.min(stepMsMax, stepMsMin + behind);
  }

  function step(now: number): boolean {
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
  }

  return { step, ...undoable };
}

function createForgetHours(db: Database): (now: number) => boolean {
  const forget = db.prepare<[number, number]>(
    `DELETE FROM decision_hours WHERE (lineage, hour) IN
       (SELECT lineage, hour FROM decision_hours WHERE hour < ? LIMIT +?)`,
  );
  return (now) => forget.run(hourOf(now) - historyHoursMax * hourMs, hoursAtOnce).changes > 0;
}
