import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hangMs } from '../../harness/hang.js';
import { NeardupError } from '../../src/errors.js';
import type { MediaType } from '../../src/extract/media-types.js';
import type { TaskContext } from '../../src/quota/task-context.js';
import { createPagePool, type PagePoolOptions } from '../../src/workers/page-pool.js';
import { createPageProcesses } from '../../src/workers/page-processes.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { newGate } from './gate.js';

/** The first processes end while they load. */
const failing = new URL('failing-task.mjs', import.meta.url);
const hostile = new URL('hostile-task.mjs', import.meta.url);

function openPool(options: Partial<PagePoolOptions> = {}) {
  const pool = createPagePool({
    threads: 1,
    queueMax: 100,
    timeMaxMs: hangMs,
    memoryMaxMiB: 64,
    limits: { textLengthMax: 1000, inflatedBytesMax: 1000 },
    taskFile: hostile,
    ...options,
  });
  onTestFinished(() => pool.close());
  // A PDF counts as heavy, however short it is.
  return async (
    content: string,
    context?: TaskContext,
    mediaType: MediaType = 'application/pdf',
  ) => {
    return pool.extract({ content, mediaType, charset: null }, context).then(
      ({ text }) => text,
      ({ code, message }) => `${code}: ${message}`,
    );
  };
}

const refusal = (reason: string) =>
  `extraction_failed: Cannot extract the text of this application/pdf: ${reason}`;

const tooMuchWork = refusal(
  'it takes more than 500 ms of processor time (NEARDUP_EXTRACTION_TIME_MAX_MS)',
);
/** Answer instead, on a machine that gives a process less than a tenth of a processor. */
const tooLate = (timeMaxMs: number) =>
  `overloaded: Cannot extract the text of this application/pdf now: it was not done within ${10 * timeMaxMs} ms, nor had it ${timeMaxMs} ms of processor time`;

