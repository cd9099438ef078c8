import type { Database } from 'better-sqlite3';
import { historyDaysMax } from '../../contract/statistics.js';
import { dayMs, toDay, toHour } from '../../rules/decision-counts.js';
import type { Undoable } from '../undo.js';
import type { Clock } from './clock.js';
import { createDeletedSweep, type EraseDecisions, type EraseDeleted } from './deleted-sweep.js';
import { createIncrementalVacuum } from './incremental-vacuum.js';

/*
 * Maximum numbers of rows that a task deletes between two reads of the clock, chosen so that this takes at most a
 * millisecond. Some are small, because documents and contents have rows in several tables, a stored text may take
 * several hundred pages, and stored outcomes may be long.
 */
const countsAtOnce = 64;
const membersAtOnce = 64;
const documentsAtOnce = 8;
const contentsAtOnce = 1;
const outcomesAtOnce = 4;

/** Limits on the duration of a step. Other operations wait for a step to end. */
const stepMsMin = 4;
const stepMsMax = 20;
/**
 * Amounts of backlog that each make a step one millisecond longer: the time for which the first expired document has
 * been waiting, and the number of contents to delete.
 */
const behindMs = 500;
const behindContents = 500;

/**
 * Dead rows that may wait for the steps of the sweep, however busy the service is: contents without a document, and
 * expired documents, up to this constant and this share of the living contents. Beyond it, writes pay (`Sweep.pay`).
 */
const deadMin = 1000;
const deadShare = 1 / 8;
/**
 * Number of released contents of a group beyond which they do not make it pay more. Removing this many takes some tens of
 * milliseconds, for which other operations wait.
 */
const releasedPaidMax = 128;
/** Number of expired documents beyond which they are not counted. Counting this many takes half a millisecond. */
const expiredMax = 10_000;

/**
 * Tasks that a step of the sweep executes, and figures about its backlog. A task deletes some rows, and returns true if
 * there may be more.
 */
export interface SweepTasks {
  /**
   * Returns the earliest expiry of all documents, or null if no document expires. A time in the past means that the
   * document is waiting for the sweep.
   */
  firstExpiry(): number | null;
  /** Returns the number of contents that have no documents and wait for the sweep. */
  releasedContents(): number;
  /** Returns the number of contents that have documents, expired or not. */
  livingContents(): number;
  /** Returns the number of expired documents, counted up to a limit. */
  countExpired(now: number, limit: number): number;
  /** Deletes expired documents, earliest expiry first. */
  eraseExpired(now: number, limit: number): boolean;
  /** Deletes contents without documents. */
  removeReleased(limit: number): boolean;
  /**
   * After a successor has replaced a collection, removes cluster members that contradict the documents of the
   * successor.
   */
  reseat(limit: number): boolean;
  /** Deletes refused members of clusters that have lost all stored members. */
  removeRefused(limit: number): boolean;
  /** Deletes expired outcomes of idempotent requests. */
  forgetOutcomes(now: number, limit: number): boolean;
  /** Deletes old records of the decision log. */
  pruneDecisions(now: number): boolean;
  readonly eraseDeleted: EraseDeleted;
  readonly eraseDecisions: EraseDecisions;
  /**
   * Requests that rows of removed contents be deleted from the runs at the end of the transaction.
   * @returns true if there may be such rows
   */
  shrink(): boolean;
}

export interface Sweep extends Undoable {
  /** Deletes some rows. @returns true if there may be more */
  step(now: number): boolean;
  /**
   * Deletes dead contents in proportion to the writes of a group, if too many wait. Steps are limited by the clock, so
   * the busier a machine is, the less they delete, while writers are not slowed down. Must be called in the transaction
   * of the group.
   */
  pay(now: number, group: WrittenContents): void;
}

/** Numbers of contents that a group of operations has stored, and that have lost their last document in it. */
export interface WrittenContents {
  readonly stored: number;
  readonly released: number;
}

/**
 * Deletes invisible rows in short steps: expired documents and outcomes, contents without documents, rows of deleted
 * collections, old counts of decisions, and old records of the decision log. Finally, releases free pages. The tasks take
 * turns, so that none delays the others. As the backlog grows, steps take longer; beyond a limit, writes pay as well.
 */
export function createSweep(db: Database, clock: Clock, tasks: SweepTasks): Sweep {
  const { sweep: sweepDeleted, ...undoable } = createDeletedSweep(
    db,
    tasks.eraseDeleted,
    tasks.eraseDecisions,
  );
  const vacuumSome = createIncrementalVacuum(db);
  const forgetCounts = createForgetCounts(db);
  const turns: readonly ((now: number) => boolean)[] = [
    // Deletes expired documents before `reseat` examines members, so that their clusters are updated as of the expiry.
    // `reseat` would remove these members without changing `updatedAt` of their clusters.
    (now) => tasks.eraseExpired(now, documentsAtOnce) || tasks.reseat(membersAtOnce),
    () => tasks.removeReleased(contentsAtOnce),
    () => tasks.removeRefused(membersAtOnce),
    sweepDeleted,
    (now) => tasks.forgetOutcomes(now, outcomesAtOnce),
    forgetCounts,
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
      // The deadline ends a step only after a task that has found work. If all tasks are idle, they all run in one
      // step, even on a slow machine, and the sweep is complete.
      if (hasWorked && clock() >= deadline) return true;
    }
    return tasks.shrink() || vacuumSome();
  }

  /**
   * Each stored content pays for two dead ones, so that a backlog shrinks while documents are stored, and each released
   * content for one, so that it does not grow while documents are deleted. What expires or is deleted at once stays
   * beyond the limit until later writes, or the steps of the sweep, have paid for it.
   */
  function pay(now: number, { stored, released }: WrittenContents): void {
    let owed = 2 * stored + Math.min(released, releasedPaidMax);
    if (owed === 0) return;
    const withDocuments = tasks.livingContents();
    const countedMax = Math.ceil(deadMin + deadShare * withDocuments);
    const expired = tasks.countExpired(now, Math.min(expiredMax, countedMax));
    const allowed = deadMin + deadShare * (withDocuments - expired);
    owed = Math.min(owed, Math.ceil(tasks.releasedContents() + expired - allowed));
    if (owed <= 0) return;
    for (; owed > 0; owed--) {
      const hasErased = tasks.eraseExpired(now, 1);
      if (!tasks.removeReleased(1) && !hasErased) break;
    }
    tasks.shrink();
  }

  return { step, pay, ...undoable };
}

/** Creates a task that deletes counts of more than 90 days ago. */
function createForgetCounts(db: Database): (now: number) => boolean {
  const forgetHours = db.prepare<[number, number]>(
    `DELETE FROM decision_hours WHERE (lineage, hour) IN
       (SELECT lineage, hour FROM decision_hours WHERE hour < ? LIMIT +?)`,
  );
  const forgetHosts = db.prepare<[number, number]>(
    `DELETE FROM decision_hosts WHERE (lineage, day, host) IN
       (SELECT lineage, day, host FROM decision_hosts WHERE day < ? LIMIT +?)`,
  );
  return (now) =>
    forgetHours.run(toHour(now) - historyDaysMax * dayMs, countsAtOnce).changes > 0 ||
    forgetHosts.run(toDay(now) - historyDaysMax * dayMs, countsAtOnce).changes > 0;
}
