import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedPages, formatHref, pages } from '../../console/routes.js';
import { english } from '../../console/text/english.js';
import { translator } from '../../console/text/language.js';
import { startService, temporaryDirectory } from '../end-to-end/service.js';
import { isComplete } from '../repetitions.js';
import { connectBrowser, openConsole, openHash, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { openService } from './open-service.js';
import { fillTown } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('asks for a key if one is needed, and keeps it until the tab is closed', async () => {
  const key = 'a-key-of-sufficient-length-for-tests-0123456789';
  const { url } = await openService({ NEARDUP_API_KEY: key });
  const page = await openConsole(browser, url, { expectedErrors: /401/ });
  await page.getByRole('heading', { name: 'This service needs a key' }).waitFor();
  await page.getByLabel('API key').fill('a-wrong-key');
  await page.keyboard.press('Enter');
  await page.getByText('The service does not accept this key').waitFor();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(key);
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole('button', { name: 'Forget key' }).click();
  await page.getByRole('heading', { name: 'This service needs a key' }).waitFor();
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(key);
});

it('reports once that the service is unavailable, loses nothing, and continues automatically', async () => {
  const data = join(temporaryDirectory(), 'neardup.db');
  const first = await startService(data);
  const page = await openConsole(browser, first.url, {
    hash: '#/compare',
    expectedErrors: /ERR_|Failed to load/,
  });
  await page.getByLabel('A: Text').fill('what I wrote');
  await page.getByLabel('B: Text').fill('what I wrote, too');
  await first.stop('SIGKILL');
  await page.getByText('The service is not responding').waitFor(); // noticed although nothing is requested
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  expect(await page.getByText('The service is not responding').count()).toBe(1);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.getByLabel('A: Text').inputValue()).toBe('what I wrote');
  await startService(data, {}, undefined, new URL(first.url).port);
  await page.getByText('How it was measured').waitFor();
  expect(await page.getByText('The service is not responding').count()).toBe(0);
});

it('removes the report of a failed action as soon as the service is available again', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url, { hash: '#/collections', expectedErrors: /ERR_/ });
  await page.getByRole('button', { name: 'New collection' }).click();
  const name = page.locator('.collection-form').getByLabel('Name');
  await name.fill('news');
  await page.route('**/collections', (route) => route.abort());
  await page.getByRole('button', { name: 'Create collection' }).click();
  await page.getByRole('alert').getByText('This was not done').waitFor();
  await page.unroute('**/collections');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('news');
});

it('over Cassandra, hides the pages of missing features, and requests nothing for them', async () => {
  const service = await openService();
  await fillTown(service, 3);
  const page = await openConsole(browser, service.url, { hash: '#/operation' });
  await page.route('**/service', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), store: 'cassandra' } });
  });
  const lacking =
    /\/(clusters|labels|separations|jobs|stats\/history)|border|recommendation|order=newest/;
  const address = page.url();
  // The console as it was opened, over SQLite, would still request its jobs.
  await page.goto('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(request.url());
  });
  await page.goto(address);
  await page.getByText('Cassandra').first().waitFor();
  const shown = await page.locator('nav .go').allTextContents();
  expect(shown.some((name) => /clusters|labels/i.test(name))).toBe(false);
  for (const name of pages) {
    await openHash(page, formatHref(name));
    const visible = embeddedPages.includes(name) ? 'overview' : name;
    await page.getByRole('heading', { level: 1, name: english[`page.${visible}`] }).waitFor();
    // Requests of a page are sent after it is painted.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
  }
  expect(asked.length).toBeGreaterThan(pages.length);
  expect(asked.filter((each) => lacking.test(each))).toEqual([]);
});

it('reports a refusal by a proxy as a refusal, not as an outage', async () => {
  const { url } = await openService();
  // Not on the overview, which also lists clusters.
  const page = await openConsole(browser, url, { hash: '#/compare', expectedErrors: /403/ });
  let asked = 0;
  await page.route('**/clusters?**', (route) => {
    asked += 1;
    return route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>No</h1>' });
  });
  await page.goto(`${url}/console/#/clusters?in=default`);
  await page.getByRole('alert').getByText('HTTP 403').waitFor();
  expect(await page.getByText('The service is not responding').count()).toBe(0);
  expect(asked).toBe(1);
});

