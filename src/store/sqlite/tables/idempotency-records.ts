import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { IdempotencyRecord, IdempotencyRecords } from '../../contract/idempotency.js';
import { keptBytesMax } from '../../rules/idempotency.js';

/** Maximum size of all stored outcomes in bytes. */
const roomDefault = 2 ** 30;
/** Number of bytes counted for each row in addition to its note and outcome, including its entries in three indexes. */
const rowBytes = 200;
/** Maximum number of outcomes of an owner that one operation removes to make room for its own. */
const removedMax = 1000;
/** Owner in the row that contains the sum of the bytes of all owners. */
const everybody = '';

const bytesOfRow = `${rowBytes} + octet_length(note) + octet_length(outcome)`;

/** SQL that computes the rows of `idempotency_owners` from the stored outcomes. */
export const recordsByOwner = `
  SELECT owner, sum(${bytesOfRow}) AS bytes FROM idempotency_records GROUP BY owner
  UNION ALL SELECT '', coalesce(sum(${bytesOfRow}), 0) FROM idempotency_records`;

/**
 * Stores the outcomes of idempotent operations, by key.
 *
 * The outcomes of an owner may take as many bytes as are still free: a single owner may use half of the room, each of
 * two owners a third, and so on (the rule of quota/shares.ts, applied to bytes on disk). If an owner needs more, its
 * oldest outcomes are removed, but only those whose guaranteed time is over. If removing these does not free enough
 * room, requests of the owner with a key are throttled. A table counts the bytes of each owner, in the transaction that
 * changes them.
 *
 * @param room maximum size of all outcomes in bytes
 */
export function createIdempotencyRecords(
  db: Database,
  room = roomDefault,
): IdempotencyRecords & { forget(now: number, limit: number): boolean } {
  const select = db.prepare<[Buffer, number], Row>(
    'SELECT request, note, outcome FROM idempotency_records WHERE key = ? AND expires_at > ?',
  );
  const insert = db.prepare<[Buffer, Buffer, string, number, string, Uint8Array]>(
    'INSERT INTO idempotency_records (key, request, owner, expires_at, note, outcome) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const returning = `RETURNING owner, ${bytesOfRow} AS bytes`;
  const deleteOne = db.prepare<[Buffer], Removed>(
    `DELETE FROM idempotency_records WHERE key = ? ${returning}`,
  );
  const deleteExpired = db.prepare<[number, number], Removed>(
    `DELETE FROM idempotency_records WHERE number IN
       (SELECT number FROM idempotency_records WHERE expires_at <= ? ORDER BY expires_at LIMIT +?) ${returning}`,
  );
  const deleteOldest = db.prepare<[string, number], Removed>(
    `DELETE FROM idempotency_records WHERE number IN
       (SELECT number FROM idempotency_records WHERE owner = ?
        ORDER BY expires_at LIMIT +?) ${returning}`,
  );
  const selectOldest = db
    .prepare<[string, number, number], number>(
      `SELECT ${bytesOfRow} FROM idempotency_records WHERE owner = ? AND expires_at <= ?
       ORDER BY expires_at LIMIT +?`,
    )
    .pluck();
  const selectExpiry = db
    .prepare<[string, number], number>(
      `SELECT expires_at FROM idempotency_records WHERE owner = ?
       ORDER BY expires_at LIMIT 1 OFFSET +?`,
    )
    .pluck();
  const selectHeld = db
    .prepare<[string], number>('SELECT bytes FROM idempotency_owners WHERE owner = ?')
    .pluck();
  const addHeld = db.prepare<[string, number]>(
    `INSERT INTO idempotency_owners (owner, bytes) VALUES (?, ?)
     ON CONFLICT (owner) DO UPDATE SET bytes = bytes + excluded.bytes`,
  );
  const deleteHolder = db.prepare<[string]>(
    'DELETE FROM idempotency_owners WHERE owner = ? AND bytes <= 0',
  );
  const heldBy = (owner: string) => selectHeld.get(owner) ?? 0;

  /** Subtracts the bytes of removed rows. @returns true if there were any */
  function countRemoved(rows: readonly Removed[]): boolean {
    const byOwner = new Map<string, number>();
    for (const { owner, bytes } of rows) byOwner.set(owner, (byOwner.get(owner) ?? 0) + bytes);
    for (const [owner, bytes] of byOwner) {
      addHeld.run(owner, -bytes);
      deleteHolder.run(owner);
      addHeld.run(everybody, -bytes);
    }
    return rows.length > 0;
  }

  return {
    find(key, now): IdempotencyRecord | undefined {
      const row = select.get(fromHex(key), now);
      return row && { ...row, request: row.request.toString('hex') };
    },
    findRoom({ owner, expiresAt, guaranteedUntil }, now) {
      const missing = heldBy(owner) + keptBytesMax - (room - heldBy(everybody));
      if (missing <= 0) return 0;
      const spare = expiresAt - guaranteedUntil;
      let [count, gained] = [0, 0];
      for (const bytes of selectOldest.iterate(owner, now + spare, removedMax)) {
        count += 1;
        gained += bytes;
        // Each removed byte counts twice: the owner uses one byte less, and one byte more is free.
        if (2 * gained >= missing) return count;
      }
      // When other owners store outcomes, the share of this owner shrinks, perhaps below what the owner already uses.
      // The owner may still store an outcome if at least as many bytes of its old outcomes are removed.
      if (gained >= keptBytesMax) return count;
      throw noRoom((selectExpiry.get(owner, count) ?? guaranteedUntil + spare) - spare - now);
    },
    keep({ key, request, owner, expiresAt, note }, outcome, removed) {
      if (removed > 0) countRemoved(deleteOldest.all(owner, removed));
      countRemoved(deleteOne.all(fromHex(key)));
      insert.run(fromHex(key), fromHex(request), owner, expiresAt, note, outcome);
      const bytes = rowBytes + Buffer.byteLength(note) + outcome.length;
      addHeld.run(owner, bytes);
      addHeld.run(everybody, bytes);
    },
    /** Removes at most `limit` expired outcomes. @returns true if there were any */
    forget: (now: number, limit: number) => countRemoved(deleteExpired.all(now, limit)),
  };
}

interface Row {
  readonly request: Buffer;
  readonly note: string;
  readonly outcome: Buffer;
}

interface Removed {
  readonly owner: string;
  readonly bytes: number;
}

function noRoom(waitMs: number): NeardupError {
  return new NeardupError(
    'rate_limited',
    'Too many Idempotency-Keys from this client: its stored replies fill its quota; wait until they expire, or send the request without a key',
    { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
  );
}

const fromHex = (text: string) => Buffer.from(text, 'hex');
