import Database from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import { type DecisionLogLimits, decisionLogDefault } from '../../contract/decision-log.js';
import type { GroupStatistics, SearchEffort } from '../../contract/statistics.js';
import { isDamage } from '../file/damage.js';
import { createFilePlace } from '../file/log-owner.js';
import { createBackups } from '../maintenance/backup.js';
import {
  execute,
  getOperation,
  type Kind,
  type Output,
  type Request,
} from '../operations/operations.js';
import { type Reply, type Runner, toFailure, unknownOutcome } from '../requests.js';
import { createCatalog } from '../tables/catalog.js';
import { createDocumentIds } from '../tables/document-ids.js';
import { createWriteBuffer, type WriteBufferOptions } from '../write-buffer/write-buffer.js';
import { type Clock, systemClock } from './clock.js';
import { createTables } from './tables.js';
import { createCheckpoints, createTransactions, UnknownOutcome } from './transactions.js';

/**
 * Maximum time in milliseconds spent flushing buffered rows to disk on close. Flushing makes the next start faster, but
 * delays the exit of the service. Orchestrators allow at least 10 s before they kill a process.
 */
const closingMsMax = 2000;
/**
 * Runs operations on a database in groups, with one transaction and one fsync per group.
 *
 *   BEGIN IMMEDIATE
 *     add ✓   query ✓   delete ✗   check ✓     a refused operation has written nothing
 *   COMMIT                                     … and all replies are sent after the commit
 *
 * An operation must refuse before its first write. A refusal is then simply the reply to that operation, and needs no
 * rollback. Any other failure (a full disk, a defect) rolls back the whole group: all its writes fail, and its reads
 * are executed again on committed data. So no write is ever visible or acknowledged before it is on disk. (Group
 * commit: DeWitt et al., Implementation Techniques for Main Memory Database Systems, SIGMOD 1984.)
 *
 * A group that consists only of sweeps is not synced, so that no request waits for the disk. A power failure may then
 * bring deleted rows back. This is harmless: the rows are invisible to all operations, and the sweep deletes them
 * again.
 */
export function createEngine(
  db: Database.Database,
  options?: WriteBufferOptions,
  clock: Clock = systemClock,
  logLimits: DecisionLogLimits = decisionLogDefault,
) {
  // Must be created before the first write, because `createCheckpoints` disables the automatic checkpoints of SQLite.
  const checkpoint = createCheckpoints(db);
  const catalog = createCatalog(db);
  const refuseIfReplaced = createFilePlace(db);
  let searches: SearchEffort[] = [];
  let expired = 0;
  let expiredClaims = 0;
  let commitMs: number | null = null;
  let statistics: GroupStatistics = { operations: 0, commitMs, searches, expired, expiredClaims };
  let damage: Reply | undefined;
  let lost: UnknownOutcome | undefined;
  const writeBuffer = createWriteBuffer(
    db,
    (generation) => catalog.byGeneration(generation) !== undefined,
    options,
    () => catalog.living('contents'),
  );
  const ids = createDocumentIds(db, options, () => catalog.living('documents'));
  const totalChanges = db.prepare<[], number>('SELECT total_changes()').pluck();
  const parts = [catalog, writeBuffer, ids] as const;
  const watch = {
    searched: (effort: SearchEffort) => searches.push(effort),
    expired: (count: number) => {
      expired += count;
    },
  };
  const tables = createTables(db, ...parts, watch, clock, logLimits);
  const { claims, decisions, observers } = tables;
  /** In-memory buffers that are flushed to disk. */
  const buffers = [writeBuffer, ids];
  const inMemory = [...parts, claims, decisions, observers, tables.sweep];
  const transactions = createTransactions(db, inMemory);

  /** Returns replies in request order. Throws only if the database is unreadable or its file was replaced. */
  function runBatch(batch: readonly Request[]): readonly Reply[] {
    searches = [];
    expired = 0;
    expiredClaims = 0;
    commitMs = null;
    const replies = batch.every(isSweep) ? runUnsynced(batch) : runGroup(batch);
    refuseIfReplaced();
    statistics = { operations: batch.length, commitMs, searches, expired, expiredClaims };
    return replies;
  }

  function runUnsynced(batch: readonly Request[]): readonly Reply[] {
    // With NORMAL, SQLite syncs the log only before a checkpoint, not at each commit.
    db.pragma('synchronous = NORMAL');
    try {
      return runGroup(batch);
    } finally {
      db.pragma('synchronous = FULL');
    }
  }

  function runGroup(batch: readonly Request[]): readonly Reply[] {
    if (!batch.some(isWrite) && !batch.some(mayExpireClaims))
      return transactions.reading(() => batch.map(runReadAlone));
    try {
      const replies = transactions.run(() => {
        const [lastBefore, releasedBefore] = [writeBuffer.lastContent(), catalog.released()];
        const replied = batch.map((each) => {
          if (mayExpireClaims(each)) expireClaims(each);
          return isWrite(each) ? runWrite(each) : runRead(each);
        });
        const stored = writeBuffer.lastContent() - lastBefore;
        const released = Math.max(0, catalog.released() - releasedBefore);
        tables.sweep.pay(latestNow(batch), { stored, released });
        catalog.flush();
        decisions.flush();
        for (const each of buffers) each.flushDue();
        return replied;
      });
      commitMs = transactions.commitMs();
      return replies;
    } catch (error) {
      searches = [];
      expired = 0;
      expiredClaims = 0;
      if (error instanceof UnknownOutcome) lost = error;
      const failed = failedBy(error);
      return batch.map((request) => {
        if (isWrite(request)) return failed;
        return mayExpireClaims(request) ? readWithoutLapsed(request, failed) : runRead(request);
      });
    }
  }

  /**
   * Executes a read that must not see expired claims, after the transaction that would have ended the claims has
   * failed. Ends the claims in another transaction, executes the read, and rolls back. If more than
   * `claimsExpiredAtOnce` claims have expired, the read fails, because it would see the remaining ones.
   */
  function readWithoutLapsed(request: Request, failed: Reply): Reply {
    if (lost !== undefined) return failed;
    try {
      return transactions.undone(() => {
        claims.expire(readNow(request)!);
        return mayExpireClaims(request) ? failed : runRead(request);
      });
    } catch (error) {
      return failedBy(error);
    }
  }

  /**
   * Executes a write. If the operation fails before its first write, the error becomes its reply.
   * @throws the error of the operation if it failed after its first write, or if the error ended the transaction
   */
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
   * Executes a read. An error becomes its reply.
   * @throws SQLite's error if it ended the transaction of the group
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
   * Executes a read in a group without writes. Every error becomes the reply, even an error that ended the transaction.
   * Later reads of the group then run without a transaction.
   */
  function runReadAlone(request: Request): Reply {
    try {
      return runRead(request);
    } catch (error) {
      return failedBy(error);
    }
  }

  /** Converts an error into a reply. Remembers damage of the file, so that every later ping reports it. */
  function failedBy(error: unknown): Reply {
    const failure =
      error instanceof UnknownOutcome
        ? { ...unknownOutcome, stack: error.message }
        : toFailure(error);
    const reply: Reply = { ok: false, failure };
    if (isDamage(error)) damage ??= reply;
    return reply;
  }

  /**
   * Returns true if some claims may have expired by the time of a request. Expired claims must be ended before the
   * request is executed.
   */
  function mayExpireClaims(request: Request): boolean {
    const now = readNow(request);
    return now !== undefined && claims.next.expiry <= now;
  }

  /**
   * Ends up to `claimsExpiredAtOnce` expired claims. If more may have expired, also ends the expired claims on
   * documents that the request changes.
   */
  function expireClaims(request: Request): void {
    expiredClaims += claims.expire(readNow(request)!);
    if (mayExpireClaims(request)) getOperation(request).settle?.(tables, request.input);
  }

  /**
   * Flushes as many buffered rows to disk as time allows, without syncs: the next opening rebuilds rows that did not
   * reach the disk.
   */
  function close(): void {
    if (lost !== undefined) return;
    const deadline = clock() + closingMsMax;
    db.pragma('synchronous = NORMAL');
    try {
      for (const each of buffers) {
        while (each.hasUnflushed() && clock() < deadline) {
          transactions.run(each.flushEarly);
          checkpoint();
        }
      }
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      // For example, the disk is full. The next opening then rebuilds the rows, as after a kill.
    }
  }

  return {
    collections: catalog.list(),
    failedBy,
    runBatch,
    /** Statistics of the last batch. */
    lastGroup: () => statistics,
    /**
     * Returns an error if it is unknown whether a commit took effect; the database must then not be used any more.
     * Otherwise returns undefined.
     */
    lost: () => lost,
    checkpoint,
    loadFilters: writeBuffer.loadFilters,
    close,
  };
}

