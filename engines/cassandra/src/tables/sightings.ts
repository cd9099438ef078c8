import type { StoredDocument } from 'neardup/engine';
import type { Connection } from '../connection.js';
import { secondsToLive } from './registers.js';

/**
 * Sightings of documents: the number of times, and the last time, that a document was stored or found unchanged. They
 * are written to a separate table without conditions, so one of two simultaneous sightings may be lost. Consecutive
 * sightings are never lost, even if the clocks of the processes that write them differ, because each write gets a later
 * timestamp than the one before.
 */
export interface Sightings {
  /**
   * Returns a document with its sightings.
   * @param attempt name of the attempt that stored the document; sightings of other versions are ignored
   */
  of(generation: number, document: StoredDocument, attempt: string): Promise<StoredDocument>;
  write(generation: number, document: StoredDocument, attempt: string): Promise<void>;
}

export function createSightings(connection: Connection): Sightings {
  const table = `${connection.keyspace}.sightings`;
  const select = `SELECT attempt, last_seen_at, seen_count FROM ${table} WHERE generation = ? AND id = ?`;
  const selectTime = `SELECT WRITETIME(seen_count) AS written_at FROM ${table} WHERE generation = ? AND id = ?`;
  const insert =
    `INSERT INTO ${table} (generation, id, attempt, last_seen_at, seen_count) ` +
    'VALUES (?, ?, ?, ?, ?) USING TTL ? AND TIMESTAMP ?';
  return {
    async of(generation, document, attempt) {
      const [row] = await connection.read(select, [generation, document.id]);
      if (row === undefined || row.attempt !== attempt) return document;
      const lastSeenAt = Number(row.last_seen_at);
      return { ...document, lastSeenAt, seenCount: row.seen_count as number };
    },
    async write(generation, { id, lastSeenAt, seenCount, expiresAt }, attempt) {
      const seconds = secondsToLive(expiresAt, lastSeenAt);
      const [former] = await connection.read(selectTime, [generation, id]);
      const before = BigInt((former?.written_at as bigint | null | undefined) ?? 0);
      const now = BigInt(Date.now()) * 1000n;
      const time = now > before ? now : before + 1n;
      const values = [generation, id, attempt, BigInt(lastSeenAt), seenCount, seconds, time];
      await connection.write(insert, values);
    },
  };
}
