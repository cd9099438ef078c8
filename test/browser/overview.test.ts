import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService } from '../end-to-end/service.js';
import { launchBrowser, openConsole } from './browser.js';
import { mirrorOf, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('shows decisions as they are made, with counts and distributions', async () => {
  const { url, post } = await startService(':memory:');
  const page = await openConsole(browser, url);
  await page.getByText('listening', { exact: true }).waitFor();
  await post('/check', townPage(0));
  await post('/check', { id: 'copy', text: mirrorOf(townPage(0)) });
  const [newest, oldest] = [page.locator('.told li').first(), page.locator('.told li').last()];
  await newest.getByText('duplicate', { exact: true }).waitFor();
  expect(await newest.textContent()).toContain('https://town.example/0');
  expect(await oldest.textContent()).toContain('new');
  await page.getByText('Checks: 2').waitFor();
  await page.locator('.total', { hasText: 'Share of duplicates' }).getByText('50%').waitFor();
  const chart = (name: RegExp) => page.getByRole('img', { name });
  await chart(/^Decisions over time; 2 in all/).waitFor();
  await chart(/^Duplicates by the similarity of their best match\. 0\.9\d?: 1$/).waitFor();
  await chart(/^Duplicates by the distance of their best match\. \d+: 1$/).waitFor();
  await page.locator('.largest').getByText('town.example/0').waitFor();
  await page.getByRole('radio', { name: '90 days' }).check();
  await chart(/^Decisions over time; 2 in all/).waitFor();
});
