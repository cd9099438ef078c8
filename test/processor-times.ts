import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

/**
 * Runs around each test file: appends its processor time in seconds to the file named by TEST_TIMES, if it is set.
 * Includes threads, and no child processes.
 */
const file = process.env.TEST_TIMES;
if (file !== undefined) {
  const start = process.cpuUsage();
  afterAll(() => {
    const { user, system } = process.cpuUsage(start);
    const seconds = ((user + system) / 1e6).toFixed(1);
    appendFileSync(file, `${seconds}\t${relative('', expect.getState().testPath!)}\n`);
  });
}
