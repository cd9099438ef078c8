/** Python environments with pinned packages from PyPI. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the interpreter of an environment with only these packages, and creates the environment if absent.
 * @throws Error with advice if Python, venv or pip is missing or a package cannot be installed
 */
export function preparePython(wanted: Readonly<Record<string, string>>): string {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'neardup-peers', environmentName(wanted));
  const python = join(folder, 'bin', 'python');
  const done = join(folder, 'installed');
  if (existsSync(done)) return python;
  process.stderr.write(`Installing ${requirements(wanted).join(', ')} into ${folder}\n`);
  mkdirSync(folder, { recursive: true });
  runOrExplain('python3', ['-m', 'venv', '--clear', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  runOrExplain(python, [...pip, '--prefer-binary', ...requirements(wanted)]);
  writeFileSync(done, '');
  return python;
}

/** Derived from the packages and versions, so that other versions get a separate environment. */
function environmentName(wanted: Readonly<Record<string, string>>): string {
  return requirements(wanted).join('_').replaceAll('==', '-');
}

function requirements(wanted: Readonly<Record<string, string>>): string[] {
  return Object.entries(wanted).map(([name, version]) => `${name}==${version}`);
}

function runOrExplain(command: string, args: readonly string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: Buffer };
    const said = stderr?.toString('utf8').trim() || String(code);
    throw new Error(
      `${command} ${args.join(' ')} failed: ${said}\n` +
        'This needs Python 3.10 or newer with venv and pip, and PyPI or a mirror of it: on ' +
        'Debian and Ubuntu `apt-get install python3-venv python3-pip`, elsewhere python.org.',
      { cause: error },
    );
  }
}
