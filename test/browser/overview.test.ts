import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notices } from '../../console/example/pages.js';
import { connectBrowser, openConsole, openTab } from './browser.js';
import { seriousFindings } from './findings.js';
import { openService } from './open-service.js';
import { mirrorOf, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('shows decisions as they are made, with counts and distributions', async () => {
  const { url, post } = await openService();
  const page = await openConsole(browser, url);
  await page.getByText('listening', { exact: true }).waitFor();
  await post('/check', townPage(0));
  await post('/check', { id: 'copy', text: mirrorOf(townPage(0)) });
  const [newest, oldest] = [page.locator('.told li').first(), page.locator('.told li').last()];
  await newest.getByText('duplicate', { exact: true }).waitFor();
  expect(await newest.textContent()).toContain('https://town.example/0');
  expect(await oldest.textContent()).toContain('new');
  await page.getByText('Checks: 2').waitFor();
  await page.locator('.total', { hasText: 'Share of duplicates' }).getByText('50%').waitFor();
  const chart = (name: RegExp) => page.getByRole('img', { name });
  await chart(/^Decisions over time, 2 in total/).waitFor();
  await chart(
    /^Number of documents with a match, by the similarity of the best match\. 0\.9\d?: 1$/,
  ).waitFor();
  await page.locator('.largest').getByText('town.example/0').waitFor();
  await page.getByRole('radio', { name: '7 days' }).check();
  await chart(/^Decisions over time, 2 in total/).waitFor();
  await page.getByRole('radio', { name: '90 days' }).check();
  await chart(/^Decisions over time, 2 in total/).waitFor();
});

it('shows which pages are only similar and why, which changed, and which were replaced', async () => {
  const { url, post } = await openService();
  const page = await openConsole(browser, url);
  await page.getByText('listening', { exact: true }).waitFor();
  const [lumen, pebble] = notices;
  await post('/check', { id: 'lumen', text: lumen.text });
  await post('/check', { id: 'pebble', text: pebble.text });
  await post('/check', { id: 'moved', text: townPage(0).text });
  await post('/check', { id: 'moved', text: `${lumen.text} ${lumen.text}` });
  const newer = lumen.text.replaceAll(',', '');
  await post('/check', { id: 'newer', text: newer, onDuplicate: 'replace' });
  await post('/check', { id: 'newer', text: newer });
  const line = (id: string) =>
    page
      .locator('.told li')
      .filter({ has: page.locator('.what > .document-name', { hasText: id }) });
  await line('pebble').getByText('similar', { exact: true }).waitFor();
  const words = /adds 1 line, \d+ new words, \d+ new numbers/;
  expect(await line('pebble').textContent()).toMatch(/similar to lumen similarity 0\.\d+/);
  expect(await line('pebble').textContent()).toMatch(words);
  const changed = line('moved').filter({ hasText: 'changed' });
  expect(await changed.textContent()).toContain('duplicate of lumen');
  expect(await changed.textContent()).toContain('adds nothing');
  const replacing = line('newer').filter({ hasText: 'duplicate' });
  expect(await replacing.textContent()).toMatch(/replaces lumen/);

  await page.getByRole('img', { name: /^Decisions over time, 6 in total/ }).waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const colour of ['good', 'similar', 'mark', 'a', 'quiet']) {
      await expect.poll(() => paintedPixels(page, colour)).toBeGreaterThan(20);
    }
    expect(await seriousFindings(page)).toEqual([]);
  }
});

