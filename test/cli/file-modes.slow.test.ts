import { spawnSync } from 'node:child_process';
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFile } from '../build/built-file.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { writeInto } from './program.js';

const program = builtFile('main.js').pathname;

/** Runs a command with umask 0, which removes no permissions. */
function run(...args: readonly string[]): void {
  const command = ['sh', '-c', 'umask 0; exec "$@"', 'sh', process.execPath, program, ...args];
  const { status, stderr } = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8' });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

it('only the user can read databases, backups and exports, whatever the umask', () => {
  const directory = temporaryDirectory();
  const inside = (name: string) => join(directory, name);
  const data = inside('made/pages.db');
  run('restore', makeBackup(inside), '--data', data);
  expect([modeOf(inside('made')), modeOf(data)]).toEqual(['700', '600']);

  const lines = inside('all.ndjson');
  run('export', '--data', data, '--out', lines);
  expect(modeOf(lines)).toBe('600');

  for (const file of [data, lines]) chmodSync(file, 0o644);
  run('restore', inside('backup.db'), '--data', data);
  run('export', '--data', data, '--out', lines);
  expect([modeOf(data), modeOf(lines)]).toEqual(['644', '644']);
});

function makeBackup(inside: (name: string) => string): string {
  const first = inside('first.db');
  run(
    'import',
    writeInto(inside('.'), 'pages.ndjson', '{"id":"a","text":"a page"}'),
    '--data',
    first,
  );
  run('backup', inside('backup.db'), '--data', first);
  expect([modeOf(first), modeOf(inside('backup.db'))]).toEqual(['600', '600']);
  return inside('backup.db');
}
