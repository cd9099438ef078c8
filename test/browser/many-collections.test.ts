import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser, openConsole, openHash, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { type LocalService, openService } from './open-service.js';
import { townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

const collectionsCount = 1000;
/** Maximum number of requests per console page. */
const requestsMax = 12;
const bytesMax = 60_000;
const nodesMax = 2500;

it('works with a thousand collections: few requests, few bytes, few nodes', async () => {
  const service = await openService({
    NEARDUP_COLLECTIONS_MAX: String(collectionsCount + 1),
  });
  await createMany(service);
  const page = await openConsole(browser, service.url, { hash: '#/compare' });
  await page.getByRole('combobox', { name: 'Collection' }).waitFor();
  for (const name of ['overview', 'collections']) {
    const asked = await whatIsAsked(page, () => openHash(page, `#/${name}`));
    expect(asked.requests.length).toBeLessThan(requestsMax);
    expect([asked.bytes > 0, asked.bytes < bytesMax]).toEqual([true, true]);
    expect(await page.locator('*').count()).toBeLessThan(nodesMax);
  }
  await page.getByText('Collections: 1,001').waitFor();

  // The service searches and sorts.
  const rows = page.locator('table.collections tbody');
  expect(await rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Documents', exact: true }).click();
  await rows.first().getByRole('link', { name: 'made-0777' }).waitFor();
  await page.getByText('Documents: 2, distinct contents: 2').waitFor();
  await page.getByLabel('Names that contain').fill('made-09');
  await page.getByText('Collections: 100').waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Back' }).waitFor();
  expect(await rows.count()).toBe(50);
  await page.getByLabel('Names that contain').fill('nowhere');
  await page.getByText('No such collection').waitFor();
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 850 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
  }
});

it('finds a collection among many by keyboard alone, on every page', async () => {
  const service = await openService({
    NEARDUP_COLLECTIONS_MAX: String(collectionsCount + 1),
  });
  await createMany(service);
  const page = await openConsole(browser, service.url, { hash: '#/documents?in=default' });
  const field = page.locator('.find-collection').getByRole('combobox', { name: 'Collection' });
  await field.focus();
  await page.getByText('981 more. Type to narrow the list.').waitFor();
  await page.keyboard.type('0777');
  await expect.poll(() => page.locator('.find-collection [role=option]').count()).toBe(1);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.inputValue()).toBe('made-0777');
  await page.locator('.document-row').first().waitFor();
  expect(page.url()).toContain('in=made-0777');
  await field.focus();
  await page.keyboard.type('no such name');
  await page.getByText('No matching collection').waitFor();
  await page.keyboard.press('Escape');
  expect(await field.inputValue()).toBe('made-0777');
  await page.setViewportSize({ width: 390, height: 850 });
  await field.click();
  await page.locator('.find-collection [role=option]').first().waitFor();
  expect(await overflow(page)).toBe(0);
  await page.locator('.find-collection [role=option]').nth(3).click();
  await expect.poll(() => field.inputValue()).toBe('made-0002');
});

async function createMany({ post }: LocalService): Promise<void> {
  for (let from = 0; from < collectionsCount; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const name = `made-${String(from + index).padStart(4, '0')}`;
        return post('/collections', { name });
      }),
    );
  }
  for (const number of [0, 1]) {
    await post('/documents', { ...townPage(number), collection: 'made-0777' });
  }
}

interface Asked {
  readonly requests: readonly string[];
  readonly bytes: number;
}

/** Collects the requests to the API until the page is idle, with their sizes. */
async function whatIsAsked(page: Page, go: () => Promise<unknown>): Promise<Asked> {
  const requests: string[] = [];
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/console/') || pathname === '/events') return;
    requests.push(pathname);
    sizes.push(response.body().then(({ length }) => length));
  });
  await go();
  await expect.poll(() => page.locator('.loading, [aria-busy="true"]').count()).toBe(0);
  const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0);
  page.removeAllListeners('response');
  return { requests, bytes };
}
