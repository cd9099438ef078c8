import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repetitions } from '../repetitions.js';
import { connectBrowser, downloadedText, openConsole } from './browser.js';
import { openService } from './open-service.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

const pages = repetitions(10_000);
const copies = 200;
/** Number of pairs of which the person keeps both documents. */
const kept = 10;

it(`cleans ${pages} imported pages: finds duplicates, reviews 200 pairs, keeps the newest, exports`, async () => {
  const { url, get, post } = await openService();
  await post('/collections', { name: 'archive' });
  const page = await openConsole(browser, url, { hash: '#/import?in=archive' });
  const originals = Array.from({ length: pages - copies }, (_, number) => originalOf(number));
  const lines = [...originals, ...originals.slice(0, copies).map(copyOf)];
  const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
  const file = { name: 'archive.ndjson', mimeType: 'application/x-ndjson', buffer };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.getByRole('button', { name: 'Import into archive' }).click();
  await page.getByText(`done; ${pages.toLocaleString('en')} documents, 1 of 1 files`).waitFor();

  await page.getByRole('link', { name: 'Find duplicates among them' }).click();
  await page.getByRole('button', { name: 'Find duplicates' }).click();
  const pairs = page.locator('.pairs li');
  await pairs.first().waitFor();
  for (let shown = 20; shown < copies; shown += 100) {
    await page.getByRole('button', { name: /^Show more/ }).click();
  }
  await expect.poll(() => pairs.count()).toBe(copies);
  await pairs
    .last()
    .getByText(/^Story \d+$/)
    .first()
    .waitFor();
  const reviewed = await pairs.allTextContents();
  const similarities = reviewed.map((text) => Number(/duplicate of (0\.\d+|1)/.exec(text)![1]));
  expect(similarities).toEqual(similarities.toSorted((a, b) => a - b));
  const both = [];
  for (let place = 0; place < kept; place++) {
    both.push(/copy\.example\/(\d+)/.exec(reviewed[place]!)![1]);
    await pairs.nth(place).getByRole('checkbox').uncheck();
  }
  await page.getByLabel('Of each group of duplicates, keep').selectOption('the newest');
  await page.getByRole('button', { name: 'Delete the others …' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText(`Deleted: ${copies - kept}.`).waitFor();

  const { body } = await get('/stats?collection=archive');
  expect(body.documents).toBe(pages - copies + kept);
  await page.getByRole('link', { name: 'Documents' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as NDJSON' }).click(),
  ]);
  await page.getByText(`Saved: ${(pages - copies + kept).toLocaleString('en')}`).waitFor();
  const saved = (await downloadedText(download)).trimEnd().split('\n');
  const ids = new Set(saved.map((line) => JSON.parse(line).id));
  expect(ids.size).toBe(pages - copies + kept);
  for (let number = 0; number < copies; number++) {
    expect(ids.has(`https://copy.example/${number}`)).toBe(true);
    expect([number, ids.has(`https://news.example/${number}`)]).toEqual([
      number,
      both.includes(String(number)),
    ]);
  }
});

/** Returns a story of 80 unique words. */
function originalOf(number: number) {
  const sentence = (place: number) =>
    // A full stop after a digit would end no sentence.
    [...'abcdefgh'].map((word) => `w${number}x${place}${word}`).join(' ');
  const text = Array.from({ length: 10 }, (_, place) => `${sentence(place)}. `).join('');
  return { id: `https://news.example/${number}`, title: `Story ${number}`, text };
}

/** Returns the story, with or without its last sentence, under another address. */
function copyOf({ title, text }: ReturnType<typeof originalOf>, number: number) {
  const sentences = text.split(/(?<=\. )/);
  const length = sentences.length - (number % 2);
  const id = `https://copy.example/${number}`;
  return { id, title, text: sentences.slice(0, length).join('') };
}
