import { parentPort } from 'node:worker_threads';
import { workerData } from 'piscina';
import type { ExtractLimits } from '../extract/extract-limits.js';
import { loadDictionaries } from '../text/dictionaries.js';
import { failureOf, type TaskMessage, type TaskResult } from './messages.js';
import { createPageTasks, type PageTasks } from './page-tasks.js';
import { receiveRecipes } from './shared-recipes.js';
import { processorTimeMs, statOfThisThread } from './thread-time.js';

/**
 * Data of a page thread. The thread reports when it begins a page, because the time limit counts from then.
 */
export interface PageThreadData {
  readonly wordTrie: SharedArrayBuffer;
  readonly limits: ExtractLimits;
}

export interface PageTaskMessage extends TaskMessage<keyof PageTasks> {
  readonly number: number;
}

export interface Begun {
  /** The number of the task that has begun. */
  readonly begun: number;
  /** The file that holds the processor time of the thread; null if there is none. */
  readonly stat: string | null;
  /** Processor time that the thread had used before, in milliseconds. */
  readonly spentMs: number | null;
}

const { wordTrie, limits } = workerData as PageThreadData;
const tasks = createPageTasks(loadDictionaries(wordTrie), limits);
const stat = statOfThisThread();

export default async function runTask(message: PageTaskMessage): Promise<TaskResult> {
  const { number, name, input } = message;
  parentPort?.postMessage({ begun: number, stat, spentMs: processorTimeMs(stat) } satisfies Begun);
  try {
    const task = tasks[name] as (...input: readonly unknown[]) => Promise<unknown>;
    return { output: await task(...receiveRecipes(input)) };
  } catch (error) {
    return failureOf(error);
  }
}

// A parser that was given up may still reject a promise that is no longer awaited. Its page has
// been answered. Without this handler the rejection would end the thread, and with it the next
// page.
process.on('unhandledRejection', () => {});
