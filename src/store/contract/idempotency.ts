import { NeardupError } from '../../errors.js';
import { decodeOutcome, encodeOutcome } from '../rules/outcome-form.js';
import { documentBytes, pageOf, replyBytesMax } from '../rules/reply-bytes.js';

/**
 * Has a write happen at most once, and its outcome given again to whoever comes with the same key
 * and request before `expiresAt`.
 */
export interface Idempotency {
  /** Names the request, whichever collection it is for: a SHA-256 in hex. */
  readonly key: string;
  /** What is asked: a SHA-256 in hex. The same key with another is refused. */
  readonly request: string;
  /** Whose share of the room for outcomes it takes. */
  readonly owner: string;
  readonly expiresAt: number;
  /**
   * From this moment on it may go before it expires, if its owner needs the room for others. Between
   * this and `expiresAt` is the same time for all outcomes of an owner.
   */
  readonly guaranteedUntil: number;
  /** Kept with the outcome, and given back with it; the store does not look into it. */
  readonly note: string;
}

/** An outcome, of a first time or of a later one. */
export interface Repeatable {
  /** The `note` of the first time, if this is its outcome and nothing was done now. */
  readonly replayed?: string;
}

/** What is remembered of the first time. */
export interface IdempotencyRecord {
  readonly request: string;
  readonly note: string;
  /** In the form of outcome-form.ts. */
  readonly outcome: Uint8Array;
}

/** Where kept outcomes are; what has expired counts as absent. */
export interface IdempotencyRecords {
  find(key: string, now: number): IdempotencyRecord | undefined;
  /**
   * Sees that there is room for one more; called before anything is done.
   * @throws `rate_limited` if the owner has used up its share
   */
  makeRoom(idempotency: Idempotency, now: number): void;
  /** Takes the place of an expired one. */
  keep(idempotency: Idempotency, outcome: Uint8Array): void;
}

export function reusedKey(): NeardupError {
  return new NeardupError(
    'idempotency_key_reused',
    'Cannot use this idempotency key again: it came with another request before',
  );
}

/** Bytes of ids and metadata of matches that an outcome is kept with; the match that reaches them is the last. */
const keptMatchBytes = 64 * 1024;
/** What one outcome takes at most, but for a deletion, which takes as much as its request. */
export const keptBytesMax = 192 * 1024;

/**
 * What is answered and kept. A request of 300 bytes may meet matches of 16 KB of metadata each: of
 * these there are no more, the first time and later alike, than can be kept for everybody who asks.
 */
export function keepable<Outcome extends object>(outcome: Outcome): Outcome {
  const { matches } = outcome as { readonly matches?: readonly MeasuredMatch[] };
  if (matches === undefined || matches.length === 0) return outcome;
  const kept = pageOf(matches, matches.length, documentBytes, replyBytesMax - keptMatchBytes);
  return kept.length === matches.length ? outcome : { ...outcome, matches: kept, truncated: true };
}

type MeasuredMatch = Parameters<typeof documentBytes>[0];

interface IdempotentOperation {
  readonly idempotency?: Idempotency | undefined;
  readonly now: number;
}

/**
 * Wraps operations that write, so that those with a `once` are done at most once. The outcome is kept
 * as a part of the operation: what undoes the one undoes the other, and an operation that fails has
 * used up no key.
 */
export function idempotent(kept: IdempotencyRecords) {
  return <Operation extends IdempotentOperation, Outcome extends object>(
    operate: (operation: Operation) => Outcome,
  ) =>
    (operation: Operation): Outcome & Repeatable => {
      const { idempotency, now } = operation;
      if (idempotency === undefined) return operate(operation);
      const first = kept.find(idempotency.key, now);
      if (first === undefined) {
        kept.makeRoom(idempotency, now);
        const outcome = keepable(operate(operation));
        kept.keep(idempotency, encodeOutcome(outcome));
        return outcome;
      }
      if (first.request !== idempotency.request) throw reusedKey();
      return { ...decodeOutcome<Outcome>(first.outcome), replayed: first.note };
    };
}
