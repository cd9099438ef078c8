/**
 * Tests the tests: each mutant is the program with one fault, which the tests near the fault must detect. `npm run
 * test:long -- mutants [--only NAME,NAME | --only 3-7] [--shard 1/2]`
 *
 * The list is `test/mutants/mutants.ts`. Everything happens in a temporary copy of the checkout. First, the tests must
 * pass without a mutant. The exit code is 1 if a mutant survives, is out of date or cannot be judged.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hangMs } from '../../harness/hang.js';
import { copyCheckout } from '../mutants/checkout.js';
import { choose } from '../mutants/choose.js';
import { judge } from '../mutants/judge.js';
import { sourcePath, testPaths } from '../mutants/mutant.js';
import { mutants } from '../mutants/mutants.js';
import { runTests, stopTestRuns } from '../mutants/run-tests.js';

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, shard: { type: 'string', default: '1/1' } },
});
const chosen = choose(mutants, options);
const directory = copyCheckout(process.cwd());
const cleanUp = (): void => {
  stopTestRuns();
  rmSync(directory, { recursive: true, force: true });
};
for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    cleanUp();
    process.exit(status);
  });
}
try {
  process.exitCode = await judgeAll();
} finally {
  cleanUp();
}

/** @returns the exit code */
async function judgeAll(): Promise<number> {
  const started = performance.now();
  if (!(await passWithoutMutant())) return 1;
  const counts = new Map<string, number>();
  for (const { number, mutant } of chosen) {
    const begun = performance.now();
    const { result, detail } = await judge(directory, mutant);
    counts.set(result, (counts.get(result) ?? 0) + 1);
    const place = `${String(number).padStart(2)} of ${mutants.length}`;
    const line = `${place}  ${result}  ${mutant.name} (${sourcePath(mutant)}), ${secondsSince(begun)} s: ${detail}`;
    process.stdout.write(`${line}\n`);
  }
  const killed = counts.get('killed') ?? 0;
  counts.delete('killed');
  const others = [...counts].map(([result, count]) => `, ${count} ${result}`).join('');
  process.stdout.write(
    `${chosen.length} mutants in ${secondsSince(started)} s: ${killed} killed${others}\n`,
  );
  return killed === chosen.length ? 0 : 1;
}

/** A test that fails anyway would kill every mutant. */
async function passWithoutMutant(): Promise<boolean> {
  const started = performance.now();
  const filesByName = new Map<string | undefined, Set<string>>();
  for (const { mutant } of chosen) {
    const files = filesByName.get(mutant.testName) ?? new Set();
    filesByName.set(mutant.testName, files);
    for (const file of testPaths(mutant)) files.add(file);
  }
  let passed = 0;
  for (const [testName, files] of filesByName) {
    const { executed, failures, broken } = await runTests(directory, [...files], {
      testName,
      pollMs: hangMs,
    });
    if (broken !== undefined || failures.length > 0) {
      const failed = failures.map(({ test, message }) => `${test}\n${message}`);
      process.stdout.write(`Tests fail without a mutant: ${broken ?? failed.join('\n')}\n`);
      return false;
    }
    passed += executed;
  }
  process.stdout.write(`${passed} tests pass without a mutant, in ${secondsSince(started)} s\n`);
  return true;
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1);
}
