/**
 * Checks what has changed since the last commit, in less than a minute on idle cores: `npm run check:quick [-- COMMIT]`
 *
 * Types, lint, prose of changed files, and the tests near them (near-tests.ts). Compares with COMMIT instead of HEAD if
 * it is given. `npm run check` is complete.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearTests } from './near-tests.js';

const root = join(import.meta.dirname, '..');
const [since = 'HEAD'] = process.argv.slice(2);
const changed = [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((path) => existsSync(join(root, path)));
const isTest = ['test/*.test.ts', 'engines/*.test.ts'];
const testFiles = git('ls-files', '--cached', '--others', '--exclude-standard', ...isTest)
  .filter((path) => existsSync(join(root, path)))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
/** Tests that compare the code as a whole, in a few seconds. */
const always = ['test/architecture.test.ts', 'test/rooms.test.ts', 'test/mutants/mutants.test.ts'];
const near = new Set([...nearTests(changed, new Map(testFiles)), ...always]);

// Types take one core, and everything else the other.
const results = await Promise.all([types(), others()]);
process.exitCode = results.includes(false) ? 1 : 0;

async function types(): Promise<boolean> {
  const isConsole = changed.some((path) => path.startsWith('console/'));
  const service = await run('npx', 'tsc', '--noEmit');
  return service && (!isConsole || run('npx', 'tsc', '--noEmit', '-p', 'console'));
}

async function others(): Promise<boolean> {
  return (
    (await run('npx', 'biome', 'check', '.')) &&
    (changed.length === 0 || (await run('npx', 'tsx', 'scripts/prose.ts', ...changed))) &&
    (await run('npm', 'run', 'build', '--silent')) &&
    (await run('npx', 'vitest', 'run', ...near))
  );
}

/** @returns true if the command succeeds */
async function run(command: string, ...args: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`${status === 0 ? 'ok' : 'FAILED'} after ${seconds} s: ${args.join(' ')}\n`);
  return status === 0;
}

function git(...args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}
