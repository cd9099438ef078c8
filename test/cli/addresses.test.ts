import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalService } from '../end-to-end/local-service.js';
import { longExtraction, temporaryDirectory } from '../end-to-end/service.js';
import { ndjson, runNeardup } from './program.js';

const text = (of: string) =>
  `The ${of} leaves the old harbour twice a day, in fair weather and in rain, and takes two hours. Tickets are sold at the office on the quay and on board. Children under six travel free, bicycles cost as much as a child, and dogs are welcome outside the saloon.`;

it('neardup addresses counts which forms of an address lead to the same page, and which do not', async () => {
  const service = await openLocalService(join(temporaryDirectory(), 'a.db'), longExtraction);
  const check = (id: string, of: string) => service.post('/check', { id, text: text(of) });
  await check('https://a.example/ferry', 'ferry');
  await check('http://www.a.example/ferry', 'ferry');
  await check('https://a.example/ferry?utm_source=news', 'ferry');
  await check('https://a.example/ferry?utm_source=mail', 'ferry');
  await check('https://a.example/ferry?day=2', 'ferry number 7');
  await check('https://b.example/ferry', 'ferry');
  const html = `<link rel="canonical" href="https://c.example/bread"><p>Bread needs flour, water, salt and time: mix it in the evening, bake it at noon.</p>`;
  await service.post('/check', { id: 'https://c.example/bread/', html });

  const listed = async (...more: string[]) => {
    const { code, stdout, stderr } = await runNeardup(['addresses', '--url', service.url, ...more]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  const lines = await listed();
  expect(lines).toContainEqual({
    ...{ host: 'a.example', form: '?utm_source', same: 2, other: 0, declared: 0 },
    example: ['https://a.example/ferry?utm_source=mail', 'https://a.example/ferry'],
  });
  expect(lines).toContainEqual(
    expect.objectContaining({ form: 'scheme www', same: 1, other: 0, declared: 0 }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ form: '?day', same: 0, other: 1 }));
  expect(lines).toContainEqual(
    expect.objectContaining({ host: 'c.example', form: 'slash', declared: 1 }),
  );
  expect(lines).toHaveLength(4);
  expect(lines[0].form).toBe('?utm_source');
  expect((await listed('--limit', '2')).map(({ form }) => form)).toEqual(['?day']);
});

it('neardup addresses reads a database file', async () => {
  const data = join(temporaryDirectory(), 'b.db');
  const pages = ['http', 'https'].map((scheme) => ({
    id: `${scheme}://a.example/`,
    text: text('x'),
  }));
  const imported = ['import', '-', '--mode', 'check', '--data', data];
  expect((await runNeardup(imported, { input: ndjson(pages) })).code).toBe(0);
  const { stdout } = await runNeardup(['addresses', '--data', data]);
  expect(JSON.parse(stdout)).toMatchObject({ host: 'a.example', form: 'scheme', same: 1 });
});

it('neardup addresses says that no addresses look like one page', async () => {
  const data = join(temporaryDirectory(), 'c.db');
  const imported = ['import', '-', '--data', data];
  const input = ndjson([{ id: 'https://a.example/', text: text('x') }]);
  expect((await runNeardup(imported, { input })).code).toBe(0);
  const { code, stdout, stderr } = await runNeardup(['addresses', '--data', data]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toBe('No addresses of collection "default" look like one page\n');
});
