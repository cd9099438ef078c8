import { expect, it } from 'vitest';
import { forEachConcurrently } from '../src/concurrency.js';

/** Tasks that end only on demand. */
function held() {
  const begun: number[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const act = (item: number) => {
    begun.push(item);
    return new Promise<void>((resolve, reject) => ends.set(item, { resolve, reject }));
  };
  const turn = () => new Promise((done) => setImmediate(done));
  return { begun, act, end: (item: number) => ends.get(item)!, turn };
}

it('begins items in order, at most the given number at a time', async () => {
  const { begun, act, end, turn } = held();
  const all = forEachConcurrently([1, 2, 3, 4], 2, act);
  await turn();
  expect(begun).toEqual([1, 2]);
  end(2).resolve();
  await turn();
  expect(begun).toEqual([1, 2, 3]);
  end(1).resolve();
  await turn();
  end(3).resolve();
  end(4).resolve();
  await all;
});

it('throws the first error once no item is running any more', async () => {
  const { begun, act, end, turn } = held();
  let isOver = false;
  const all = forEachConcurrently([1, 2, 3], 2, act).finally(() => {
    isOver = true;
  });
  const failed = expect(all).rejects.toThrow('of 1');
  await turn();
  end(1).reject(new Error('of 1'));
  await turn();
  expect(isOver).toBe(false);
  end(2).resolve();
  await turn();
  expect(begun).toEqual([1, 2, 3]);
  end(3).resolve();
  await failed;
});

it('handles an empty list', async () => {
  await forEachConcurrently([], 4, () => Promise.reject(new Error('never')));
});
