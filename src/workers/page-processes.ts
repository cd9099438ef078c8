import { type ChildProcess, fork } from 'node:child_process';
import type { TaskMessage, TaskResult } from './messages.js';
import type { PageTasks } from './page-tasks.js';

/*
 * Processes that read pages. Threads would be lighter, but if an array or a string cannot grow within the heap of a
 * thread, V8 ends the whole service, not only the thread. A DOCX of 60 KB had this effect. A separate process can be
 * killed at any point without side effects.
 */
export interface PageProcess {
  /** Path of the file with the processor time of the main thread. The file exists only on Linux. */
  readonly stat: string;
  /** Resolves once the process has loaded. @throws ProcessEnd */
  readonly ready: Promise<void>;
  /** Sends a task and returns its result. @throws ProcessEnd if the process ends before it replies */
  ask(message: TaskMessage<keyof PageTasks>): Promise<TaskResult>;
  kill(): void;
}

export class ProcessEnd extends Error {
  constructor(
    code: number | null,
    readonly signal: NodeJS.Signals | null,
  ) {
    super(signal === null ? `exit code ${code}` : `signal ${signal}`);
    /** True if V8 aborted the process because its heap was full. */
    this.isOutOfMemory = signal === 'SIGABRT' || code === 134;
  }
  readonly isOutOfMemory: boolean;
}

export interface PageProcesses {
  /** Returns an idle or a new process. If no idle process remains, starts one for the next page, up to `count`. */
  take(): PageProcess;
  /** Returns a process that has finished its page. */
  giveBack(process: PageProcess): void;
  close(): void;
}

export interface PageProcessesOptions {
  readonly file: URL;
  /** Argument for the program in `file`, passed as JSON. */
  readonly argument: unknown;
  readonly heapMaxMiB: number;
  /** Maximum number of pages that are read concurrently. */
  readonly count: number;
}

export function createPageProcesses(options: PageProcessesOptions): PageProcesses {
  const alive = new Set<PageProcess>();
  const idle: PageProcess[] = [];
  const killAll = () => {
    for (const each of alive) each.kill();
  };
  // Kills all processes at exit, so that no process that is stuck on a page outlives the service.
  process.on('exit', killAll);

  function start(): PageProcess {
    const started = startProcess(options, () => {
      alive.delete(started);
      const at = idle.indexOf(started);
      if (at >= 0) idle.splice(at, 1);
    });
    alive.add(started);
    return started;
  }

  return {
    take() {
      const taken = idle.shift() ?? start();
      if (idle.length === 0 && alive.size < options.count) idle.push(start());
      return taken;
    },
    giveBack(each) {
      if (alive.has(each)) idle.unshift(each);
    },
    close() {
      process.off('exit', killAll);
      killAll();
    },
  };
}

function startProcess(options: PageProcessesOptions, onEnd: () => void): PageProcess {
  const { file, argument, heapMaxMiB } = options;
  const child = fork(file, [JSON.stringify(argument)], {
    serialization: 'advanced',
    env: {}, // keeps the secrets of the service from the process
    execArgv: [`--max-old-space-size=${heapMaxMiB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let end: ProcessEnd | undefined;
  let awaited: { resolve(value: unknown): void; reject(error: ProcessEnd): void } | undefined;
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      if (end !== undefined) reject(end);
      else awaited = { resolve, reject };
    });
  child.on('message', (value) => awaited?.resolve(value));
  const ended = (code: number | null, signal: NodeJS.Signals | null) => {
    if (end !== undefined) return;
    end = new ProcessEnd(code, signal);
    onEnd();
    awaited?.reject(end);
  };
  child.once('exit', ended);
  child.once('error', () => ended(null, 'SIGKILL'));
  const ready = answer().then(() => {});
  ready.catch(() => {}); // a process may end before anything awaits this
  keepAlive(child, false);
  return {
    stat: `/proc/${child.pid}/task/${child.pid}/stat`,
    ready,
    async ask(message) {
      keepAlive(child, true);
      try {
        const answered = answer();
        if (end === undefined) child.send(message, () => {}); // a failure to send shows as the end of the process
        return owned((await answered) as TaskResult);
      } finally {
        keepAlive(child, false);
      }
    },
    kill() {
      // The result of its page may still arrive before its end, and would give it back for another page.
      onEnd();
      child.kill('SIGKILL');
    },
  };
}

/** Lets a page process keep the service running only while the page process is busy. */
function keepAlive(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

/** Copies a value, so that byte arrays in it no longer keep the whole message in memory. */
export function owned<T>(value: T): T {
  if (ArrayBuffer.isView(value)) return Uint8Array.prototype.slice.call(value) as T;
  if (Array.isArray(value)) return value.map(owned) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, owned(each)])) as T;
}
