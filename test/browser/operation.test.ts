import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsInChinese } from '../../console/text/settings-chinese.js';
import { startService, temporaryDirectory } from '../end-to-end/service.js';
import { connectBrowser, openConsole, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { adminKey, bothKeys, readKey } from './keys.js';
import { openService } from './open-service.js';
import { fillTown } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('shows jobs, service, health, keys and settings, and backs up', async () => {
  const directory = temporaryDirectory();
  const service = await startService(join(directory, 'neardup.db'), {
    ...bothKeys,
    NEARDUP_BACKUP_DIR: directory,
  });
  await fillTown(service, 2);
  const look = { hash: '#/operation', expectedErrors: /401/ };
  const page = await openConsole(browser, service.url, look);
  await page.getByLabel('API key').fill(adminKey);
  await page.keyboard.press('Enter');
  await page.getByText('No job yet').waitFor();

  // A job started by another client appears automatically.
  await service.post('/collections/town/scan', { dryRun: true });
  const job = page.getByRole('listitem', { name: 'Search for duplicates town' });
  await job.getByText('done; 2 of 2').waitFor();

  await page.getByText('SQLite, a file').waitFor();
  await expect.poll(() => page.locator('.tag.good').count()).toBe(2);
  await page.getByRole('row', { name: /^reader read all never$/ }).waitFor();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByText(/^neardup-.*\.db$/).waitFor();
  await page.getByRole('button', { name: /^Show all \d+ settings$/ }).click();
  const setting = page.locator('.settings-table tr', { hasText: 'NEARDUP_API_KEY' });
  expect(await setting.textContent()).toContain('(set)');
  expect(await page.locator('main').textContent()).not.toContain(adminKey);
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 850 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
  }
  expect(await seriousFindings(page)).toEqual([]);
  const api = await page.request.get(
    (await page.getByRole('link', { name: 'openapi.json' }).getAttribute('href')) as string,
  );
  expect((await api.json()).openapi).toMatch(/^3/);
  await page.getByLabel('Language').selectOption('zh');
  await page.getByRole('button', { name: '只显示改过的设置' }).waitFor();
  expect(await setting.textContent()).toContain(settingsInChinese.NEARDUP_API_KEY?.slice(0, 8));
});

it('cancels a job, and says what stays', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url, { hash: '#/overview' });
  const running = {
    ...{ id: 'j', kind: 'scan', collection: 'default', documentsPerSecond: 7, result: null },
    parameters: { dryRun: false, deleteDuplicates: false },
    ...{ error: null, startedAt: '2027-01-31T00:00:00Z', endedAt: null },
  };
  let state = 'running';
  await page.route('**/jobs', (route) =>
    route.fulfill({ json: { jobs: [{ ...running, state, progress: { done: 3, total: 10 } }] } }),
  );
  await page.route('**/jobs/j', (route) => {
    state = 'cancelled';
    return route.fulfill({ status: 202, json: {} });
  });
  await page.goto(`${url}/console/#/operation`);
  await page.getByText('running; 3 of 10').waitFor();
  await page.getByText('7 per second').waitFor();
  await page.getByRole('button', { name: 'Cancel the job' }).click();
  await page.getByText('Changes made so far are kept. The next scan does the rest.').waitFor();
});

it('explains what a read key may not see, and what is not configured', async () => {
  const service = await openService(bothKeys);
  const look = { hash: '#/operation', expectedErrors: /401|403|501/ };
  const page = await openConsole(browser, service.url, look);
  await page.getByLabel('API key').fill(readKey);
  await page.keyboard.press('Enter');
  await page.getByText('reader', { exact: true }).waitFor();
  await page.getByText('This key does not allow that').nth(2).waitFor(); // jobs, keys, settings
  await page.getByText('in memory, lost when the service stops').waitFor();
  expect(await overflow(page)).toBe(0);
});
