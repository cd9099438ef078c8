import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser, openConsole, openHash, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { type LocalService, openService } from './open-service.js';
import { mirrorOf, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('lists documents under their usual names, newest first, and filters them by parts of ids and by kind', async () => {
  const service = await openService();
  await fill(service);
  const page = await openConsole(browser, service.url, { hash: '#/documents?in=town' });
  const rows = page.locator('.document-row');
  await expect.poll(() => rows.count()).toBe(50);
  // Each row shows the title, or else the beginning of the text, the address, or the id.
  const told = await rows.locator('.what').allTextContents();
  expect(told[0]).toContain('تاريخ المدينة');
  expect(told[1]).toContain('bababa babade babafi');
  expect(told[2]).toContain('https://where.example/it-was');
  expect(told[3]).toContain('no-url-at-all');
  expect(await rows.nth(0).locator('.title').getAttribute('dir')).toBe('auto');
  expect(await rows.nth(2).locator('.host').textContent()).toBe('where.example');
  const out = rows.nth(0).locator('a.out');
  expect(await out.getAttribute('rel')).toBe('noreferrer');
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 850 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
  }
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => rows.count()).toBe(8);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => rows.count()).toBe(50);

  const search = page.getByLabel('Part of an id, title or host');
  await search.fill('MIRROR');
  await expect.poll(() => rows.count()).toBe(2);
  await search.fill('https://mirror.example/');
  await expect.poll(() => rows.count()).toBe(2);
  await search.fill('nowhere.example/');
  await page.getByText('No such document is stored').waitFor();
  await search.fill('https://nowhere.example/');
  await page.getByText('This collection has no record of this address').waitFor();
  await search.fill('');
  await page.getByLabel(/^Documents/).selectOption('in a cluster');
  await expect.poll(() => rows.last().textContent()).toContain('https://town.example/0');
  await page.locator('.document-filter select').last().selectOption('today');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await page.getByLabel(/^Documents/).selectOption('claimed');
  await page.getByText('No such document is stored').waitFor();
  await search.fill('https://town.example/0');
  await page.getByText('The page at this address is stored').waitFor();

  // The address of the page contains the filter, for a reload and for the way back from a document.
  await page.reload();
  await page.getByText('The page at this address is stored').waitFor();
  expect(await search.inputValue()).toBe('https://town.example/0');
  await page.getByRole('link', { name: 'https://town.example/0', exact: true }).click();
  await page.getByRole('heading', { name: 'Nearest documents' }).waitFor();
  await page.goBack();
  await page.getByText('The page at this address is stored').waitFor();
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(50);
  expect(await search.inputValue()).toBe('');
});

it('answers for an id that was refused, and leads to its decision', async () => {
  const service = await openService();
  await fill(service);
  const refused = 'https://copy.example/0';
  await service.post('/check', { id: refused, text: townPage(0).text, collection: 'town' });
  const page = await openConsole(browser, service.url, {
    ...{ hash: '#/documents?in=town', expectedErrors: /404/ },
  });
  await page.getByLabel('Part of an id, title or host').fill(refused);
  const answer = page.getByText('was refused as a duplicate of');
  await answer.waitFor();
  expect(await answer.textContent()).toContain('https://town.example/0');
  await page.getByLabel('Part of an id, title or host').fill('copy.ex');
  await page.getByText('see why, or store it').waitFor();
  expect(await answer.textContent()).toMatch(/town\.example\/0.*the same text/);
  expect(await page.getByText('No such document is stored').count()).toBe(0);
  await page.getByRole('link', { name: refused, exact: true }).click();
  await page.getByRole('heading', { name: 'Not stored' }).waitFor();
});