it('says that a collection or page of the address does not exist, and lists the collections', async () => {
  const service = await openService();
  await fillTown(service, 1);
  const look = { hash: '#/documents?in=nope', expectedErrors: /404/ };
  const page = await openConsole(browser, service.url, look);
  const empty = page.locator('.empty');
  await empty.getByText('There is no collection “nope”').waitFor();
  expect(page.url()).toContain('in=nope');
  await empty.getByRole('link', { name: 'town' }).click();
  await page.locator('.document-row').waitFor();
  await openHash(page, '#/nowhere');
  await page.getByText('The console has no page “nowhere”. Choose one from the menu.').waitFor();
  expect(await page.title()).toBe('No such page · neardup');
  expect(await page.locator('nav [aria-current]').count()).toBe(0);
  await page.locator('nav').getByRole('link', { name: 'Documents' }).click();
  await page.locator('.document-row').waitFor();
});

it('shows five links and a menu on a phone, and moves the focus and the title to the opened page', async () => {
  const service = await openService();
  await fillTown(service, 1);
  const page = await openConsole(browser, service.url, { hash: '#/documents?in=town', width: 390 });
  const links = page.locator('nav a');
  await expect.poll(() => links.filter({ visible: true }).count()).toBe(5);
  await page.getByRole('button', { name: 'More' }).click();
  expect(await links.filter({ visible: true }).count()).toBe(pages.length);
  await page.getByRole('link', { name: 'Operation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Operation' }).waitFor();
  expect(await links.filter({ visible: true }).count()).toBe(5);
  await page.goBack();
  await page.locator('.document-row a').first().click();
  await expect.poll(() => page.title()).toMatch(/^bababa .* · Documents · neardup$/);
  expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
});

it('covers nothing of a pair at 200 % zoom', async () => {
  const service = await openService();
  await fillTown(service, 1);
  const page = await openConsole(browser, service.url, { hash: '#/labels?in=town' });
  await page.setViewportSize({ width: 720, height: 450 });
  const positions = () =>
    page.evaluate(`[...document.querySelectorAll('nav, .answers')].map(
      (each) => getComputedStyle(each).position)`);
  await page.getByText('Nothing left to label').waitFor();
  expect(await positions()).not.toContain('fixed');
  expect(await positions()).not.toContain('sticky');
  expect(await overflow(page)).toBe(0);
});

/** Looks that axe-core examines, unless the run is complete. */
const examined = { en: ['light 1440', 'dark 390'], 'zh-CN': ['light 390', 'dark 1440'] } as const;

it.each(['en', 'zh-CN'] as const)(
  '%s: every page fits four widths and both themes, without a serious finding',
  async (language) => {
    const t = translator(language === 'en' ? 'en' : 'zh');
    const service = await openService();
    await fillTown(service, 3);
    const page = await openConsole(browser, service.url, { language });
    for (const name of pages) {
      await page.goto(`${service.url}/console/${formatHref(name)}`);
      await page.getByRole('heading', { level: 1, name: t(`page.${name}`) }).waitFor();
      await expect.poll(() => page.locator('.loading, [aria-busy="true"]').count()).toBe(0);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1440, 1024, 768, 390]) {
          await page.setViewportSize({ width, height: 850 });
          const where = `${name} ${colorScheme} ${width}`;
          expect([where, await overflow(page)]).toEqual([where, 0]);
          const look = `${colorScheme} ${width}`;
          if (!isComplete && !examined[language].some((each) => each === look)) continue;
          expect([where, await seriousFindings(page)]).toEqual([where, []]);
        }
      }
    }
  },
);

it('changes its language and its looks, and remembers both', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url);
  await page.getByLabel('Language').selectOption('中文');
  await page.getByRole('heading', { name: '概览' }).waitFor();
  await page.getByLabel('外观').selectOption('深色');
  await page.reload();
  await page.getByRole('heading', { name: '概览' }).waitFor();
  expect(await page.evaluate('getComputedStyle(document.body).colorScheme')).toBe('dark');
  const left = await page.locator('#console').textContent();
  for (const text of Object.values(english)) {
    if (/^[A-Z]\w+ \w+ \w+/.test(text)) expect(left).not.toContain(text);
  }
});

it('can be used by keyboard alone', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toContain('Skip to content');
  await page.keyboard.press('Tab'); // the name of the program
  for (const name of pages) {
    await page.keyboard.press('Tab');
    expect(await focused(page)).toContain(english[`page.${name}`]);
  }
  for (let back = 0; back < pages.length - 1 - pages.indexOf('compare'); back++)
    await page.keyboard.press('Shift+Tab');
  expect(await focused(page)).toContain('Compare');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Compare' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN');

  await page.keyboard.press('Tab'); // the collection
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.type')).toBe('radio');
  await page.keyboard.press('Tab');
  await page.keyboard.type('The first words of a page');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('The first words of a page');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Their normalised texts are equal.', { exact: true }).first().waitFor();
});

function focused(page: Page): Promise<string> {
  return page.evaluate('document.activeElement.textContent');
}
