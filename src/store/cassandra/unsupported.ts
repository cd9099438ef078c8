import { NeardupError } from '../../errors.js';
import type { AddOperation } from '../document-operations.js';

/** What the store over Cassandra cannot do; docs/scale.md lists it. */
export function unsupported(what: string): Promise<never> {
  return Promise.reject(
    new NeardupError(
      'store_unsupported',
      `Cannot ${what}: the store over Cassandra does not offer it`,
    ),
  );
}

/** An outcome cannot be kept in one step with what was written. */
export function refuseOnce({ once }: Pick<AddOperation, 'once'>): void {
  if (once === undefined) return;
  throw new NeardupError(
    'store_unsupported',
    'Cannot take an idempotency key: the store over Cassandra does not offer it; leave it out, a retry of the same document is safe',
  );
}
