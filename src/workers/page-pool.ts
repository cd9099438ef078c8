import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import type { ExtractLimits } from '../extract/extract-limits.js';
import { isLightPage } from '../extract/light-page.js';
import type { TaskContext } from '../quota/task-context.js';
import { createTaskSlots, type Weight } from '../quota/task-slots.js';
import { watchThreads } from './lost-threads.js';
import { unwrapOutput } from './messages.js';
import { clockFactor, type Overrun, type PageClock, startPageClock } from './page-clock.js';
import { createPageProcesses, type PageProcesses, ProcessEnd } from './page-processes.js';
import type { PageTasks } from './page-tasks.js';
import { shareRecipes } from './shared-recipes.js';
import type { SignerLoad, SignerOperations } from './signer.js';

/*
 * Processes that read fetched pages. Pages are untrusted and parsers are large, so each page is confined to a
 * process:
 *
 *   time      processor time from the start of the page (page-clock.ts); beyond the limit, the process is
 *             killed and replaced
 *   memory    V8 aborts a process whose heap is full; the process is replaced
 *   size      checked by the extractor
 *
 * If the process of a page ends, the sender of the page gets `extraction_failed`, or `overloaded` if the page is not to
 * blame. Clients take turns (quota/task-slots.ts). The heavy pages of one client never occupy the last process, which
 * remains free for other clients, for light pages (extract/light-page.ts) of the same client, and for the next page
 * while another process is replaced.
 *
 * Processes run at normal priority. At a lower priority (`niceIncrement`), concurrent checks were slightly faster, but
 * on a busy machine a page took twice as long by wall clock.
 */
export interface PagePoolOptions {
  /** Maximum number of heavy pages of one client that are read concurrently. The pool has one more process. */
  readonly threads: number;
  /** Maximum number of waiting pages. The limit applies to light and heavy pages separately. */
  readonly queueMax: number;
  /** Processor time limit for one page, from its bytes to its signature. */
  readonly timeMaxMs: number;
  /** Factor by which the limits of wall clock time are longer, for batches, which wait on a busy machine. Default: 1. */
  readonly patience?: number;
  /** Heap limit of one process. */
  readonly memoryMaxMiB: number;
  readonly limits: ExtractLimits;
  /** The compiled `page-task.js`. */
  readonly taskFile: URL;
}

export interface PagePool extends PageOperations {
  /** The same operations for background work: if the queue is full, they wait instead of failing. */
  readonly withBackpressure: PageOperations;
  load(): Pick<SignerLoad, 'pageQueue' | 'lostPageThreads'>;
  /** Rejects with `not_ready` if a process ended unexpectedly and no replacement works. */
  checkThreads(): Promise<void>;
  close(): Promise<void>;
}

type PageOperations = Pick<SignerOperations, 'signPage' | 'extract'>;

type PerformPage = <Name extends keyof PageTasks>(
  context: TaskContext | undefined,
  name: Name,
  ...input: Parameters<PageTasks[Name]>
) => ReturnType<PageTasks[Name]>;

