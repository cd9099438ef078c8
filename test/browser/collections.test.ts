import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser, openConsole, openHash } from './browser.js';
import { openService } from './open-service.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('creates a collection and describes its recipe in words', async () => {
  const { url, get } = await openService();
  const page = await openConsole(browser, url, { hash: '#/collections' });
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByLabel('Name', { exact: false }).first().fill('shop');
  await page.getByText('Advanced').click();
  await page.getByRole('radio', { name: 'simhash' }).check();
  await page.getByLabel('The weight of a word').selectOption('tf');
  await page.getByRole('checkbox', { name: 'Chinese' }).uncheck();
  await page.getByRole('checkbox', { name: 'Keep texts' }).uncheck();
  await page.getByLabel('Refused ids remembered per cluster').fill('0');
  expect(await page.getByRole('radio', { name: 'it adds nothing' }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: 'it is similar' }).check();
  await page.getByRole('button', { name: 'Create collection' }).click();
  const card = page.getByRole('region', { name: 'shop' });
  await card.getByText('Documents: 0').waitFor();
  expect(await card.locator('.recipe').textContent()).toContain('differ in few bits');
  const { body } = await get('/collections/shop');
  expect(body).toMatchObject({
    ...{ maxDistance: 3, duplicateIf: 'similar' },
    ...{ keepText: false, keepRefused: 0 },
  });
  expect(body.recipe).toMatchObject({ method: 'simhash', weighting: 'tf', stopWords: ['en'] });
});

