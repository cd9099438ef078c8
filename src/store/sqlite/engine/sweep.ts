import type { Database } from 'better-sqlite3';
import { historyHoursMax, hourMs, hourOf } from '../../rules/decision-counts.js';
import type { Undoable } from '../undo.js';
import type { Clock } from './clock.js';
import { createDeletedSweep, type EraseDecisions, type EraseDeleted } from './deleted-sweep.js';
import { createIncrementalVacuum } from './incremental-vacuum.js';

/*
 * Rows removed between two reads of the clock, so that this takes at most a millisecond. Documents and contents have
 * rows in several tables, a content may have several hundred pages of text and share its prefix with thousands of
 * others, and kept outcomes may be long.
 */
const hoursAtOnce = 64;
const membersAtOnce = 64;
const documentsAtOnce = 8;
const contentsAtOnce = 1;
const outcomesAtOnce = 4;

/** Limits on the duration of a step. Other operations wait for a step to end. */
const stepMsMin = 4;
const stepMsMax = 20;
/** For every 500 ms or 500 contents of backlog, a step takes one more millisecond. */
const behindMs = 500;
const behindContents = 500;

/** Tasks of a step. Each removes a limited number of rows and returns true if there may be more. */
export interface SweepTasks {
  /** Expiry of the next document, possibly in the past; null: none expires. */
  firstExpiry(): number | null;
  /** Number of contents to remove. */
  releasedContents(): number;
  /** Removes expired documents, the oldest expiry first. */
  eraseExpired(now: number, limit: number): boolean;
  /** Removes contents without documents. */
  removeReleased(limit: number): boolean;
  /** Removes cluster members whose documents are missing in a successor. */
  reseat(limit: number): boolean;
  /** Removes refused members of clusters without stored members. */
  removeRefused(limit: number): boolean;
  forgetOutcomes(now: number, limit: number): boolean;
  /** Deletes old records of the decision log. */
  pruneDecisions(now: number): boolean;
  readonly eraseDeleted: EraseDeleted;
  readonly eraseDecisions: EraseDecisions;
  /** Schedules the rows of removed contents for deletion at the end of the transaction. */
  shrink(): boolean;
}

export interface Sweep extends Undoable {
  /** Removes some rows. @returns true if there may be more */
  step(now: number): boolean;
}

/**
 * Removes invisible rows in short steps: expired documents and kept outcomes, contents without documents, rows of
 * deleted collections, old hours of decisions, and free pages. The tasks take turns, so that none delays the others.
 * With a growing backlog, steps grow longer, so that the sweep keeps up with expiry; other operations then wait longer,
 * and fewer documents are stored.
 */
export function createSweep(db: Database, clock: Clock, tasks: SweepTasks): Sweep {
  const { sweep: sweepDeleted, ...undoable } = createDeletedSweep(
    db,
    tasks.eraseDeleted,
    tasks.eraseDecisions,
  );
  const vacuumSome = createIncrementalVacuum(db);
  const forgetHours = createForgetHours(db);
  const turns: readonly ((now: number) => boolean)[] = [
    // Expired members must leave before other steps examine them, so that they count as expired.
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
      // A step ends the sweep if every task is idle, however slow the machine.
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
