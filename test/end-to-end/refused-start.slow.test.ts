import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hangMs } from '../../harness/hang.js';
import { builtFile } from '../build/built-file.js';
import { type RunResult, spawnNeardup } from '../cli/program.js';
import { startService, temporaryDirectory } from './service.js';

/** Runs `serve` to completion. A hanging process is killed and has no exit code. */
function serve(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunResult> {
  const child = spawnNeardup(['serve', ...args], {
    environment: { NEARDUP_LOG_LEVEL: 'warn', ...environment },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

async function busyPort(host: string): Promise<string> {
  const server = createServer().listen(0, host);
  onTestFinished(() => {
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return String((server.address() as { port: number }).port);
}

it('ends if the port is in use, and does not change the data', async () => {
  const port = await busyPort('127.0.0.1');
  const file = join(temporaryDirectory(), 'pages.db');
  expect(await serve(['--port', port, '--data', file])).toEqual({
    code: 1,
    stdout: '',
    stderr: `neardup: Cannot listen on 127.0.0.1:${port}: something else listens there; choose another port with --port\n`,
  });
  expect(existsSync(file)).toBe(false);
});

it.each([
  ['192.0.2.1', 'this machine has no such address'],
  ['no-such-name.invalid', 'Cannot listen on no-such-name.invalid:0: '],
  ['300.1.2.3', 'Cannot listen on 300.1.2.3:0: '],
])('ends where it cannot listen on %s', async (host, reason) => {
  const environment = { NEARDUP_ALLOW_ANONYMOUS: 'true' };
  const args = ['--host', host, '--port', '0', '--data', ':memory:'];
  const { code, stdout, stderr } = await serve(args, environment);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(reason);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

/** Objects created in an empty directory, each with the expected error message. */
const unusable: Record<string, readonly [(directory: string) => string, string]> = {
  'a directory': [(directory) => directory, 'it is a directory'],
  'a pipe': [
    (directory) => {
      const pipe = join(directory, 'pipe');
      spawnSync('mkfifo', [pipe]);
      return pipe;
    },
    'it is not a regular file',
  ],
  'a device': [() => '/dev/zero', 'it is not a regular file'],
  'a text': [
    (directory) => {
      const file = join(directory, 'notes.txt');
      writeFileSync(
        file,
        'Nothing but some notes, longer than the header of a database.\n'.repeat(9),
      );
      return file;
    },
    'it is not a database',
  ],
  'a file below a file': [
    (directory) => {
      writeFileSync(join(directory, 'file'), '');
      return join(directory, 'file', 'pages.db');
    },
    'ENOTDIR',
  ],
  'a place where no file can be': [() => '/proc/pages.db', 'unable to open|ENOENT'],
  'a place where no directory can be': [() => '/proc/no-such-process/pages.db', 'ENOENT'],
  'a link in a circle': [
    (directory) => {
      symlinkSync(join(directory, 'circle'), join(directory, 'circle'));
      return join(directory, 'circle');
    },
    'ELOOP',
  ],
};

it.each(Object.keys(unusable))('ends if its database file is %s', async (name) => {
  const [make, reason] = unusable[name]!;
  const { code, stdout, stderr } = await serve([
    '--port',
    '0',
    '--data',
    make(temporaryDirectory()),
  ]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^neardup: Cannot open ".*": /);
  expect(stderr).toMatch(new RegExp(reason));
});

it('ends if another process has its database file open', async () => {
  const file = join(temporaryDirectory(), 'pages.db');
  await startService(file);
  const { code, stderr } = await serve(['--port', '0', '--data', file]);
  expect(code).toBe(1);
  expect(stderr).toContain('another process has it open');
});

it('ends if the disk is full', () => {
  const program = builtFile('main.js').pathname;
  const file = join(temporaryDirectory(), 'pages.db');
  // Limits files to 4 KiB, which is one database page.
  const command = `ulimit -f 8; exec "${process.execPath}" "${program}" serve --port 0 --data "${file}"`;
  const { status, stderr } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    timeout: hangMs,
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^neardup: Cannot open ".*": /);
});