/** Number of pixels in the decision chart with a colour from tokens.css. */
function paintedPixels(page: Page, colour: string): Promise<number> {
  return page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--${colour})';
    const wanted = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    probe.remove();
    const canvas = document.querySelector('.over-time canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (wanted.every((value, place) => data[at + place] === value)) count++;
    }
    return count;
  })()`);
}

it('shows how to send a page and a copy of it, with the key as a variable', async () => {
  const key = 'a-key-of-sufficient-length-for-tests-0123456789';
  const { url } = await openService({ NEARDUP_API_KEY: key });
  const page = await openConsole(browser, url, { expectedErrors: /401/ });
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
  await page.locator('pre', { hasText: 'curl' }).first().waitFor();
  const decided: unknown[] = [];
  for (const line of await page.locator('pre', { hasText: 'curl' }).allTextContents()) {
    expect(line).toContain('"Authorization: Bearer $NEARDUP_API_KEY"');
    expect(line).not.toContain(key);
    const { stdout } = await promisify(execFile)('sh', ['-c', line], {
      env: { ...process.env, NEARDUP_API_KEY: key },
    });
    decided.push(JSON.parse(stdout).decision);
  }
  expect(decided).toEqual(['new', 'duplicate']);
});

it('pauses the list while the user reads, filters it, and links to documents and comparisons', async () => {
  const { url, post } = await openService();
  const page = await openConsole(browser, url);
  await page.getByText('listening', { exact: true }).waitFor();
  const lines = page.locator('.told li');
  await post('/check', townPage(0));
  await post('/check', { id: 'copy', text: mirrorOf(townPage(0)), onDuplicate: 'store' });
  await expect.poll(() => lines.count()).toBe(2);
  const copy = lines.filter({ hasText: 'copy' });
  expect(await copy.getByRole('link', { name: 'Compare' }).getAttribute('href')).toContain(
    'b=copy',
  );
  expect(
    await copy.getByRole('link', { name: 'copy', exact: true }).getAttribute('href'),
  ).toContain('documents');

  // The list is one stop of the Tab key; arrow keys move within it.
  await page.locator('.told').focus();
  await page.keyboard.press('ArrowDown');
  const link = page.locator('.told a:focus');
  expect(await link.textContent()).toBe('copy');
  await page.keyboard.press('ArrowRight');
  expect(await link.textContent()).toBe('https://town.example/0');
  await page.keyboard.press('ArrowUp');
  expect(await page.locator('.told:focus').count()).toBe(1);
  expect(await page.locator('.told a[tabindex="-1"]').count()).toBe(
    await page.locator('.told a').count(),
  );

  // Focus in the list pauses it; then the pause button does.
  await post('/check', townPage(1));
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await lines.count()).toBe(2);
  await page.getByRole('button', { name: '1 new' }).click();
  await expect.poll(() => lines.count()).toBe(3);
  await page.getByRole('button', { name: 'Pause' }).click();
  await post('/check', townPage(2));
  await page.getByRole('button', { name: '1 new' }).waitFor();
  expect(await lines.count()).toBe(3);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => lines.count()).toBe(4);

  // The service filters by decision; the page filters by words in ids.
  await page.getByRole('button', { name: 'duplicate', exact: true }).click();
  await expect.poll(() => lines.count()).toBe(1);
  await page.getByRole('button', { name: 'duplicate', exact: true }).click();
  await page.getByLabel('Part of an id').fill('TOWN.example/2');
  await expect.poll(() => lines.count()).toBe(1);
});

it('shows today beside yesterday, the least certain refusals, and the last decisions of the log', async () => {
  const { url, post } = await openService();
  const [lumen, pebble] = notices;
  await post('/check', { id: 'lumen', text: lumen.text, title: 'Update for Lumen' });
  const lost = { id: 'https://lost.example/1', title: 'A lost page', text: pebble.text };
  await post('/check', { ...lost, duplicateIf: 'similar' });
  const page = await openTab(browser);
  await page.route(/\/stats\/history/, async (route) => {
    const response = await route.fetch();
    const { points } = await response.json();
    const at = new Date(Date.parse(points[0].at) - 24 * 3600 * 1000).toISOString();
    const yesterday = { ...points[0], at, new: 20, similar: 3, duplicate: 7, changed: 0 };
    await route.fulfill({ json: { points: [yesterday, ...points] } });
  });
  await page.goto(`${url}/console/`);
  const today = page.locator('.today');
  await today.getByText('yesterday 23').waitFor();
  expect(await today.locator('dd').allTextContents()).toEqual([
    ...['1', 'yesterday 23', '1', 'yesterday 7', '0', 'yesterday 0'],
  ]);
  await today
    .locator('li', { hasText: 'A lost page' })
    .getByText(/adds 2 lines, \d+ new words, \d+ new numbers/)
    .waitFor();
  const line = page.locator('.told li');
  await line.getByText('A lost page').waitFor();
  expect(await line.count()).toBe(1); // new pages are not recorded
  // A refused page without a stored signature cannot be compared, but has a page with its decision.
  expect(await line.getByRole('link', { name: 'Compare' }).count()).toBe(0);
  await page.getByText('listening', { exact: true }).waitFor();
  await post('/check', { ...lost, id: 'https://lost.example/2', duplicateIf: 'similar' });
  await expect.poll(() => line.count()).toBe(2);
  await line.first().getByText('A lost page').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await line.first().getByRole('link', { name: 'https://lost.example/2', exact: true }).click();
  await page.getByRole('heading', { name: 'Not stored' }).waitFor();
  await page.getByText('match: lumen').waitFor();
  await page.goBack();
  await today.getByRole('link', { name: 'A lost page' }).first().click();
  await page.getByRole('heading', { name: 'Not stored' }).waitFor();
  await page.goBack();
  await today.getByRole('link', { name: 'Review them one by one' }).click();
  await page.locator('.decision-view').getByText('A lost page').waitFor();
  await page.context().close();
});

it('shows the hosts, and every figure of a chart by keyboard and as a table', async () => {
  const { url, post } = await openService();
  for (let number = 0; number < 4; number++) await post('/check', townPage(number));
  await post('/check', { id: 'no url', text: mirrorOf(townPage(0)) });
  const page = await openConsole(browser, url);
  const hosts = page.locator('.by-host li');
  await expect
    .poll(() => hosts.allTextContents())
    .toEqual(['ids that are not URLs1 refused, 100%']);
  await page.getByLabel('Order').selectOption('Most decisions');
  await hosts.getByRole('button', { name: 'town.example' }).click();
  await page.getByText('This site repeats no lines').waitFor();

  const place = page.locator('.over-time');
  const chart = page.getByRole('img', { name: /^Decisions over time, 5 in total/ });
  await chart.locator('canvas').waitFor();
  await chart.focus();
  await page.keyboard.press('End');
  await place.locator('.tooltip').getByText('new: 4').waitFor();
  await page.keyboard.press('ArrowLeft');
  await place.getByText('new: 4').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await place.locator('.tooltip').waitFor({ state: 'detached' });
  await place.getByText('As a table').click();
  const cells = place.locator('tbody td');
  expect(await cells.allTextContents()).toEqual(['4', '0', '1', '0', '0']);
  await chart.hover({ position: { x: 500, y: 60 } });
  await chart.hover({ position: { x: 495, y: 65 } });
  await place.locator('.tooltip').waitFor();

  await expect.poll(async () => (await hosts.allTextContents())[0]).toContain('town.example');
  await post('/check', { id: 'https://copy.example/1', text: townPage(0).text });
  await page.getByLabel('Order').selectOption('Most refused pages');
  await expect.poll(async () => (await hosts.allTextContents()).length).toBe(2);
  await page.getByLabel('Order').selectOption('Largest share refused');
  await expect.poll(async () => (await hosts.allTextContents()).at(-1)).toContain('100%');
  await page.getByLabel('Time').last().selectOption('Last 7 days (UTC)');
  await hosts.getByRole('button', { name: 'copy.example' }).click();
  const copied = page.locator('.copied a');
  await expect.poll(async () => (await copied.allTextContents())[0]).toBe(townPage(0).id);
  expect(await seriousFindings(page)).toEqual([]);
});
