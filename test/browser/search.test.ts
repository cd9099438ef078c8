import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notices } from '../../console/example/pages.js';
import { connectBrowser, downloadedText, openConsole, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { openService } from './open-service.js';
import { fillTown, mirrorOf, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('finds matches while the user types, with their evidence', async () => {
  const service = await openService();
  await fillTown(service, 3);
  const page = await openConsole(browser, service.url, { hash: '#/search' });
  await page.getByText('This collection is empty').waitFor();
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  await page.getByLabel('Search for: Text').fill(mirrorOf(townPage(1)));
  await page.getByText('Matches: 1').waitFor();
  const match = page.locator('.match');
  expect(await match.locator('.match-head .id').textContent()).toBe('https://town.example/1');
  await match.getByText('Why it is a match').click();
  expect(await match.locator('.bit-row').count()).toBe(8);
});

it('distinguishes matches to which the text adds nothing from those that are only similar', async () => {
  const { url, post } = await openService();
  const [lumen, pebble] = notices;
  await post('/documents', { id: 'lumen', text: `${lumen.text} Read more.` });
  await post('/documents', { id: 'pebble', text: pebble.text });
  const page = await openConsole(browser, url, { hash: '#/search' });
  await page.getByLabel('Search for: Text').fill(lumen.text);
  await page.getByText('Matches: 2').waitFor();
  const [copy, similar] = [page.locator('.match').first(), page.locator('.match').last()];
  expect(await copy.locator('.match-head .id, .match-head .tag').allTextContents()).toEqual([
    'lumen',
    'adds nothing',
  ]);
  expect(await similar.locator('.match-head .id, .match-head .tag').allTextContents()).toEqual([
    'pebble',
    'only similar',
  ]);
  expect(await copy.locator('.adds-line').count()).toBe(0);
  await similar
    .getByText(/^adds 1 line, \d+ new words, \d+ new numbers/)
    .first()
    .waitFor();
  await similar.getByText('Why it is a match').click();
  await similar.getByText('The other page lacks lines of this page.').waitFor();
  const passages = await similar.locator('.new-passages q').allTextContents();
  expect(passages.length).toBeGreaterThan(0);
  // Unchanged text far from the new words is left out.
  for (const piece of passages.flatMap((passage) => passage.split('…'))) {
    expect(lumen.text).toContain(piece.trim());
  }
});

it('offers more matches only where a larger limit would list more', async () => {
  const service = await openService();
  await fillTown(service, 1);
  const page = await openConsole(browser, service.url, { hash: '#/search?in=town' });
  await page.route('**/query', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), truncated: true } });
  });
  await page.getByLabel('Search for: Text').fill(mirrorOf(townPage(0)));
  await page.getByText('Matches: 1').waitFor();
  await page.getByText('There may be more matches').waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

