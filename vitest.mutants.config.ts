import { defineConfig } from 'vitest/config';

/**
 * Tests of a mutated copy: `npm run test:long -- mutants`. Only the runner uses it, because a mutation
 * changes a source and its build together.
 */
export default defineConfig({
  // In the copy: its packages are shared.
  cacheDir: '.cache/vitest',
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/answers/every-answer.ts'],
    setupFiles: ['test/mutants/first-failure.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 10_000 } },
    // Compiled modules, for the next mutants: all but one are the same.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
  },
});
