import { expect, it, vi } from 'vitest';
import { inRuns } from '../../src/input/in-runs.js';

const sameSign = (one: number, other: number) => Math.sign(one) === Math.sign(other);

async function* given(items: readonly number[], end: () => void = () => {}) {
  try {
    yield* items;
  } finally {
    end();
  }
}

it.each([
  [[], []],
  [[1], [[1]]],
  [
    [1, 2, -3, -4, 5],
    [[1, 2], [-3, -4], [5]],
  ],
])('inRuns divides %j into runs of related neighbours', async (items, expected) => {
  const runs = [];
  for await (const { first, run } of inRuns(given(items), sameSign)) {
    const read = [];
    for await (const item of run) read.push(item);
    expect(first).toBe(read[0]);
    runs.push(read);
  }
  expect(runs).toEqual(expected);
});

it('inRuns closes its source when a run is abandoned', async () => {
  const end = vi.fn();
  const reading = async () => {
    for await (const { run } of inRuns(given([1, 2, -3], end), sameSign)) {
      for await (const item of run) throw new Error(`no more than ${item}`);
    }
  };
  await expect(reading()).rejects.toThrow('no more than 1');
  expect(end).toHaveBeenCalledOnce();
});
