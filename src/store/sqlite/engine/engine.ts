import Database from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { type DecisionLogLimits, decisionLogDefault } from '../../contract/decision-log.js';
import type { GroupStatistics, SearchEffort } from '../../contract/statistics.js';
import { isDamage } from '../file/damage.js';
import { createFilePlace } from '../file/log-owner.js';
import { createBackups } from '../maintenance/backup.js';
import { createDecisionTable } from '../observers/decisions.js';
import {
  execute,
  type Kind,
  type Output,
  operationOf,
  type Request,
} from '../operations/operations.js';
import { failureOf, type Reply, type Runner, unknownOutcome } from '../requests.js';
import { createCatalog } from '../tables/catalog.js';
import { createDocumentIds } from '../tables/document-ids.js';
import { createWriteBuffer, type WriteBufferOptions } from '../write-buffer/write-buffer.js';
import { type Clock, systemClock } from './clock.js';
import { createTables } from './tables.js';
import { createCheckpoints, createTransactions, UnknownOutcome } from './transactions.js';

/**
 * Maximum time spent on writing buffered rows to disk when closing. It delays the exit of the service, for which
 * orchestrators wait 10 s or more, but makes the next opening faster.
 */
const closingMsMax = 2000;
/**
 * Runs operations on a database in groups: one transaction and one fsync per group.
 *
 *   BEGIN IMMEDIATE
 *     add ✓   query ✓   delete ✗   check ✓     a refused operation has written nothing
 *   COMMIT                                     … and all replies are sent after the commit
 *
 * A refusal is therefore the reply of one operation, and needs no rollback. Any other failure (a full disk, a defect)
 * rolls back the whole group: all its writes fail, and its reads are answered again from committed data. So nothing is
 * ever seen or acknowledged before it is on disk. (Group commit: DeWitt et al., Implementation Techniques for Main
 * Memory Database Systems, SIGMOD 1984.)
 *
 * A group that only sweeps does not sync. The removed rows are invisible to readers, so a power failure may bring them
 * back without harm, and no request waits for the disk.
 */
export function createEngine(
  db: Database.Database,
  options?: WriteBufferOptions,
  clock: Clock = systemClock,
  logLimits: DecisionLogLimits = decisionLogDefault,
) {
  // Must precede the first write, because no other code may move the log.
  const checkpoint = createCheckpoints(db);
  const catalog = createCatalog(db);
  const refuseIfReplaced = createFilePlace(db);
  let searches: SearchEffort[] = [];
  let expired = 0;
  let lapsed = 0;
  let commitMs: number | null = null;
  let statistics: GroupStatistics = { operations: 0, commitMs, searches, expired, lapsed };
  let damage: Reply | undefined;
  let lost: UnknownOutcome | undefined;
  const writeBuffer = createWriteBuffer(
    db,
    (generation) => catalog.byGeneration(generation) !== undefined,
    options,
    () => catalog.living('contents'),
  );
  const ids = createDocumentIds(db, options, () => catalog.living('documents'));
  const decisions = createDecisionTable(db);
  const totalChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
  const parts = [catalog, writeBuffer, ids, decisions] as const;
  const watch = {
    searched: (effort: SearchEffort) => searches.push(effort),
    expired: (count: number) => {
      expired += count;
    },
  };
  const tables = createTables(db, ...parts, watch, clock, logLimits, options);
  const { claims, observers, decisionLog } = tables;
  /** Buffers whose rows are written to disk. */
  const moving = [writeBuffer, ids, decisionLog];
  const inMemory = [...parts, claims, observers, tables.sweep, decisionLog];
  const transactions = createTransactions(db, inMemory);

  /** Returns replies in request order. Throws only if the database is unreadable or its file was replaced. */
  function runBatch(batch: readonly Request[]): readonly Reply[] {
    searches = [];
    expired = 0;
    lapsed = 0;
    commitMs = null;
    const replies = batch.every(isSweep) ? runUnsynced(batch) : runGroup(batch);
    refuseIfReplaced();
    statistics = { operations: batch.length, commitMs, searches, expired, lapsed };
    return replies;
  }

  function runUnsynced(batch: readonly Request[]): readonly Reply[] {
    // Syncs before pages of the log move to the file, but not after each commit.
    db.pragma('synchronous = NORMAL');
    try {
      return runGroup(batch);
    } finally {
      db.pragma('synchronous = FULL');
    }
  }

  function runGroup(batch: readonly Request[]): readonly Reply[] {
    if (!batch.some(isWrite) && !batch.some(mayLapse))
      return transactions.reading(() => batch.map(runReadAlone));
    try {
      const replies = transactions.run(() => {
        const changesBefore = totalChanges.get();
        const replied = batch.map((each) => {
          if (mayLapse(each)) lapse(each);
          return isWrite(each) ? runWrite(each) : runRead(each);
        });
        catalog.flush();
        for (const each of moving) each.moveDue();
        // Changes of counts alone do not justify a sync, except occasionally with the sweep.
        if (batch.some(isSweep) || totalChanges.get() !== changesBefore)
          decisions.flush(catalog.isLineage);
        return replied;
      });
      commitMs = transactions.commitMs();
      return replies;
    } catch (error) {
      searches = [];
      expired = 0;
      lapsed = 0;
      if (error instanceof UnknownOutcome) lost = error;
      const failed = failedBy(error);
      return batch.map((request) => {
        if (isWrite(request)) return failed;
        return mayLapse(request) ? readWithoutLapsed(request, failed) : runRead(request);
      });
    }
  }

  /**
   * Answers a read when expired claims cannot be ended on disk: ends them in a transaction and rolls it back. The read
   * fails if there are more expired claims than can be ended at once, because it would see the rest.
   */
  function readWithoutLapsed(request: Request, failed: Reply): Reply {
    if (lost !== undefined) return failed;
    try {
      return transactions.undone(() => {
        claims.lapse(nowOf(request)!);
        return mayLapse(request) ? failed : runRead(request);
      });
    } catch (error) {
      return failedBy(error);
    }
  }

  /** @throws the error of an operation that failed after its first write, or that ended the transaction */
  function runWrite(request: Request): Reply {
    const changesBefore = totalChanges.get();
    try {
      return replyWith(execute(tables, request));
    } catch (error) {
      if (!db.inTransaction) throw error;
      if (totalChanges.get() === changesBefore) return failedBy(error);
      throw error instanceof NeardupError ? new LateRefusal(request.kind, error) : error;
    }
  }

  /**
   * @throws SQLite's error if it ended the transaction
   */
  function runRead(request: Request): Reply {
    if (request.kind === 'ping' && damage !== undefined) return damage;
    const wasInTransaction = db.inTransaction;
    try {
      return replyWith(execute(tables, request));
    } catch (error) {
      if (wasInTransaction && !db.inTransaction) throw error;
      return failedBy(error);
    }
  }

  /**
   * Runs a read outside the group's transaction. If SQLite has ended that transaction, each statement runs in its own.
   */
  function runReadAlone(request: Request): Reply {
    try {
      return runRead(request);
    } catch (error) {
      return failedBy(error);
    }
  }

  /** Damage is permanent: after the first sign of it, every ping reports it. */
  function failedBy(error: unknown): Reply {
    const failure =
      error instanceof UnknownOutcome
        ? { ...unknownOutcome, stack: error.message }
        : failureOf(error);
    const reply: Reply = { ok: false, failure };
    if (isDamage(error)) damage ??= reply;
    return reply;
  }

  /** Returns true if there may be expired claims to end before a request. */
  function mayLapse(request: Request): boolean {
    const now = nowOf(request);
    return now !== undefined && claims.next.expiry <= now;
  }

  /** Ends up to a hundred expired claims. If there are more, also ends all those that the request would overwrite. */
  function lapse(request: Request): void {
    lapsed += claims.lapse(nowOf(request)!);
    if (mayLapse(request)) operationOf(request).settle?.(tables, request.input);
  }

  /** Writes pending counts, and as many buffered rows as time allows. */
  function close(): void {
    if (lost !== undefined) return;
    transactions.run(() => decisions.flush(catalog.isLineage));
    moveAll();
  }

  /** No sync is needed: the next opening rebuilds what did not reach the disk. */
  function moveAll(): void {
    const deadline = clock() + closingMsMax;
    db.pragma('synchronous = NORMAL');
    try {
      for (const each of moving) {
        while (each.hasUnmoved() && clock() < deadline) {
          transactions.run(each.moveEarly);
          checkpoint();
        }
      }
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      // A full disk, for example. The next opening reads the same data as after a kill.
    }
  }

  return {
    collections: catalog.list(),
    failedBy,
    runBatch,
    /** Statistics of the last batch. */
    lastGroup: () => statistics,
    /** Reason why the database must not be used any more: its content is unknown. */
    lost: () => lost,
    checkpoint,
    learn: () => writeBuffer.learn() || decisionLog.learn(),
    close,
  };
}

