import { readlinkSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  parseProcessorTime,
  processorTimeMs,
  startPageClock,
} from '../../src/workers/page-clock.js';

const rest = 'R 1 1 1 0 -1 4194304 102 0 0 0 123 45 0 0 20 0 1 0 138503';

it('the processor time of a thread is parsed correctly after any thread name', () => {
  for (const name of ['node', 'a thread', 'a) R 1 (b', '((', ')) S 7 7 7 7 7 7 7 7 7 7 7 7 7']) {
    expect(parseProcessorTime(`4711 (${name}) ${rest}`)).toBe(1680);
  }
});

it('the processor time of a thread is unknown without its file in /proc', () => {
  expect(processorTimeMs('/proc/0/task/0/stat')).toBeNull();
  expect(parseProcessorTime('')).toBeNull();
});

it('the processor time of a thread grows with work', () => {
  const stat = `/proc/${readlinkSync('/proc/thread-self')}/stat`;
  const before = processorTimeMs(stat)!;
  while (processorTimeMs(stat)! < before + 50);
  expect(processorTimeMs(stat)).toBeGreaterThanOrEqual(before + 50);
});

it('a page with unknown processor time is given up by wall clock, without blame', async () => {
  const clock = startPageClock(10);
  clock.begun('/proc/0/task/0/stat');
  await new Promise((resolve) => clock.signal.addEventListener('abort', resolve));
  expect(clock.signal.reason).toBe('clock');
});
