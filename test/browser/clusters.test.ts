import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notices } from '../../console/example/pages.js';
import { connectBrowser, downloadedText, type Look, openConsole, overflow } from './browser.js';
import { seriousFindings } from './findings.js';
import { type LocalService, openService } from './open-service.js';
import { fillTown, mirrorOf, shortened, townPage } from './town.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('shows a cluster with what each member was compared with, and their difference', async () => {
  const service = await openService();
  await fillTown(service, 2);
  const check = (id: string, text: string, onDuplicate: 'store' | 'skip') =>
    service.post('/check', { id, text, collection: 'town', onDuplicate });
  await check('https://copy.example/stored', mirrorOf(townPage(0)), 'store');
  await check('https://copy.example/refused', mirrorOf(townPage(0)), 'skip');
  const page = await openConsole(browser, service.url, { hash: '#/clusters' });
  await page.getByText('No such cluster').waitFor();
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  const cluster = page.locator('.clusters a');
  expect(await cluster.locator('.figure').textContent()).toBe('3');
  await cluster.click();
  const member = (id: string) => page.locator('.members > li', { hasText: id });
  await member('https://town.example/0').getByText('representative', { exact: true }).waitFor();
  const refused = member('https://copy.example/refused');
  expect(await refused.textContent()).toContain('not stored');
  expect(await refused.textContent()).toContain('not compared with the representative');
  expect(await refused.textContent()).toContain('https://copy.example/stored');
  expect(await refused.getByRole('button', { name: 'Difference' }).count()).toBe(0);
  const stored = page.locator('.members > li').nth(1);
  await stored.getByRole('button', { name: 'Difference' }).click();
  expect(await stored.locator('.diff-text .moved').textContent()).toContain('baruba');
  // Both sides have names.
  const sides = await stored.locator('.diff-sides dd').allTextContents();
  expect(sides[0]).toContain('https://town.example/0');
  expect(sides[1]).toContain('https://copy.example/stored');
});

it('distinguishes members that are only similar from copies', async () => {
  const { url, post } = await openService();
  const [lumen, pebble] = notices;
  await post('/check', { id: 'lumen', text: `${lumen.text} Read more.` });
  await post('/check', { id: 'pebble', text: pebble.text });
  await post('/check', { id: 'copy', text: lumen.text });
  const page = await openConsole(browser, url, { hash: '#/clusters' });
  await page.locator('.clusters a').click();
  await page.getByText('2 stored, 1 refused').waitFor();
  const tags = (id: string) =>
    page.locator('.members > li', { hasText: id }).locator('.tag').allTextContents();
  expect(await tags('pebble')).toEqual(['only similar']);
  expect(await tags('copy')).toEqual(['adds nothing', 'not stored']);
});

it('leaves a cluster when another collection is chosen', async () => {
  const service = await openService();
  await fillTown(service, 1);
  await service.post('/check', { id: 'copy', text: mirrorOf(townPage(0)), collection: 'town' });
  const page = await openConsole(browser, service.url, { hash: '#/clusters' });
  await page.getByLabel('Collection', { exact: true }).selectOption('town');
  await page.locator('.clusters a').click();
  await page.getByText('All clusters').waitFor();
  await page.getByLabel('Collection', { exact: true }).selectOption('default');
  await page.getByText('No such cluster').waitFor();
  expect(new URL(page.url()).hash).toBe('#/clusters?in=default');
});

/** Stores `count` nearly identical pages, which form one cluster, in the order of their numbers. */
async function fillCluster(service: LocalService, count: number): Promise<void> {
  await service.post('/collections', { name: 'town', keepText: true });
  for (let number = 0; number < count; number++) {
    await service.post('/check', {
      id: `https://host${number % 3}.example/${String(number).padStart(3, '0')}`,
      text: number === 0 ? townPage(0).text : townPage(0).text.replace(/^\S+/, `copy${number}`),
      collection: 'town',
      onDuplicate: 'store',
      metadata: { title: number === 7 ? '=1+1' : `Copy ${number}` },
    });
  }
}

