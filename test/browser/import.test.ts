import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longExtraction, startService, temporaryDirectory } from '../end-to-end/service.js';
import { connectBrowser, downloadedText, openConsole, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { openService } from './open-service.js';
import { mirrorOf, shortened, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('imports plain and compressed lines: loses nothing, reports errors by line, and offers a scan', async () => {
  const { url, get, post } = await openService();
  await post('/collections', { name: 'town', keepText: true });
  const page = await openConsole(browser, url, { hash: '#/import?in=town' });
  const good = [0, 1, 2].map((number) => ({
    url: `https://town.example/${number}`,
    body: townPage(number).text,
    title: `Page ${number}`,
    section: 'town',
  }));
  const mirror = { url: 'https://mirror.example/0', body: shortened(townPage(0)), late: [1] };
  const broken = ['{"url": "https://broken.example/', '[1, 2]', '{"url": "no text"}'];
  const big = `{"url": 90071992547409931234, "body": ${JSON.stringify(townPage(3).text)}}`;
  const lines = [...good.map((each) => JSON.stringify(each)), ...broken, '', big];
  await choose(page, [
    { name: 'pages.ndjson', content: lines.join('\r\n') },
    { name: 'more.jsonl.gz', content: gzipSync(JSON.stringify(mirror)) },
  ]);
  // Previews the fields and their mapping.
  await page.getByLabel('Use of url').waitFor();
  expect(await page.getByLabel('Use of url').inputValue()).toBe('id');
  expect(await page.getByLabel('Use of body').inputValue()).toBe('text');
  expect(await page.getByLabel('Use of title').inputValue()).toBe('asIs');
  expect(await page.getByLabel('Use of section').inputValue()).toBe('metadata');
  await page.getByText('cannot be read, to be reported by line: 2').waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 850 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
  }
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Try the first 100' }).click();
  await page.getByText('tried; 5 documents, 2 of 2 files').waitFor();
  expect(await figure(page, 'New')).toBe('5');
  expect((await get('/stats?collection=town')).body.documents).toBe(0);

  await page.getByRole('button', { name: 'Import into town' }).click();
  await page.getByText('done; 5 documents, 2 of 2 files').waitFor();
  expect(await figure(page, 'Stored')).toBe('5');
  expect(await figure(page, 'Rejected')).toBe('3');
  const errors = await page.locator('.refused-lines li').allTextContents();
  expect(errors.map((error) => /line (\d)/.exec(error)?.[1])).toEqual(['4', '5', '6']);
  expect(await seriousFindings(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all 3 errors' }).click();
  const told = (await downloadedText(await downloading)).trim().split('\n');
  expect(told.map((line) => JSON.parse(line).line)).toEqual([4, 5, 6]);
  const { body } = await get('/documents/90071992547409931234?collection=town');
  expect(body).toMatchObject({ id: '90071992547409931234' });
  const first = await get(`/documents/${encodeURIComponent(mirror.url)}?collection=town`);
  expect(first.body.metadata).toEqual({ late: [1] });

  const titled = await get('/documents/https%3A%2F%2Ftown.example%2F0?collection=town');
  expect(titled.body).toMatchObject({ page: { title: 'Page 0' }, metadata: { section: 'town' } });

  await page.getByRole('link', { name: 'Find duplicates among them' }).click();
  await page.getByRole('button', { name: 'Find duplicates' }).click();
  await page.getByText('Result').waitFor();
  expect(await figure(page, 'Duplicates')).toBe('1');
});

it('continues after a restart of the service', async () => {
  const data = join(temporaryDirectory(), 'neardup.db');
  const first = await startService(data);
  const look = { hash: '#/import?in=default', expectedErrors: /ERR_|Failed to load/ };
  const page = await openConsole(browser, first.url, look);
  const rows = Array.from({ length: 4000 }, (_, number) => ({
    id: `https://town.example/${number}`,
    text: townPage(number).text,
  }));
  await choose(page, [
    { name: 'rows.ndjson', content: rows.map((row) => JSON.stringify(row)).join('\n') },
  ]);
  await page.getByRole('button', { name: 'Import into default' }).click();
  await page.getByText(/^running; [1-9]/).waitFor();
  await first.stop('SIGKILL');
  await page.getByText('The service is not responding').waitFor();
  const again = await startService(data, {}, undefined, new URL(first.url).port);
  await page.getByText('done; 4,000 documents, 1 of 1 files').waitFor();
  expect(await figure(page, 'Rejected')).toBe('0');
  expect(await (await fetch(`${again.url}/stats`)).json()).toMatchObject({ documents: 4000 });
});

it('checks the rows of a table by the selected fields', async () => {
  const { url, get } = await openService();
  const page = await openConsole(browser, url, { hash: '#/import?in=default', language: 'zh-CN' });
  const rows = [
    ['name', 'words', 'secret'],
    ['a', `"${townPage(0).text}, ""quoted"""`, 'x'],
    ['b', `"${mirrorOf(townPage(0))}, ""quoted"""`, 'y'],
    ['c', townPage(1).text, 'z', 'too many'],
  ];
  await choose(page, [{ name: 'rows.csv', content: rows.map((row) => row.join(',')).join('\n') }]);
  await page.getByLabel('name 用作').selectOption('编号');
  await page.getByLabel('words 用作').selectOption('文本');
  await page.getByLabel('secret 用作').selectOption('不导入');
  await page.getByRole('radio', { name: '逐一检查' }).check();
  await page.getByRole('button', { name: '导入到 default' }).click();
  await page.getByText('已完成').waitFor();
  expect(await figure(page, '新')).toBe('1');
  expect(await figure(page, '重复')).toBe('1');
  expect(await figure(page, '被拒绝')).toBe('1');
  expect((await get('/documents/a')).body.metadata).toBeUndefined();
});

it('takes dropped pages in the encoding that they name, and can be cancelled', async () => {
  const { url, get } = await openService(longExtraction);
  const look = { hash: '#/import?in=default', expectedErrors: /422/ };
  const page = await openConsole(browser, url, look);
  const html = `<html><head><meta charset="windows-1252"><title>Caf\xe9</title></head><body>
    <article><h1>Caf\xe9</h1><p>${townPage(0).text}</p><p>${townPage(1).text}</p></article></body></html>`;
  await choose(page, [
    { name: 'one.html', content: Buffer.from(html, 'latin1') },
    { name: 'empty.html', content: '<html></html>' },
  ]);
  await page.getByLabel('Prefix for the ids of the 2 pages').fill('https://cafe.example/');
  await page.getByText('https://cafe.example/one.html').waitFor();
  await page.getByRole('button', { name: 'Import into default' }).click();
  await page.getByText('done; 1 documents, 2 of 2 files').waitFor();
  expect(await figure(page, 'Rejected')).toBe('1');
  const id = encodeURIComponent('https://cafe.example/one.html');
  expect((await get(`/documents/${id}`)).status).toBe(200);

  // Documents sent before cancelling stay and are reported.
  await page.route('**/documents/bulk*', () => {}); // never answers
  const line = JSON.stringify(JSON.stringify(townPage(4)));
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([${line}], 'later.ndjson'));
      return dropped;
    })()`,
  );
  await page.dispatchEvent('.drop', 'drop', { dataTransfer });
  await page.getByLabel('Use of text').waitFor();
  await page.getByRole('button', { name: 'Import into default' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('cancelled; documents counted here are stored').waitFor();
});

interface Given {
  readonly name: string;
  readonly content: string | Buffer;
}

async function choose(page: Page, files: readonly Given[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(
    files.map(({ name, content }) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    })),
  );
}

async function figure(page: Page, name: string): Promise<string | null> {
  const all = page.locator('.figures > div').filter({ has: page.getByText(name, { exact: true }) });
  return all.locator('dd').textContent();
}
