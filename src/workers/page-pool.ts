import { NeardupError } from '../errors.js';
import type { Page } from '../extract/extract.js';
import type { ExtractLimits } from '../extract/extract-limits.js';
import { isLightPage } from '../extract/light-page.js';
import { createLanes, type Errand, type Weight } from '../shares/lanes.js';
import { watchThreads } from './lost-threads.js';
import { outputOf } from './messages.js';
import { clockFactor, type Overrun, type PageClock, startPageClock } from './page-clock.js';
import { createPageProcesses, type PageProcesses, ProcessEnd } from './page-processes.js';
import type { PageTasks } from './page-tasks.js';
import { shareRecipes } from './shared-recipes.js';
import type { SignerLoad, SignerOperations } from './signer.js';

/*
 * Processes for pages as they were fetched. Pages are untrusted, and a parser is large, so a page can
 * cost no more than its process:
 *
 *   time      of the processor, from when the process begins with the page (page-clock.ts); beyond it
 *             the process is killed, wherever it is, and another takes its place
 *   memory    V8 aborts a process whose heap is full, and another takes its place
 *   size      is checked by the extractor itself
 *
 * The sender gets `extraction_failed`; or `overloaded`, where the page is not to blame. Pages of
 * several clients are read in turn (shares/lanes.ts). There is a process more than one client's pages
 * get, for the page after one that ended its process, for others, and for light pages (extract/light-page.ts)
 * of the same client.
 *
 * They run with the priority of this process. With less (`niceIncrement`) ordinary checks beside them
 * took a little less time, but on a busy machine a page took twice as long by the clock.
 */
export interface PagePoolOptions {
  /** Number of heavy pages of one client that are read at a time; there is a process more than that. */
  readonly threads: number;
  /** Number of pages that may wait, light and heavy ones each. */
  readonly queueMax: number;
  /** Processor time for one page, from its bytes to its signature. */
  readonly timeMaxMs: number;
  /** Size of the heap of one process. */
  readonly memoryMaxMiB: number;
  readonly limits: ExtractLimits;
  /** The compiled `page-task.js`. */
  readonly taskFile: URL;
}

export interface PagePool extends PageOperations {
  /** The same; what finds the queue full waits for room. */
  readonly patient: PageOperations;
  load(): Pick<SignerLoad, 'pageQueue' | 'lostPageThreads'>;
  /** Rejects with `not_ready` if a process ended unexpectedly and none replaces it. */
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
  const { limits, threads, queueMax, timeMaxMs, memoryMaxMiB } = options;
  let startedProcesses: PageProcesses | undefined;
  const lanes = createLanes({
    count: threads,
    queueMax,
    refusal: () => {
      const message = `Cannot read a page now: ${lanes.waiting()} wait already`;
      return new NeardupError('overloaded', message, { retryAfterSeconds: 1 });
    },
  });
  let endedThreads = 0;
  const lostThreads = watchThreads('pages', () => patient.extract(simplePage));

  /** Called with the first page: a service that reads none needs no processes for it. */
  function processes(): PageProcesses {
    startedProcesses ??= createPageProcesses({
      ...{ file: options.taskFile, argument: limits, heapMaxMiB: memoryMaxMiB },
      count: threads + 1,
    });
    return startedProcesses;
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
    const process = processes().take();
    const clock = startPageClock(timeMaxMs);
    clock.signal.addEventListener('abort', process.kill);
    try {
      await process.ready;
      clock.begun(process.stat);
      const result = await process.ask({ name, input: shareRecipes(input) });
      processes().giveBack(process);
      lostThreads.answered();
      return outputOf(result);
    } catch (error) {
      throw error instanceof ProcessEnd ? givenUp(input[0], error, clock) : error;
    } finally {
      clock.stop();
    }
  }

  function givenUp({ mediaType }: Page, cause: ProcessEnd, { signal, hasBegun }: PageClock) {
    const overrun = signal.reason as Overrun | undefined;
    // Time and memory are the fault of the page; any other end may mean that no process can work.
    if (overrun !== undefined || (cause.isOutOfMemory && hasBegun())) endedThreads += 1;
    else lostThreads.lost(cause);
    if (!hasBegun()) return tooBusy(mediaType, 'start', cause);
    if (overrun === 'clock') return tooBusy(mediaType, overrun, cause);
    const reason = cause.isOutOfMemory
      ? `it takes more than ${memoryMaxMiB} MiB of memory (NEARDUP_EXTRACTION_MEMORY_MAX_MIB)`
      : overrun === 'processor'
        ? `it takes more than ${timeMaxMs} ms of processor time (NEARDUP_EXTRACTION_TIME_MAX_MS)`
        : `its process ended: ${cause.message}`;
    const message = `Cannot take the text of this ${mediaType}: ${reason}`;
    return new NeardupError('extraction_failed', message, { cause });
  }

  function tooBusy(mediaType: string, overrun: 'clock' | 'start', cause: unknown) {
    const reason =
      overrun === 'start'
        ? 'no process has begun with it'
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
    close: async () => startedProcesses?.close(),
  };
}

const weightOf = (page: Page): Weight => (isLightPage(page) ? 'light' : 'heavy');

const simplePage: Page = { content: 'ready', mediaType: 'text/plain', charset: null };
