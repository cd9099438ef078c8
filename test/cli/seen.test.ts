import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup, writeInto } from './program.js';

const text =
  'The ferry leaves the old harbour twice a day, in fair weather and in rain, and takes two hours. Tickets are sold at the office on the quay and on board.';
const more = 'Children under six travel free, and bicycles cost as much as a child.';

it('neardup seen says for each id of a file what became of it, in the order of the file', async () => {
  const data = join(temporaryDirectory(), 'seen.db');
  const service = await openLocalService(data);
  const check = async (page: object) => (await service.post('/check', page)).body.decision;
  expect(await check({ id: 'https://a.example/', text })).toBe('new');
  expect(await check({ id: 'https://b.example/', text })).toBe('duplicate');
  const brief = { id: 'https://c.example/', text: `${text}\n${more}`, ttlSeconds: 1 };
  expect(await check(brief)).toBe('similar');
  const isThere = async () =>
    (await service.get(`/documents/${encodeURIComponent(brief.id)}`)).status === 200;
  while (await isThere()) await setTimeout(100);
  const long = { id: 'https://d.example/', text: `${text}\n${more}`, onCovered: 'replace' };
  expect(await check(long)).toBe('similar');
  const ids = ['never', 'd', 'c', 'b', 'a', 'd'].map((name) => `https://${name}.example/`);
  const file = writeInto(temporaryDirectory(), 'ids.txt', `${ids.join('\r\n')}\n\n`);

  const printed = await runNeardup(['seen', file, '--url', service.url]);
  expect(printed).toMatchObject({ code: 0, stderr: '' });
  const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]{12}Z`;
  const expected = [
    'unknown   -                         https://never.example/',
    `stored    ${time}  https://d.example/`,
    `gone      ${time}  https://c.example/`,
    `refused   ${time}  https://b.example/  because of https://a.example/`,
    `replaced  ${time}  https://a.example/  by https://d.example/`,
    `stored    ${time}  https://d.example/`,
  ];
  for (const [at, line] of printed.stdout.trimEnd().split('\n').entries()) {
    expect(line).toMatch(new RegExp(`^${expected[at]}$`));
  }
  const asJson = await runNeardup(['seen', '--json', '--url', service.url], {
    input: ids.slice(2, 4).join('\n'),
  });
  await service.close();
  const [gone, refused] = asJson.stdout.split('\n', 2).map((line) => JSON.parse(line));
  expect(gone).toMatchObject({ id: 'https://c.example/', state: 'gone', match: null });
  expect(refused).toEqual({
    ...{ id: 'https://b.example/', state: 'refused', match: 'https://a.example/', decision: 1 },
    at: expect.stringMatching(new RegExp(`^${time}$`)),
  });
  // A database file answers as the service did.
  expect(await runNeardup(['seen', file, '--data', data])).toEqual(printed);
});

it('neardup seen looks up more ids than one request takes, and more than one reply holds', async () => {
  const data = join(temporaryDirectory(), 'many.db');
  const metadata = { note: 'x'.repeat(16_000) };
  const large = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: `large-${at}`, text: `${text} Pier ${at}.`, metadata },
  }));
  expect((await runNeardup(['import', '-', '--data', data], { input: ndjson(large) })).code).toBe(
    0,
  );
  const ids = [
    ...Array.from({ length: 1000 }, (_, at) => `absent-${at}`),
    ...large.map(({ id }) => id),
  ];
  const service = await openLocalService(data);
  const { code, stdout } = await runNeardup(['seen', '--json', '--url', service.url], {
    input: ids.join('\n'),
  });
  const lines = stdout.trimEnd().split('\n');
  const states = lines.map((line) => JSON.parse(line) as { id: string; state: string });
  expect([code, states.map(({ id }) => id)]).toEqual([0, ids]);
  expect(states.filter(({ state }) => state === 'stored')).toHaveLength(100);
});

it('neardup seen finds an address by either form of its host, and ignores spaces around it', async () => {
  const service = await openLocalService(':memory:');
  await service.post('/collections', { name: 'crawl' });
  await service.post('/documents', {
    id: 'https://xn--fiqs8s.example/a',
    text,
    collection: 'crawl',
  });
  await service.post('/documents', { id: 'https://新闻.example/b', text, collection: 'crawl' });
  const ids = ['https://中国.example/a', 'https://xn--efvy88h.example/b', 'https://中国.example/c'];
  const input = ids.map((id) => `  ${id} \t\r\n`).join('');
  const at = ['--url', service.url, '--json'];
  const found = await runNeardup(['seen', ...at, '--collection', 'crawl'], { input });
  const lines = found.stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: ids[0], state: 'stored' },
    { id: ids[1], state: 'stored' },
    { id: ids[2], state: 'unknown' },
  ]);
  expect(found.stderr).toBe('');
  const elsewhere = await runNeardup(['seen', ...at], { input });
  expect(elsewhere).toMatchObject({
    code: 0,
    stderr: 'Only the collection "default" was searched; name another with --collection\n',
  });
});

it('neardup seen names the line that is no id, and the collection that is meant', async () => {
  const service = await openLocalService(':memory:');
  await service.post('/collections', { name: 'crawl' });
  const run = (input: string, name: string) =>
    runNeardup(['seen', '--url', service.url, '--collection', name], { input });
  expect(await run(`a\n${'b'.repeat(2049)}\n`, 'crawl')).toMatchObject({
    ...{ code: 2, stdout: '' },
    stderr: expect.stringContaining('Line 2 of "-" is not an id'),
  });
  expect(await run('a', 'crawls')).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: 'neardup: No collection is named "crawls"; did you mean "crawl"?\n',
  });
  expect((await run('a', 'museum')).stderr).toContain('create it, or name another');
  const absent = await runNeardup(['seen', 'absent.txt', '--url', service.url]);
  expect(absent.stderr).toContain('Cannot read "absent.txt": there is no such file');
});
