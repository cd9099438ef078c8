import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documents } from '../cli/dedup-samples.js';
import { ndjson, runNeardup, writeInto } from '../cli/program.js';
import { connectBrowser, openTab, overflow } from './browser.js';
import { seriousFindings } from './findings.js';

const directory = mkdtempSync(join(tmpdir(), 'neardup-report-'));
const report = pathToFileURL(join(directory, 'out', 'report.html')).href;
let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
  const file = writeInto(directory, 'pages.ndjson', ndjson(documents(200, 'hybrid')));
  await runNeardup(['dedup', file, '--out', join(directory, 'out')]);
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await browser.close();
});

it.each([
  { width: 360, theme: 'light' },
  { width: 768, theme: 'dark' },
  { width: 1920, theme: 'light' },
] as const)(
  'the report of neardup dedup is fit to be read and asks for nothing: %o',
  async (look) => {
    const page = await openTab(browser, look);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => asked.push(message.text()));
    await page.goto(report);
    expect(await page.locator('h2').allTextContents()).toContain('The largest clusters');
    expect(await overflow(page)).toBe(0);
    expect(asked).toEqual([report]);
    await page.context().close();
  },
);

it('the report of neardup dedup is accessible', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await openTab(browser, { theme });
    // The report's own policy would block the checker.
    await page.route(report, async (route) => {
      const { readFile } = await import('node:fs/promises');
      const html = await readFile(new URL(report), 'utf8');
      const body = html.replace(/<meta http-equiv[^>]*>/, '');
      await route.fulfill({ body, contentType: 'text/html; charset=utf-8' });
    });
    await page.goto(report);
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  }
});
