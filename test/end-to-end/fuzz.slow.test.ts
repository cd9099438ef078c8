import { join } from 'node:path';
import { expect, it } from 'vitest';
import { successes } from '../../openapi/conformance.js';
import { fuzz } from '../stress/fuzz/run.js';
import { temporaryDirectory } from './service.js';

it('answers 1,000 requests of every kind as described, and leaves a sound file', async () => {
  const file = join(temporaryDirectory(), 'fuzz.db');
  const { statuses, operations, faults, documents } = await fuzz({ file, requests: 1000, seed: 7 });
  expect(faults).toEqual([]);
  expect(documents).toBeGreaterThan(0);
  expect(statuses).not.toHaveProperty('500');
  // If every request were rejected early, the fuzzer would find nothing.
  const reached = successes().filter((success) => operations.has(success));
  expect(reached.length).toBeGreaterThan(15);
  expect(statuses[200]).toBeGreaterThan(100);
});
