import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../..');

/** Returns the commit that a revision names. @throws Error with advice if there is none */
export async function commitOf(revision: string): Promise<string> {
  try {
    const wanted = ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`];
    return (await run('git', wanted, { cwd: checkout })).stdout.trim();
  } catch (cause) {
    throw new Error(
      `This repository has no revision "${revision}": fetch its whole history, or name another with --against REV`,
      { cause },
    );
  }
}

/**
 * Builds a commit in a separate directory. Uses the packages of this checkout if the lock files are equal, and
 * otherwise installs them.
 * @param signal aborts the build
 * @returns the directory `dist` of the build
 */
export async function buildRevision(
  commit: string,
  directory: string,
  signal: AbortSignal,
): Promise<string> {
  mkdirSync(directory);
  const archive = `${directory}.tar`;
  await run('git', ['archive', '--output', archive, commit], { cwd: checkout });
  await run('tar', ['-xf', archive, '-C', directory]);
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(checkout) === lockOf(directory)) {
    symlinkSync(join(checkout, 'node_modules'), join(directory, 'node_modules'));
  } else {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: directory, signal });
  }
  await run(process.execPath, ['scripts/build.mjs'], { cwd: directory, signal });
  return join(directory, 'dist');
}

/** Copies the build of this checkout, so that a later build does not affect the measurement. */
export function copyOwnBuild(directory: string): string {
  mkdirSync(directory);
  for (const part of ['dist', 'migrations', 'openapi', 'package.json']) {
    cpSync(join(checkout, part), join(directory, part), { recursive: true });
  }
  symlinkSync(join(checkout, 'node_modules'), join(directory, 'node_modules'));
  return join(directory, 'dist');
}
