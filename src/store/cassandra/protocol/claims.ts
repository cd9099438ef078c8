import { setTimeout as sleep } from 'node:timers/promises';
import { NeardupError } from '../../../errors.js';
import type { Idempotency, Repeatable } from '../../contract/idempotency.js';
import { decodeOutcome, encodeOutcome, reusedKey } from '../../rules/idempotency.js';
import { newToken } from './tokens.js';

/**
 * Idempotent writes: each key is applied at most once by any number of processes. Each key has a row, and every change
 * of the row is conditional on its version:
 *
 *   claim     the first operation takes the key; later ones wait
 *   prepare   just before an attempt decides: its name, and the outcome if it is committed
 *   decide    as without a key (protocol.ts)
 *   keep      the outcome, for later operations
 *
 * An operation that waits longer than a lease without seeing a change takes the key over. From then on, the earlier
 * holder can neither prepare nor keep, so it makes no new decision. Its prepared attempt is either committed already or
 * killed now. Either the outcome is known, or the operation starts over.
 *
 * A deletion needs no preparation. It carries a token that belongs to the key, and registers remember applied tokens,
 * so the new holder recognizes a deletion made by the earlier one.
 */
export interface ClaimRow {
  /** Changes with every write of the row. */
  readonly version: string;
  readonly request: string;
  /** Time from which the row counts as absent. */
  readonly expiresAt: number;
  /** Token of the operation's deletions, whichever process runs it. */
  readonly token: string;
  readonly prepared: Prepared | null;
  /** null: still in progress. */
  readonly kept: Kept | null;
}

/** An attempt, and its outcome if committed. */
export interface Prepared extends Kept {
  readonly generation: number;
  readonly id: string;
  readonly attempt: string;
  /** Register version from which the attempt started. */
  readonly base: string | null;
}

/** Outcome in the form of rules/idempotency.ts, with the note of the operation. */
export interface Kept {
  readonly outcome: Uint8Array;
  readonly note: string;
}

export interface ClaimRows {
  /** Reads serially. */
  read(key: string): Promise<ClaimRow | null>;
  /** Writes the row if its version is `expected` (null: if there is no row). Returns true if written. */
  change(key: string, expected: string | null, next: ClaimRow, now: number): Promise<boolean>;
}

/** The part of an operation that depends on its idempotency key. */
export interface Claim {
  readonly token: string;
  /** Records a deletion, so that the key is kept even if the operation is refused afterwards. */
  hasDeleted(): void;
  /**
   * @throws `idempotency_in_progress` if another operation has taken the key, so that this one must not decide
   */
  prepare(attempt: Omit<Prepared, keyof Kept>, outcome: object): Promise<void>;
}

export interface ClaimsOptions {
  readonly rows: ClaimRows;
  /** Settles an attempt and returns true if it was committed. Kills an undecided attempt. */
  readonly settle: (prepared: Prepared, now: number) => Promise<boolean>;
  readonly leaseMs?: number;
}

const waitMs = 50;

export function createClaims({ rows, settle, leaseMs = 3_000 }: ClaimsOptions) {
  return idempotently;

  /**
   * Runs an operation, or returns its kept outcome.
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
    // Another operation took over the key after this one ended. Its outcome is the answer for both.
    return idempotently({ idempotency, now }, operate);
  }

  /** Returns the row claimed for this operation, or the row with the kept outcome. */
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

  /** Returns a row that was taken over, with its outcome if there is one. */
  async function settled(key: string, row: ClaimRow, now: number): Promise<ClaimRow> {
    if (row.prepared === null || !(await settle(row.prepared, now))) return row;
    const { outcome, note } = row.prepared;
    const kept = { ...row, version: newToken(), kept: { outcome, note } };
    await rows.change(key, row.version, kept, now);
    return kept;
  }
}

/**
 * Returns true for errors after which the outcome is known. After any other error, repeating the request reveals the
 * outcome.
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
