import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFile } from '../temporary.js';

const writer = fileURLToPath(new URL('./group-writer.ts', import.meta.url));

/** If tracing is not permitted, engine.test.ts still counts the frames of the log. */
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

// Opening and closing take the same number of syncs in all of them.

it.skipIf(!canTrace)('a group of 50 documents takes one sync (needs strace)', () => {
  expect(syncsOf(16) - syncsOf(4)).toBe(12);
});

it.skipIf(!canTrace)('steps of the sweep take no sync, and groups still one (needs strace)', () => {
  const withSweeps = syncsOf(4, 2);
  expect(withSweeps).toBe(syncsOf(4));
  expect(syncsOf(8, 2) - withSweeps).toBe(4);
});

/** Returns the number of syncs of a process that writes this many groups and sweeps after each. */
function syncsOf(groups: number, sweeps = 0): number {
  const trace = temporaryFile('trace');
  const file = temporaryFile();
  const { status, stderr } = spawnSync('strace', [
    ...['-f', '-e', 'trace=fdatasync,fsync', '-o', trace],
    ...[process.execPath, '--import', 'tsx', writer, file, `${groups}`, `${sweeps}`],
  ]);
  expect(status, stderr.toString()).toBe(0);
  const calls = readFileSync(trace, 'utf8').match(/\b(fdatasync|fsync)\(/g) ?? [];
  return calls.length;
}
