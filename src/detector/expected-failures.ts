import { NeardupError } from '../errors.js';

/**
 * Returns true for an error with which every write to the store fails, until the disk has room again or the process
 * ends. Every request that writes reports such an error, so background work need not.
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
