import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';
import { noFacts } from './no-facts.mjs';

/*
 * A thread whose parser obeys orders in the page: it does what a page could make a real parser do.
 * It speaks as src/workers/page-task.ts does.
 */
const deeds = {
  loop: () => {
    for (;;);
  },
  /** Blocks the thread without work. */
  stop: (milliseconds) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(milliseconds));
  },
  /** Works for this many milliseconds of processor time, however long that takes. */
  work: (milliseconds) => {
    for (const end = spentMs() + Number(milliseconds); spentMs() < end; );
  },
  sleep: async (milliseconds) => {
    await sleep(Number(milliseconds));
  },
  /** Keeps the thread until this file exists. */
  hold: async (file) => {
    while (!existsSync(file)) await sleep(5);
  },
  fill: () => {
    for (const held = []; ; ) held.push(Array.from({ length: 1000 }, () => ({ held })));
  },
  thread: () => String(threadId),
  /** A moment later, so that the pool knows that the thread has begun. */
  exit: () => new Promise(() => setTimeout(() => process.exit(3), 20)),
  throw: () => {
    setImmediate(() => {
      throw new Error('from nowhere');
    });
    return new Promise(() => {});
  },
};

const stat = `/proc/${readlinkSync('/proc/thread-self')}/stat`;

function spentMs() {
  const text = readFileSync(stat, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

export default async function runTask({ number, input: [page] }) {
  parentPort.postMessage({ begun: number, stat, spentMs: spentMs() });
  const [deed, argument] = page.content.split(' ');
  const text = (await deeds[deed]?.(argument)) ?? page.content;
  return {
    output: {
      page: noFacts,
      text,
      charset: null,
      charsetSource: null,
      extractor: 'test/1',
    },
  };
}
