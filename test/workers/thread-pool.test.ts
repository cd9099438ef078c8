import { expect, it, onTestFinished } from 'vitest';
import type { Dictionaries } from '../../src/text/dictionaries.js';
import { createSigner } from '../../src/workers/signers.js';
import { createThreadPool, NoThreadError } from '../../src/workers/thread-pool.js';

const noStart = new URL('./no-start-task.mjs', import.meta.url);

it.each([0, 2])('tasks fail if no thread can start (%i started beforehand)', async (minThreads) => {
  const lost: unknown[] = [];
  const options = { filename: noStart.href, minThreads, maxThreads: 2 };
  const pool = createThreadPool<number, number>(options, (cause) => lost.push(cause));
  onTestFinished(() => pool.destroy());
  const first = await Promise.allSettled([1, 2, 3].map((each) => pool.run(each)));
  // A thread that was started beforehand may have its task already; then the task has the error of the thread.
  const message = expect.stringMatching(/there is no room$/);
  for (const each of first) expect(each).toMatchObject({ reason: { message } });
  expect(lost.length).toBeGreaterThan(0);
  await expect(pool.run(4)).rejects.toThrow(NoThreadError);
});

it('waiting tasks fail if the last thread ends with its task, and later tasks succeed', async () => {
  const ending = new URL('./ending-task.mjs', import.meta.url);
  const options = { filename: ending.href, minThreads: 0, maxThreads: 1 };
  const pool = createThreadPool<boolean, string>(options);
  onTestFinished(() => pool.destroy());
  const [ended, waiting] = await Promise.allSettled([pool.run(true), pool.run(false)]);
  expect(ended.status).toBe('rejected');
  expect(waiting).toMatchObject({ status: 'rejected', reason: expect.any(NoThreadError) });
  expect(await pool.run(false)).toBe('done');
});

it('a signer whose threads cannot start rejects its tasks, and is not ready', async () => {
  const limits = { textLengthMax: 1000, inflatedBytesMax: 1000 };
  const room = { threads: 1, queueMax: 10 };
  const signer = createSigner({
    ...{ dictionaries: {} as Dictionaries, wordTrie: new SharedArrayBuffer(1) },
    ...{ shortTextLengthMax: 0, ...room, taskFile: noStart },
    pages: { ...room, timeMaxMs: 1000, memoryMaxMiB: 64, limits, taskFile: noStart },
  });
  onTestFinished(() => signer.close());
  const texts = Array.from({ length: 5 }, () => signer.packText({ text: 'a text' }));
  for (const each of await Promise.allSettled(texts)) expect(each.status).toBe('rejected');
  await expect(signer.checkThreads()).rejects.toMatchObject({ code: 'not_ready' });
  await expect(signer.withBackpressure.packText({ text: 'a text' })).rejects.toThrow(
    'No thread is left',
  );
});
