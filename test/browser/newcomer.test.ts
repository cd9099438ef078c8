import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser, openConsole, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { openService } from './open-service.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('leads a newcomer from the first page to decisions, a cluster, a judgement and a threshold', async () => {
  const { url, get } = await openService();
  const page = await openConsole(browser, `${url}`);
  const sound = async () => {
    expect(await seriousFindings(page)).toEqual([]);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 850 });
      await expect.poll(() => overflow(page)).toBe(0);
    }
  };

  // The collection is empty, and the page offers the first steps.
  await page.getByText('Nothing is stored here yet').waitFor();
  await page.getByText('listening', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Load example pages' }).click();
  await page.locator('.told .decision.duplicate').first().waitFor();
  const wanted = await statsOf(get, ({ decisions }) => sum(decisions) === 34);
  const share = `${((100 * wanted.decisions.duplicate) / 34).toFixed(1).replace('.0', '')}%`;
  await page.locator('.total', { hasText: 'Share of duplicates' }).getByText(share).waitFor();
  await page
    .locator('.total', { hasText: 'Documents' })
    .getByText(String(wanted.documents), { exact: true })
    .waitFor();
  // Received since the page started listening.
  await expect.poll(() => page.locator('.told li').count()).toBeGreaterThan(20);
  await sound();

  // Opens the largest cluster and judges one member.
  await page.locator('.largest a').first().click();
  const members = page.locator('.members > li');
  await members.first().waitFor();
  const before = await members.count();
  const last = members.last();
  const id = (await last.locator('.id').textContent()) as string;
  await sound();
  await last.getByRole('button', { name: 'Not a duplicate' }).click();
  await last.getByText(id, { exact: true }).waitFor({ state: 'detached' });
  expect(await members.count()).toBe(before - 1);
  const done = page.locator('.done');
  expect(await done.textContent()).toContain(`${id} left the cluster.`);
  await sound();
  await page.getByRole('link', { name: 'All clusters' }).click();
  const separations = page.locator('.separations li');
  expect(await separations.first().textContent()).toContain(id);
  await sound();
  await separations.getByRole('button', { name: 'Undo' }).click();
  await separations.waitFor({ state: 'detached' });

  // Labels an uncertain pair.
  await page.getByRole('link', { name: 'Labels' }).click();
  await page.locator('.label-queue [aria-keyshortcuts="s"]:enabled').waitFor();
  await sound();
  await page.keyboard.press('s');
  await page.getByText('Labels so far: 1').waitFor();
  await page.locator('.given-labels li').waitFor();
  await sound();

  // Searches for a stored page, including documents beyond the threshold.
  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('button', { name: 'https://news.example/lvcha' }).click();
  await page.getByLabel('Minimum similarity').fill('0');
  await page.getByText('https://reader.example/lvcha', { exact: true }).first().waitFor();
  await sound();

  // Applies a measured threshold to the collection.
  await page.getByRole('link', { name: 'Tune' }).click();
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.locator('.tune-result').waitFor();
  await sound();
  await page.getByLabel('Minimum similarity').fill('0.55');
  await page.getByRole('button', { name: 'Use 0.55 for example' }).click();
  await page.getByText('example uses this threshold').waitFor();
  expect((await get('/collections/example')).body.minSimilarity).toBe(0.55);
});

interface Stats {
  readonly documents: number;
  readonly decisions: Readonly<Record<string, number>> & { readonly duplicate: number };
}

/** Returns the counts of the example once they match. */
async function statsOf(
  get: (path: string) => Promise<{ body: Stats }>,
  ready: (stats: Stats) => boolean,
): Promise<Stats> {
  for (;;) {
    const { body } = await get('/stats?collection=example');
    if (body.decisions !== undefined && ready(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