export function createPagePool(options: PagePoolOptions): PagePool {
  const { limits, threads, queueMax, timeMaxMs, patience = 1, memoryMaxMiB } = options;
  let startedProcesses: PageProcesses | undefined;
  const slots = createTaskSlots({
    count: threads,
    queueMax,
    refusal: () => {
      const message = `Cannot read a page now: ${slots.waiting()} pages are already waiting`;
      return new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
    },
  });
  let endedThreads = 0;
  const lostThreads = watchThreads('pages', () => withBackpressure.extract(simplePage));

  /** Returns the processes, which are started for the first page. A service without pages has no processes. */
  function processes(): PageProcesses {
    startedProcesses ??= createPageProcesses({
      ...{ file: options.taskFile, argument: limits, heapMaxMiB: memoryMaxMiB },
      count: threads + 1,
    });
    return startedProcesses;
  }

  // The compiler cannot infer that the result belongs to the task of this name.
  const perform: PerformPage = (context, name, ...input) =>
    slots.run(() => performNow(name, ...input), context, pageWeight(input[0])) as ReturnType<
      PageTasks[typeof name]
    >;
  const performWithBackpressure: PerformPage = (context, name, ...input) =>
    slots.runWithBackpressure(
      () => performNow(name, ...input),
      context,
      pageWeight(input[0]),
    ) as ReturnType<PageTasks[typeof name]>;

  async function performNow<Name extends keyof PageTasks>(
    name: Name,
    ...input: Parameters<PageTasks[Name]>
  ): Promise<unknown> {
    const process = processes().take();
    const clock = startPageClock(timeMaxMs, patience);
    clock.signal.addEventListener('abort', process.kill);
    try {
      await process.ready;
      clock.begun(process.stat);
      const result = await process.ask({ name, input: shareRecipes(input) });
      processes().giveBack(process);
      lostThreads.answered();
      return unwrapOutput(result);
    } catch (error) {
      throw error instanceof ProcessEnd ? givenUp(input[0], error, clock) : error;
    } finally {
      clock.stop();
    }
  }

  function givenUp({ mediaType }: Page, cause: ProcessEnd, { signal, hasBegun }: PageClock) {
    const overrun = signal.reason as Overrun | undefined;
    // A process that exceeded a limit of time or memory says nothing about other processes. If a process ends for any
    // other reason, its replacements may fail as well, so `checkThreads` must test that a process works.
    if (overrun !== undefined || (cause.isOutOfMemory && hasBegun())) endedThreads += 1;
    else lostThreads.lost(cause);
    // A process may be given up in the moment in which it has started.
    if (!hasBegun() || overrun === 'start')
      return tooBusy(mediaType, 'no process has begun with it', cause);
    if (overrun === 'clock') {
      const reason = `it was not done within ${patience * clockFactor * timeMaxMs} ms, nor had it ${timeMaxMs} ms of processor time`;
      return tooBusy(mediaType, reason, cause);
    }
    if (overrun === undefined && cause.signal === 'SIGKILL') {
      // A system that runs out of memory kills any process.
      return tooBusy(mediaType, 'its process was killed from outside', cause);
    }
    const reason = cause.isOutOfMemory
      ? `it takes more than ${memoryMaxMiB} MiB of memory (NEARDUP_EXTRACTION_MEMORY_MAX_MIB)`
      : overrun === 'processor'
        ? `it takes more than ${timeMaxMs} ms of processor time (NEARDUP_EXTRACTION_TIME_MAX_MS)`
        : `its process ended: ${cause.message}`;
    const message = `Cannot extract the text of this ${mediaType}: ${reason}`;
    return new NeardupError('extraction_failed', message, { cause });
  }

  function tooBusy(mediaType: string, reason: string, cause: unknown) {
    const message = `Cannot extract the text of this ${mediaType} now: ${reason}`;
    return new NeardupError('overloaded', message, { retryAfterSeconds: 5, cause });
  }

  const createPageOperations = (performPage: PerformPage): PageOperations => ({
    signPage: (page, recipe, keepText, context) =>
      performPage(context, 'signPage', page, recipe, keepText),
    extract: (page, context) => performPage(context, 'extract', page),
  });
  const withBackpressure = createPageOperations(performWithBackpressure);

  return {
    ...createPageOperations(perform),
    withBackpressure,
    load: () => ({
      pageQueue: slots.waiting(),
      lostPageThreads: endedThreads + lostThreads.count(),
    }),
    checkThreads: lostThreads.check,
    close: async () => startedProcesses?.close(),
  };
}

const pageWeight = (page: Page): Weight => (isLightPage(page) ? 'light' : 'heavy');

const simplePage: Page = { content: 'ready', mediaType: 'text/plain', charset: null };
