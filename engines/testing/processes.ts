import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hangMs } from '../../harness/hang.js';

export interface Started {
  readonly pid: number;
  /** Returns all output so far. */
  output(): string;
  isRunning(): boolean;
  /** Exit code. */
  readonly ended: Promise<number | null>;
}

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Output file. */
  readonly log: string;
}

/** Environment variable of all started processes, which identifies those that outlive their parents. */
export const markName = 'TEST_PROCESSES';

export type Processes = ReturnType<typeof createProcesses>;

/** Creates a registry of started processes. Each is stopped by process id, including its descendants. */
export function createProcesses() {
  const running = new Map<number, ChildProcess>();
  const mark = randomUUID();

  function start(command: string, args: readonly string[], options: StartOptions): Started {
    const log = openSync(options.log, 'a');
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.environment, [markName]: mark },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const pid = child.pid!;
    running.set(pid, child);
    const ended = once(child, 'exit').then(([code]) => {
      running.delete(pid);
      return code as number | null;
    });
    return {
      pid,
      ended,
      isRunning: () => running.has(pid),
      output: () => readFileSync(options.log, 'utf8'),
    };
  }

  /** Kills a process and its descendants immediately. */
  async function kill({ pid, ended }: Pick<Started, 'pid' | 'ended'>): Promise<void> {
    for (const each of [pid, ...descendantsOf(pid)]) killOne(each);
    await ended;
  }

  /** Returns all its running processes. */
  const pids = () => markedBy(mark);

  async function killAll(): Promise<void> {
    for (let left = pids(); left.length > 0 || running.size > 0; left = pids()) {
      for (const pid of left) killOne(pid);
      await sleep(20);
    }
  }

  return { start, kill, killAll, pids };
}

/**
 * Environment for short-lived Java and Python programs: little compilation, few threads, and temporary files in the
 * directory.
 */
export function shortLived(directory: string): Record<string, string> {
  const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-XX:-UsePerfData', '-Xshare:auto'];
  return {
    JAVA_TOOL_OPTIONS: [...java, `-Djava.io.tmpdir=${directory}`].join(' '),
    TMPDIR: directory,
  };
}

/** Waits for a condition. @throws Error with the output of the process if it exits first */
export async function until(
  what: string,
  { isRunning, output }: Started,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const start = Date.now(); Date.now() - start < hangMs; await sleep(100)) {
    if (await holds()) return;
    if (!isRunning()) throw new Error(`No ${what}: the process ended:\n${output().slice(-4000)}`);
  }
  throw new Error(`No ${what} within ${hangMs / 1000} s:\n${output().slice(-4000)}`);
}

/** Below the ports that Linux, macOS and Windows use for outgoing connections. */
const ports = { from: 12_000, count: 20_000 };
const givenPorts = new Set<number>();

/**
 * Returns an unused port of the loopback address. The listener starts seconds later, so the port is outside the range
 * for outgoing connections, and is returned only once.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.from + randomInt(ports.count);
    if (givenPorts.has(port)) continue;
    givenPorts.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Returns the process ids of all descendants. */
function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const child of allProcesses()) {
    const parent = parentOf(child);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const below = (of: number): number[] =>
    (children.get(of) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** Returns the process ids of programs started with a mark, and of their descendants. */
function markedBy(mark: string): number[] {
  return allProcesses().filter((pid) => factOf(pid, 'environ')?.includes(`${markName}=${mark}`));
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);
}

function parentOf(pid: number): number | null {
  // The name of the program, in parentheses, may contain anything.
  const after = factOf(pid, 'stat')?.split(') ').at(-1);
  return after === undefined ? null : Number(after.split(' ')[1]);
}

/** Returns a property of a process; null if it has exited, or belongs to another user. */
function factOf(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code!))
      return null;
    throw error;
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
