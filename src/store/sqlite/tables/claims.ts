import { deserialize, serialize } from 'node:v8';
import type { Database } from 'better-sqlite3';
import type { Claim } from '../../contract/claims.js';
import { createUndoLog } from '../undo.js';

export type Claims = ReturnType<typeof createClaims>;

/** Claims by the numbers of their documents. What becomes of the documents is up to the caller. */
export function createClaims(db: Database) {
  const select = db.prepare<[number], Row>(
    'SELECT claimant, expires_at AS expiresAt, record FROM claims WHERE document = ?',
  );
  const selectTold = db.prepare<[number], Pick<Claim, 'expiresAt'>>(
    'SELECT expires_at AS expiresAt FROM claims WHERE document = ?',
  );
  const insert = db.prepare<[number, string, number, Uint8Array]>(
    'INSERT OR REPLACE INTO claims (document, claimant, expires_at, record) VALUES (?, ?, ?, ?)',
  );
  const updateExpiry = db.prepare<[number, number]>(
    'UPDATE claims SET expires_at = ? WHERE document = ?',
  );
  const limitExpiry = db.prepare<[number, number, number]>(
    'UPDATE claims SET expires_at = ? WHERE document = ? AND expires_at > ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM claims WHERE document = ?');
  const selectDue = db
    .prepare<[number, number], number>(
      'SELECT document FROM claims WHERE expires_at <= ? ORDER BY expires_at, document LIMIT +?',
    )
    .pluck();
  const selectFirst = db.prepare<[], number | null>('SELECT min(expires_at) FROM claims').pluck();
  const { changed, ...undoable } = createUndoLog();
  /** None lapses before, and perhaps none then; undefined: not known. */
  let earliest: number | undefined;

  function mayLapse(now: number): boolean {
    earliest ??= selectFirst.get() ?? Number.POSITIVE_INFINITY;
    return earliest <= now;
  }

  /** It stays a lower bound if the transaction is undone. */
  function noteExpiry(expiresAt: number): void {
    if (earliest !== undefined) earliest = Math.min(earliest, expiresAt);
  }

  function unknown(): void {
    earliest = undefined;
  }

  return {
    find(document: number): Claim | undefined {
      const row = select.get(document);
      if (row === undefined) return undefined;
      const { claimant, expiresAt, record } = row;
      return { claimant, expiresAt, ...(deserialize(record) as Recorded) };
    },
    /** When it lapses; null: the document is not claimed. */
    told: (document: number): Pick<Claim, 'expiresAt'> | null => selectTold.get(document) ?? null,
    put(document: number, { claimant, expiresAt, ...recorded }: Claim): void {
      insert.run(document, claimant, expiresAt, serialize(recorded satisfies Recorded));
      noteExpiry(expiresAt);
    },
    renew(document: number, expiresAt: number): void {
      updateExpiry.run(expiresAt, document);
      noteExpiry(expiresAt);
    },
    /** Has it lapse no later than this. */
    shorten(document: number, expiresAt: number): void {
      if (limitExpiry.run(expiresAt, document, expiresAt).changes > 0) noteExpiry(expiresAt);
    },
    /** @returns whether there was one */
    remove(document: number): boolean {
      changed(unknown);
      return remove.run(document).changes > 0;
    },
    /** Whether a claim may have lapsed. Cost: a comparison, unless claims have come or gone. */
    mayLapse,
    /** Documents whose claims have lapsed, those of the earliest first, at most `limit`. */
    due(now: number, limit: number): readonly number[] {
      unknown();
      changed(unknown);
      return selectDue.all(now, limit);
    },
    ...undoable,
  };
}

/** Documents whose claims are damaged: without them they are stored for good. */
export function unreadableClaims(db: Database): number[] {
  const select = db.prepare<[], { readonly document: number; readonly record: Buffer }>(
    'SELECT document, record FROM claims',
  );
  const unreadable: number[] = [];
  for (const { document, record } of select.iterate()) {
    try {
      deserialize(record);
    } catch {
      unreadable.push(document);
    }
  }
  return unreadable;
}

type Recorded = Omit<Claim, 'claimant' | 'expiresAt'>;

interface Row extends Pick<Claim, 'claimant' | 'expiresAt'> {
  readonly record: Buffer;
}