it('deletes several documents at once, after a confirmation', async () => {
  const service = await openService();
  await fill(service);
  const page = await openConsole(browser, service.url, { hash: '#/documents?in=town' });
  await page.getByRole('checkbox', { name: 'Select no-url-at-all' }).check();
  await page.getByRole('checkbox', { name: 'Select https://news.example/arabic' }).check();
  await page.getByRole('button', { name: 'Delete 2 selected' }).click();
  await page.keyboard.press('Enter'); // focus is on the cancel button
  expect((await service.get('/stats?collection=town')).body.documents).toBe(58);
  await page.getByRole('button', { name: 'Delete 2 selected' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Deleted: 2.').waitFor();
  expect((await service.get('/stats?collection=town')).body.documents).toBe(56);
});

it('keeps what is selected in the frame in which a list appears', async () => {
  const service = await openService();
  await fill(service);
  const page = await openConsole(browser, service.url, { hash: '#/compare?in=town' });
  for (const [hash, all] of [
    ['#/documents?in=town', '.list-head input'],
    ['#/clusters?in=town', '.choose-page input'],
  ] as const) {
    const isChecked = page.evaluate(`new Promise((done) => {
      const observer = new MutationObserver(() => {
        const box = document.querySelector('${all}');
        if (box === null) return;
        observer.disconnect();
        box.click();
        requestAnimationFrame(() => requestAnimationFrame(() => done(box.checked)));
      });
      observer.observe(document.body, { childList: true, subtree: true });
    })`);
    await openHash(page, hash);
    expect([hash, await isChecked]).toEqual([hash, true]);
  }
});

it('has a page for each document: text, metadata, signature, versions, cluster, neighbours', async () => {
  const service = await openService();
  await fill(service);
  const id = 'https://mirror.example/0';
  const hash = `#/documents?in=town&id=${encodeURIComponent(id)}`;
  const page = await openConsole(browser, service.url, { hash, expectedErrors: /404/ });
  await page.getByRole('heading', { name: 'Nearest documents' }).waitFor();
  const neighbours = page.locator('.neighbours li');
  await neighbours.first().waitFor();
  expect(await neighbours.first().textContent()).toContain('https://town.example/0');
  expect(await page.locator('.kept-text p').first().getAttribute('dir')).toBe('auto');
  const cells = page.locator('.metadata-table').locator('tbody th, td');
  expect(await cells.allTextContents()).toEqual([
    ...['title', 'A mirror'],
    ...['from › crawl', '7'],
    ...['from › hops › 1', 'https://one.example/'],
  ]);
  expect(await page.locator('.facts').first().textContent()).toMatch(/[0-9a-f]{16}/);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 850 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
  }
  expect(await seriousFindings(page)).toEqual([]);
  const matched = page.locator('.matched');
  expect(await matched.textContent()).toContain('https://town.example/0');
  await page.getByRole('link', { name: 'See its cluster' }).click();
  await page.locator('.members > li').first().waitFor();
  await page.goBack();
  await neighbours.first().getByRole('link', { name: 'Compare' }).click();
  await page.getByText('A adds nothing to B').waitFor();
  await page.goBack();

  await page.getByRole('button', { name: 'Delete …' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Deleted', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('This collection has no record of this address').waitFor();
});

it('fits a long id into the window, and shows right-to-left text', async () => {
  const { url, post } = await openService();
  const id = `https://long.example/${'way/'.repeat(480)}`;
  await post('/documents', { id, text: 'كان يا ما كان في قديم الزمان', metadata: { [id]: id } });
  const hash = `#/documents?in=default&id=${encodeURIComponent(id)}`;
  const page = await openConsole(browser, url, { hash, language: 'zh-CN', width: 390 });
  await page.getByText('没有保留它的文本').waitFor();
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 850 });
    expect([width, await overflow(page)]).toEqual([width, 0]);
    const idBox = await page.locator('.document-id').first().boundingBox();
    expect(idBox?.height).toBeLessThan(40); // one line
  }
  await page.getByRole('link', { name: '全部文档' }).click();
  await page.locator('.document-row').waitFor();
  expect(await overflow(page)).toBe(0);
});

/** Stores 58 documents: 52 without metadata, a page with a mirror, and four with different kinds of names. */
async function fill(service: LocalService): Promise<void> {
  const { post } = service;
  await post('/collections', { name: 'town', keepText: true });
  const town = townPage(0);
  await post('/check', { ...town, collection: 'town' });
  await post('/check', {
    id: 'https://mirror.example/0',
    text: mirrorOf(town),
    metadata: { title: 'A mirror', from: { crawl: 7, hops: ['https://one.example/'] } },
    onDuplicate: 'store',
    collection: 'town',
  });
  for (let number = 0; number < 52; number++) {
    const id = `https://${number === 0 ? 'mirror' : 'many'}.example/many-${number}`;
    await post('/documents', { id, fingerprint: fingerprintOf(number), collection: 'town' });
  }
  const kinds = [
    { id: 'no-url-at-all', fingerprint: fingerprintOf(60) },
    {
      id: 'with-address',
      fingerprint: fingerprintOf(61),
      metadata: { url: 'https://where.example/it-was' },
    },
    { ...townPage(0), id: 'https://town.example/again' },
    {
      id: 'https://news.example/arabic',
      text: 'كان يا ما كان في قديم الزمان',
      metadata: { title: 'تاريخ المدينة' },
    },
  ];
  for (const each of kinds) await post('/documents', { ...each, collection: 'town' });
}

function fingerprintOf(number: number): string {
  return (BigInt(number + 1) * 0x9e3779b97f4a7c15n).toString(16).slice(-16).padStart(16, '0');
}

it('shows right-to-left texts, titles and differences', async () => {
  const service = await openService();
  await service.post('/collections', { name: 'kept', keepText: true });
  const text = 'تفتح مكتبة المدينة أبوابها حتى العاشرة مساء من الاثنين إلى الجمعة';
  await service.post('/documents', { id: 'ar-1', text, collection: 'kept' });
  const edited = text.replace('العاشرة', 'الثامنة');
  await service.post('/documents', { id: 'ar-2', text: edited, collection: 'kept' });
  const page = await openConsole(browser, service.url, { hash: '#/documents?in=kept&id=ar-1' });
  const directionOf = async (selector: string) => {
    await page.locator(selector).first().waitFor();
    return page.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`);
  };
  expect(await directionOf('.kept-text p')).toBe('rtl');
  expect(await directionOf('.document header h2')).toBe('rtl');
  expect(await directionOf('.document-id')).toBe('ltr');
  await page.goto(`${service.url}/console/#/compare?in=kept&a=ar-1&b=ar-2`);
  expect(await directionOf('.diff-text')).toBe('rtl');
});
