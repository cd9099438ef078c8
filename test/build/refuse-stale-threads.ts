import { inject, vi } from 'vitest';
import { staleBuild } from './stale-build.js';

/** Runs around each test file: if dist is stale, `src` starts no thread from it, and the test fails. */
if (inject('isBuildStale')) {
  vi.doMock('../../src/package-facts.js', async (importOriginal) => ({
    ...(await importOriginal<object>()),
    compiledFile: () => {
      throw new Error(staleBuild);
    },
  }));
}
