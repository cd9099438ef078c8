/**
 * Takes the pictures of docs/console.md: `npm run screenshots`, which builds first. Needs Chromium, and a font such as
 * fonts-noto-cjk for the Chinese pictures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { texts } from '../console/example/pages.js';
import { editText, type Random, sample, seededRandom, splitPieces } from '../console/tune/edits.js';
import { type Look, launchBrowser, openTab } from '../test/browser/browser.js';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const pictures = fileURLToPath(new URL('../docs/console', import.meta.url));
const articlesCount = 120;

const data = mkdtempSync(join(tmpdir(), 'neardup-screenshots-'));
const args = [program, 'serve', '--port', '0', '--data', join(data, 'neardup.db')];
const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const exited = once(service, 'exit');
const browser = await launchBrowser();
try {
  const url = await readyUrl();
  mkdirSync(pictures, { recursive: true });
  await addArticles(url);
  await addEditions(url);
  await take(url, 'overview', {}, async (page) => {
    await page.getByRole('button', { name: 'Load example pages' }).click();
    await page.getByText('Checks: 34').waitFor();
  });
  await take(url, 'compare', {}, (page) =>
    page.getByRole('button', { name: 'Fill in an example' }).click(),
  );
  await take(url, 'search', {}, async (page) => {
    await choose(page, 'example');
    await page.getByLabel('Search for: Text').fill(texts[1].text.replace('harbour', 'port'));
    await page.getByText('Why it is a match').first().click();
  });
  await take(url, 'clusters', { theme: 'dark' }, async (page) => {
    await choose(page, 'example');
    await page.locator('.clusters a', { hasText: 'news.example/ferry' }).click();
    await page.locator('.members').waitFor();
  });
  await take(url, 'labels', {}, async (page) => {
    await choose(page, 'editions');
    for (const key of ['s', 's', 'd', 's', 'd', 'd']) {
      await page.locator('.label-queue .diff-text').waitFor();
      await page.keyboard.press(key);
      await page.waitForTimeout(500);
    }
    await page.locator('.label-queue .diff-text').waitFor();
  });
  await take(url, 'tune', {}, async (page) => {
    await choose(page, 'articles');
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.locator('.tune-result').waitFor({ timeout: 120_000 });
    await page.locator('.tune-result').scrollIntoViewIfNeeded();
  });
  await take(url, 'documents', {}, async (page) => {
    await choose(page, 'example');
    await page.locator('.document-row').first().waitFor();
  });
  await take(url, 'import', {}, async (page) => {
    const lines = texts.map(({ text }, index) =>
      JSON.stringify({ url: `https://news.example/${index}`, body: text, language: 'en' }),
    );
    const buffer = Buffer.from(lines.join('\n'));
    const file = { name: 'pages.ndjson', mimeType: 'application/x-ndjson', buffer };
    await page.locator('input[type=file]').setInputFiles([file]);
  });
  await take(url, 'collections', {}, (page) =>
    page.getByRole('button', { name: 'Details: example' }).click(),
  );
  await post(url, '/collections/example/scan', { dryRun: true });
  await take(url, 'operation', {}, (page) => page.locator('.jobs li').first().waitFor());
  const small: Look = { language: 'zh-CN', theme: 'dark', width: 390 };
  await take(url, 'overview-390', { ...small, hash: '#/overview' }, (page) =>
    choose(page, 'example'),
  );
  await take(url, 'compare-390', { ...small, hash: '#/compare' }, async (page) => {
    await page.getByRole('button', { name: '填入示例' }).click();
    await page.locator('.verdict').scrollIntoViewIfNeeded();
  });
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await exited;
  rmSync(data, { recursive: true });
}

async function take(
  url: string,
  name: string,
  look: Look,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await openTab(browser, look);
  await page.goto(`${url}/console/${look.hash ?? `#/${name}`}`);
  await prepare(page);
  await page.waitForTimeout(1500); // lets charts and button transitions finish
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await page.context().close();
}

async function choose(page: Page, collection: string): Promise<void> {
  await page.locator('.choose-collection select').selectOption(collection);
}

/** Adds texts to tune on: sentences of the example, with words shuffled per text. */
async function addArticles(url: string): Promise<void> {
  await post(url, '/collections', { name: 'articles', keepText: true });
  const words = texts.slice(0, 3).flatMap(({ text }) => text.match(/\w+/g) as string[]);
  const lengths = texts
    .slice(0, 3)
    .flatMap(({ text }) => splitPieces(text))
    .map(wordCount);
  const random = seededRandom(5);
  for (let number = 1; number <= articlesCount; number++) {
    const text = sample(lengths, 12, random).map((length) => sentence(words, length, random));
    const document = { id: `https://news.example/${number}`, text: text.join(' ') };
    await post(url, '/documents', { ...document, collection: 'articles' });
  }
}

/** Adds texts to label: one text with an increasing number of edits. */
async function addEditions(url: string): Promise<void> {
  await post(url, '/collections', { name: 'editions', keepText: true });
  const foreign = splitPieces(texts[1].text);
  const random = seededRandom(7);
  for (let number = 1; number <= 12; number++) {
    const text = editText(texts[0].text, { edit: 'replace', share: number / 20, foreign }, random);
    if (text === null) continue;
    const id = `https://news.example/2026/11/edition-${number}`;
    const metadata = { title: `The morning edition, ${number}` };
    await post(url, '/documents', { id, text, metadata, collection: 'editions' });
  }
}

function sentence(words: readonly string[], length: number, random: Random): string {
  return `${sample(words, length, random).join(' ')}.`;
}

function wordCount(text: string): number {
  return text.split(' ').length;
}

async function post(url: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
}

async function readyUrl(): Promise<string> {
  for await (const line of createInterface({ input: service.stdout })) {
    const [, url] = / is ready at (http:\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    service.stdout.resume();
    return url;
  }
  throw new Error('the service ended before it was ready');
}
