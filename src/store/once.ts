import { deserialize, serialize } from 'node:v8';
import { NeardupError } from '../errors.js';

/**
 * Has a write happen at most once, and its outcome given again to whoever comes with the same key
 * and request before `expiresAt`.
 */
export interface Once {
  /** Names the request, whichever collection it is for: a SHA-256 in hex. */
  readonly key: string;
  /** What is asked: a SHA-256 in hex. The same key with another is refused. */
  readonly request: string;
  readonly expiresAt: number;
  /** Kept with the outcome, and given back with it; the store does not look into it. */
  readonly note: string;
}

/** An outcome, of a first time or of a later one. */
export interface Repeatable {
  /** The `note` of the first time, if this is its outcome and nothing was done now. */
  readonly replayed?: string;
}

/** What is remembered of the first time. */
export interface KeptOutcome {
  readonly request: string;
  readonly note: string;
  /** As `serialize` of node:v8 writes it, which later versions of Node read. */
  readonly outcome: Uint8Array;
}

/** Where kept outcomes are; what has expired counts as absent. */
export interface KeptOutcomes {
  find(key: string, now: number): KeptOutcome | undefined;
  /** Takes the place of an expired one. */
  keep(once: Once, outcome: Uint8Array): void;
}

export function reusedKey(): NeardupError {
  return new NeardupError(
    'idempotency_key_reused',
    'Cannot use this idempotency key again: it came with another request before',
  );
}

interface OnceOperation {
  readonly once?: Once | undefined;
  readonly now: number;
}

/**
 * Wraps operations that write, so that those with a `once` are done at most once. The outcome is kept
 * as a part of the operation: what undoes the one undoes the other, and an operation that fails has
 * used up no key.
 */
export function atMostOnce(kept: KeptOutcomes) {
  return <Operation extends OnceOperation, Outcome extends object>(
    operate: (operation: Operation) => Outcome,
  ) =>
    (operation: Operation): Outcome & Repeatable => {
      const { once, now } = operation;
      if (once === undefined) return operate(operation);
      const first = kept.find(once.key, now);
      if (first === undefined) {
        const outcome = operate(operation);
        kept.keep(once, serialize(outcome));
        return outcome;
      }
      if (first.request !== once.request) throw reusedKey();
      return { ...(deserialize(first.outcome) as Outcome), replayed: first.note };
    };
}
