import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup, writeInto } from './program.js';

it('verify reports the faults of a file and repairs it', async () => {
  const directory = temporaryDirectory();
  const data = `${directory}/pages.db`;
  const pages = ['one page of words', 'another sheet about boats'].map((text, id) => ({
    id: `${id}`,
    text,
  }));
  await runNeardup(['import', writeInto(directory, 'a.ndjson', ndjson(pages)), '--data', data]);
  const sound = `${data} is sound: 2 documents, 2 contents\n`;
  expect(await runNeardup(['verify', data])).toEqual({ code: 0, stdout: sound, stderr: '' });

  const db = new Database(data);
  db.exec('UPDATE collections SET documents = 7');
  db.close();
  const broken = await runNeardup(['verify', data]);
  expect(broken.code).toBe(1);
  expect(broken.stdout).toBe(
    `wrong: 1 collections have wrong counts; --repair fixes it\n${data} is NOT sound: 2 documents, 2 contents\n`,
  );
  expect(await runNeardup(['verify', data, '--repair'])).toMatchObject({
    code: 0,
    stdout: `found: 1 collections have wrong counts\nrepaired; 0 documents lost\n${sound}`,
  });
  expect(await runNeardup(['verify', data])).toMatchObject({ code: 0, stdout: sound });
});

it('verify advises how to replace a file beyond repair, and an export still reads it', async () => {
  const directory = temporaryDirectory();
  const data = `${directory}/pages.db`;
  const lines = ndjson([{ id: 'a', text: 'one page of words' }]);
  await runNeardup(['import', writeInto(directory, 'a.ndjson', lines), '--data', data]);
  const db = new Database(data);
  const page = db
    .prepare<[], number>(
      "SELECT rootpage FROM sqlite_master WHERE name = 'documents_by_content_expiry'",
    )
    .pluck()
    .get()!;
  const pageBytes = db.pragma('page_size', { simple: true }) as number;
  db.close();
  const bytes = readFileSync(data);
  bytes.fill(0x55, (page - 1) * pageBytes, page * pageBytes);
  writeInto(directory, 'pages.db', bytes);

  const { code, stdout } = await runNeardup(['verify', data, '--repair']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^wrong: SQLite: /);
  expect(stdout).toMatch(/restore a backup with `neardup restore`; without one, `neardup exp/);
  expect(stdout).toMatch(/is NOT sound/);
  const saved = await runNeardup(['export', '--data', data]);
  expect([saved.code, saved.stderr]).toEqual([0, '']);
  expect(saved.stdout).toContain('"id":"a"');
});

it('verify refuses two files', async () => {
  const { code, stderr } = await runNeardup(['verify', 'a.db', '--data', 'b.db']);
  expect(code).toBe(2);
  expect(stderr).toContain('--data cannot be used with a file');
});

it('verify refuses a missing file', async () => {
  const { code, stderr } = await runNeardup(['verify', `${temporaryDirectory()}/none.db`]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/does not exist/);
});
