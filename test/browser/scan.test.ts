import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser, openConsole, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { bothKeys, readKey } from './keys.js';
import { type LocalService, openService } from './open-service.js';
import { shortened, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('leads from an import to the duplicates among the imported documents', async () => {
  const service = await openService();
  await importTown(service, 3);
  const page = await openConsole(browser, service.url, { hash: '#/overview?in=town' });
  await page.getByText('6 documents are stored, but none has been compared').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Find duplicates' }).click();

  // A dry run writes nothing, and its pairs link to Compare.
  await page.getByRole('button', { name: 'Find duplicates' }).click();
  await page.getByText('Result').waitFor();
  const figure = (name: string) => page.locator('.figures > div', { hasText: name }).locator('dd');
  expect(await figure('Documents compared').textContent()).toBe('6');
  expect(await figure('Duplicates').textContent()).toBe('3');
  const pairs = page.locator('.pairs li');
  expect(await pairs.count()).toBe(3);
  expect((await service.get('/clusters?collection=town')).body.clusters).toEqual([]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 850 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
  }
  expect(await seriousFindings(page)).toEqual([]);
  await pairs.first().getByText('Town page').first().waitFor(); // titles
  await pairs.first().getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: /A adds nothing to B|The same page/ }).waitFor();
  await page.goBack();

  // The result survives leaving the page.
  await page.getByRole('button', { name: 'Find duplicates' }).click();
  await page.getByRole('button', { name: 'Add duplicates to clusters' }).first().click();
  await page.getByText('Result').waitFor();
  expect(await figure('Added to clusters').textContent()).toBe('3');
  await page.getByRole('heading', { name: 'Largest clusters' }).waitFor();
  await expect.poll(() => page.locator('.largest li').count()).toBe(3);
});

it('deletes duplicates only after a confirmation', async () => {
  const service = await openService();
  await importTown(service, 2);
  const look = { hash: '#/collections?in=town', language: 'zh-CN' as const };
  const page = await openConsole(browser, service.url, look);
  await page.getByRole('button', { name: '详情: town' }).click();
  const card = page.getByRole('region', { name: 'town' });
  await card.getByRole('button', { name: '查找重复文档' }).click();
  await card.getByRole('radio', { name: '删除重复文档' }).check();
  await card.getByRole('button', { name: '删除重复文档……' }).click();
  await page.keyboard.press('Enter'); // focus is on the cancel button
  expect((await service.get('/jobs')).body.jobs).toEqual([]);
  await card.getByRole('button', { name: '删除重复文档……' }).click();
  await card.getByRole('button', { name: '永久删除' }).click();
  await card.getByText('处理结果').waitFor();
  expect((await service.get('/stats?collection=town')).body.documents).toBe(2);
});

it('keeps the newest document of each selected pair', async () => {
  const service = await openService();
  await importTown(service, 3);
  const look = { hash: '#/overview?in=town&scan=open', width: 390 };
  const page = await openConsole(browser, service.url, look);
  await page.getByRole('button', { name: 'Find duplicates' }).click();
  const pairs = page.locator('.pairs li');
  await expect.poll(() => pairs.count()).toBe(3);
  const similarities = (await pairs.allTextContents()).map((text) =>
    Number(/ (0\.\d+)/.exec(text)![1]),
  );
  expect(similarities).toEqual(similarities.toSorted());
  await pairs.filter({ hasText: 'mirror.example/1' }).getByRole('checkbox').uncheck();
  // A document that changed after the search is kept.
  const changed = { id: 'https://town.example/2', text: townPage(7).text, collection: 'town' };
  await service.post('/documents', changed);
  await page.getByLabel('Of each group of duplicates, keep').selectOption('the newest');
  await page.getByText('Only the first document of a group certainly').waitFor();
  await page.getByRole('button', { name: 'Delete the others …' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Deleted: 1.').waitFor();
  const { documents } = (await service.get('/documents?collection=town&order=id')).body;
  expect(documents.map(({ id }: { id: string }) => id)).toEqual([
    ...[0, 1, 2].map((number) => `https://mirror.example/${number}`),
    ...[1, 2].map((number) => `https://town.example/${number}`),
  ]);
});

it('keeps the copy on the chosen host', async () => {
  const service = await openService();
  for (const host of ['a', 'b', 'c']) {
    await service.post('/documents', { id: `https://${host}.example/`, text: townPage(1).text });
  }
  const page = await openConsole(browser, service.url, { hash: '#/overview?scan=open' });
  await page.getByLabel('Copy that stays').selectOption('the one of a host');
  await page.getByRole('textbox', { name: 'the one of a host' }).fill('b.example');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Find duplicates' }).click();
  await expect.poll(() => page.locator('.pairs li').count()).toBe(2);
  expect(await page.getByLabel('Of each group of duplicates, keep').count()).toBe(0);
  await page.getByRole('button', { name: 'Delete the others …' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Deleted: 2.').waitFor();
  const { documents } = (await service.get('/documents')).body;
  expect(documents.map(({ id }: { id: string }) => id)).toEqual(['https://b.example/']);
});

it('explains that a key may not scan', async () => {
  const service = await openService(bothKeys);
  await importTown(service, 1);
  const look = { hash: '#/overview?in=town&scan=open', expectedErrors: /401|403/ };
  const page = await openConsole(browser, service.url, look);
  await page.getByLabel('API key').fill(readKey);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Find duplicates' }).click();
  await page.getByText('This key does not allow that').waitFor();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

/** Stores pages and their mirrors like an import without duplicate detection. */
async function importTown(service: LocalService, count: number): Promise<void> {
  await service.post('/collections', { name: 'town', keepText: true });
  for (let number = 0; number < count; number++) {
    const original = townPage(number);
    const mirror = { id: `https://mirror.example/${number}`, text: shortened(original) };
    for (const document of [original, mirror]) {
      const title = `Town page ${number}`;
      await service.post('/documents', { ...document, title, collection: 'town' });
    }
  }
}
