import type { StoredDocument } from '../../contract/documents.js';
import type { Connection } from '../connection.js';
import { secondsToLive } from './registers.js';

/**
 * Times and number of the checks that found a document unchanged. They are plain writes to a table of their
 * own, so one of two sightings at the same moment may be lost. Consecutive sightings are kept even if the
 * clock of the second process is behind: each write has a later timestamp than the one before.
 */
export interface Sightings {
  /** The document with what was seen of it since its attempt was committed. */
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
