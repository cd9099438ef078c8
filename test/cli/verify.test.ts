import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup, writeInto } from './program.js';

it('verifies a file, says what is wrong with it, and repairs it', async () => {
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
    `wrong: 1 collections have wrong counts; --repair mends it\n${data} is NOT sound: 2 documents, 2 contents\n`,
  );
  expect(await runNeardup(['verify', data, '--repair'])).toMatchObject({
    code: 0,
    stdout: `found: 1 collections have wrong counts\nrepaired; 0 documents lost\n${sound}`,
  });
  expect(await runNeardup(['verify', data])).toMatchObject({ code: 0, stdout: sound });
});

it('refuses a file that is not there', async () => {
  const { code, stderr } = await runNeardup(['verify', `${temporaryDirectory()}/none.db`]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/there is no such file/);
});
