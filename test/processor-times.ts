import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

/**
 * Runs around each test file: appends its processor time in seconds to the file named by TEST_TIMES, if it is set.
 * Includes threads and, on Linux, child processes that have ended.
 */
const file = process.env.TEST_TIMES;
if (file !== undefined) {
  const start = processorSeconds();
  afterAll(() => {
    const seconds = (processorSeconds() - start).toFixed(1);
    appendFileSync(file, `${seconds}\t${relative('', expect.getState().testPath!)}\n`);
  });
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childSeconds();
}

/** Time of ended children, in hundredths of a second: fields 16 and 17 of /proc/self/stat. */
function childSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
