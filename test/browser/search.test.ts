import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notices } from '../../console/example/texts.js';
import { startService } from '../end-to-end/service.js';
import { launchBrowser, openConsole } from './browser.js';
import { fillTown, mirrorOf, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('finds matches while the user types, with their evidence', async () => {
  const service = await startService(':memory:');
  await fillTown(service, 3);
  const page = await openConsole(browser, service.url, { hash: '#/search' });
  await page.getByText('This collection is empty').waitFor();
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  await page.getByLabel('Search for: Text').fill(mirrorOf(townPage(1)));
  await page.getByText('Matches: 1').waitFor();
  const match = page.locator('.match');
  expect(await match.locator('.id').textContent()).toBe('https://town.example/1');
  await match.getByText('Why it is a match').click();
  expect(await match.locator('.word-list.a').textContent()).toContain('mirrored');
  expect(await match.locator('.bit-row').count()).toBe(8);
});

it('tells matches that are the same from those that are only similar', async () => {
  const { url, post } = await startService(':memory:');
  const [lumen, pebble] = notices;
  await post('/documents', { id: 'lumen', text: `${lumen.text} Read more.` });
  await post('/documents', { id: 'pebble', text: pebble.text });
  const page = await openConsole(browser, url, { hash: '#/search' });
  await page.getByLabel('Search for: Text').fill(lumen.text);
  await page.getByText('Matches: 2').waitFor();
  const [same, similar] = [page.locator('.match').first(), page.locator('.match').last()];
  expect(await same.locator('.id, .tag').allTextContents()).toEqual(['lumen', 'same']);
  expect(await similar.locator('.id, .tag').allTextContents()).toEqual(['pebble', 'only similar']);
  const words = 'Not the same: other first words, other numbers';
  expect(await same.getByText(words).count()).toBe(0);
  await similar.getByText(words).waitFor();
  await similar.getByText('Why it is a match').click();
  await similar.getByText('as two stories by one template do').waitFor();
});

it('shows fewer or more as the sliders move, by keyboard', async () => {
  const service = await startService(':memory:');
  await fillTown(service, 2);
  const half = townPage(0).text.split('. ').slice(0, 6).join('. ');
  const page = await openConsole(browser, service.url, { hash: '#/search' });
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  await page.getByLabel('Search for: Text').fill(half);
  const similarity = page.getByLabel('Similarity at least');
  await similarity.focus();
  await page.keyboard.press('Home');
  await page.getByText('Matches: 1').waitFor();
  await page.keyboard.press('End');
  await page.getByText('No match', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Back to the defaults' }).click();
  expect(await similarity.inputValue()).toBe('0.6');
});

it('begins with a stored document, and leads to a comparison', async () => {
  const service = await startService(':memory:');
  await fillTown(service, 2);
  const mirror = { id: 'https://mirror.example/0', text: mirrorOf(townPage(0)) };
  await service.post('/documents', { ...mirror, collection: 'town' });
  const page = await openConsole(browser, service.url, { hash: '#/search' });
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  await page.getByRole('button', { name: 'https://town.example/0' }).click();
  await page.getByText('Why it is a match').click();
  await page.getByRole('link', { name: 'Compare the two in full' }).click();
  await page.getByRole('heading', { name: 'A match' }).waitFor();
  expect(await page.locator('.diff-text ins').textContent()).toContain('mirrored');
});

it('says that a document does not exist', async () => {
  const { url } = await startService(':memory:');
  const hash = '#/search?id=none';
  const page = await openConsole(browser, url, { hash, expectedErrors: /404/ });
  expect(await page.getByRole('alert').textContent()).toContain('No document "none"');
});
