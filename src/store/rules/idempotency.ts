import { NeardupError } from '../../errors.js';
import { outcomesVersion } from '../contract/documents.js';
import type { Idempotency, IdempotencyRecords, Repeatable } from '../contract/idempotency.js';
import { documentBytes, replyBytesMax, takePage } from './reply-bytes.js';

/**
 * Form in which the outcome of a request is stored, to be returned when the request is repeated: the version, then
 * JSON.
 *
 *   1 {"decision":"new","stored":true, … }      bytes: {"base64":"…"}
 *
 * After an upgrade, the store still contains outcomes that the previous release stored. If such an outcome has another
 * version, it cannot be returned, and the repeated request must not be executed again: the client gets the error
 * `idempotency_outcome_lost`. The version is `outcomesVersion`, defined beside the fields that it describes.
 */
const version = `${outcomesVersion} `;

export function encodeOutcome(outcome: object): Uint8Array {
  return Buffer.from(version + JSON.stringify(outcome, bytesAsText));
}

/** Decodes a stored outcome. @throws `idempotency_outcome_lost` if the outcome has another version */
export function decodeOutcome<Outcome extends object>(kept: Uint8Array): Outcome {
  const text = Buffer.from(kept.buffer, kept.byteOffset, kept.length).toString();
  if (!text.startsWith(version)) throw outcomeLost();
  return JSON.parse(text.slice(version.length), textAsBytes) as Outcome;
}

export function outcomeLost(): NeardupError {
  return new NeardupError(
    'idempotency_outcome_lost',
    'Cannot repeat the reply for this idempotency key: another release of neardup executed the request and kept its outcome in another form; this request changed nothing',
  );
}

/** Encodes bytes as base64. JSON calls this with the result of `Buffer.toJSON`, so the bytes are read from `this`. */
function bytesAsText(
  this: Readonly<Record<string, unknown>>,
  name: string,
  json: unknown,
): unknown {
  const value = this[name];
  if (!(value instanceof Uint8Array)) return json;
  return { base64: Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64') };
}

function textAsBytes(_: string, value: unknown): unknown {
  const { base64 } = (value ?? {}) as { readonly base64?: string };
  return base64 === undefined ? value : new Uint8Array(Buffer.from(base64, 'base64'));
}

export function reusedKey(): NeardupError {
  return new NeardupError(
    'idempotency_key_reused',
    'Cannot use this idempotency key again: an earlier request used it with different content',
  );
}

/**
 * Maximum number of bytes of match ids and metadata that are stored with an outcome. The match that reaches the limit
 * is still included.
 */
const keptMatchBytes = 64 * 1024;
/**
 * Maximum size of a stored outcome. The outcome of a deletion may be larger, because it contains all ids of the
 * request.
 */
export const keptBytesMax = 192 * 1024;

/**
 * Limits the matches of an outcome, so that the outcomes of many clients can be stored: a request of 300 bytes may find
 * matches with 16 KB of metadata each. The first response must be limited in the same way, so that the response to a
 * repeated request is the same.
 */
export function keepable<Outcome extends object>(outcome: Outcome): Outcome {
  const { matches } = outcome as { readonly matches?: readonly MeasuredMatch[] };
  if (matches === undefined || matches.length === 0) return outcome;
  const kept = takePage(matches, matches.length, documentBytes, replyBytesMax - keptMatchBytes);
  return kept.length === matches.length ? outcome : { ...outcome, matches: kept, truncated: true };
}

type MeasuredMatch = Parameters<typeof documentBytes>[0];

export interface IdempotentOperation {
  readonly idempotency?: Idempotency | undefined;
  readonly now: number;
}

/**
 * Runs an operation at most once per key. The outcome is stored in the transaction of the operation: both are rolled
 * back together, so a failed operation can be repeated with its key. If `isOver` returns true for the stored outcome,
 * the operation runs again.
 * @throws `idempotency_key_reused`; `rate_limited` if the owner of the key has used up its share of the space for
 * outcomes
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
