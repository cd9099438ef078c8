import { setTimeout as sleep } from 'node:timers/promises';
import {
  decodeOutcome,
  encodeOutcome,
  type Idempotency,
  NeardupError,
  type Repeatable,
  reusedKey,
} from 'neardup/engine';
import { newToken } from './tokens.js';

/**
 * Idempotent writes: a request with an idempotency key is executed at most once, even if several processes receive it.
 * Here, a claim is the right to execute the request of a key. Each key has a row, and every change to the row is
 * conditional on its version:
 *
 *   claim     the first operation writes the row; later operations with the key wait
 *   prepare   just before an attempt decides, its name is written, with the outcome that it has if it is committed
 *   decide    as without a key (protocol.ts)
 *   keep      the outcome is written, for later operations with the key
 *
 * An operation that waits longer than a lease without seeing a change to the row takes over the key. From then on, the
 * earlier holder can neither prepare nor keep, so it makes no new decision. If the earlier holder has prepared an
 * attempt, the new one first settles it: if that attempt is committed, its outcome is known; if it is undecided, it is
 * killed. Without a committed attempt, the new holder executes the operation from the beginning.
 *
 * A deletion is not prepared. Instead, it carries a token that belongs to the key. The register of a document remembers
 * the tokens of recent deletions, so the new holder recognizes a deletion that the earlier one has made.
 */
export interface ClaimRow {
  /** Version of the row, which changes with every write. */
  readonly version: string;
  readonly request: string;
  /** Time from which the row counts as absent. */
  readonly expiresAt: number;
  /** Token of the deletions that this operation makes. It stays the same if another process takes the key over. */
  readonly token: string;
  readonly prepared: Prepared | null;
  /** Outcome of the operation; null while it is still in progress. */
  readonly kept: Kept | null;
}

/** An attempt, and the outcome that it has if it is committed. */
export interface Prepared extends Kept {
  readonly generation: number;
  readonly id: string;
  readonly attempt: string;
  /** Version of the register from which the attempt started; null if there was no row. */
  readonly base: string | null;
}

/** Outcome as encoded by rules/idempotency.ts, with the note of the operation. */
export interface Kept {
  readonly outcome: Uint8Array;
  readonly note: string;
}

export interface ClaimRows {
  /** Reads the row of a key, serially; null if there is none. */
  read(key: string): Promise<ClaimRow | null>;
  /**
   * Writes the row if its stored version is `expected` or, for null, if there is no stored row. @returns true if it was
   * written
   */
  change(key: string, expected: string | null, next: ClaimRow, now: number): Promise<boolean>;
}

/** Claim of an operation on its idempotency key. */
export interface Claim {
  readonly token: string;
  /** Must be called after a deletion. The operation then keeps the key even if it is refused afterwards. */
  hasDeleted(): void;
  /**
   * Must be called just before an attempt decides.
   * @throws `idempotency_in_progress` if another operation has taken over the key; the attempt must then not decide
   */
  prepare(attempt: Omit<Prepared, keyof Kept>, outcome: object): Promise<void>;
}

export interface ClaimsOptions {
  readonly rows: ClaimRows;
  /** Returns true if an attempt was committed. If the attempt is undecided, kills it. */
  readonly settle: (prepared: Prepared, now: number) => Promise<boolean>;
  readonly leaseMs?: number;
}

const waitMs = 50;

export function createClaims({ rows, settle, leaseMs = 3_000 }: ClaimsOptions) {
  return idempotently;

  /**
   * Runs an operation, or returns the stored outcome if the operation was executed before.
   * @throws `idempotency_key_reused`, `idempotency_in_progress`, and errors of the operation
   */
  async function idempotently<Outcome extends object>(
    { idempotency, now }: { readonly idempotency?: Idempotency | undefined; readonly now: number },
    operate: (claim: Claim | null) => Promise<Outcome>,
  ): Promise<Outcome & Repeatable> {
    if (idempotency === undefined) return operate(null);
    const { key, note } = idempotency;
    let row = await claimKey(idempotency, now);
    if (row.kept !== null) {
      return { ...decodeOutcome<Outcome>(row.kept.outcome), replayed: row.kept.note };
    }
    let mayHaveActed = false;
    const write = async (changes: Partial<ClaimRow>): Promise<boolean> => {
      const next = { ...row, ...changes, version: newToken() };
      if (!(await rows.change(key, row.version, next, now))) return false;
      row = next;
      return true;
    };
    const claim: Claim = {
      token: row.token,
      hasDeleted() {
        mayHaveActed = true;
      },
      async prepare(attempt, outcome) {
        mayHaveActed = true;
        const prepared = { ...attempt, outcome: encodeOutcome(outcome), note };
        if (!(await write({ prepared }))) throw takenOver();
      },
    };
    try {
      const outcome = await operate(claim);
      if (await write({ kept: { outcome: encodeOutcome(outcome), note } })) return outcome;
    } catch (error) {
      if (!mayHaveActed && isRefusal(error)) await write({ expiresAt: 0 });
      throw error;
    }
    // The outcome was not stored, because another operation has taken over the key. Waits for that operation's outcome.
    return idempotently({ idempotency, now }, operate);
  }

  /** Claims the key for this operation. @returns the row, with an outcome if the operation was executed before */
  async function claimKey(idempotency: Idempotency, now: number): Promise<ClaimRow> {
    const { key, request, expiresAt } = idempotency;
    let watched = { version: '', since: 0 };
    for (;;) {
      const row = await rows.read(key);
      if (row === null || row.expiresAt <= now) {
        const first = { version: newToken(), token: newToken(), prepared: null, kept: null };
        const mine: ClaimRow = { ...first, request, expiresAt };
        if (await rows.change(key, row?.version ?? null, mine, now)) return mine;
        continue;
      }
      if (row.request !== request) throw reusedKey();
      if (row.kept !== null) return row;
      const time = performance.now();
      if (watched.version !== row.version) watched = { version: row.version, since: time };
      if (time - watched.since <= leaseMs) {
        await sleep(waitMs);
        continue;
      }
      const mine = { ...row, version: newToken() };
      if (await rows.change(key, row.version, mine, now)) return settled(key, mine, now);
    }
  }

  /** Finds out if the earlier holder of a key has made its decision. @returns the row, with the outcome if it has */
  async function settled(key: string, row: ClaimRow, now: number): Promise<ClaimRow> {
    if (row.prepared === null || !(await settle(row.prepared, now))) return row;
    const { outcome, note } = row.prepared;
    const kept = { ...row, version: newToken(), kept: { outcome, note } };
    await rows.change(key, row.version, kept, now);
    return kept;
  }
}

/**
 * Returns true if an error is a refusal, after which the operation has certainly had no effect. After any other error,
 * this is unknown.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof NeardupError && error.code !== 'not_ready' && error.code !== 'internal';
}

function takenOver(): NeardupError {
  return new NeardupError(
    'idempotency_in_progress',
    'A repeated request took over this operation; repeat the request to get the outcome',
  );
}
