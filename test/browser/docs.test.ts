import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser, openTab, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { openService } from './open-service.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('/docs begins with five calls, shows all operations, and logs no error', async () => {
  const { url } = await openService();
  const { page, errors } = await openDocs(`${url}/docs`);
  await page.getByText('Five calls do most of the work').waitFor();
  expect(await page.locator('.info li').count()).toBe(5);
  expect(await page.locator('.opblock').count()).toBeGreaterThan(50);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 850 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
  }
  expect(await seriousFindingsInDocs(page)).toEqual([]);
  await page.locator('.info').getByRole('link', { name: 'GET /decisions' }).click();
  await page.locator('#operations-decisions-listDecisions').getByText('Parameters').waitFor();
  expect(page.context().pages()).toHaveLength(1);
  expect(errors).toEqual([]);
});

it('/docs has a button beside each command that copies it, by keyboard and in both languages', async () => {
  const { url } = await openService();
  const page = await openTab(browser, { language: 'zh-CN', width: 390 });
  await page.context().grantPermissions(['clipboard-read']);
  await page.goto(`${url}/docs`);
  const copy = page.getByRole('button', { name: '复制命令' });
  await copy.first().waitFor();
  expect(await copy.count()).toBe(8);
  await copy.last().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '已复制' }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe(`curl -X DELETE '${url}/collections/trial?confirm=trial'`);
  expect(await page.locator('html').getAttribute('lang')).toBe('zh');
  await copy.nth(7).waitFor();
  await page.context().close();
});

it.each(['light', 'dark'] as const)(
  '/docs shows a reply on a phone in %s colours, with nothing over it and nothing cut',
  async (theme) => {
    const { url } = await openService();
    const page = await openTab(browser, { theme: theme === 'dark' ? 'light' : 'dark', width: 390 });
    await page.addInitScript(
      `localStorage.setItem('neardup.preferences', '{"theme":"${theme}","language":"en"}')`,
    );
    await page.goto(`${url}/docs/#/documents/lookupDocuments`);
    const operation = page.locator('#operations-documents-lookupDocuments');
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const reply = operation.locator('.live-responses-table .highlight-code').first();
    await reply.getByText('"decisions"').waitFor();
    const block = (await reply.locator('pre').boundingBox())!;
    const button = (await reply.getByRole('button', { name: 'Download' }).boundingBox())!;
    expect(button.y).toBeGreaterThanOrEqual(block.y + block.height);
    expect(await overflow(page)).toBe(0);
    const cut = `[...document.querySelectorAll('#operations-documents-lookupDocuments select')]
    .filter((each) => each.clientWidth < 120).length`;
    expect(await page.evaluate(cut)).toBe(0);
    expect(await page.locator('html.dark-mode').count()).toBe(theme === 'dark' ? 1 : 0);
    expect(await seriousFindingsInDocs(page)).toEqual([]);
    await page.context().close();
  },
);

it('/docs can be used by keyboard: an operation opens, and is tried', async () => {
  const { url } = await openService();
  const { page, errors } = await openDocs(`${url}/docs/`);
  const operation = page.locator('#operations-decide-check');
  await operation.locator('.opblock-summary-control').focus();
  await page.keyboard.press('Enter');
  await operation.getByRole('button', { name: 'Try it out' }).focus();
  await page.keyboard.press('Enter');
  await operation.getByRole('button', { name: 'Execute' }).focus();
  const answered = page.waitForResponse(`${url}/check`, { timeout: 0 });
  await page.keyboard.press('Enter');
  expect((await answered).status()).toBe(201);
  expect(errors).toEqual([]);
});

it('/docs leads to a group of operations, finds operations by a word, and shows parameters only of a page', async () => {
  const { url } = await openService();
  const { page, errors } = await openDocs(`${url}/docs/`);
  await page.locator('.info').getByRole('link', { name: 'labels', exact: true }).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(`document.activeElement.closest('.opblock-tag').id`)).toBe(
    'operations-tag-labels',
  );
  const filter = page.getByRole('textbox', { name: 'Filter operations by a word or a path' });
  await filter.fill('Refused');
  await expect.poll(() => page.locator('.opblock').count()).toBeLessThan(10);
  await page.getByText('/decisions/{number}/store').first().waitFor();
  await filter.fill('');
  const operation = page.locator('#operations-decide-check');
  await operation.locator('.opblock-summary-control').click();
  const claimant = operation.locator('tr[data-param-name="claimant"]');
  await operation.getByText('Idempotency-Key').first().waitFor();
  expect(await claimant.isVisible()).toBe(false);
  await operation.locator('.opblock-section-request-body select').first().selectOption('text/html');
  await claimant.waitFor();
  expect(errors).toEqual([]);
});

it('/docs names its operations in Chinese', async () => {
  const { url } = await openService();
  const { page, errors } = await openDocs(`${url}/docs/`);
  await page.locator('.topbar select').selectOption('中文');
  await page.getByText('大部分工作只需要五个调用').waitFor();
  await page.getByText('判定文档是否已存').waitFor();
  expect(page.url()).toContain('urls.primaryName=');
  await page.reload();
  await page.getByText('大部分工作只需要五个调用').waitFor();
  expect(errors).toEqual([]);
});

it('/docs follows the language of the browser, keeps another one, and leads to the console', async () => {
  const { url } = await openService();
  const page = await openTab(browser, { language: 'zh-CN' });
  await page.goto(`${url}/docs`);
  await page.getByText('大部分工作只需要五个调用').waitFor();
  await page.locator('.topbar select').selectOption('English');
  await page.getByText('Five calls do most of the work').waitFor();
  await page.goto(`${url}/docs`);
  await page.getByText('Five calls do most of the work').waitFor();
  await page.getByRole('link', { name: 'neardup' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor(); // in the language chosen
  await page.context().close();
});

/** Swagger UI puts a link into the button that opens an operation. */
async function seriousFindingsInDocs(page: Page): Promise<string[]> {
  const findings = await seriousFindings(page);
  return findings.filter((finding) => !finding.startsWith('nested-interactive'));
}

async function openDocs(url: string): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 850 } });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  await page.locator('.opblock').first().waitFor();
  return { page, errors };
}
