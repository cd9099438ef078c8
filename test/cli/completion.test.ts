import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../end-to-end/service.js';
import { runNeardup, writeInto } from './program.js';

const printed = async (shell: string) => (await runNeardup(['completion', shell])).stdout;

/** Commands and long options in the output of `--help`. */
async function shown(path: readonly string[]): Promise<{ commands: string[]; options: string[] }> {
  const { stdout } = await runNeardup([...path, '--help']);
  const groups = /^(?:Commands|Every day|Collections|Operation|Batches on many machines):\n/;
  const below = stdout.split('\n\n').filter((part) => groups.test(part));
  return {
    commands: below.flatMap((part) =>
      [...part.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name]) => name!),
    ),
    options: [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name!),
  };
}

it('bash completes commands, options and their values', async () => {
  const directory = temporaryDirectory();
  const script = writeInto(directory, 'neardup.bash', await printed('bash'));
  writeInto(directory, 'some pages.ndjson', '');
  const ask = `source ${script}; for line; do
    IFS=' ' read -ra COMP_WORDS <<< "$line x"; unset 'COMP_WORDS[-1]'; [[ $line == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=(); _neardup; (IFS=,; echo "\${COMPREPLY[*]}"); done`;
  const completed = (...lines: string[]) =>
    execFileSync('bash', ['-c', ask, 'bash', ...lines], { cwd: directory, encoding: 'utf8' })
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(','));

  const { commands } = await shown([]);
  expect(completed('neardup ')).toEqual([commands]);
  const paths = [...commands, 'collection create', 'batch sign'].filter((name) => name !== 'help');
  const expected = await Promise.all(paths.map(async (path) => shown(path.split(' '))));
  expect(completed(...paths.map((path) => `neardup ${path} --`))).toEqual(
    expected.map(({ options }) => options),
  );
  expect(
    completed(
      ...['neardup collection c', 'neardup dedup --duplicate-if ', 'neardup completion '],
      ...['neardup dedup some', 'neardup dedup --out clean --recipe so', 'neardup serve --port '],
    ),
  ).toEqual([
    ['create', 'change'],
    ['exact', 'page', 'article', 'similar'],
    ['bash', 'zsh', 'fish'],
    ['some pages.ndjson'],
    ['some pages.ndjson'],
    [''],
  ]);
});

it('zsh and fish complete all commands and options', async () => {
  const [zsh, fish] = [await printed('zsh'), await printed('fish')];
  for (const path of ['', 'dedup', 'serve', 'collection', 'collection create', 'batch pairs']) {
    const { commands, options } = await shown(path.split(' ').filter((name) => name !== ''));
    const place = path
      .split(' ')
      .map((name) => `/${name}`)
      .join('')
      .replace(/^\/$/, '');
    const [, inZsh = ''] = zsh.split(`    ('${place}')\n`);
    const known = inZsh.split(';;')[0]!;
    const lines = fish.split('\n');
    for (const name of [...commands, ...options]) {
      expect(known).toContain(`'${name}:`);
      const flag = name.startsWith('--') ? `-l ${name.slice(2)} ` : `-a ${name} `;
      const seen = path === '' ? [] : path.split(' ').map((part) => `subcommand_from ${part}`);
      expect(lines.some((line) => [flag, ...seen].every((part) => line.includes(part)))).toBe(true);
    }
  }
  expect((await runNeardup(['completion', 'tcsh'])).code).toBe(2);
});
