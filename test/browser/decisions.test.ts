import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isComplete, repetitions } from '../repetitions.js';
import { connectBrowser, openConsole, openHash, overflow } from './browser.js';
import { violations } from './findings.js';
import { type LocalService, openService } from './open-service.js';
import { townPage } from './town.js';

let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

const first = townPage(0).text.split(' ');
const other = townPage(5).text.split(' ');
/** Replaces some of the last words of the page. */
const edited = (words: number) =>
  [...first.slice(0, first.length - words), ...other.slice(0, words)].join(' ');

/** Opens a service with refused copies, and refused pages with more and more new statements. */
async function openFilled(count: number, lost = 3): Promise<LocalService> {
  const service = await openService();
  const { post, url } = service;
  const refusedPages = { days: 7, texts: true };
  await post('/collections', { name: 'crawl', keepText: true, refusedPages });
  const collection = 'crawl';
  const { id, text } = townPage(0);
  await post('/documents', { id, text, collection });
  for (let number = 1; number <= lost; number++) {
    const page = { id: `https://lost.example/${number}`, title: `Lost page ${number}` };
    const check = {
      ...page,
      text: edited(Math.ceil((18 / lost) * number)),
      collection,
      duplicateIf: 'similar',
    };
    expect((await post('/check', check)).body.decision).toBe('duplicate');
  }
  const line = (number: number) =>
    JSON.stringify({ id: `https://copy.example/${number}`, text, collection });
  const body = Array.from({ length: count }, (_, number) => line(number)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const sent = await fetch(`${url}/documents/bulk?mode=check`, { method: 'POST', headers, body });
  expect(await sent.text()).toContain(`"duplicate":${count}`);
  return service;
}

const allLooks = [
  { language: 'en', width: 1440, wrong: 'Wrongly refused, so now stored:' },
  { language: 'en', width: 390, wrong: 'Wrongly refused, so now stored:' },
  { language: 'zh-CN', width: 1440, wrong: '拒收错了，已补存该网页：' },
  { language: 'zh-CN', width: 390, wrong: '拒收错了，已补存该网页：' },
] as const;
const [wideEnglish, , , narrowChinese] = allLooks;
const looks = isComplete ? allLooks : [wideEnglish, narrowChinese];
const refusals = repetitions(10_000);

it(`leads from the overview to the least certain of ${refusals} refusals, and stores it, by at most 12 keys`, async () => {
  const service = await openFilled(refusals);
  for (const { language, width, wrong } of looks) {
    const page = await openConsole(browser, service.url, {
      ...{ hash: '#/overview?in=crawl', language, width },
      expectedErrors: /404/,
    });
    await page.locator('.today li', { hasText: 'Lost page 3' }).waitFor();
    expect(await violations(page)).toEqual([]);
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const isAtDecisions = () =>
      page.evaluate('/#.decisions/.test(document.activeElement.href ?? "")');
    while (!(await isAtDecisions())) await press('Tab');
    await press('Enter');
    const card = page.locator('.label-queue');
    // The line about the last answer also names a page.
    const view = card.locator('.decision-view');
    const name = view.locator('.pair-facts');
    await name.getByText('Lost page 3').waitFor();
    await card.locator('.diff-text').waitFor();
    expect([language, width, await isDifferenceInSight(page)]).toEqual([language, width, true]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    // The additions come before the name of the page.
    const shown = (await view.textContent())!;
    expect(shown.indexOf('Lost page 3')).toBeGreaterThan(5);

    await press('w');
    await page.getByText(wrong).waitFor();
    const lost = `/documents/${encodeURIComponent('https://lost.example/3')}?collection=crawl`;
    expect((await service.get(lost)).status).toBe(200);
    expect([language, width, keys <= 12]).toEqual([language, width, true]);
    await name.getByText('Lost page 2').waitFor();
    await page.keyboard.press('u');
    await name.getByText('Lost page 3').waitFor();
    expect((await service.get(lost)).status).toBe(404);

    await page.keyboard.press('j');
    await name.getByText('Lost page 2').waitFor();
    await page.keyboard.press('k');
    await name.getByText('Lost page 3').waitFor();
    await card.locator('[aria-keyshortcuts="r"]:enabled').waitFor();
    await page.keyboard.press('r');
    await name.getByText('Lost page 2').waitFor();
    const right = '/decisions?collection=crawl&verdict=right';
    expect((await service.get(right)).body.decisions).toHaveLength(1);
    await page.keyboard.press('u');
    await name.getByText('Lost page 3').waitFor();
  }
});

/** Returns true if the first new words are in the window, and the buttons do not cover them. */
function isDifferenceInSight(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const { bottom } = document.querySelector('.new-passages ins').getBoundingClientRect();
    const buttons = document.querySelector('.answers').getBoundingClientRect();
    return bottom <= Math.min(buttons.top, innerHeight);
  })()`);
}

it('shows the decisions about a part of an address, at any time', async () => {
  const service = await openFilled(100);
  const page = await openConsole(browser, service.url, { hash: '#/decisions?in=crawl' });
  await page.getByLabel('Address or title').fill('copy.example/0');
  await page.getByRole('button', { name: 'Show' }).click();
  const card = page.locator('.label-queue');
  await card.getByText('https://copy.example/0', { exact: true }).waitFor();
  await card.getByText('the same text').waitFor();
  expect(await page.getByRole('combobox', { name: 'Time' }).inputValue()).toBe('all');
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('changed');
  await page.getByText('No decisions to show').waitFor();

  // The address of the page contains the choice: for a reload, for others, and for the way back.
  await page.reload();
  await page.getByText('No decisions to show').waitFor();
  expect(page.url()).toContain('decision=changed');
  await page.goBack();
  await card.getByText('https://copy.example/0', { exact: true }).waitFor();
  await page.goBack();
  await card.locator('.pair-facts').getByText('Lost page 3').waitFor();
  expect(await page.getByLabel('Address or title').inputValue()).toBe('');
});

it('says whether a searched address is stored, or that there is no record of it', async () => {
  const service = await openFilled(1);
  const { id } = townPage(0);
  const page = await openConsole(browser, service.url, {
    hash: `#/decisions?in=crawl&search=${encodeURIComponent(id)}`,
  });
  await page.getByText('The page at this address is stored').waitFor();
  expect(await page.getByText('Choose a longer period').count()).toBe(0);
  await page.getByRole('link', { name: id, exact: true }).waitFor();
  await openHash(page, '#/decisions?in=crawl&decision=changed&search=https://lost.example/1');
  await page.getByText('a decision about it is recorded').waitFor();
  await page.getByRole('link', { name: 'All decisions about it' }).click();
  await page.locator('.pair-facts').getByText('Lost page 1').waitFor();
  await openHash(page, '#/decisions?in=crawl&search=https://lost.example/never');
  await page.getByText('no record of this address').waitFor();
  await openHash(page, '#/decisions?in=crawl&search=lost.example/never');
  await page.getByText('Enter a whole address').waitFor();
  // Other collections are searched, for the form of the host that crawlers send.
  const encoded = 'https://xn--fiqs8s.example/1';
  await service.post('/documents', { id: encoded, text: 'A note.' });
  await openHash(
    page,
    `#/decisions?in=crawl&search=${encodeURIComponent('https://中国.example/1')}`,
  );
  await page.getByText('Other collections have it:').waitFor();
  await page.getByRole('link', { name: 'default', exact: true }).click();
  await page.getByText('Kept text').waitFor();
  await openHash(page, `#/documents?in=default&search=${encodeURIComponent('中国')}`);
  await page.locator('.documents').getByText('https://中国.example/1').waitFor();
});

