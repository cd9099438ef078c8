import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hangMs } from '../../harness/hang.js';

export interface TestRun {
  /** Number of tests that passed or failed; skipped tests do not count. */
  readonly executed: number;
  /** Tests that failed, with their messages. */
  readonly failures: readonly TestFailure[];
  /** Reason for an unusable result, such as a test file that does not load. */
  readonly broken: string | undefined;
}

export interface TestFailure {
  readonly test: string;
  readonly message: string;
}

/** Time limit for each test file: a mutant may loop forever. */
const fileMsMax = 2 * hangMs;

export interface RunOptions {
  /** Text that the full name of a test must contain. */
  readonly testName?: string | undefined;
  /** Time limit of a poll for something that a mutant may prevent. */
  readonly pollMs: number;
}

/** Test runs that have not ended. */
const running = new Set<ChildProcess>();

/** Ends all test runs, with the processes that they started. */
export function stopTestRuns(): void {
  for (const child of running) killGroup(child);
}

/**
 * Runs files of tests in a directory until the first failure.
 * @param files paths from that directory
 */
export async function runTests(
  directory: string,
  files: readonly string[],
  { testName, pollMs }: RunOptions,
): Promise<TestRun> {
  const report = join(directory, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.mutants.config.ts'],
      ...['--root', directory, '--maxWorkers=1', '--bail=1'],
      ...['--reporter=json', `--outputFile=${report}`],
      ...(testName === undefined ? [] : ['--testNamePattern', literal(testName)]),
      ...files,
    ],
    // A separate process group, because tests start processes, and a failed test may not end them.
    {
      cwd: directory,
      env: { ...process.env, TEST_POLL_MS: String(pollMs) },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  running.add(child);
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-4000);
  });
  const msMax = fileMsMax * files.length;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, msMax);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  killGroup(child);
  running.delete(child);
  if (isLate) return brokenRun(`the tests did not end within ${msMax / 1000} s`);
  if (!existsSync(report)) return brokenRun(printed || `vitest ended with code ${code}`);
  return readReport(JSON.parse(readFileSync(report, 'utf8')) as Report, code);
}

/** The fields of vitest's JSON report that are used here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

function readReport({ testResults }: Report, code: number | null): TestRun {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = results
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      test: fullName,
      message: (failureMessages ?? []).join('\n'),
    }));
  const executed = results.filter(({ status }) => status === 'passed').length + failures.length;
  const unloaded = testResults.find(
    ({ status, message, assertionResults }) =>
      status === 'failed' && message !== '' && assertionResults.length === 0,
  );
  const broken =
    unloaded !== undefined
      ? `${unloaded.name} does not load: ${unloaded.message}`
      : code !== 0 && failures.length === 0
        ? `vitest ended with code ${code}, but no test failed`
        : executed === 0
          ? 'no test ran'
          : undefined;
  return { executed, failures, broken };
}

function brokenRun(broken: string): TestRun {
  return { executed: 0, failures: [], broken };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // all processes of the group have ended
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
