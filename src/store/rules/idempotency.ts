import { NeardupError } from '../../errors.js';
import type { Idempotency, IdempotencyRecords, Repeatable } from '../contract/idempotency.js';
import { decodeOutcome, encodeOutcome } from './outcome-form.js';
import { documentBytes, pageOf, replyBytesMax } from './reply-bytes.js';

export function reusedKey(): NeardupError {
  return new NeardupError(
    'idempotency_key_reused',
    'Cannot use this idempotency key again: an earlier request used it with different content',
  );
}

/** Bytes of match ids and metadata kept with an outcome. The match that reaches the limit is the last. */
const keptMatchBytes = 64 * 1024;
/** Maximum size of a kept outcome, except for a deletion, whose outcome is as large as its request. */
export const keptBytesMax = 192 * 1024;

/**
 * Limits the matches of an outcome to those that can be kept for every client. A request of 300 bytes may find matches
 * with 16 KB of metadata each. The first response is cut like the repeated ones.
 */
export function keepable<Outcome extends object>(outcome: Outcome): Outcome {
  const { matches } = outcome as { readonly matches?: readonly MeasuredMatch[] };
  if (matches === undefined || matches.length === 0) return outcome;
  const kept = pageOf(matches, matches.length, documentBytes, replyBytesMax - keptMatchBytes);
  return kept.length === matches.length ? outcome : { ...outcome, matches: kept, truncated: true };
}

type MeasuredMatch = Parameters<typeof documentBytes>[0];

export interface IdempotentOperation {
  readonly idempotency?: Idempotency | undefined;
  readonly now: number;
}

/**
 * Runs an operation at most once per key. The outcome is stored as part of the operation: both are rolled back
 * together, and a failed operation does not use up its key. An outcome for which `isOver` holds is not replayed: the
 * operation runs again.
 * @throws `idempotency_key_reused`; `rate_limited` if the owner of the key has used up its share
 */
export function idempotent(kept: IdempotencyRecords) {
  return <Outcome extends object>(
    { idempotency, now }: IdempotentOperation,
    operate: () => Outcome,
    isOver: (outcome: Outcome) => boolean = () => false,
  ): Outcome & Repeatable => {
    if (idempotency === undefined) return operate();
    const first = kept.find(idempotency.key, now);
    if (first !== undefined) {
      if (first.request !== idempotency.request) throw reusedKey();
      const outcome = decodeOutcome<Outcome>(first.outcome);
      if (!isOver(outcome)) return { ...outcome, replayed: first.note };
    }
    const removed = kept.findRoom(idempotency, now);
    const outcome = keepable(operate());
    kept.keep(idempotency, encodeOutcome(outcome), removed);
    return outcome;
  };
}
