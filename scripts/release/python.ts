import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the wheel and the source distribution of the Python client into a folder, and checks both. Needs Python 3.10 or
 * later with venv. Returns the licenses of what the wheel installs.
 * @param builtAt seconds since 1970 that the files in the archives have, so that a build can be repeated
 * @throws Error if an archive has files that nobody needs
 */
export function buildPython(root: string, work: string, out: string, builtAt: string): string {
  const tools = environment(join(work, 'tools'), 'build', 'pip-licenses', 'twine');
  const sources = join(work, 'python');
  // The build writes into its sources.
  cpSync(join(root, 'clients/python'), sources, { recursive: true });
  const made = join(work, 'made');
  mkdirSync(made);
  const env = { ...process.env, SOURCE_DATE_EPOCH: builtAt };
  run(tools('python'), ['-m', 'build', '--outdir', made, sources], env);
  const files = readdirSync(made).sort();
  const paths = files.map((file) => join(made, file));
  run(tools('twine'), ['check', '--strict', ...paths]);
  const strays = paths.flatMap((path) => strayFiles(contentsOf(path)));
  if (strays.length > 0) throw new Error(`The Python packages have ${strays.join(', ')}`);
  for (const file of files) cpSync(join(made, file), join(out, file));

  const wheel = paths.find((path) => path.endsWith('.whl'))!;
  const user = environment(join(work, 'user'), wheel);
  const form = ['--format=plain-vertical', '--with-license-file', '--no-license-path'];
  return run(tools('pip-licenses'), [`--python=${user('python')}`, ...form]);
}

/** Returns the files of a wheel or source distribution that its users do not need. */
export function strayFiles(contents: readonly string[]): string[] {
  const needed =
    /^(?:neardup-[\d.]+\/(?:src\/)?)?(?:neardup\/(?:\w+\.py|py\.typed)|neardup-[\d.]+\.dist-info\/.*|(?:hatch_build\.py|LICENSE|PKG-INFO|README\.md|pyproject\.toml|\.gitignore))$/;
  return contents.filter((path) => !needed.test(path));
}

function contentsOf(file: string): string[] {
  const [program, ...args] = file.endsWith('.whl')
    ? [
        'python3',
        '-c',
        'import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep="\\n")',
      ]
    : ['tar', '-tzf'];
  return run(program!, [...args, file])
    .trim()
    .split('\n');
}

/** Makes an environment with these packages, and returns the paths of its programs. */
function environment(folder: string, ...packages: readonly string[]): (program: string) => string {
  run('python3', ['-m', 'venv', folder]);
  const program = (name: string) => join(folder, 'bin', name);
  run(program('pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
  return program;
}

function run(program: string, args: readonly string[], env = process.env): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execFileSync(program, args, {
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 26,
    stdio: [...stdio],
  });
}
