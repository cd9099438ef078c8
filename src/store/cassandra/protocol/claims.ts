import { setTimeout as sleep } from 'node:timers/promises';
import { NeardupError } from '../../../errors.js';
import type { Idempotency, Repeatable } from '../../contract/idempotency.js';
import { reusedKey } from '../../rules/idempotency.js';
import { decodeOutcome, encodeOutcome } from '../../rules/outcome-form.js';
import { newToken } from './tokens.js';

/**
 * Writes with a key, done at most once by any number of processes. Each key has a row. Every change
 * of the row has its version as a condition:
 *
 *   claim     the first operation has the key; later ones wait
 *   prepare   just before an attempt decides: its name, and the outcome if it is committed
 *   decide    as without a key (protocol.ts)
 *   keep      the outcome, for later operations
 *
 * An operation that waits for longer than a lease without seeing a change takes the key over. From
 * then on the earlier holder can neither prepare nor keep, so it makes no new decision. Its
 * prepared attempt is committed, or is killed now. Either the outcome is known, or the operation
 * begins again.
 *
 * A deletion needs no preparation: it carries a token that goes with the key, and registers
 * remember tokens that took effect, so a deletion that is taken over finds its own.
 */
export interface ClaimRow {
  /** Changes with every write of the row. */
  readonly version: string;
  readonly request: string;
  /** Time from which the row counts as absent. */
  readonly expiresAt: number;
  /** The name of the deletions of this operation, in any process that carries them out. */
  readonly token: string;
  readonly prepared: Prepared | null;
  /** null: it is still under way. */
  readonly kept: Kept | null;
}

/** An attempt, and the outcome if it was committed. */
export interface Prepared extends Kept {
  readonly generation: number;
  readonly id: string;
  readonly attempt: string;
  /** The version of its register that it started from. */
  readonly base: string | null;
}

/** The outcome in the form of outcome-form.ts, and the note of the operation that made it. */
export interface Kept {
  readonly outcome: Uint8Array;
  readonly note: string;
}

export interface ClaimRows {
  /** Serially. */
  read(key: string): Promise<ClaimRow | null>;
  /**
   * Writes the row if it still has the version `expected` (null: if there is no row). Returns whether it
   * did.
   */
  change(key: string, expected: string | null, next: ClaimRow, now: number): Promise<boolean>;
}

/** The part of an operation that depends on its idempotency key. */
export interface Claim {
  readonly token: string;
  /** Something was deleted: the key is kept, also if the operation is refused after that. */
  hasDeleted(): void;
  /**
   * @throws `idempotency_in_progress` if another operation has the key now: then this one must not
   * decide
   */
  prepare(attempt: Omit<Prepared, keyof Kept>, outcome: object): Promise<void>;
}

export interface ClaimsOptions {
  readonly rows: ClaimRows;
  /** Settles an attempt and returns whether it was committed; an undecided one is killed. */
  readonly settle: (prepared: Prepared, now: number) => Promise<boolean>;
  readonly leaseMs?: number;
}

const waitMs = 50;

export function createClaims({ rows, settle, leaseMs = 3_000 }: ClaimsOptions) {
  return idempotently;

  /**
   * Carries out an operation, or returns its kept outcome.
   * @throws `idempotency_key_reused`, `idempotency_in_progress`, and what the operation throws
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
    // Another operation took the key over after the end of this one: its outcome is the answer for
    // all.
    return idempotently({ idempotency, now }, operate);
  }

  /** The row of a key as this operation has it, or with the outcome that was kept. */
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

  /** A row that was taken over, with the outcome if it has one. */
  async function settled(key: string, row: ClaimRow, now: number): Promise<ClaimRow> {
    if (row.prepared === null || !(await settle(row.prepared, now))) return row;
    const { outcome, note } = row.prepared;
    const kept = { ...row, version: newToken(), kept: { outcome, note } };
    await rows.change(key, row.version, kept, now);
    return kept;
  }
}

/** After any other error the outcome is unknown, and a repetition of the request finds it out. */
function isRefusal(error: unknown): boolean {
  return error instanceof NeardupError && error.code !== 'not_ready' && error.code !== 'internal';
}

function takenOver(): NeardupError {
  return new NeardupError(
    'idempotency_in_progress',
    'A repetition of this request took it over: repeat it to get the outcome',
  );
}
