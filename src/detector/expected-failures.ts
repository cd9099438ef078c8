import { NeardupError } from '../errors.js';

/**
 * Tests for failures of any write to the store, which last until there is room or the process ends. Every request that
 * writes reports them, so work in the background does not.
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
