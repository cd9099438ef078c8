import { NeardupError } from '../errors.js';

/**
 * Returns true for an error that does not concern a single write: until its cause ends, other writes fail as well.
 * Requests that write report such an error, so background work need not.
 */
export function failsEveryWrite(error: unknown): boolean {
  return error instanceof NeardupError && expected.has(error.code);
}

const expected: ReadonlySet<NeardupError['code']> = new Set([
  'disk_full',
  'not_ready',
  'overloaded',
  'shutting_down',
]);
