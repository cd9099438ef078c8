import type { AddOperation, AddOutcome } from '../store/contract/documents.js';
import { outcomeLost } from '../store/rules/outcome-form.js';
import type { Computed } from './compute.js';

type Idempotency = NonNullable<AddOperation['idempotency']>;

/** Key of a request and its retries, hash of the request, and owner; the first two in hex. */
export type RequestIdentity = Pick<Idempotency, 'key' | 'request' | 'owner'>;

/** Retention of outcomes for retries. */
const keptOutcomeMs = 24 * 60 * 60 * 1000;
/** Retention even if the owner needs the space for other outcomes. */
const guaranteedMs = 10 * 60 * 1000;

/** Version of the note; the outcome beside the note has its own version. */
const noteVersion = 1;

/**
 * Adds the idempotency key, if any, to an operation, so that it runs at most once. The computed fields are kept
 * with the outcome.
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
 * Computed fields of an outcome: of this request, or of the first one if this is a retry.
 * @throws `idempotency_outcome_lost` if another release wrote the first outcome
 */
export function computedFor({ replayed }: Pick<AddOutcome, 'replayed'>, now: Computed): Computed {
  if (replayed === undefined) return now;
  const { version, ...computed } = JSON.parse(replayed) as Computed & { readonly version?: number };
  if (version !== noteVersion) throw outcomeLost();
  return computed;
}

/** Omits the sketch, which no reply shows. */
function noteOf({ signature, extractor, page }: Computed): string {
  return JSON.stringify({
    version: noteVersion,
    signature: { ...signature, sketch: null },
    extractor,
    page,
  });
}
