import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notices } from '../../console/example/pages.js';
import { connectBrowser, openConsole } from './browser.js';
import { openService } from './open-service.js';
import { fillTown, mirrorOf, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('measures edited copies of stored texts, and applies the threshold', async () => {
  const service = await openService();
  await fillTown(service, 12);
  const page = await openConsole(browser, service.url, { hash: '#/tune' });
  await page.getByText('This collection keeps no texts').waitFor();
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  // One of ten sentences; with two, some pairs share no band.
  await page.getByText('How the copies are made').click();
  await page.getByLabel('Still a duplicate').fill('0.1');
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByText('36 pairs: 12 duplicates, 24 others').waitFor();
  await page.getByText('36 pairs are too few for an estimate').waitFor(); // 0 of 12 copies may be 243 of 1,000
  expect(await page.getByText(/^Missed duplicates: \d+$/).textContent()).toMatch(/: 0$/);
  expect(await page.locator('.proportion .figure').allTextContents()).toEqual(['100%', '100%']);
  // A threshold chosen by hand can be applied even with few pairs.
  await page.getByLabel('Minimum similarity').fill('0.55');
  await page.getByRole('button', { name: 'Use 0.55 for town' }).click();
  await page.getByText('town uses this threshold').waitFor();
  const { body } = await service.get('/collections/town');
  expect(body.minSimilarity).toBe(0.55);
});

it('counts labelled pairs as the service judges them', async () => {
  const { url, post } = await openService();
  const lines = [0, 1, 2, 3].flatMap((number) => [
    { a: townPage(number).text, b: mirrorOf(townPage(number)), duplicate: true },
    { a: townPage(number).text, b: townPage(number + 5).text, duplicate: false },
  ]);
  // A pair that the service matches and a person calls different: precision must drop.
  lines.push({ a: townPage(9).text, b: mirrorOf(townPage(9)), duplicate: false });
  const page = await openConsole(browser, url, { hash: '#/tune' });
  await page.getByRole('radio', { name: 'Labelled pairs' }).check();
  const pasted = lines.map((line) => JSON.stringify(line)).join('\n');
  await page.getByRole('textbox', { name: 'Labelled pairs' }).fill(pasted);
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByText('9 pairs: 4 duplicates, 5 others').waitFor();
  // With few pairs there is no result, and none can be applied.
  await page.getByText('9 pairs are too few for an estimate.').waitFor();
  expect(await page.getByRole('button', { name: /^Use / }).count()).toBe(0);
  await page.getByLabel('Minimum similarity').fill('0.6');
  const judged = await Promise.all(
    lines.map(async ({ a, b, duplicate }) => {
      const { body } = await post('/compare', { a: { text: a }, b: { text: b } });
      return { duplicate, match: body.addsNothing as boolean };
    }),
  );
  const found = judged.filter(({ match }) => match);
  const right = found.filter(({ duplicate }) => duplicate);
  expect(found.length).toBe(5);
  expect(await page.locator('.proportion .figure').allTextContents()).toEqual([
    `${(100 * right.length) / found.length}%`,
    '100%',
  ]);
  await page.getByText('Other pages taken for duplicates: 1').waitFor();
});

it('counts refused pages as duplicates, and explains what no threshold changes', async () => {
  const { url, post, get } = await openService();
  await post('/collections', { name: 'tuned' });
  const [lumen, pebble] = notices;
  const lines = [
    { a: lumen.text, b: `${lumen.text} Read more.`, duplicate: true },
    { a: lumen.text, b: pebble.text, duplicate: false },
    { a: pebble.text, b: `${lumen.text} Read more.`, duplicate: true },
    { a: townPage(0).text, b: townPage(1).text, duplicate: false },
  ];
  const page = await openConsole(browser, url, { hash: '#/tune' });
  await page.getByLabel('Collection', { exact: true }).selectOption('tuned');
  await page.getByRole('radio', { name: 'Labelled pairs' }).check();
  const pasted = Array.from({ length: 90 }, () => lines.map((line) => JSON.stringify(line)));
  await page.getByRole('textbox', { name: 'Labelled pairs' }).fill(pasted.flat().join('\n'));
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.getByText('360 pairs: 180 duplicates, 180 others').waitFor();
  // No threshold is better than the current one, because half of the copies add lines.
  await page.getByText('Of 1,000 copies like these, 500 are kept').waitFor();
  expect(await page.getByLabel('Minimum similarity').inputValue()).toBe('0.6');
  const headline = page.locator('.tune-answer');
  expect(await headline.textContent()).toContain('Most copies that are kept are kept by the level');
  await page.getByText('At any threshold, 90 of the 90 copies measured here are kept').waitFor();
  await page.getByText('only if it adds nothing').waitFor();
  expect(await page.getByRole('button', { name: /^Use .* for tuned/ }).count()).toBe(0);
  await page.getByText('and 82 more pairs').waitFor();
  const shares = () => page.locator('.proportion .figure').allTextContents();
  await page.getByLabel('Minimum similarity').fill('0.5');
  expect(await shares()).toEqual(['100%', '50%']);
  await page.getByText('500 are kept. Of 1,000 other pages, 0 are lost.').waitFor();
  await page.getByText('95% interval: 428 to 572 copies, 0 to 21 pages.').waitFor();
  await page.getByText('90 copies and 90 other pages').waitFor();
  const missed = page.locator('.mistakes li').first();
  expect(await missed.textContent()).toMatch(
    /No threshold changes this: adds 1 line, \d+ new words, \d+ new numbers/,
  );

  await page.getByText('Details').click();
  await page.getByRole('radio', { name: 'it is similar' }).check();
  await page.getByText('0 are kept. Of 1,000 other pages, 500 are lost.').waitFor();
  expect(await shares()).toEqual(['66.7%', '100%']);
  expect(await headline.textContent()).not.toContain('The level');
  await page.getByText('now 0.6; a duplicate if it adds nothing').waitFor();
  await page.getByRole('button', { name: 'Use 0.5 for tuned' }).click();
  await page.getByText('tuned uses this threshold').waitFor();
  const { body } = await get('/collections/tuned');
  expect(body).toMatchObject({ minSimilarity: 0.5, duplicateIf: 'similar' });

  await page.getByRole('radio', { name: 'it is equal' }).check();
  expect(await shares()).toEqual(['–', '0%']);
});

it('names the line that cannot be read', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url, { hash: '#/tune' });
  await page.getByRole('radio', { name: 'Labelled pairs' }).check();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'pairs.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b,duplicate\nx,y,true\nx,y,perhaps\n'),
  });
  await page.getByRole('button', { name: 'Measure' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('Line 3 cannot be read');
});
