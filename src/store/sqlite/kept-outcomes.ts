import type { Database } from 'better-sqlite3';
import type { KeptOutcome, KeptOutcomes } from '../once.js';

/** Outcomes of operations that are done at most once, by their keys. */
export function createKeptOutcomes(
  db: Database,
): KeptOutcomes & { forget(now: number, limit: number): boolean } {
  const select = db.prepare<[Buffer, number], Row>(
    'SELECT request, note, outcome FROM outcomes WHERE key = ? AND expires_at > ?',
  );
  const insert = db.prepare<[Buffer, Buffer, number, string, Uint8Array]>(
    'INSERT OR REPLACE INTO outcomes (key, request, expires_at, note, outcome) VALUES (?, ?, ?, ?, ?)',
  );
  const deleteSome = db.prepare<[number, number]>(
    `DELETE FROM outcomes WHERE number IN
       (SELECT number FROM outcomes WHERE expires_at <= ? ORDER BY expires_at LIMIT +?)`,
  );

  return {
    find(key, now): KeptOutcome | undefined {
      const row = select.get(fromHex(key), now);
      return row && { ...row, request: row.request.toString('hex') };
    },
    keep({ key, request, expiresAt, note }, outcome) {
      insert.run(fromHex(key), fromHex(request), expiresAt, note, outcome);
    },
    /** Removes at most so many that have expired; whether there were any. */
    forget: (now: number, limit: number) => deleteSome.run(now, limit).changes > 0,
  };
}

interface Row {
  readonly request: Buffer;
  readonly note: string;
  readonly outcome: Buffer;
}

const fromHex = (text: string) => Buffer.from(text, 'hex');
