import { NeardupError } from '../../errors.js';

/** What the store over Cassandra cannot do; docs/scale.md lists it. */
export function unsupported(what: string): Promise<never> {
  return Promise.reject(
    new NeardupError(
      'store_unsupported',
      `Cannot ${what}: the store over Cassandra does not offer it`,
    ),
  );
}
