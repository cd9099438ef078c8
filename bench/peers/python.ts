/** The Python side: its own environment with pinned packages, and a process that takes orders. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** From PyPI; the environment is made again when one of them changes. */
export const packages = {
  rensa: '0.5.0',
  rjieba: '0.2.2',
  datasketch: '2.0.0',
  'faiss-cpu': '1.15.1',
  numpy: '2.4.6',
} as const;

export interface Python {
  /** Sends one order to peers.py; resolves to the result of its function. */
  ask<Answer = { readonly seconds: number }>(order: string, fields?: object): Promise<Answer>;
  stop(): void;
}

/**
 * The interpreter of an environment with these packages alone, which is created if it is absent.
 * @throws Error with advice if Python, venv or pip is missing or a package cannot be installed
 */
export function preparePython(wanted: Readonly<Record<string, string>> = packages): string {
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

/** Depends on the packages and versions, so that other versions get another environment. */
export function environmentName(wanted: Readonly<Record<string, string>> = packages): string {
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
        'This bench needs Python 3.10 or newer with venv and pip, and PyPI or a mirror of it: on ' +
        'Debian and Ubuntu `apt-get install python3-venv python3-pip`, elsewhere python.org.',
      { cause: error },
    );
  }
}

export function startPython(python: string): Python {
  const script = fileURLToPath(new URL('peers.py', import.meta.url));
  const threads = ['OMP', 'OPENBLAS', 'MKL', 'RAYON'].map((name) => [`${name}_NUM_THREADS`, '1']);
  const child = spawn(python, [script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...Object.fromEntries(threads) },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask<Answer>(order: string, fields = {}): Promise<Answer> {
      child.stdin.write(`${JSON.stringify({ order, ...fields })}\n`);
      const line = await lines.next();
      if (line.done) throw new Error(`peers.py ended at the order ${order}; see its error above`);
      return JSON.parse(line.value) as Answer;
    },
    stop() {
      child.stdin.end();
    },
  };
}
