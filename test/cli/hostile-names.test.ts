import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, type RunResult, runNeardup, writeInto } from './program.js';

/** A window title, 7-bit and 8-bit colours, deletions, a bell, and marks that reverse text. */
const hostile = 'n\u001b]0;owned\u0007\u001b[31m\u009b31m\u0085\u007f\b\r\u202egnp\u2066x\u200fy';
const obeyed =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

function expectHarmless(what: string, { stdout, stderr }: RunResult): void {
  expect([what, obeyed.exec(stdout + stderr)?.[0]]).toEqual([what, undefined]);
}

/** A database file with names changed by an attacker. */
async function hostileDatabase(): Promise<string> {
  const directory = temporaryDirectory();
  const file = join(directory, 'pages.db');
  const lines = ndjson([{ id: 'a', text: 'one page', metadata: { hostile } }]);
  const input = writeInto(directory, 'one.ndjson', lines);
  expect((await runNeardup(['import', input, '--data', file])).code).toBe(0);
  const db = new Database(file);
  const { name } = db.prepare('SELECT name FROM migrations ORDER BY number DESC').get() as {
    name: string;
  };
  db.prepare('UPDATE migrations SET name = ? WHERE name = ?').run(name + hostile, name);
  db.prepare('UPDATE collections SET name = ?').run(hostile);
  db.close();
  return file;
}

it('control characters in the names of a database file never reach the terminal', async () => {
  const data = await hostileDatabase();
  const doctor = await runNeardup(['doctor', '--data', data]);
  expect(doctor.stdout).toContain('collection n\\u001b]0;owned');
  const commands: Record<string, readonly string[]> = {
    verify: [data],
    restore: [data, '--data', `${data}-restored`],
    export: ['--data', data, '--collection', hostile],
    recipe: ['--data', data, '--collection', hostile],
    import: [data, '--data', data],
    reindex: ['--data', data, '--collection', hostile],
  };
  expectHarmless('doctor', doctor);
  for (const [command, args] of Object.entries(commands)) {
    // An export writes its lines unchanged into a pipe, so only its errors are checked.
    const { stdout, ...result } = await runNeardup([command, ...args]);
    expectHarmless(command, { ...result, stdout: command === 'export' ? '' : stdout });
  }
});

it('control characters in the replies of a service never reach the terminal', async () => {
  const server = createServer((request, response) => {
    request.resume();
    const ok = request.url?.startsWith('/backup');
    response
      .writeHead(ok ? 201 : 500, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ name: hostile, bytes: 5, code: hostile, detail: hostile, title: hostile }),
      );
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const input = writeInto(temporaryDirectory(), 'one.ndjson', ndjson([{ id: 'a', text: 'one' }]));
  for (const args of [
    ['backup'],
    ['export'],
    ['recipe'],
    ['import', input],
    ['reindex', '--collection', 'a'],
  ]) {
    expectHarmless(args[0]!, await runNeardup([...args, '--url', url]));
  }
});

it('control characters in arguments never reach the terminal', async () => {
  for (const args of [
    [hostile],
    ['serve', hostile],
    ['serve', `--${hostile}`],
    ['import', hostile],
  ]) {
    const result = await runNeardup(args);
    expect(result.code).not.toBe(0);
    expectHarmless(args.join(' '), result);
  }
});

it('marks of direction in ids never reach the terminal', async () => {
  const directory = temporaryDirectory();
  const id = 'https://evil.example/\u202egpj.exe\u2066x\u200f';
  const text = 'the harbour master counts the boats each evening and writes their names down';
  const input = writeInto(
    directory,
    'in.ndjson',
    ndjson([
      { id, text },
      { id: id.replace('https', 'http'), text: text.toUpperCase() },
    ]),
  );
  const [added, checked] = [`${directory}/added.db`, `${directory}/checked.db`];
  expect((await runNeardup(['import', input, '--data', added])).code).toBe(0);
  expect((await runNeardup(['import', input, '--data', checked, '--mode', 'check'])).code).toBe(0);
  for (const args of [
    ['decisions', '--data', checked],
    ['export', '--data', added],
    ['scan', '--data', added, '--dry-run'],
  ]) {
    const result = await runNeardup(args, { isTerminal: true });
    expect([args[0], result.stdout]).toEqual([args[0], expect.stringContaining('\\u202egpj')]);
    expectHarmless(args[0]!, result);
  }
});
