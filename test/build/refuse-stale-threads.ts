import { inject, vi } from 'vitest';
import { staleBuild } from './stale-build.js';

/** Around each test file: `src` starts no thread of a stale dist, and the test fails instead. */
if (inject('isBuildStale')) {
  vi.doMock('../../src/package-facts.js', async (importOriginal) => ({
    ...(await importOriginal<object>()),
    compiledFile: () => {
      throw new Error(staleBuild);
    },
  }));
}
