import { expect, it } from 'vitest';
import { inBatches } from '../../src/input/in-batches.js';

const limits = { countMax: 3, sizeMax: 100, waitMs: 60_000 };
/** A negative number goes alone. */
const sizeOf = (item: number) => (item < 0 ? null : item);

async function* given(items: readonly number[], error?: Error) {
  yield* items;
  if (error !== undefined) throw error;
}

async function batchesOf(items: readonly number[]) {
  const batches = [];
  for await (const batch of inBatches(given(items), sizeOf, limits)) batches.push(batch);
  return batches;
}

it.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4],
    [[1, 2, 3], [4]],
  ],
  [
    [50, 60, 7],
    [[50, 60], [7]],
  ],
  [
    [1, -2, -3, 4],
    [[1], [-2], [-3], [4]],
  ],
])('gathers %j by number and size', async (items, batches) => {
  expect(await batchesOf(items)).toEqual(batches);
});

it('hands on what came before the source failed', async () => {
  const batches = inBatches(given([1, 2], new Error('torn')), sizeOf, limits);
  expect(await batches.next()).toEqual({ value: [1, 2], done: false });
  await expect(batches.next()).rejects.toThrow('torn');
});

it('does not wait for ever for a batch to be full', async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  async function* slowly() {
    yield 1;
    await held;
    yield 2;
  }
  const batches = inBatches(slowly(), sizeOf, { ...limits, waitMs: 5 });
  expect(await batches.next()).toEqual({ value: [1], done: false });
  goOn();
  expect(await batches.next()).toEqual({ value: [2], done: false });
  expect(await batches.next()).toEqual({ value: undefined, done: true });
});

it('closes its source', async () => {
  let closed = false;
  async function* endless() {
    try {
      for (;;) yield 1;
    } finally {
      closed = true;
    }
  }
  const batches = inBatches(endless(), sizeOf, limits);
  await batches.next();
  await batches.return(undefined);
  expect(closed).toBe(true);
});
