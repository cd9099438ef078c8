import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runNeardup } from '../../../test/cli/program.js';

const root = join(import.meta.dirname, '../../..');

/** Continues test/end-to-end/seeds.test.ts; `npm run test:engines` checks the decisions on the real engines. */
it('the literature that the project stands for runs on Hadoop, on Spark and over Cassandra', async () => {
  for (const engine of ['hadoop', 'spark']) {
    expect(existsSync(join(root, 'engines', engine, 'near_duplicates.py'))).toBe(true);
  }
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toContain('npm run test:engines');
  expect((await runNeardup(['batch', '--help'])).stdout).toMatch(/sign[\s\S]*pairs|pair/);
  for (const command of [['serve'], ['idf'], ['batch', 'terms'], ['batch', 'fingerprints']]) {
    expect((await runNeardup([...command, '--help'])).stdout).toContain('cassandra://');
  }
});