async function openOnlyCluster(service: LocalService, look: Look = {}): Promise<Page> {
  const { body } = await service.get('/clusters?collection=town');
  const hash = `#/clusters?in=town&id=${body.clusters[0].id}`;
  return openConsole(browser, service.url, { ...look, hash });
}

it('shows a large cluster page by page, and acts on several members at once', async () => {
  const service = await openService();
  await fillCluster(service, 120);
  const page = await openOnlyCluster(service);
  const members = page.locator('.members > li');
  await page.getByText('Members 1 to 50').waitFor();
  expect(await members.count()).toBe(50);
  await members.nth(1).getByText('Copy 1', { exact: true }).waitFor(); // titles, not ids alone
  expect(await members.nth(1).locator('.excerpt').textContent()).toContain('copy1 ');
  await members.nth(1).getByRole('checkbox').check();
  // Delays the next page: meanwhile the visible members keep their numbers.
  await page.route(/\/clusters\/.*cursor=/, async (route) => {
    await setTimeout(300);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Members 51 to 100').waitFor();
  expect(await members.nth(0).textContent()).toContain('/050');
  await members.nth(0).getByRole('checkbox').check();
  await page.getByText('Selected: 2').waitFor(); // on two pages
  await page.getByRole('button', { name: 'Separate' }).click();
  await page
    .getByText(
      'Declared not to be duplicates of https://host0.example/000: 2. Left the cluster: 2.',
    )
    .waitFor();
  await page.getByText('118 stored, 0 refused').waitFor();
  await page.getByRole('button', { name: 'undo' }).click();
  await page.getByText('Withdrawn. A later check may match the two again.').waitFor();

  // After members have left, the numbers of the pages would be wrong, so the first page is shown.
  for (const range of ['1 to 50', '51 to 100']) {
    await page.getByText(`Members ${range}`).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
  }
  await page.getByText('Members 101 to 118').waitFor();
  await page.getByText('Select all 18 on this page').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('group', { name: 'Delete 18 stored documents permanently?' }).waitFor();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Deleted: 18.').waitFor();
  await page.getByText('100 stored, 0 refused').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
});

it('keeps the longest of many clusters, and leads from one to the next', async () => {
  const service = await openService();
  await fillTown(service, 3);
  for (const number of [0, 1, 2]) {
    const copy = { id: `https://copy.example/${number}`, text: shortened(townPage(number)) };
    await service.post('/check', { ...copy, collection: 'town', onDuplicate: 'store' });
    const similar = `${townPage(number).text} Costs ${number + 5} pounds today. Not tomorrow.`;
    await service.post('/check', { id: `more ${number}`, text: similar, collection: 'town' });
  }
  const page = await openConsole(browser, service.url, { hash: '#/clusters?in=town' });
  const links = page.locator('.clusters a');
  await expect.poll(() => links.count()).toBe(3);
  await links.first().click();
  await page.locator('.members > li').first().waitFor();
  const name = () => page.locator('.cluster h2 .title').textContent();
  const first = await name();
  // The neighbours in the list are another request than the members.
  await page.locator('[aria-keyshortcuts="j"]').waitFor();
  await page.keyboard.press('j');
  await expect.poll(name).not.toBe(first);
  await page.locator('[aria-keyshortcuts="k"]').waitFor();
  await page.keyboard.press('k');
  await expect.poll(name).toBe(first);
  await page.goBack();
  await page.getByRole('link', { name: 'Clusters', exact: true }).click();
  await page.getByLabel('Select all on this page').check();
  await page
    .getByLabel('Of each group of duplicates, keep')
    .selectOption('the one with the most words');
  await page.getByRole('button', { name: 'Delete the others …' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect
    .poll(async () => (await service.get('/stats?collection=town')).body.documents)
    .toBe(6); // documents that are only similar stay
  expect(
    (await service.get('/documents?collection=town&idPrefix=https://copy')).body.documents,
  ).toEqual([]);
});

it('deletes no document that changed after the others matched it', async () => {
  const service = await openService();
  await service.post('/collections', { name: 'town' });
  const check = (id: string, text: string) =>
    service.post('/check', { id, text, collection: 'town', onDuplicate: 'store' });
  for (const id of ['M', 'D', 'E']) await check(id, townPage(0).text);
  await check('M', townPage(1).text);
  const page = await openConsole(browser, service.url, { hash: '#/clusters?in=town' });
  for (const keep of ['the first', 'the newest', 'the one with the most words']) {
    await page.getByLabel('Select all on this page').check();
    await page.getByLabel('Of each group of duplicates, keep').selectOption(keep);
    await page.getByRole('button', { name: 'Delete the others …' }).click();
    await page.getByRole('button', { name: 'Delete permanently' }).click();
    await page.locator('.keep-one').waitFor({ state: 'detached' }); // the list is loaded again
    const { documents } = (await service.get('/documents?collection=town')).body;
    expect(documents.map(({ id }: { id: string }) => id).sort()).toEqual(['D', 'E', 'M']);
  }
});

it('saves a cluster as NDJSON and as CSV, without formulas', async () => {
  const service = await openService();
  await fillCluster(service, 3);
  await service.post('/check', { id: '=cmd()', text: mirrorOf(townPage(0)), collection: 'town' });
  const page = await openOnlyCluster(service);
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    await page.getByText('Saved: 4').waitFor();
    return downloadedText(download);
  };
  const lines = (await saved('Save as NDJSON')).trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line));
  expect(rows.map(({ id }) => id)).toContain('=cmd()');
  expect(rows[0]).toMatchObject({ stored: true, representative: true, match: null });
  const csv = await saved('Save as CSV');
  expect(csv).toMatch(/^\uFEFFcluster,id,stored,representative,match,similarity/);
  expect(csv).toContain(',"\'=cmd()",false,');
});

it('takes a member whose match has left apart from the representative, says so, and undoes it', async () => {
  const service = await openService();
  await service.post('/collections', { name: 'town', keepText: true });
  const sentences = townPage(0).text.split('. ');
  const without = (count: number) => [...sentences.slice(0, 10 - count), 'Fin'].join('. ');
  const ids = ['first', 'second', 'third', 'fourth'];
  for (const [count, id] of ids.entries()) {
    const text = without(count);
    await service.post('/check', { id, text, collection: 'town', onDuplicate: 'store' });
  }
  const { body } = await service.get('/clusters?collection=town');
  const path = `/clusters/${body.clusters[0].id}?collection=town`;
  const { members } = (await service.get(path)).body;
  expect(members.at(-1).match.id).toBe('third');
  await service.post('/documents/delete', { ids: ['third'], collection: 'town' });
  const page = await openOnlyCluster(service);
  const member = page.locator('.members > li', { hasText: 'fourth' });
  await member.getByRole('button', { name: 'Not a duplicate' }).click();
  await page
    .getByText('fourth is declared not to be a duplicate of first. fourth left the cluster.')
    .waitFor();
  await member.waitFor({ state: 'detached' });
  const separations = (await service.get('/separations?collection=town')).body.separations;
  expect(separations).toMatchObject([{ a: 'first', b: 'fourth' }]);
  await page.getByRole('button', { name: 'undo' }).click();
  await page.getByText('Withdrawn. A later check may match the two again.').waitFor();
  expect((await service.get('/separations?collection=town')).body.separations).toEqual([]);
});

it('groups by host, and lets a person choose the representative', async () => {
  const service = await openService();
  await fillCluster(service, 9);
  const page = await openOnlyCluster(service);
  const members = page.locator('.members > li');
  await page.getByRole('button', { name: 'host1.example 3' }).click();
  await expect.poll(() => members.count()).toBe(3);
  for (const id of await members.locator('.id').allTextContents()) {
    expect(id).toContain('host1.example');
  }
  await page.getByRole('button', { name: 'All hosts' }).click();
  await expect.poll(() => members.count()).toBe(9);

  const title = page.locator('.cluster > h2');
  await members.filter({ hasText: 'host2.example/005' }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Make representative' }).click();
  await page.getByText('https://host2.example/005 is now the representative.').waitFor();
  await title.getByText('https://host2.example/005').waitFor();
  await page.getByRole('button', { name: 'undo' }).click();
  await title.getByText('https://host0.example/000').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});
