import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/engines/**', 'test/browser/**'],
    globalSetup: ['test/answers/every-answer.ts'],
    setupFiles: ['test/answers/watch-fetch.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
