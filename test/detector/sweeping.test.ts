import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSweeping } from '../../src/detector/sweeping.js';
import { NeardupError } from '../../src/errors.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createSweeping() {
  const reported: unknown[] = [];
  const state: { error: Error | null; sweeps: number } = { error: null, sweeps: 0 };
  const sweep = async () => {
    state.sweeps += 1;
    if (state.error !== null) throw state.error;
    return false;
  };
  const sweeping = startSweeping([sweep], 1000, (cause) => reported.push(cause));
  return { reported, state, sweeping };
}

it('reports an unexpected failure once, goes on, and reports the next one after a success', async () => {
  const { reported, state, sweeping } = createSweeping();
  const first = new TypeError('first');
  state.error = first;
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.sweeps).toBe(5);
  expect(reported).toEqual([first]);
  state.error = null;
  await vi.advanceTimersByTimeAsync(1000);
  const second = new TypeError('second');
  state.error = second;
  await vi.advanceTimersByTimeAsync(3000);
  expect(state.sweeps).toBe(9);
  expect(reported).toEqual([first, second]);
  await sweeping.stop();
  await vi.advanceTimersByTimeAsync(3000);
  expect(state.sweeps).toBe(9);
});

it('takes no further step once it is stopped, though more is left to delete', async () => {
  let sweeps = 0;
  const sweep = async () => {
    sweeps += 1;
    return sweeps < 10;
  };
  const sweeping = startSweeping([sweep], 1000);
  vi.advanceTimersByTime(1000);
  await sweeping.stop();
  expect(sweeps).toBe(1);
});

it.each(['disk_full', 'not_ready', 'overloaded', 'shutting_down'] as const)(
  'goes on without a report after %s, which every request reports',
  async (code) => {
    const { reported, state, sweeping } = createSweeping();
    state.error = new NeardupError(code, 'expected');
    await vi.advanceTimersByTimeAsync(3000);
    expect(state.sweeps).toBe(3);
    expect(reported).toEqual([]);
    await sweeping.stop();
  },
);
