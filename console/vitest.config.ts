import { defineConfig } from 'vitest/config';

/** The tests of the console alone: `npm test --workspace neardup-console`. `npm test` of the project runs them as well. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { include: ['test/**/*.test.ts'], setupFiles: ['test/fixed-seed.ts'] },
});
