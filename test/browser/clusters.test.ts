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

it('shows a cluster with what each member was measured against, and their difference', async () => {
  const service = await startService(':memory:');
  await fillTown(service, 2);
  const check = (id: string, text: string, store: 'always' | 'ifNew') =>
    service.post('/check', { id, text, collection: 'town', store });
  await check('https://copy.example/stored', mirrorOf(townPage(0)), 'always');
  await check('https://copy.example/refused', mirrorOf(townPage(0)), 'ifNew');
  const page = await openConsole(browser, service.url, { hash: '#/clusters' });
  await page.getByText('No such cluster').waitFor();
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  const cluster = page.locator('.clusters a');
  expect(await cluster.locator('.figure').textContent()).toBe('3');
  await cluster.click();
  const member = (id: string) => page.locator('.members > li', { hasText: id });
  await member('https://town.example/0').getByText('representative', { exact: true }).waitFor();
  const refused = member('https://copy.example/refused');
  expect(await refused.textContent()).toContain('not stored: refused or replaced');
  expect(await refused.textContent()).toContain('not measured against the representative');
  expect(await refused.textContent()).toContain('https://copy.example/stored');
  expect(await refused.getByRole('button', { name: 'Difference' }).count()).toBe(0);
  const stored = member('https://town.example/0 ').or(page.locator('.members > li').nth(1));
  await stored.getByRole('button', { name: 'Difference' }).click();
  expect(await stored.locator('.diff-text ins').textContent()).toContain('mirrored');
});

it('tells members that are only similar from copies', async () => {
  const { url, post } = await startService(':memory:');
  const [lumen, pebble] = notices;
  await post('/check', { id: 'lumen', text: lumen.text });
  await post('/check', { id: 'pebble', text: pebble.text });
  await post('/check', { id: 'copy', text: `${lumen.text} Read more.` });
  const page = await openConsole(browser, url, { hash: '#/clusters' });
  await page.locator('.clusters a').click();
  await page.getByText('2 stored, 1 refused · 1 only similar').waitFor();
  const tags = (id: string) =>
    page.locator('.members > li', { hasText: id }).locator('.tag').allTextContents();
  expect(await tags('pebble')).toEqual(['only similar']);
  expect(await tags('copy')).toEqual(['same', 'not stored: refused or replaced']);
});

it('leaves a cluster when another collection is chosen', async () => {
  const service = await startService(':memory:');
  await fillTown(service, 1);
  await service.post('/check', { id: 'copy', text: mirrorOf(townPage(0)), collection: 'town' });
  const page = await openConsole(browser, service.url, { hash: '#/clusters' });
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  await page.locator('.clusters a').click();
  await page.getByText('All clusters').waitFor();
  await page.getByLabel('Collection', { exact: true }).selectOption('default');
  await page.getByText('No such cluster').waitFor();
  expect(new URL(page.url()).hash).toBe('#/clusters?in=default');
});