const replyWith = (output: Output<Kind>): Reply => ({ ok: true, output });

/** Thrown if an operation is refused after its first write. This is a defect, and rolls back the whole group. */
class LateRefusal extends Error {
  constructor(kind: Kind, cause: NeardupError) {
    super(`"${kind}" refused after its first write: ${cause.message}`, { cause });
  }
}

/** A runner whose engine runs in the caller's thread. */
export interface LocalRunner extends Runner {
  /**
   * Does work that was postponed until the replies to the last group were sent, such as moving a long log into the
   * file. The caller should call this function as soon as it has sent the replies. Otherwise the work is done at the
   * end of the current event loop turn, or before the next group.
   * @throws the reason if the engine has failed permanently
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
  let loading: NodeJS.Immediate | undefined;
  /** Loads the Bloom filters of the sorted runs in small steps, one step per turn of the event loop. */
  function loadFilters(): void {
    loading = engine.loadFilters() ? setImmediate(loadFilters) : undefined;
  }
  loading = setImmediate(loadFilters);

  function afterReplies(): void {
    const lost = engine.lost();
    if (lost !== undefined) throw lost;
    if (repliesOut === undefined) return;
    clearImmediate(repliesOut);
    repliesOut = undefined;
    engine.checkpoint();
    loading ??= setImmediate(loadFilters);
  }

  return {
    collections: engine.collections,
    async run(batch) {
      // If groups follow each other without a break, the turn of the event loop does not end, and the callback of
      // `setImmediate` never runs.
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
      clearImmediate(loading);
      engine.close();
      db.close();
    },
  };
}

/** Returns the latest `now` of some requests; 0 if none has one. */
const latestNow = (batch: readonly Request[]): number =>
  Math.max(0, ...batch.map((each) => readNow(each) ?? 0));

/** Returns the `now` of a request, or undefined if it has none. */
function readNow({ input }: Request): number | undefined {
  return (input as { readonly now?: number } | undefined)?.now;
}

function isSweep({ kind }: Request): boolean {
  return kind === 'sweep' || kind === 'markGone';
}

function isWrite(request: Request): boolean {
  return getOperation(request).writes(request.input);
}
