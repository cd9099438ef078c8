import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFile } from './temporary.js';

const writer = fileURLToPath(new URL('./group-writer.ts', import.meta.url));

/** Where processes may not be traced, the frames of the log are counted all the same: engine.test.ts. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

it(`syncs once a group of 50 documents${canTrace ? '' : ' (NOT COUNTED: no strace here)'}`, () => {
  if (!canTrace) return;
  // What opening and closing sync is the same in both.
  expect(syncsOf(16) - syncsOf(4)).toBe(12);
});

/** How often a process that writes so many groups asks the disk to sync. */
function syncsOf(groups: number): number {
  const trace = temporaryFile('trace');
  const file = temporaryFile();
  const { status, stderr } = spawnSync('strace', [
    ...['-f', '-e', 'trace=fdatasync,fsync', '-o', trace],
    ...[process.execPath, '--import', 'tsx', writer, file, `${groups}`],
  ]);
  expect(status, stderr.toString()).toBe(0);
  const calls = readFileSync(trace, 'utf8').match(/\b(fdatasync|fsync)\(/g) ?? [];
  return calls.length;
}
