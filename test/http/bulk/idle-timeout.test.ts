import { afterEach, expect, it, vi } from 'vitest';
import { createIdleTimeout } from '../../../src/http/bulk/run.js';

afterEach(() => {
  vi.useRealTimers();
});

function openTimeout() {
  vi.useFakeTimers();
  const expired = vi.fn();
  const timeout = createIdleTimeout(1000, expired);
  return { timeout, expired };
}

it('expires when one wait lasts longer than the limit', () => {
  const { timeout, expired } = openTimeout();
  void timeout.during(new Promise(() => {}));
  vi.advanceTimersByTime(1000);
  expect(expired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(250);
  expect(expired).toHaveBeenCalledTimes(1);
  timeout.end();
  expect(vi.getTimerCount()).toBe(0);
});

it('never expires while every wait ends in time, whatever their number', async () => {
  const { timeout, expired } = openTimeout();
  for (let wait = 0; wait < 10; wait += 1) {
    const waited = timeout.during(Promise.resolve('a line'));
    expect(timeout.isWaiting()).toBe(true);
    vi.advanceTimersByTime(900);
    expect(await waited).toBe('a line');
    // The service's own work between two waits does not count.
    expect(timeout.isWaiting()).toBe(false);
    vi.advanceTimersByTime(5000);
  }
  expect(expired).not.toHaveBeenCalled();
  timeout.end();
});
