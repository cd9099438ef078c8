import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { NeardupError } from '../errors.js';
import type { ExtractLimits, Page } from '../extract/extract.js';
import { watchThreads } from './lost-threads.js';
import { outputOf, type TaskResult } from './messages.js';
import type { Begun, PageTaskMessage, PageThreadData } from './page-task.js';
import type { PageTasks } from './page-tasks.js';
import { createRoom } from './room.js';
import type { SignerLoad } from './signer.js';

/*
 * Threads for pages as they were fetched. Whoever wrote a page may want to hurt the reader, and a
 * parser is large, so a page may cost no more than its thread:
 *
 *   time      counts from the moment when the thread begins with the page, not from when it began to
 *             wait; beyond it the thread is ended, wherever it is, and another takes its place
 *   memory    a thread whose heap is full ends by itself, and another takes its place
 *   size      is what the extractor itself looks at
 *
 * The sender gets `extraction_failed`. One thread more than pages are read at a time is kept, so that
 * the page after finds one that has begun already, while the next starts. The threads are not those of
 * the signing pool, so that pages that are slow to read hold up no long texts.
 *
 * They run with the priority of all threads. With less (`niceIncrement`) ordinary checks beside them
 * took a little less time, but on a busy machine a page took twice as long by the clock, and the clock
 * is what its time is measured by.
 */
export interface PagePoolOptions {
  /** What threads load their own dictionaries from. */
  readonly wordTrie: SharedArrayBuffer;
  /** How many pages are read at a time; there is a thread more than that. */
  readonly threads: number;
  /** How many pages may wait for a thread. */
  readonly queueMax: number;
  /** For one page, from its bytes to its signature. */
  readonly timeMaxMs: number;
  /** Of the heap of one thread. */
  readonly memoryMaxMiB: number;
  readonly limits: ExtractLimits;
  /** The compiled `page-task.js`. */
  readonly taskFile: URL;
}

export interface PagePool extends PageTasks {
  /** The same; what finds the queue full waits for room. */
  readonly patient: PageTasks;
  load(): Pick<SignerLoad, 'pageQueue' | 'lostPageThreads'>;
  /** Rejects with `not_ready` if a thread ended by itself and none works in its place. */
  checkThreads(): Promise<void>;
  close(): Promise<void>;
}

export function createPagePool(options: PagePoolOptions): PagePool {
  const { wordTrie, limits, threads, queueMax, timeMaxMs, memoryMaxMiB } = options;
  let startedPool: StartedPool | undefined;
  const lanes = createLanes(threads);
  const room = createRoom(queueMax, lanes.waiting);
  const clocks = new Map<number, () => void>();
  let tasks = 0;
  let endedThreads = 0;
  const lostThreads = watchThreads('pages', () => performInLane('extract', simplePage));

  /** With the first page: a process that reads none needs no threads for it. */
  function started(): StartedPool {
    if (startedPool !== undefined) return startedPool;
    startedPool = startPool({
      filename: options.taskFile.href,
      workerData: { wordTrie, limits } satisfies PageThreadData,
      minThreads: threads + 1,
      maxThreads: threads + 1,
      resourceLimits: { maxOldGenerationSizeMb: memoryMaxMiB },
    });
    // One that does nothing when it ends: without anybody who listens it would end the process.
    startedPool.pool.on('error', lostThreads.lost);
    startedPool.pool.on('message', ({ begun }: Begun) => clocks.get(begun)?.());
    return startedPool;
  }

  async function perform<Name extends keyof PageTasks>(
    name: Name,
    ...input: Parameters<PageTasks[Name]>
  ): Promise<Awaited<ReturnType<PageTasks[Name]>>> {
    if (lanes.waiting() >= queueMax) {
      const message = `Cannot read a page now: ${queueMax} wait already`;
      throw new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
    }
    return performInLane(name, ...input);
  }

  function performPatiently<Name extends keyof PageTasks>(
    name: Name,
    ...input: Parameters<PageTasks[Name]>
  ): Promise<Awaited<ReturnType<PageTasks[Name]>>> {
    return room.enter(() => performInLane(name, ...input));
  }

  async function performInLane<Name extends keyof PageTasks>(
    name: Name,
    ...input: Parameters<PageTasks[Name]>
  ): Promise<Awaited<ReturnType<PageTasks[Name]>>> {
    try {
      return await lanes.run(() => performNow(name, ...input));
    } finally {
      room.left();
    }
  }

  async function performNow<Name extends keyof PageTasks>(
    name: Name,
    ...input: Parameters<PageTasks[Name]>
  ): Promise<Awaited<ReturnType<PageTasks[Name]>>> {
    const number = ++tasks;
    const late = new AbortController();
    let clock: NodeJS.Timeout | undefined;
    clocks.set(number, () => {
      clock = setTimeout(() => late.abort(), timeMaxMs);
    });
    const result = await started()
      .pool.run({ number, name, input }, { signal: late.signal })
      .catch((error: unknown) => {
        throw lostThread(input[0], error, late.signal.aborted);
      })
      .finally(() => {
        clearTimeout(clock);
        clocks.delete(number);
      });
    lostThreads.answered();
    return outputOf(result) as Awaited<ReturnType<PageTasks[Name]>>;
  }

  function lostThread({ mediaType }: Page, cause: unknown, isLate: boolean): NeardupError {
    const outOfMemory = (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    // By time or memory it is the page that ends a thread; else it may be that none can work.
    if (isLate || outOfMemory) endedThreads += 1;
    else lostThreads.lost(cause);
    const reason = isLate
      ? `it takes longer than ${timeMaxMs} ms`
      : outOfMemory
        ? `it takes more than ${memoryMaxMiB} MiB of memory`
        : `its thread ended: ${String(cause)}`;
    const message = `Cannot take the text of this ${mediaType}: ${reason}`;
    return new NeardupError('extraction_failed', message, { cause });
  }

  return {
    signPage: (...input) => perform('signPage', ...input),
    extract: (...input) => perform('extract', ...input),
    patient: {
      signPage: (...input) => performPatiently('signPage', ...input),
      extract: (...input) => performPatiently('extract', ...input),
    },
    load: () => ({
      pageQueue: lanes.waiting() + room.outside(),
      lostPageThreads: endedThreads + lostThreads.count(),
    }),
    checkThreads: lostThreads.check,
    close: async () => startedPool?.close(),
  };
}

const simplePage: Page = { content: 'ready', mediaType: 'text/plain', charset: null };

interface StartedPool {
  readonly pool: Piscina<PageTaskMessage, TaskResult>;
  close(): Promise<void>;
}

/** Ends no thread while it loads, which Node 20 does not survive. */
function startPool(options: ConstructorParameters<typeof Piscina>[0]): StartedPool {
  const pool = new Piscina<PageTaskMessage, TaskResult>(options);
  let loaded = 0;
  pool.on('workerCreate', () => {
    loaded += 1;
  });
  pool.on('workerDestroy', () => {
    loaded -= 1;
  });
  async function close(): Promise<void> {
    const deadline = performance.now() + loadingMaxMs;
    while (loaded < (options?.minThreads ?? 0) && performance.now() < deadline) await sleep(10);
    await pool.close();
  }
  return { pool, close };
}

/** What a thread may take to load before it is ended all the same. */
const loadingMaxMs = 5000;

/** So many at a time; others wait in the order in which they came. */
function createLanes(count: number) {
  let free = count;
  const queue: (() => void)[] = [];
  return {
    waiting: () => queue.length,
    async run<T>(act: () => Promise<T>): Promise<T> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await act();
      } finally {
        const next = queue.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