const replyWith = (output: Output<Kind>): Reply => ({ ok: true, output });

/** Thrown for an operation refused after it had written: a defect that rolls back the whole group. */
class LateRefusal extends Error {
  constructor(kind: Kind, cause: NeardupError) {
    super(`"${kind}" refused after its first write: ${cause.message}`, { cause });
  }
}

/** A runner on this thread. Its caller reports when the replies are sent. */
export interface LocalRunner extends Runner {
  /**
   * Does the work postponed until the replies of the last group are sent, such as moving a long log into the file. Runs
   * automatically at the end of the turn, or before the next group.
   * @throws if the engine has failed permanently
   */
  afterReplies(): void;
}

/** Runs the engine on the caller's thread. */
export function createInlineRunner(
  db: Database.Database,
  options?: WriteBufferOptions,
  clock: Clock = systemClock,
  logLimits: DecisionLogLimits = decisionLogDefault,
): LocalRunner {
  const engine = createEngine(db, options, clock, logLimits);
  const backups = createBackups(db);
  let repliesOut: NodeJS.Immediate | undefined;
  let learning: NodeJS.Immediate | undefined;
  /** Works in small steps, one per turn of the event loop, until done. */
  function learn(): void {
    learning = engine.learn() ? setImmediate(learn) : undefined;
  }
  learning = setImmediate(learn);

  function afterReplies(): void {
    const lost = engine.lost();
    if (lost !== undefined) throw lost;
    if (repliesOut === undefined) return;
    clearImmediate(repliesOut);
    repliesOut = undefined;
    engine.checkpoint();
    learning ??= setImmediate(learn);
  }

  return {
    collections: engine.collections,
    async run(batch) {
      // While groups follow each other without a break, the turn does not end, so the immediate never runs.
      afterReplies();
      const replies = engine.runBatch(batch);
      if (engine.lost() === undefined) repliesOut = setImmediate(afterReplies);
      return { replies, statistics: engine.lastGroup() };
    },
    afterReplies,
    backup: backups.write,
    stopBackup: backups.stop,
    close: async () => {
      await backups.stop();
      clearImmediate(repliesOut);
      clearImmediate(learning);
      engine.close();
      db.close();
    },
  };
}

/** Returns the time of a request; undefined if it has none. */
function nowOf({ input }: Request): number | undefined {
  return (input as { readonly now?: number } | undefined)?.now;
}

function isSweep({ kind }: Request): boolean {
  return kind === 'sweep';
}

function isWrite(request: Request): boolean {
  return operationOf(request).writes(request.input);
}