it('creates a collection that finds pages inside pages, and changes the minimum share', async () => {
  const { url, get } = await openService();
  const page = await openConsole(browser, url, { hash: '#/collections' });
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByLabel('Name', { exact: false }).first().fill('parts');
  await page.getByText('Advanced').click();
  expect(await page.getByLabel('Pages within pages: minimum share').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Find pages within pages' }).check();
  const share = page.getByLabel('Pages within pages: minimum share');
  expect(await share.getAttribute('aria-valuetext')).toBe('0.8');
  await page.getByRole('button', { name: 'Create collection' }).click();
  const card = page.getByRole('region', { name: 'parts' });
  await card.getByText('Documents: 0').waitFor();
  expect((await get('/collections/parts')).body).toMatchObject({
    ...{ minContainment: 0.8, recipe: { parts: { words: 3, oneIn: 64, least: 16 } } },
  });
  await card.getByRole('button', { name: 'Settings' }).click();
  await share.focus();
  await page.keyboard.press('Home');
  expect(await share.getAttribute('aria-valuetext')).toBe('no');
  await page.getByRole('button', { name: 'Save settings' }).click();
  const fact = card.locator('.facts > div', { hasText: 'Pages within pages: minimum share' });
  await fact.getByText('no', { exact: true }).waitFor();
  expect((await get('/collections/parts')).body).toMatchObject({ minContainment: null });
});

it('moves the focus into what a button opens, and on Escape back to the button', async () => {
  const { url, post } = await openService();
  await post('/documents', { id: 'a', text: 'one two three' });
  const page = await openConsole(browser, url, { hash: '#/collections' });
  const focused = () => page.evaluate('document.activeElement.textContent');
  await page.getByRole('button', { name: 'New collection' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('news');
  expect(await page.locator('.collection-form').getByLabel('Name').inputValue()).toBe('news');
  await page.keyboard.press('Escape');
  await page.locator('.collection-form').waitFor({ state: 'detached' });
  expect(await focused()).toBe('New collection');

  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.name')).toBe('duplicateIf');
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('Settings');

  await openHash(page, '#/documents?in=default&id=a');
  await page.getByRole('button', { name: 'Delete …' }).focus();
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('Cancel');
  await page.keyboard.press('Escape');
  expect(await focused()).toBe('Delete …');
});

it('opens details in a narrow window without moving a column', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url, { hash: '#/collections', width: 390 });
  const widths = () =>
    page
      .locator('table.collections thead th')
      .filter({ visible: true })
      .evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
  await page.getByRole('button', { name: 'Details' }).waitFor();
  const before = await widths();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('region', { name: 'default' }).waitFor();
  expect(await widths()).toEqual(before);
});

it('refuses a name that is taken, in the words of the service', async () => {
  const { url } = await openService();
  const look = { hash: '#/collections', expectedErrors: /409/ };
  const page = await openConsole(browser, url, look);
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByLabel('Name', { exact: false }).first().fill('default');
  await page.getByRole('button', { name: 'Create collection' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('"default"');
});

it('changes settings', async () => {
  const { url, get } = await openService();
  const page = await openConsole(browser, url, { hash: '#/collections' });
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Minimum similarity').focus();
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
  await page.getByLabel('Documents are kept, in seconds').fill('3600');
  await page.getByRole('checkbox', { name: 'Keep texts' }).check();
  const refused = page.getByLabel('Refused ids remembered per cluster');
  expect(await refused.inputValue()).toBe('100');
  // Neither an empty value nor one above the limit is sent.
  const save = page.getByRole('button', { name: 'Save settings' });
  for (const faulty of ['', '10001']) {
    await refused.fill(faulty);
    await save.click();
    expect(await refused.evaluate((field) => field.matches(':valid'))).toBe(false);
  }
  expect((await get('/collections/default')).body).toMatchObject({ minSimilarity: 0.6 });
  await refused.fill('7');
  await page.getByLabel('Similar pages stored per family').fill('12');
  await page.getByLabel('Keep refused pages, in days').fill('5');
  await page.getByRole('checkbox', { name: 'With their texts' }).uncheck();
  await page.getByRole('checkbox', { name: 'Leave out lines that a site repeats' }).uncheck();
  await page.getByRole('radio', { name: 'it is equal' }).check();
  await save.click();
  await page.getByText('1 hour', { exact: true }).waitFor();
  const fact = page.locator('.facts > div', { hasText: 'A page is a duplicate if' });
  expect(await fact.locator('dd').textContent()).toBe('it is equal exact');
  const { body } = await get('/collections/default');
  expect(body).toMatchObject({
    ...{
      minSimilarity: 0.7,
      duplicateIf: 'exact',
      ttlSeconds: 3600,
      keepText: true,
      keepRefused: 7,
      keepPerFamily: 12,
      refusedPages: { days: 5, texts: false },
      siteLines: false,
    },
  });
});

it('states in Chinese as well when a collection was made, and how many refused ids are remembered', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url, { hash: '#/collections', language: 'zh-CN' });
  await page.locator('time', { hasText: /^\d{4}年\d+月\d+日$/ }).waitFor();
  await page.getByRole('button', { name: '详情' }).click();
  const card = page.getByRole('region', { name: 'default' });
  const fact = card.locator('.facts > div', { hasText: '每个重复组记住的拒收编号数' });
  expect(await fact.locator('dd').textContent()).toBe('100');
});

it('deletes a collection when its name has been typed, and not before', async () => {
  const { url, post, get } = await openService();
  await post('/collections', { name: 'old' });
  await post('/documents', { id: 'a', text: 'one two three', collection: 'old' });
  const page = await openConsole(browser, url, { hash: '#/collections' });
  await page.getByRole('button', { name: 'Details: old' }).click();
  const card = page.getByRole('region', { name: 'old' });
  await card.getByText('Documents: 1').waitFor();
  await card.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “old”?' });
  expect(await dialog.textContent()).toContain('Its documents (1)');
  const remove = dialog.getByRole('button', { name: 'Delete permanently' });
  await dialog.getByRole('textbox').fill('ol');
  expect(await remove.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  expect((await get('/collections/old')).status).toBe(200);

  await card.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('textbox').fill('old');
  await remove.click();
  await card.waitFor({ state: 'detached' });
  expect((await get('/collections/old')).status).toBe(404);
});
