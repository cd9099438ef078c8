import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Engines are downloaded once, by their ordinary clients, into a folder ignored by git. */

export const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, '.cache', 'engines');
const pysparkVersion = '4.1.2';

/** Command that detects each tool, and the package to install. */
const tools = {
  java: { check: ['java', '-version'], install: 'Java 17 (Debian: openjdk-17-jre-headless)' },
  jdk: { check: ['javac', '-version'], install: 'JDK 17 (Debian: openjdk-17-jdk-headless)' },
  maven: { check: ['mvn', '--version'], install: 'Maven (Debian: maven)' },
  python: {
    check: ['python3', '-c', 'import venv, ensurepip'],
    install: 'Python 3 with venv (Debian: python3-venv)',
  },
  compiler: { check: ['g++', '--version'], install: 'a compiler of C++ (Debian: g++)' },
} as const;

/** @throws Error that names all missing tools */
export function requireTools(...names: readonly (keyof typeof tools)[]): void {
  const missing = names.filter((name) => {
    const [command, ...args] = tools[name].check;
    return spawnSync(command, args, { stdio: 'ignore' }).status !== 0;
  });
  if (missing.length === 0) return;
  const wanted = missing.map((name) => tools[name].install).join('; ');
  throw new Error(`This test needs what is missing here: ${wanted}`);
}

/** Returns the folder with the jars required by a pom.xml, including dependencies. */
export function jarsOf(pom: string, name: string): string {
  return once(join(cache, name), (folder) =>
    run('mvn', [
      ...['--batch-mode', '--quiet', '--file', pom, 'dependency:copy-dependencies'],
      ...['-DincludeScope=runtime', `-DoutputDirectory=${folder}`],
    ]),
  );
}

/** Returns a Python environment with Spark, and the location of Spark. */
export function pyspark() {
  const venv = once(join(cache, `pyspark-${pysparkVersion}`), (folder) => {
    run('python3', ['-m', 'venv', folder]);
    run(join(folder, 'bin', 'pip'), ['install', '--quiet', `pyspark==${pysparkVersion}`]);
  });
  const python = join(venv, 'bin', 'python3');
  const where = 'import os, pyspark; print(os.path.dirname(pyspark.__file__))';
  return { python, home: run(python, ['-c', where]).trim() };
}

/** Compiles a C++ file into a library for LD_PRELOAD. */
export function compiledLibrary(source: string, library: string): string {
  run('g++', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
  return library;
}

/** Creates a folder atomically. */
function once(folder: string, fill: (folder: string) => void): string {
  const complete = join(folder, '.complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder);
  fill(folder);
  writeFileSync(complete, '');
  return folder;
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}
