import { decodeOutcome, encodeOutcome, NeardupError } from 'neardup/engine';
import type { Connection } from '../connection.js';
import type { ClaimRow, ClaimRows, Prepared } from '../protocol/claims.js';
import { secondsToLive } from './registers.js';

const triesMax = 4;

/**
 * Rows of the table `claims` (protocol/claims.ts). A write replaces the whole row, if the row still has the expected
 * version.
 */
export function createClaimRows(connection: Connection): ClaimRows {
  const table = `${connection.keyspace}.claims`;
  const columns = 'version, request, expires_at, deletion, prepared, outcome, note';
  const select = `SELECT ${columns} FROM ${table} WHERE key = ?`;
  const assignments = columns.replaceAll(/\w+/g, '$& = ?');
  const update = `UPDATE ${table} USING TTL ? SET ${assignments} WHERE key = ? IF version = ?`;

  async function read(key: string): Promise<ClaimRow | null> {
    const row = await connection.readSerially(select, [key]);
    if (row === undefined || row.version === null) return null;
    const [prepared, outcome] = [row.prepared as Buffer | null, row.outcome as Buffer | null];
    return {
      version: row.version as string,
      request: row.request as string,
      expiresAt: Number(row.expires_at),
      token: row.deletion as string,
      prepared: prepared === null ? null : decodeOutcome<Prepared>(prepared),
      kept: outcome === null ? null : { outcome, note: row.note as string },
    };
  }

  return {
    read,
    async change(key, expected, next, now) {
      const { version, request, expiresAt, token, prepared, kept } = next;
      const values = [
        ...[secondsToLive(expiresAt, now), version, request, BigInt(expiresAt), token],
        ...[
          prepared === null ? null : Buffer.from(encodeOutcome(prepared)),
          kept && Buffer.from(kept.outcome),
        ],
        ...[kept?.note ?? null, key, expected],
      ];
      for (let tries = 0; tries < triesMax; tries++) {
        // Versions are never reused, so the statement may be sent twice. If the condition does not hold, the first copy
        // of the statement may have been applied.
        const applied = await connection.change(update, values, { isIdempotent: true });
        if (applied === true) return true;
        if (applied === false) return (await read(key))?.version === version;
      }
      throw new NeardupError(
        'not_ready',
        'Cannot use an idempotency key: Cassandra takes too long; the document may or may not have been stored',
        { retryAfterSeconds: 5 },
      );
    },
  };
}