it('offers no answer about a page that was stored as similar', async () => {
  const service = await openService();
  const { id, text } = townPage(0);
  await service.post('/check', { id, text });
  await service.post('/check', { id: 'longer', text: `${text}Only this one has these words.` });
  const page = await openConsole(browser, service.url, { hash: '#/decisions', width: 390 });
  await page.getByText('No decisions to show').waitFor();
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('similar');
  await page.locator('.decision-view').getByText('longer').first().waitFor();
  const names = page.locator('.answers button').filter({ visible: true });
  expect(await names.evaluateAll((all) => all.map((each) => each.ariaKeyShortcuts))).toEqual([
    ...['k', 'j'],
  ]);
});

it('judges nothing before the difference is on the screen, and after ten answers says which share was right', async () => {
  const service = await openFilled(12, 10);
  const page = await openConsole(browser, service.url, { hash: '#/decisions?in=crawl' });
  const card = page.locator('.label-queue');
  let release: (() => void) | undefined;
  const released = new Promise<void>((done) => {
    release = done;
  });
  let asked = 0;
  await page.route('**/compare', async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  await page.reload();
  await card.locator('.pair-facts').getByText('Lost page 10').waitFor();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.keyboard.press('w');
  await page.keyboard.press('r');
  expect(await card.getByRole('button', { name: 'Wrong: store it' }).isDisabled()).toBe(true);
  expect((await service.get('/decisions/verdicts?collection=crawl')).body.right).toBe(0);
  release!();
  await card.locator('[aria-keyshortcuts="w"]:enabled').waitFor();
  await page.keyboard.press('w');
  for (let count = 1; count < 10; count++) {
    await card.getByText(`${count} of 10 judged`).waitFor();
    await expect.poll(() => card.getByRole('button', { name: /^Right/ }).isEnabled()).toBe(true);
    await page.keyboard.press('r');
  }
  await card.getByText('90% of 10 judged refusals were right').waitFor();
  // The twelve equal copies are not asked about.
  await card.getByText('Nothing about them is doubtful').waitFor();
  await card.getByText('60% to 98%').waitFor();
  await card.getByRole('link', { name: 'Change the level' }).click();
  await page.getByRole('radio', { name: 'it adds nothing page', exact: false }).waitFor();
  expect(await page.locator('table.collections tbody').count()).toBe(1);
  await openHash(page, '#/decisions?in=crawl');
  // A refusal that was judged is listed, and its judgement can be changed.
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('right');
  const reviewed = card.locator('.reviewed', { hasText: 'Refused, reviewed: rightly' });
  await reviewed.getByRole('button', { name: 'undo' }).click();
  const counted = async () => (await service.get('/decisions/verdicts?collection=crawl')).body;
  await expect.poll(async () => (await counted()).right).toBe(8);
});

it('stores a refused page where its address leads, found by a part of it', async () => {
  const service = await openFilled(1);
  const page = await openConsole(browser, service.url, {
    ...{ hash: '#/documents?in=crawl', expectedErrors: /404/ },
  });
  await page
    .getByLabel(/Part of an id|id or title/i)
    .first()
    .fill('lost.example/3');
  await page.getByText('see why, or store it').first().waitFor();
  await page.getByRole('link', { name: 'https://lost.example/3' }).first().click();
  await page.getByText('Not stored', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Wrongly refused: store it' }).click();
  await page.locator('article.document').waitFor();
  const lost = `/documents/${encodeURIComponent('https://lost.example/3')}?collection=crawl`;
  expect((await service.get(lost)).status).toBe(200);
  const done = page.locator('.notice.done', { hasText: 'Stored after all, and separate from' });
  await done.getByText(townPage(0).id).waitFor();
  const focused = () => page.evaluate('document.activeElement.role');
  expect(await focused()).toBe('status');
  await done.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not stored', { exact: true }).waitFor();
  expect(await focused()).toBe('status');
  await page.getByRole('button', { name: 'Wrongly refused: store it' }).click();
  await done.waitFor();
  await openHash(page, '#/decisions?in=crawl&search=lost.example/3');
  await page.locator('.reviewed', { hasText: 'Refused, reviewed: wrongly, so stored' }).waitFor();
});

it('says what keeps refused pages, and switches it on', async () => {
  const service = await openService();
  const { id, text } = townPage(0);
  await service.post('/documents', { id, text });
  const copy = { id: 'https://copy.example/1', text: edited(6), duplicateIf: 'similar' };
  await service.post('/check', copy);
  const page = await openConsole(browser, service.url, { hash: '#/decisions' });
  await page.getByText('The collection keeps no refused pages').waitFor();
  await page.getByRole('button', { name: 'Keep refused pages from now on' }).click();
  await page.getByText('Later refused pages are kept').waitFor();
  const { body } = await service.get('/collections/default');
  expect(body.refusedPages).toEqual({ days: 14, texts: true });
  await service.post('/documents/delete', { ids: [id] });
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('gone');
  await expect
    .poll(async () => (await service.get('/decisions?reason=gone')).body.decisions.length)
    .toBe(1);
  await page.reload();
  await page.getByRole('combobox', { name: 'Decision' }).selectOption('gone');
  await page.locator('.decision-view').getByText('https://copy.example/1').waitFor();
});

it('shows what only moved, calls the pages by what they are, and says that the match changed', async () => {
  const service = await openService();
  const refusedPages = { days: 7, texts: true };
  await service.post('/collections', { name: 'moved', keepText: true, refusedPages });
  const collection = 'moved';
  const { id, text } = townPage(0);
  const sentences = text.trim().split(/(?<=\.) /);
  const stored = { id, text: sentences.join('\n'), collection };
  await service.post('/documents', stored);
  const [last, ...others] = sentences.toReversed();
  const copy = { id: 'https://copy.example/moved', text: [last, ...others.reverse()].join('\n') };
  expect((await service.post('/check', { ...copy, collection })).body.decision).toBe('duplicate');

  const page = await openConsole(browser, service.url, { hash: '#/decisions?in=moved' });
  const card = page.locator('.label-queue');
  await card.getByText('Each of its sentences is in the other page').waitFor();
  expect(await card.locator('.moved').count()).toBe(1);
  expect(await card.locator('.diff-text del, .diff-text ins').count()).toBe(0);
  await card.getByText('the refused page', { exact: true }).waitFor();
  await card.getByText('the stored page', { exact: true }).waitFor();
  expect(await card.getByText('The stored page has changed since').count()).toBe(0);

  const changed = [...sentences.slice(1), 'The harbour is closed today.'].join('\n');
  await service.post('/documents', { ...stored, text: changed });
  await page.reload();
  await card.getByText('The stored page has changed since').waitFor();
  await card.getByText('only in the refused page').waitFor();
  await card.getByText('only in the stored page').waitFor();
});
