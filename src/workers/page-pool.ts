import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import type { ExtractLimits } from '../extract/extract-limits.js';
import { isLightPage } from '../extract/light-page.js';
import { createLanes, type Errand, type Weight } from '../shares/lanes.js';
import { watchThreads } from './lost-threads.js';
import { outputOf, type TaskResult } from './messages.js';
import { clockFactor, type Overrun, type PageClock, startPageClock } from './page-clock.js';
import type { Begun, PageTaskMessage, PageThreadData } from './page-task.js';
import type { PageTasks } from './page-tasks.js';
import { shareRecipes } from './shared-recipes.js';
import type { SignerLoad, SignerOperations } from './signer.js';

/*
 * Threads for pages as they were fetched. Pages are untrusted, and a parser is large, so a page can
 * cost no more than its thread:
 *
 *   time      of the processor, from when the thread begins with the page (page-clock.ts); beyond it
 *             the thread is ended, wherever it is, and another takes its place
 *   memory    a thread whose heap is full ends by itself, and another takes its place
 *   size      is what the extractor itself looks at
 *
 * The sender gets `extraction_failed`; or `overloaded`, where the page is not to blame. Pages of
 * several clients are read in turn (shares/lanes.ts). There is a thread more than one client's pages
 * get, for the page after one that ended its thread, for others, and for light pages (extract/light-page.ts)
 * of the same client. The threads are not those of the signing pool, so that pages that are slow to
 * read hold up no long texts.
 *
 * They run with the priority of all threads. With less (`niceIncrement`) ordinary checks beside them
 * took a little less time, but on a busy machine a page took twice as long by the clock.
 */
export interface PagePoolOptions {
  /** Source from which threads load their own dictionaries. */
  readonly wordTrie: SharedArrayBuffer;
  /** Number of heavy pages of one client that are read at a time; there is one thread more than that. */
  readonly threads: number;
  /** Number of pages that may wait for a thread, light and heavy ones each. */
  readonly queueMax: number;
  /** Processor time for one page, from its bytes to its signature. */
  readonly timeMaxMs: number;
  /** Largest heap of one thread. */
  readonly memoryMaxMiB: number;
  readonly limits: ExtractLimits;
  /** The compiled `page-task.js`. */
  readonly taskFile: URL;
}

export interface PagePool extends PageOperations {
  /** The same; what finds the queue full waits for room. */
  readonly patient: PageOperations;
  load(): Pick<SignerLoad, 'pageQueue' | 'lostPageThreads'>;
  /** Rejects with `not_ready` if a thread ended unexpectedly and none replaces it. */
  checkThreads(): Promise<void>;
  close(): Promise<void>;
}

type PageOperations = Pick<SignerOperations, 'signPage' | 'extract'>;

type PerformPage = <Name extends keyof PageTasks>(
  errand: Errand | undefined,
  name: Name,
  ...input: Parameters<PageTasks[Name]>
) => ReturnType<PageTasks[Name]>;

export function createPagePool(options: PagePoolOptions): PagePool {
  const { wordTrie, limits, threads, queueMax, timeMaxMs, memoryMaxMiB } = options;
  let startedPool: StartedPool | undefined;
  const lanes = createLanes({
    count: threads,
    queueMax,
    refusal: () => {
      const message = `Cannot read a page now: ${lanes.waiting()} wait already`;
      return new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
    },
  });
  const clocks = new Map<number, PageClock>();
  let tasks = 0;
  let endedThreads = 0;
  const lostThreads = watchThreads('pages', () => patient.extract(simplePage));

  /** Starts the threads with the first page: a process that reads none needs no threads for it. */
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
    startedPool.pool.on('message', (begun: Begun) => clocks.get(begun.begun)?.begun(begun));
    return startedPool;
  }

  // The compiler cannot see that the result belongs to the task of this name.
  const perform: PerformPage = (errand, name, ...input) =>
    lanes.run(() => performNow(name, ...input), errand, weightOf(input[0])) as ReturnType<
      PageTasks[typeof name]
    >;
  const performPatiently: PerformPage = (errand, name, ...input) =>
    lanes.runPatiently(() => performNow(name, ...input), errand, weightOf(input[0])) as ReturnType<
      PageTasks[typeof name]
    >;

  async function performNow<Name extends keyof PageTasks>(
    name: Name,
    ...input: Parameters<PageTasks[Name]>
  ): Promise<unknown> {
    const number = ++tasks;
    const clock = startPageClock(timeMaxMs);
    clocks.set(number, clock);
    const result = await started()
      .pool.run({ number, name, input: shareRecipes(input) }, { signal: clock.signal })
      .catch(async (error: unknown) => {
        // The last message of a thread may arrive just after the event of its end.
        await nextTurn();
        throw givenUp(input[0], error, clock);
      })
      .finally(() => {
        clock.stop();
        clocks.delete(number);
      });
    lostThreads.answered();
    return outputOf(result);
  }

  function givenUp({ mediaType }: Page, cause: unknown, { signal, hasBegun }: PageClock) {
    const overrun = signal.reason as Overrun | undefined;
    const outOfMemory = (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    // By time or memory it is the page that ends a thread; else it may be that none can work.
    if (overrun !== undefined || (outOfMemory && hasBegun())) endedThreads += 1;
    else lostThreads.lost(cause);
    if (!hasBegun()) return tooBusy(mediaType, 'start', cause);
    if (overrun === 'clock') return tooBusy(mediaType, overrun, cause);
    const reason = outOfMemory
      ? `it takes more than ${memoryMaxMiB} MiB of memory (NEARDUP_EXTRACTION_MEMORY_MAX_MIB)`
      : overrun === 'processor'
        ? `it takes more than ${timeMaxMs} ms of processor time (NEARDUP_EXTRACTION_TIME_MAX_MS)`
        : `its thread ended: ${String(cause)}`;
    const message = `Cannot take the text of this ${mediaType}: ${reason}`;
    return new NeardupError('extraction_failed', message, { cause });
  }

  function tooBusy(mediaType: string, overrun: 'clock' | 'start', cause: unknown) {
    const reason =
      overrun === 'start'
        ? 'no thread has begun with it'
        : `it was not done within ${clockFactor * timeMaxMs} ms, nor had it ${timeMaxMs} ms of processor time`;
    const message = `Cannot take the text of this ${mediaType} now: ${reason}`;
    return new NeardupError('overloaded', message, { retryAfterSeconds: 5, cause });
  }

  const operationsBy = (performPage: PerformPage): PageOperations => ({
    signPage: (page, recipe, keepText, errand) =>
      performPage(errand, 'signPage', page, recipe, keepText),
    extract: (page, errand) => performPage(errand, 'extract', page),
  });
  const patient = operationsBy(performPatiently);

  return {
    ...operationsBy(perform),
    patient,
    load: () => ({
      pageQueue: lanes.waiting(),
      lostPageThreads: endedThreads + lostThreads.count(),
    }),
    checkThreads: lostThreads.check,
    close: async () => startedPool?.close(),
  };
}

const weightOf = (page: Page): Weight => (isLightPage(page) ? 'light' : 'heavy');

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

/** Longest time that a closing waits for a thread that is still loading. */
const loadingMaxMs = 5000;
