import { parentPort } from 'node:worker_threads';
import { workerData } from 'piscina';
import type { ExtractLimits } from '../extract/extract.js';
import { loadDictionaries } from '../text/dictionaries.js';
import { failureOf, type TaskMessage, type TaskResult } from './messages.js';
import { createPageTasks, type PageTasks } from './page-tasks.js';
import { processorTimeMs, statOfThisThread } from './thread-time.js';

/** What a thread for pages runs. It says when it begins with a page, as its time counts from then. */
export interface PageThreadData {
  readonly wordTrie: SharedArrayBuffer;
  readonly limits: ExtractLimits;
}

export interface PageTaskMessage extends TaskMessage<keyof PageTasks> {
  readonly number: number;
}

export interface Begun {
  /** Number of the task that has begun. */
  readonly begun: number;
  /** What tells the processor time of the thread; null where nothing does. */
  readonly stat: string | null;
  /** Of that time, in milliseconds: what the thread had taken before. */
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
    return { output: await task(...input) };
  } catch (error) {
    return failureOf(error);
  }
}

// A parser that was given up may still reject a promise that nobody awaits any more. Its page has
// been answered; without this the thread, and with it the page after, would pay for it.
process.on('unhandledRejection', () => {});
