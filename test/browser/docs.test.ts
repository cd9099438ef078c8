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
  // Swagger UI puts a link into the button that opens an operation.
  const findings = await seriousFindings(page);
  expect(findings.filter((finding) => !finding.startsWith('nested-interactive'))).toEqual([]);
  await page.locator('.info').getByRole('link', { name: 'GET /decisions' }).click();
  await page.locator('#operations-decisions-listDecisions').getByText('Parameters').waitFor();
  expect(page.context().pages()).toHaveLength(1);
  expect(errors).toEqual([]);
});

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