it('shows fewer or more as the sliders move, by keyboard', async () => {
  const service = await openService();
  await fillTown(service, 2);
  const half = townPage(0).text.split('. ').slice(0, 6).join('. ');
  const page = await openConsole(browser, service.url, { hash: '#/search' });
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  await page.getByLabel('Search for: Text').fill(half);
  const similarity = page.getByLabel('Minimum similarity');
  await similarity.focus();
  await page.keyboard.press('Home');
  await page.getByText('Matches: 1').waitFor();
  await page.keyboard.press('End');
  await page.getByText('No match', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Use the defaults of the collection' }).click();
  expect(await similarity.inputValue()).toBe('0.6');
});

it('begins with a stored document, and leads to a comparison', async () => {
  const service = await openService();
  await fillTown(service, 2);
  const mirror = { id: 'https://mirror.example/0', text: mirrorOf(townPage(0)) };
  await service.post('/documents', { ...mirror, collection: 'town' });
  const page = await openConsole(browser, service.url, { hash: '#/search' });
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  await page.getByRole('button', { name: 'https://town.example/0' }).click();
  await page.getByText('Why it is a match').click();
  await page.getByRole('link', { name: 'Compare the two in full' }).click();
  await page.getByRole('heading', { name: /^(A adds nothing to B|The same page)$/ }).waitFor();
  expect(await page.locator('.diff-text .moved').textContent()).toContain('baruba');
});

it('shows the passages of a text that a stored document contains, in both', async () => {
  const { url, post } = await openService();
  const [article, other] = [townPage(1), townPage(2)];
  await post('/collections', { name: 'articles', recipe: { parts: {} }, keepText: true });
  await post('/documents', { ...article, collection: 'articles' });
  const page = await openConsole(browser, url, { hash: '#/search' });
  const text = page.getByLabel('Search for: Text');
  const button = page.getByRole('button', { name: 'Passages' });
  await text.fill(`${other.text}${article.text}`);
  await page.getByText('No match', { exact: true }).waitFor();
  expect(await button.count()).toBe(0); // the recipe of the default collection has no parts
  await page.getByLabel('Collection', { exact: true }).selectOption('articles');
  await button.click();
  await page.getByText('Stored documents contain 50% of the text').waitFor();
  const passages = page.getByRole('region', { name: 'Passages' });
  await passages.getByText(`120 words, in ${article.id}`).waitFor();
  await passages.getByRole('heading', { name: article.id }).waitFor();
  const begin = `${article.text.slice(0, 500)} …`;
  expect(await passages.locator('dt').allTextContents()).toEqual([
    'In this text',
    'In the document',
  ]);
  expect(await passages.locator('dd').allTextContents()).toEqual([begin, begin]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);

  await text.fill(other.text);
  await passages.locator('dd').first().waitFor({ state: 'detached' });
  await button.click();
  await page.getByText('No passage found').waitFor();
  await page.getByText('at least 8 words').waitFor();
});

it('shows passages of a document whose text is not kept, and none of one by its id', async () => {
  const { url, post } = await openService();
  const [article, other] = [townPage(1), townPage(2)];
  await post('/collections', { name: 'articles', recipe: { parts: {} } });
  await post('/documents', { ...article, collection: 'articles' });
  const page = await openConsole(browser, url, { hash: '#/search' });
  await page.getByLabel('Collection', { exact: true }).selectOption('articles');
  await page.getByLabel('Search for: Text').fill(`${other.text}${article.text}`);
  const button = page.getByRole('button', { name: 'Passages' });
  await button.click();
  await page.getByText('The text is not kept.').waitFor();
  await page.getByRole('radio', { name: 'Id', exact: true }).check();
  await page.getByLabel('Search for: Id').fill(article.id);
  await page.getByText('No match', { exact: true }).waitFor();
  await button.waitFor({ state: 'detached' });
});

it('requests no id while it is being typed, and suggests ids with this beginning', async () => {
  const service = await openService();
  await fillTown(service, 3);
  const mirror = { id: 'https://mirror.example/1', text: mirrorOf(townPage(1)) };
  await service.post('/documents', { ...mirror, collection: 'town' });
  // No errors are expected: a 404 in the console would fail this test.
  const page = await openConsole(browser, service.url, { hash: '#/search?in=town' });
  await page.getByRole('radio', { name: 'Id', exact: true }).check();
  await page.getByLabel('Search for: Id').pressSequentially('https://town.example', { delay: 40 });
  await page.getByText('No document has exactly this id').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'https://town.example/1' }).click();
  await page.getByText('Matches: 1').waitFor();
  await page.getByRole('radio', { name: 'Fingerprint' }).check();
  await page.getByLabel('Search for: Fingerprint').fill('3e59');
  await page.getByText('A fingerprint has 16 digits').waitFor();
  await page.getByRole('radio', { name: 'Text' }).check();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('offers to look inside documents for an excerpt, or says why it finds little', async () => {
  const { url, post } = await openService();
  const article = townPage(1);
  await post('/collections', { name: 'articles', recipe: { parts: {} }, keepText: true });
  await post('/documents', { ...article, collection: 'articles' });
  const page = await openConsole(browser, url, { hash: '#/search?in=articles' });
  const excerpt = article.text.split('. ').slice(2, 5).join('. ');
  await page.getByLabel('Search for: Text').fill(excerpt);
  await page.getByRole('button', { name: 'Search inside documents' }).click();
  await page.getByText('Stored documents contain 100% of the text').waitFor();
  await page.getByLabel('Collection', { exact: true }).selectOption('default');
  await page.getByText('Whole texts are compared here, so an excerpt finds little.').waitFor();
  await page.getByLabel('Search for: Text').fill('two words');
  await page.getByText('This text is short').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

it('shows more than the best 20, and saves all of them', async () => {
  const { url, post } = await openService();
  for (let number = 0; number < 30; number++) {
    const { text } = townPage(0);
    await post('/documents', { id: `copy ${number}`, text, metadata: { title: `Copy ${number}` } });
  }
  const page = await openConsole(browser, url, { hash: '#/search' });
  await page.getByLabel('Search for: Text').fill(townPage(0).text);
  await page.getByText('The best 20 matches').waitFor();
  // Shows the title and not only the id.
  expect(await page.locator('.match .title').first().textContent()).toMatch(/^Copy \d+$/);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('Matches: 30').waitFor();
  expect(await page.locator('.match').count()).toBe(30);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as NDJSON' }).click(),
  ]);
  await page.getByText('Saved: 30').waitFor();
  const lines = (await downloadedText(download)).trimEnd().split('\n');
  expect(lines).toHaveLength(30);
  const curl = await page.getByRole('button', { name: 'Copy as curl' }).getAttribute('title');
  expect(curl).toMatch(/^curl -X POST '.*\/query' /);
});
