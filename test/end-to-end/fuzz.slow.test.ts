import { join } from 'node:path';
import { expect, it } from 'vitest';
import { successes } from '../../openapi/conformance.js';
import { repetitions } from '../repetitions.js';
import { fuzz } from '../stress/fuzz/run.js';
import { temporaryDirectory } from './service.js';

const requests = repetitions(1000, 400);

it(`answers ${requests} requests of every kind as described, and leaves a sound file`, async () => {
  const file = join(temporaryDirectory(), 'fuzz.db');
  const { statuses, operations, faults, documents } = await fuzz({ file, requests, seed: 7 });
  expect(faults).toEqual([]);
  expect(documents).toBeGreaterThan(0);
  expect(statuses).not.toHaveProperty('500');
  // If every request were rejected early, the fuzzer would find nothing.
  const reached = successes().filter((success) => operations.has(success));
  expect(reached.length).toBeGreaterThan(15);
  expect(statuses[200]).toBeGreaterThan(100);
});
