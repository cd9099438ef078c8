import type { AddOperation, AddOutcome } from '../store/contract/documents.js';
import { outcomeLost } from '../store/rules/outcome-form.js';
import type { Computed } from './compute.js';

type Idempotency = NonNullable<AddOperation['idempotency']>;

/** Identifies a request with its repetitions, and its owner; two hashes in hex. */
export type RequestIdentity = Pick<Idempotency, 'key' | 'request' | 'owner'>;

/** For how long outcomes are kept for repetitions. */
const keptOutcomeMs = 24 * 60 * 60 * 1000;
/** For how long they are kept even if their owner needs the room for others. */
const guaranteedMs = 10 * 60 * 1000;

/** Version of the note; the outcome beside it has a version of its own. */
const noteVersion = 1;

/**
 * An operation that is done at most once if it has a key; computed fields are kept with its
 * outcome.
 */
export function withIdempotency<Operation extends { readonly now: number }>(
  identity: RequestIdentity | undefined,
  computed: Computed | null,
  operation: Operation,
): Operation & { readonly idempotency?: Idempotency } {
  if (identity === undefined) return operation;
  const { now } = operation;
  const times = { expiresAt: now + keptOutcomeMs, guaranteedUntil: now + guaranteedMs };
  const note = computed === null ? '' : noteOf(computed);
  return { ...operation, idempotency: { ...identity, ...times, note } };
}

/**
 * The computed fields of an outcome: from now, or from the first request.
 * @throws `idempotency_outcome_lost` if that was by another release
 */
export function computedFor({ replayed }: Pick<AddOutcome, 'replayed'>, now: Computed): Computed {
  if (replayed === undefined) return now;
  const { version, ...computed } = JSON.parse(replayed) as Computed & { readonly version?: number };
  if (version !== noteVersion) throw outcomeLost();
  return computed;
}

/** Without the sketch, which no reply shows. */
function noteOf({ signature, extractor, page }: Computed): string {
  return JSON.stringify({
    version: noteVersion,
    signature: { ...signature, sketch: null },
    extractor,
    page,
  });
}
