import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { runProgram } from '../../src/cli/program.js';
import { builtFile } from '../build/built-file.js';
import { longExtraction } from '../end-to-end/service.js';

/*
 * Runs the command line, in this process or in a child process.
 *
 * A child process takes 0.4 to 2 s of processor time, because it loads all modules and dictionaries again. So tests run
 * commands in this process (`runNeardup`). They start a child process (`runBuiltNeardup`, `spawnNeardup`) only if the
 * process matters: for signals, the exit code of the program, a closed pipe, file modes, file descriptor 0, two
 * processes with the same file, or another installation.
 */

export interface RunOptions {
  /** Standard input. */
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** True if standard output is a terminal; only for commands in this process. */
  readonly isTerminal?: boolean;
}

export interface ProcessOptions extends RunOptions {
  /** `main.js` of another installation. */
  readonly program?: string;
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let running: Promise<unknown> = Promise.resolve();

/** Runs a command to its end in this process, after all running commands. */
export function runNeardup(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const run = running.then(() => runHere(args, options));
  running = run.catch(() => {});
  return run;
}

/** Runs a command of the built program to its end, in a child process. */
export function runBuiltNeardup(
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<RunResult> {
  const child = spawnNeardup(args, options);
  const [stdout, stderr] = [createCapture(), createCapture()];
  child.stdout!.pipe(stdout.stream);
  child.stderr!.pipe(stderr.stream);
  child.stdin!.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout: stdout.text(), stderr: stderr.text() }));
  });
}

export function spawnNeardup(args: readonly string[], options: ProcessOptions = {}): ChildProcess {
  const built = builtFile('main.js').pathname;
  return spawn(process.execPath, [options.program ?? built, ...args], {
    cwd: options.cwd,
    env: environmentOf(options),
  });
}

function environmentOf({ environment }: RunOptions) {
  return {
    PATH: process.env.PATH,
    NEARDUP_SIGNING_THREADS: '1',
    NEARDUP_EXTRACTION_THREADS: '1',
    ...longExtraction,
    ...environment,
  };
}

/** Replaces the streams, settings and folder of this process by those of the command until it ends. */
async function runHere(args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { env, exitCode } = process;
  const cwd = process.cwd();
  const [stdout, stderr] = [createCapture(), createCapture()];
  const restore = replaceStreams({
    stdout: Object.assign(stdout.stream, options.isTerminal && { isTTY: true }),
    stderr: stderr.stream,
    stdin: Readable.from([Buffer.from(options.input ?? '')], { objectMode: false }),
  });
  try {
    process.exitCode = undefined;
    process.env = environmentOf(options);
    if (options.cwd !== undefined) process.chdir(options.cwd);
    const failure = await runProgram(args);
    return {
      code: failure ?? Number(process.exitCode ?? 0),
      stdout: stdout.text(),
      stderr: stderr.text(),
    };
  } finally {
    restore();
    process.chdir(cwd);
    Object.assign(process, { env, exitCode });
  }
}

function replaceStreams(streams: Readonly<Record<string, object>>): () => void {
  const names = Object.keys(streams);
  const former = names.map((name) => Object.getOwnPropertyDescriptor(process, name)!);
  for (const name of names) {
    Object.defineProperty(process, name, { value: streams[name], configurable: true });
  }
  return () => {
    for (const [at, name] of names.entries()) Object.defineProperty(process, name, former[at]!);
  };
}

function createCapture() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** Writes a file into a directory and returns its path. */
export function writeInto(directory: string, name: string, content: string | Uint8Array): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
}

export function ndjson(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