describe('the processes for pages', () => {
  it.runIf(existsSync('/proc/self/coredump_filter'))('leave no page in core dumps', async () => {
    const processes = createPageProcesses({
      file: new URL('../../dist/workers/page-task.js', import.meta.url),
      argument: { textLengthMax: 1000, inflatedBytesMax: 1000 },
      ...{ heapMaxMiB: 256, count: 1 },
    });
    onTestFinished(() => processes.close());
    const taken = processes.take();
    await taken.ready;
    const filter = taken.stat.replace(/task.*/, 'coredump_filter');
    expect(Number.parseInt(readFileSync(filter, 'latin1'), 16)).toBe(0);
  });

  it('are killed and replaced if a page never ends', async () => {
    const read = openPool({ timeMaxMs: 500 });
    expect(await read('loop')).toBeOneOf([tooMuchWork, tooLate(500)]);
    await expect.poll(() => read('a page')).toBe('a page');
  });

  it('are killed if a page sleeps or blocks, and the error does not blame the page', async () => {
    const read = openPool({ timeMaxMs: 100 });
    expect(await read('sleep 10000')).toBe(tooLate(100));
    expect(await read('stop 10000')).toBe(tooLate(100));
    await expect.poll(() => read('a page')).toBe('a page');
  });

  it('wait longer for a page of a batch', async () => {
    const read = openPool({ timeMaxMs: 100, patience: 600 });
    expect(await read('sleep 1500')).toBe('sleep 1500');
  });

  it('limit the processor time of a page, not its wall clock time', async () => {
    const read = openPool({ timeMaxMs: 2000 });
    expect(await read('sleep 2500')).toBe('sleep 2500');
  });

  it('do not blame a page for other work of the machine', async () => {
    const read = openPool({ timeMaxMs: 500 });
    await read('a'); // the threads start with the first page
    const spinners = Array.from({ length: 2 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    onTestFinished(() => {
      for (const spinner of spinners) spinner.kill('SIGKILL');
    });
    // If the machine is too busy even for the longer limit by wall clock, the client should retry.
    const pages = Array.from({ length: 3 }, () => 'work 300');
    for (const answer of await Promise.all(pages.map((page) => read(page)))) {
      expect(answer).toMatch(/^(work |overloaded: )/);
    }
  });

  it('serve clients in turn, and one is kept for another client', async () => {
    const read = openPool();
    const order: string[] = [];
    const readFor = (owner: string, page: string, connection = '1') =>
      read(page, { client: { owner, connection } }).then(() => order.push(`${owner} ${page}`));
    const [first, second] = [newGate(), newGate()];
    const greedy = [first.page, ...'1234567'].map((page, i) => readFor('greedy', page, `${i}`));
    await readFor('other', 'b');
    expect(order).toEqual(['other b']); // because a thread was free for it
    const third = readFor('third', second.page);
    const others = ['c', 'd'].map((page) => readFor('other', page));
    first.open();
    await Promise.all([...greedy, ...others]);
    expect(order.indexOf('other d')).toBeLessThan(6);
    second.open();
    await third;
  });

  it('read light pages while heavy pages of the same address occupy the others', async () => {
    const read = openPool();
    const gate = newGate();
    let heavyAnswers = 0;
    const attack = Array.from({ length: 8 }, async (_, i) => {
      await read(gate.page, { client: { owner: 'an address', connection: `attacker ${i}` } });
      heavyAnswers += 1;
    });
    const honest = { client: { owner: 'an address', connection: 'honest' } };
    for (const page of ['b', 'c', 'd']) expect(await read(page, honest, 'text/html')).toBe(page);
    expect(heavyAnswers).toBe(0);
    gate.open();
    await Promise.all(attack);
  });

  it('let one client fill half of the queue', async () => {
    const read = openPool({ queueMax: 8 });
    const answersFor = (owner: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          read('sleep 50', { client: { owner, connection: `${i}` } }),
        ),
      );
    const [greedy, other] = await Promise.all([answersFor('greedy', 20), answersFor('other', 2)]);
    expect(greedy.filter((answer) => answer === 'sleep 50')).toHaveLength(1 + 4);
    expect(greedy.at(-1)).toMatch(/^overloaded: Cannot read a page now/);
    expect(other).toEqual(['sleep 50', 'sleep 50']);
  });

  it('do not read a page whose client has left', async () => {
    const read = openPool();
    const client = { owner: 'a', connection: '1' };
    const first = read('sleep 100', { client });
    const gone = new AbortController();
    const second = read('exit', { client, signal: gone.signal });
    const third = read('c', { client });
    gone.abort(new NeardupError('request_timeout', 'gone'));
    expect(await second).toBe('request_timeout: gone');
    expect([await first, await third]).toEqual(['sleep 100', 'c']);
  });

  it('are ended by a page that fills the memory, and replaced', async () => {
    const read = openPool();
    expect(await read('fill')).toBe(
      refusal('it takes more than 64 MiB of memory (NEARDUP_EXTRACTION_MEMORY_MAX_MIB)'),
    );
    expect(await read('grow')).toBe(
      refusal('it takes more than 64 MiB of memory (NEARDUP_EXTRACTION_MEMORY_MAX_MIB)'),
    );
    expect(await read('a page')).toBe('a page');
  });

  it('are replaced, however they end', async () => {
    const read = openPool();
    expect(await read('exit')).toBe(refusal('its process ended: exit code 3'));
    expect(await read('throw')).toBe(refusal('its process ended: exit code 1'));
    expect(await read('a page')).toBe('a page');
  });

  it('are replaced if something else kills them, and the error does not blame the page', async () => {
    const read = openPool();
    expect(await read('kill')).toBe(
      'overloaded: Cannot extract the text of this application/pdf now: its process was killed from outside',
    );
    expect(await read('a page')).toBe('a page');
  });

  it('get no other page once they are killed, though their result still arrives', async () => {
    const processes = createPageProcesses({
      file: hostile,
      ...{ argument: {}, heapMaxMiB: 64, count: 2 },
    });
    onTestFinished(() => processes.close());
    const taken = processes.take();
    await taken.ready;
    taken.kill();
    processes.giveBack(taken);
    expect(processes.take()).not.toBe(taken);
  });

  it('are replaced, however many end', async () => {
    const read = openPool();
    for (let i = 0; i < 12; i++) expect(await read('exit')).toMatch(/^extraction_failed: /);
    expect(await read('a page')).toBe('a page');
  });

  it('do not blame a page if they cannot start, and are replaced', async () => {
    const loads = join(temporaryDirectory(), 'loads');
    const limits = { textLengthMax: 1000, inflatedBytesMax: 1000, loads };
    const read = openPool({ taskFile: failing, limits });
    const answers: string[] = [];
    do answers.push(await read('a page'));
    while (answers.at(-1) !== 'a page');
    expect(answers[0]).toMatch(/^overloaded: /);
    for (const answer of answers.slice(0, -1)) expect(answer).toMatch(/^overloaded: /);
  });

  it('lose no waiting page when one ends', async () => {
    const read = openPool({ threads: 2, timeMaxMs: 2000 });
    const pages = ['loop', 'exit', 'a', 'b', 'loop', 'c', 'throw', 'd', 'e', 'exit', 'f'];
    const answers = await Promise.all(pages.map((page) => read(page)));
    for (const [i, page] of pages.entries()) {
      if (page.length === 1) expect(answers[i]).toBe(page);
      else expect(answers[i]).toMatch(/^(extraction_failed|overloaded): /);
    }
  });

  it('include a spare process for the page after a fatal one', async () => {
    const read = openPool({ threads: 1 });
    const [first, spare] = [await read('process'), await read('process')];
    expect(spare).toBe(first);
    const [ended, next] = await Promise.all([read('exit'), read('process')]);
    expect(ended).toMatch(/^extraction_failed: /);
    expect(next).not.toBe(first);
    expect(await read('process')).toBe(next);
  });

  it('measure the time of a page from its own start', async () => {
    const read = openPool();
    const pages = Array.from({ length: 6 }, () => 'sleep 300');
    expect(await Promise.all(pages.map((page) => read(page)))).toEqual(pages);
  });

  it('queue a limited number of pages, and refuse more', async () => {
    const read = openPool({ queueMax: 3 });
    expect(await read('a')).toBe('a');
    const answers = await Promise.all(Array.from({ length: 6 }, () => read('sleep 50')));
    expect(answers.filter((answer) => answer === 'sleep 50')).toHaveLength(4);
    expect(answers.at(-1)).toBe('overloaded: Cannot read a page now: 3 pages are already waiting');
  });
});
