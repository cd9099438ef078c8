import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../end-to-end/service.js';
import { launchBrowser, openConsole, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { mirrorOf, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Four documents whose copies differ by some sentences: pairs around the threshold. */
async function fillBorder(service: Service, keepText = true): Promise<void> {
  await service.post('/collections', { name: 'border', keepText });
  for (let number = 0; number < 4; number++) {
    const { id, text } = townPage(number);
    const put = (more: string, changed: string) =>
      service.post('/documents', {
        id: `${id}/${more}`,
        text: changed,
        collection: 'border',
        metadata: { title: `Page ${number}, ${more}` },
      });
    await put('original', text);
    await put('copy', mirrorOf({ id, text }));
    const sentences = text.split('. ');
    await put(
      'half',
      [...sentences.slice(0, 8), ...townPage(number + 5).text.split('. ')].join('. '),
    );
  }
}

it('asks about pairs at the border, takes answers by key, and recommends what fits them', async () => {
  const service = await startService(':memory:');
  await fillBorder(service);
  const page = await openConsole(browser, service.url, { hash: '#/labels?in=border' });
  const queue = page.locator('.label-queue');
  const names = () => queue.locator('.diff-sides .title').allTextContents();
  const firstAsked = async () => (await names()).join(' / ');
  await queue.locator('.diff-text').waitFor();
  expect(await names()).toHaveLength(2);
  expect((await names())[0]).toMatch(/^Page \d, (copy|half|original)$/);
  expect(await queue.locator('.diff-sides').textContent()).toContain('https://town.example/');

  // A skipped pair is not asked again, and comes back with «undo».
  const skipped = await firstAsked();
  await page.keyboard.press('k');
  await page.getByText('Skipped:').waitFor();
  await expect.poll(firstAsked).not.toBe(skipped);
  await page.keyboard.press('u');
  await expect.poll(firstAsked).toBe(skipped);

  for (let answers = 1; answers <= 8; answers++) {
    await queue.locator('.diff-text').waitFor();
    const [one, other] = (await names()) as [string, string];
    const half = `${one} ${other}`.includes('half');
    await page.keyboard.press(half ? 'd' : 's');
    await page.getByText(`Answers so far: ${answers}`).waitFor();
  }
  const { body } = await service.get('/labels?collection=border');
  expect(body.labels).toHaveLength(8);
  expect(new Set(body.labels.map(({ label }: { label: string }) => label))).toEqual(
    new Set(['same', 'different']),
  );
  await page.getByText('with a probability of 95% between').waitFor();

  // An answer is taken back by key, and another one in the list.
  await page.keyboard.press('u');
  await page.getByText('Answers so far: 7').waitFor();
  await page.locator('.given-labels').getByRole('button', { name: 'Take back' }).first().click();
  await page.getByText('Answers so far: 6').waitFor();
  expect((await service.get('/labels?collection=border')).body.labels).toHaveLength(6);

  const { recommended } = (await service.get('/collections/border/recommendation')).body;
  const value = Math.round(recommended.threshold * 100) / 100;
  await page.getByRole('button', { name: `Use ${value} for border` }).click();
  await page.getByText('border uses this threshold').waitFor();
  expect((await service.get('/collections/border')).body.minSimilarity).toBe(value);
  expect(await seriousFindings(page)).toEqual([]);
});

it('also declares separate what is different, and takes both back', async () => {
  const service = await startService(':memory:');
  await fillBorder(service, false);
  const page = await openConsole(browser, service.url, { hash: '#/labels?in=border', width: 390 });
  await page.getByText('No difference to show').waitFor(); // no texts are kept: metadata stands in
  await page.locator('.metadata-lines').first().getByText('title', { exact: true }).waitFor();
  await page.getByText('With “different”, also declare').click();
  await page.getByRole('button', { name: 'different' }).click();
  await page.locator('.last-answer').getByText('declared to be no duplicates').waitFor();
  const lists = async () => [
    (await service.get('/labels?collection=border')).body.labels.length,
    (await service.get('/separations?collection=border')).body.separations.length,
  ];
  expect(await lists()).toEqual([1, 1]);
  await page.getByRole('button', { name: 'undo' }).click();
  await page.locator('.given-labels').waitFor({ state: 'detached' });
  expect(await lists()).toEqual([0, 0]);
  expect(await overflow(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
});

it('leaves keys alone where something else has the focus', async () => {
  const service = await startService(':memory:');
  await fillBorder(service);
  const page = await openConsole(browser, service.url, { hash: '#/labels?in=border' });
  await page.locator('.label-queue .diff-text').waitFor();
  await page.getByLabel('Collection', { exact: true }).focus();
  await page.keyboard.press('s');
  await page.getByRole('link', { name: 'Compare the two in full' }).focus();
  await page.keyboard.press('v');
  await page.getByText('Answers so far: 1').waitFor();
  const { body } = await service.get('/labels?collection=border');
  expect(body.labels.map(({ label }: { label: string }) => label)).toEqual(['version']);
});

it('tells at the place that a key may not label', async () => {
  const keys = [
    { name: 'reader', key: 'a-reading-key-of-sufficient-length-0123456789', scopes: ['read'] },
  ];
  const service = await startService(':memory:', { NEARDUP_API_KEYS: JSON.stringify(keys) });
  const page = await openConsole(browser, service.url, {
    hash: '#/labels',
    expectedErrors: /401/,
  });
  await page.getByLabel('API key').fill(keys[0]!.key);
  await page.keyboard.press('Enter');
  await page.getByText('Nothing left to ask').waitFor();
});
