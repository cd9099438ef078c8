import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatCount, formatRate, startProgress } from '../../src/cli/import-progress.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function stream(isTTY: boolean) {
  const written = new PassThrough();
  const target = Object.assign(written, { isTTY, columns: 120 }) as unknown as NodeJS.WriteStream;
  return { target, text: () => String(written.read() ?? '') };
}

it('a terminal shows a bar with the completed share, not the share read, the rate and the remaining time', () => {
  const { target, text } = stream(true);
  const state = { bytes: 0, waiting: 0, documents: 0, failed: 0, skipped: 0 };
  const progress = startProgress({ stream: target, bytesTotal: 1000, state: () => state });
  Object.assign(state, { bytes: 1000, waiting: 1236, documents: 1234, failed: 2, skipped: 0 });
  vi.advanceTimersByTime(1000);
  progress.note('pages.ndjson:3: the line is not a JSON object');
  vi.advanceTimersByTime(1000);
  progress.stop();
  const drawn = text();
  expect(drawn).toContain('50% | 1,234 documents | 1,234/s | 2 failed | ETA');
  expect(drawn).toContain('pages.ndjson:3: the line is not a JSON object');
});

it('other outputs, and input of unknown length, get plain lines at intervals', () => {
  for (const [isTTY, bytesTotal, percentage] of [
    [false, 1000, ' (50 %)'],
    [true, null, ''],
  ] as const) {
    const { target, text } = stream(isTTY);
    const state = { bytes: 500, waiting: 0, documents: 20, failed: 0, skipped: 0 };
    const progress = startProgress({ stream: target, bytesTotal, state: () => state });
    vi.advanceTimersByTime(20_000);
    progress.stop();
    vi.advanceTimersByTime(20_000);
    expect(text()).toBe(
      `20 documents${percentage}, 2/s, 0 failed\n20 documents${percentage}, 1/s, 0 failed\n`,
    );
  }
});

it('counts and rates are formatted for people', () => {
  expect(formatCount(1, 'document')).toBe('1 document');
  expect(formatCount(12_345, 'document')).toBe('12,345 documents');
  expect(formatRate(500, 250)).toBe('2,000/s');
  expect(formatRate(0, 0)).toBe('0/s');
});
