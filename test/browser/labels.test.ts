import { createHash } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser, openConsole, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { type LocalService, openService } from './open-service.js';
import { townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

const addressOf = (edition: number) => `https://town.example/edition/${edition}`;

/** Stores ten editions of a page, each with one more of its ten sentences replaced. */
async function fillBorder(service: LocalService, keepText = true): Promise<void> {
  await service.post('/collections', { name: 'border', keepText });
  const [first, last] = [0, 5].map((number) => townPage(number).text.split('. '));
  for (let edition = 0; edition < 10; edition++) {
    const sentences = [...last!.slice(0, edition), ...first!.slice(edition)];
    await service.post('/documents', {
      id: addressOf(edition),
      text: sentences.join('. '),
      collection: 'border',
      metadata: { title: `Edition ${edition}` },
    });
  }
}

const label = ({ url }: LocalService, a: string, b: string, said: string) =>
  fetch(`${url}/labels`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ a, b, label: said, collection: 'border' }),
  });

it('asks about pairs at the border, takes answers by key, and recommends what fits them', async () => {
  const service = await openService();
  await fillBorder(service);
  const page = await openConsole(browser, service.url, { hash: '#/labels?in=border' });
  const queue = page.locator('.label-queue');
  const names = () => queue.locator('.diff-sides .title').allTextContents();
  const firstAsked = async () => (await names()).join(' / ');
  await queue.locator('.diff-text').waitFor();
  expect(await names()).toHaveLength(2);
  expect((await names())[0]).toMatch(/^Edition \d$/);
  expect(await queue.locator('.diff-sides').textContent()).toContain('https://town.example/');
  await queue.getByText(/^A adds 1 line, .+ to B; B adds 1 line, .+ to A\.$/).waitFor();

  // A skipped pair is not shown again, but "undo" brings it back.
  const skipped = await firstAsked();
  await page.keyboard.press('k');
  await page.getByText('Skipped:').waitFor();
  await expect.poll(firstAsked).not.toBe(skipped);
  await page.keyboard.press('u');
  await expect.poll(firstAsked).toBe(skipped);

  for (let answers = 1; answers <= 7; answers++) {
    await queue.locator('[aria-keyshortcuts="s"]:enabled').waitFor();
    await page.keyboard.press(answers % 2 === 0 ? 'd' : 's');
    await page.getByText(`Labels so far: ${answers}`).waitFor();
  }
  const labels = async () => (await service.get('/labels?collection=border')).body.labels;
  expect(await labels()).toHaveLength(7);
  // There is no recommendation until the interval is narrow.
  expect(await page.getByText('95% interval:').count()).toBe(0);

  // Undoes one answer with the keyboard, and another with its button in the list.
  await page.keyboard.press('u');
  await page.getByText('Labels so far: 6').waitFor();
  // The list is another request than the count, and may still have the label that was undone.
  await expect.poll(() => page.locator('.given-labels li').count()).toBe(6);
  await page.locator('.given-labels').getByRole('button', { name: 'Undo' }).first().click();
  await page.getByText('Labels so far: 5').waitFor();
  expect(await labels()).toHaveLength(5);

  for (let one = 0; one < 10; one++) {
    for (let other = one + 1; other < 10; other++) {
      const said = other - one < 2 ? 'same' : 'different';
      await label(service, addressOf(one), addressOf(other), said);
    }
  }
  await page.reload();
  await page.getByText('95% interval:').waitFor();
  const { recommended } = (await service.get('/collections/border/labels/recommendation')).body;
  const value = Math.round(recommended.threshold * 100) / 100;
  await page.getByRole('button', { name: `Use ${value} for border` }).click();
  await page.getByText('border uses this threshold').waitFor();
  expect((await service.get('/collections/border')).body.minSimilarity).toBe(value);
  expect(await seriousFindings(page)).toEqual([]);
});

it('also declares separate what is different, and takes both back', async () => {
  const service = await openService();
  await fillBorder(service, false);
  const page = await openConsole(browser, service.url, { hash: '#/labels?in=border', width: 390 });
  await page.getByText('No difference to show').waitFor(); // texts are not stored: metadata is shown instead
  await page.locator('.metadata-table').first().getByText('title', { exact: true }).waitFor();
  await page.getByText('With “different”, also declare').click();
  await page.getByRole('button', { name: 'different' }).click();
  await page.locator('.last-answer').getByText('declared not to be duplicates').waitFor();
  const lists = async () => [
    (await service.get('/labels?collection=border')).body.labels.length,
    (await service.get('/separations?collection=border')).body.separations.length,
  ];
  expect(await lists()).toEqual([1, 1]);
  await page.locator('.given-labels').waitFor();
  await page.locator('.last-answer').getByRole('button', { name: 'undo' }).click();
  await page.locator('.given-labels').waitFor({ state: 'detached' });
  expect(await lists()).toEqual([0, 0]);
  expect(await overflow(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
});

it('leaves keys alone where something else has the focus', async () => {
  const service = await openService();
  await fillBorder(service);
  const page = await openConsole(browser, service.url, { hash: '#/labels?in=border' });
  await page.locator('.label-queue [aria-keyshortcuts="s"]:enabled').waitFor();
  await page.getByLabel('Collection', { exact: true }).focus();
  await page.keyboard.press('s');
  await page.getByRole('link', { name: 'Compare the two in full' }).focus();
  await page.keyboard.press('v');
  await page.getByText('Labels so far: 1').waitFor();
  const { body } = await service.get('/labels?collection=border');
  expect(body.labels.map(({ label }: { label: string }) => label)).toEqual(['version']);
});

it('explains that a key may not label', async () => {
  const key = 'a-key-for-reading-of-sufficient-length-0123456789';
  const sha256 = createHash('sha256').update(key).digest('hex');
  const service = await openService({
    NEARDUP_API_KEY: 'a-key-for-everything-of-sufficient-length-0123456789',
    NEARDUP_KEYS: JSON.stringify({ keys: [{ name: 'reader', sha256, scopes: ['read'] }] }),
  });
  await fillBorder(service);
  const page = await openConsole(browser, service.url, {
    hash: '#/labels?in=border',
    expectedErrors: /40[13]/,
  });
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.locator('.label-queue .diff-text').waitFor();
  await page.getByRole('button', { name: 'same s' }).click();
  await page.getByText('This key does not allow that').waitFor();
  expect(await page.locator('.label-queue .diff-text').count()).toBe(1);
});

it('tunes by labels where there are some, and says so where pairs are made up', async () => {
  const service = await openService();
  await fillBorder(service);
  const page = await openConsole(browser, service.url, { hash: '#/tune?in=border' });
  await page.getByText('This collection does not have enough labels yet').waitFor();
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByText('These pairs are artificial').waitFor();
  for (const edition of [0, 2, 4]) {
    await label(service, addressOf(edition), addressOf(edition + 1), 'same');
    await label(service, addressOf(edition), addressOf(edition + 4), 'different');
  }
  await page.reload();
  await page.getByText('Labels so far: 6').waitFor();
  expect(await page.getByRole('radio', { name: 'Kept texts, edited' }).count()).toBe(0);
  expect(await page.getByText('made-up').count()).toBe(0);
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByText('6 pairs: 3 duplicates, 3 others').waitFor();
  const { recommended } = (await service.get('/collections/border/labels/recommendation')).body;
  const value = String(Math.round(recommended.threshold * 100) / 100);
  expect(await page.getByLabel('Minimum similarity').inputValue()).toBe(value);
  await page.getByText('6 pairs are too few for an estimate.').waitFor();
});
