import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wordTrieBytes } from '../../src/package-facts.js';
import { createPagePool, type PagePoolOptions } from '../../src/workers/page-pool.js';

/** Of the clock of a busy machine, on which a thread may have to wait for a core. */
const timeMaxMs = 1500;
const hostile = new URL('hostile-task.mjs', import.meta.url);

function openPool(options: Partial<PagePoolOptions> = {}) {
  const pool = createPagePool({
    wordTrie: wordTrieBytes(),
    threads: 1,
    queueMax: 100,
    timeMaxMs,
    memoryMaxMiB: 64,
    limits: { textLengthMax: 1000, inflatedBytesMax: 1000 },
    taskFile: hostile,
    ...options,
  });
  onTestFinished(() => pool.close());
  return async (content: string) => {
    const page = { content, mediaType: 'text/html', charset: null } as const;
    return pool.extract(page).then(
      ({ text }) => text,
      ({ code, message }) => `${code}: ${message}`,
    );
  };
}

const refusal = (reason: string) =>
  `extraction_failed: Cannot take the text of this text/html: ${reason}`;

describe('the threads for pages', () => {
  it('end with a page that never ends, and are replaced', async () => {
    const read = openPool();
    expect(await read('loop')).toBe(refusal(`it takes longer than ${timeMaxMs} ms`));
    expect(await read('sleep 10000')).toBe(refusal(`it takes longer than ${timeMaxMs} ms`));
    expect(await read('a page')).toBe('a page');
  });

  it('end with a page that fills the memory, and are replaced', async () => {
    const read = openPool({ timeMaxMs: 60_000 });
    expect(await read('fill')).toBe(refusal('it takes more than 64 MiB of memory'));
    expect(await read('a page')).toBe('a page');
  });

  it('are replaced however they end', async () => {
    const read = openPool();
    expect(await read('exit')).toBe(refusal('its thread ended: Error: worker exited with code: 3'));
    expect(await read('throw')).toBe(refusal('its thread ended: Error: from nowhere'));
    expect(await read('a page')).toBe('a page');
  });

  it('lose nothing that waits', async () => {
    const read = openPool({ threads: 2 });
    const pages = ['loop', 'exit', 'a', 'b', 'loop', 'c', 'throw', 'd', 'e', 'exit', 'f'];
    const answers = await Promise.all(pages.map(read));
    for (const [i, page] of pages.entries()) {
      if (page.length === 1) expect(answers[i]).toBe(page);
      else expect(answers[i]).toMatch(/^extraction_failed: /);
    }
  });

  it('hold one more than pages are read at a time, for the page after one that ends its thread', async () => {
    const read = openPool({ threads: 1 });
    await read('a'); // they start with the first page
    const { threadId: later } = new Worker('', { eval: true });
    const [ended, thread] = await Promise.all([read('exit'), read('thread')]);
    expect(ended).toMatch(/^extraction_failed: /);
    expect(Number(thread)).toBeLessThan(later);
  });

  it('count the time of a page from when they begin with it', async () => {
    const read = openPool();
    const pages = Array.from({ length: 6 }, () => 'sleep 300');
    expect(await Promise.all(pages.map(read))).toEqual(pages);
  });

  it('let so many pages wait, and refuse more', async () => {
    const read = openPool({ queueMax: 3 });
    expect(await read('a')).toBe('a');
    const answers = await Promise.all(Array.from({ length: 6 }, () => read('sleep 50')));
    expect(answers.filter((answer) => answer === 'sleep 50')).toHaveLength(4);
    expect(answers.at(-1)).toBe('overloaded: Cannot read a page now: 3 wait already');
  });
});
