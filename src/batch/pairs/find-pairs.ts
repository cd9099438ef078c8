import { setImmediate as turn } from 'node:timers/promises';
import { type TaskResult, unwrapOutput } from '../../workers/messages.js';
import { createThreadPool } from '../../workers/thread-pool.js';
import { createPairRunner, type NumberedTask, type PairThreadData } from './pair-runner.js';
import { type PairInput, pairTasks } from './pair-search.js';
import { createUnionFind, type UnionFind } from './union-find.js';

export interface FindPairsOptions extends PairThreadData {
  readonly threads: number;
  /** The compiled `pair-task.js`. */
  readonly taskFile: URL;
  /** Called after each task with the number of finished tasks and the total. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Sets of contents connected by matches, directly or through other contents. */
export interface ConnectedContents {
  readonly matching: UnionFind;
  /**
   * Sets of contents connected only by matches in which the later content adds nothing to the earlier one. If
   * `tellSame` is not set, this is the same object as `matching`.
   */
  readonly same: UnionFind;
}

/**
 * Minimum number of contents for which threads are used. With fewer, starting a thread takes longer than the search.
 */
const contentsForThreadsMin = 20_000;

/**
 * Finds all pairs of matching contents on `threads` threads, and returns the sets that these pairs connect.
 * @throws NeardupError `disk_full` if there is no room to write the pairs
 */
export async function findPairs(options: FindPairsOptions): Promise<ConnectedContents> {
  const { input, onProgress } = options;
  const count = input.contents.flags.length;
  const matching = createUnionFind(count);
  const same = input.tellSame ? createUnionFind(count) : matching;
  const tasks = createTasks(input, options.threads);
  let done = 0;
  await run(options, tasks, (edges) => {
    for (let at = 0; at < edges.length; at += 3) {
      const [a, b] = [edges[at]!, edges[at + 1]!];
      matching.union(a, b);
      if (edges[at + 2] === 1) same.union(a, b);
    }
    onProgress(++done, tasks.length);
  });
  return { matching, same };
}

function createTasks(input: PairInput, threads: number): NumberedTask[] {
  return pairTasks(input, threads).map((task, index) => ({ index, task }));
}

async function run(
  { input, pairsDirectory, threads, taskFile }: FindPairsOptions,
  tasks: readonly NumberedTask[],
  done: (edges: Int32Array) => void,
): Promise<void> {
  if (threads === 1 || input.contents.flags.length < contentsForThreadsMin) {
    const runner = createPairRunner({ input, pairsDirectory });
    try {
      for (const task of tasks) {
        done(runner.run(task));
        await turn();
      }
    } finally {
      runner.close();
    }
    return;
  }
  const pool = createThreadPool<NumberedTask, Int32Array | TaskResult>({
    filename: taskFile.href,
    workerData: { input, pairsDirectory } satisfies PairThreadData,
    minThreads: threads,
    maxThreads: threads,
  });
  try {
    const take = (result: Int32Array | TaskResult) =>
      done(result instanceof Int32Array ? result : (unwrapOutput(result) as Int32Array));
    await Promise.all(tasks.map(async (task) => take(await pool.run(task))));
  } finally {
    await pool.destroy();
  }
}

/** Returns the number of pair files: each task writes one file. */
export function pairFileCount(input: PairInput, threads: number): number {
  return createTasks(input, threads).length;
}
