import { parentPort, threadId } from 'node:worker_threads';

/*
 * A thread whose parser does what it is told by the page: what a page could bring a real one to.
 * Speaks as src/workers/page-task.ts does.
 */
const deeds = {
  loop: () => {
    for (;;);
  },
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Number(milliseconds))),
  fill: () => {
    for (const held = []; ; ) held.push(Array.from({ length: 1000 }, () => ({ held })));
  },
  thread: () => String(threadId),
  exit: () => process.exit(3),
  throw: () => {
    setImmediate(() => {
      throw new Error('from nowhere');
    });
    return new Promise(() => {});
  },
};

export default async function runTask({ number, input: [page] }) {
  parentPort.postMessage({ begun: number });
  const [deed, argument] = page.content.split(' ');
  const text = (await deeds[deed]?.(argument)) ?? page.content;
  return { output: { title: null, text, charset: null, charsetSource: null, extractor: 'test/1' } };
}
