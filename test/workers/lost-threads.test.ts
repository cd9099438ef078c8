import { expect, it } from 'vitest';
import { watchThreads } from '../../src/workers/lost-threads.js';

/** A pool whose thread works or fails under control of the test. */
function watch() {
  const state = { works: true, asked: 0 };
  const threads = watchThreads('texts', async () => {
    state.asked += 1;
    if (state.works) threads.answered();
    else throw new Error('there is no room');
  });
  return { state, threads };
}

it('checkThreads sends no task if no thread was lost', async () => {
  const { state, threads } = watch();
  await threads.check();
  expect(state.asked).toBe(0);
});

it('checkThreads succeeds if the replacement of a lost thread works', async () => {
  const { state, threads } = watch();
  threads.lost(new Error('it fell'));
  await threads.check();
  await threads.check();
  expect(state.asked).toBe(1);
  expect(threads.count()).toBe(1);
});

it('checkThreads reports the last lost thread until a thread answers', async () => {
  const { state, threads } = watch();
  state.works = false;
  threads.lost(new Error('it fell'));
  threads.lost(new Error('so did the next'));
  const told = {
    code: 'not_ready',
    message: 'A thread for texts was lost and none has answered since: Error: so did the next',
  };
  await expect(threads.check()).rejects.toMatchObject(told);
  await expect(threads.check()).rejects.toMatchObject(told);
  threads.answered();
  await threads.check();
  expect(threads.count()).toBe(2);
});
