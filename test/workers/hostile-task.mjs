import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { noFacts } from './no-facts.mjs';

/*
 * A process whose parser obeys commands in the page, and does what a page could make a real parser do. It uses the
 * messages of src/workers/page-task.ts.
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
  /** Blocks the thread until this file exists. */
  hold: async (file) => {
    while (!existsSync(file)) await sleep(5);
  },
  fill: () => {
    for (const held = []; ; ) held.push(Array.from({ length: 1000 }, () => ({ held })));
  },
  /** Grows an array faster than V8 can refuse it without ending the process. */
  grow: () => {
    for (const held = []; ; ) for (let i = 0; i < 1e6; i++) held.push(i + 0.5);
  },
  process: () => String(process.pid),
  exit: () => process.exit(3),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  abort: () => process.abort(),
  throw: () => {
    setImmediate(() => {
      throw new Error('from nowhere');
    });
    return new Promise(() => {});
  },
};

function spentMs() {
  const text = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

process.on('disconnect', () => process.exit());
process.on('message', async ({ input: [page] }) => {
  const [deed, argument] = page.content.split(' ');
  const text = (await deeds[deed]?.(argument)) ?? page.content;
  const lines = [{ in: 'main', reason: 'content', text }];
  const extracted = { page: noFacts, text, rest: '', isBlocks: true, lines };
  process.send({
    output: { ...extracted, charset: null, charsetSource: null, extractor: 'test/1' },
  });
});
process.send('ready');
