import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ExtractLimits } from '../extract/extract-limits.js';
import { wordTrieBytes } from '../package-facts.js';
import { loadDictionaries } from '../text/dictionaries.js';
import { type TaskMessage, toFailure } from './messages.js';
import { owned } from './page-processes.js';
import { createPageTasks, type PageTasks } from './page-tasks.js';
import { receiveRecipes } from './shared-recipes.js';

/* A process that reads pages (page-processes.ts). */

// Excludes all memory from core dumps. If the heap fills up, V8 aborts the process, and the system might otherwise
// write the memory of the process, including the page, to disk.
try {
  writeFileSync('/proc/self/coredump_filter', '0');
} catch {
  // Other systems have no such file, and some containers make it read-only. Pages are read nevertheless.
}

const limits = JSON.parse(process.argv[2] as string) as ExtractLimits;
const tasks = createPageTasks(loadDictionaries(wordTrieBytes()), limits);

process.on('message', async ({ name, input }: TaskMessage<keyof PageTasks>) => {
  const task = tasks[name] as (...input: readonly unknown[]) => Promise<unknown>;
  const result = await task(...receiveRecipes(owned(input))).then(
    (output) => ({ output }),
    (error: unknown) => toFailure(error),
  );
  process.send?.(result);
});

// After the result of a page has been sent, its parser may still reject a promise that nobody awaits. Without this
// handler, such a rejection would end the process while it reads the next page.
process.on('unhandledRejection', () => {});

process.on('disconnect', () => process.exit());
// Ends this process if the service is killed, even if a page keeps the main thread busy.
const orphaned = `const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000);`;
new Worker(orphaned, { eval: true }).unref();

process.send?.('ready');
