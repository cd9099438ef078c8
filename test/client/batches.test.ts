import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, splitBatches } from '../../src/client/batches.js';
import { all } from './all.js';

const limits = { items: 3, size: 100, lingerMs: 5 };

async function* slowly<T>(items: readonly T[], atOnce: number) {
  for (const [index, item] of items.entries()) {
    if (index % atOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    yield item;
  }
}

describe('batches', () => {
  it('contain every item once, in order, within the limits', async () => {
    const items = fc.array(fc.record({ size: fc.integer({ min: 1, max: 60 }) }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 5 }), async (source, atOnce) => {
        const batches = await all(splitBatches(slowly(source, atOnce), limits));
        expect(batches.flat()).toEqual(source);
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(limits.items);
          const before = batch.slice(0, -1).reduce((sum, { size }) => sum + size, 0);
          expect(before).toBeLessThan(limits.size);
        }
      }),
    );
  });

  it('are sent even while the source pauses', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* source() {
      yield { size: 1 };
      await released; // resolves only after the first batch
      yield { size: 2 };
    }
    const seen: number[][] = [];
    for await (const batch of splitBatches(source(), limits)) {
      seen.push(batch.map(({ size }) => size));
      release();
    }
    expect(seen).toEqual([[1], [2]]);
  });

  it('yield the items before a failure of the source, then the failure', async () => {
    async function* source() {
      yield { size: 1 };
      throw new Error('the source failed');
    }
    const batches = splitBatches(source(), limits);
    expect((await batches.next()).value).toEqual([{ size: 1 }]);
    await expect(batches.next()).rejects.toThrow('the source failed');
  });

  it('end the source when the caller stops', async () => {
    let ended = false;
    function* source() {
      try {
        for (;;) yield { size: 1 };
      } finally {
        ended = true;
      }
    }
    for await (const _ of splitBatches(source(), limits)) break;
    expect(ended).toBe(true);
  });
});

describe('answers', () => {
  it('arrive in the order of the batches, within the limit of concurrency', async () => {
    const delays = fc.array(fc.nat(3), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(delays, fc.integer({ min: 1, max: 4 }), async (turns, concurrency) => {
        let inFlight = 0;
        const send = async (batch: { turns: number; index: number }) => {
          inFlight += 1;
          expect(inFlight).toBeLessThanOrEqual(concurrency);
          for (let turn = 0; turn < batch.turns; turn++) {
            await new Promise((resolve) => setImmediate(resolve));
          }
          inFlight -= 1;
          return batch.index;
        };
        const source = slowly(
          turns.map((turns, index) => ({ turns, index })),
          2,
        );
        expect(await all(inOrder(source, send, concurrency))).toEqual(
          turns.map((_, index) => index),
        );
      }),
    );
  });

  it('are yielded before the failure of a later batch', async () => {
    const send = async (batch: number) => {
      if (batch === 2) throw new Error('batch 2 failed');
      return batch;
    };
    const seen: number[] = [];
    const run = async () => {
      for await (const answer of inOrder(slowly([0, 1, 2, 3], 1), send, 2)) seen.push(answer);
    };
    await expect(run()).rejects.toThrow('batch 2 failed');
    expect(seen).toEqual([0, 1]);
  });
});
