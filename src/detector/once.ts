import type { AddOperation, AddOutcome } from '../store/document-operations.js';
import type { Computed } from './compute.js';

type Once = NonNullable<AddOperation['once']>;

/** Tells a request and its repetitions from all others; both are hashes in hex. */
export type RequestIdentity = Pick<Once, 'key' | 'request'>;

/** For how long outcomes are kept for repetitions. */
const keptOutcomeMs = 24 * 60 * 60 * 1000;

/** An operation that is done at most once, if it is to be; what was computed is kept with its outcome. */
export function atMostOnce<Operation extends { readonly now: number }>(
  identity: RequestIdentity | undefined,
  computed: Computed | null,
  operation: Operation,
): Operation & { readonly once?: Once } {
  if (identity === undefined) return operation;
  const note = computed === null ? '' : noteOf(computed);
  return { ...operation, once: { ...identity, expiresAt: operation.now + keptOutcomeMs, note } };
}

/** What was computed for an outcome: now, or when the request came first. */
export function computedFor({ replayed }: Pick<AddOutcome, 'replayed'>, now: Computed): Computed {
  return replayed === undefined ? now : (JSON.parse(replayed) as Computed);
}

/** Without the sketch, which no reply shows. */
function noteOf({ signature, extractor }: Computed): string {
  return JSON.stringify({ signature: { ...signature, sketch: null }, extractor });
}
