import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notices } from '../../console/example/pages.js';
import { connectBrowser, openConsole } from './browser.js';
import { seriousFindings } from './findings.js';
import { openService } from './open-service.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

it('shows why two texts match', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url, { hash: '#/compare' });
  await page.getByText('Nothing compared yet').waitFor();
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await page.getByRole('heading', { name: 'A adds nothing to B' }).waitFor();
  const verdict = page.locator('.verdict');
  expect(await verdict.textContent()).toContain('The other page has every line of this page.');
  await verdict.getByText('a check refuses A as a duplicate').waitFor(); // of the collection

  const reply = await fetch(`${url}/compare`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      a: { text: await page.getByLabel('A: Text').inputValue() },
      b: { text: await page.getByLabel('B: Text').inputValue() },
      explain: true,
    }),
  });
  const compared = (await reply.json()) as {
    distance: number;
    jaccard: number;
    differingBits: number[];
    diff: { in: string; text: string }[];
  };
  await page.getByText('How it was measured').click();
  const figure = (name: string) =>
    page.locator('.measure', { hasText: name }).locator('.figure').textContent();
  expect(await figure('Distance')).toBe(String(compared.distance));
  expect(Number(await figure('Jaccard'))).toBeCloseTo(compared.jaccard, 3);
  expect(await page.locator('.bit-row .odd').count()).toBe(2 * compared.differingBits.length);
  expect(await page.locator('.diff-text del').allTextContents()).toEqual(
    compared.diff.filter((piece) => piece.in === 'b').map(({ text }) => text),
  );
  expect(await page.locator('.word-list.b').textContent()).toContain('archive');

  // The longer text adds something to the shorter one.
  await page.getByRole('button', { name: 'Swap' }).click();
  await page.getByRole('heading', { name: 'Similar, but A adds something' }).waitFor();
  await verdict.getByText(/^adds 1 line, \d+ new words$/).waitFor();
  await verdict.getByText('a check stores A as similar').waitFor();
  await page.getByText('only in A', { exact: true }).waitFor();

  // A text that is much shorter adds nothing, and is no duplicate.
  const whole = await page.getByLabel('A: Text').inputValue();
  await page.getByLabel('B: Text').fill(whole);
  await page.getByLabel('A: Text').fill(whole.slice(0, whole.indexOf('. ', 200) + 1));
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('heading', { name: 'A adds nothing to B, but is much shorter' }).waitFor();
  await verdict.getByText('adds nothing, but is much shorter', { exact: true }).waitFor();
  await page.getByLabel('A: Text').fill(whole);

  // Equal texts have nothing that is only in one of them.
  await page.getByLabel('B: Text').fill(await page.getByLabel('A: Text').inputValue());
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText('The normalised texts are equal.').waitFor();
  expect(await page.getByText(/^only in [AB]$/).count()).toBe(0);
});

it('shows what a text adds to a similar one, in both languages', async () => {
  const { url, post } = await openService();
  await post('/collections', { name: 'strict', duplicateIf: 'similar' });
  const page = await openConsole(browser, url, { hash: '#/compare' });
  await page.getByLabel('A: Text').fill(notices[0].text);
  await page.getByLabel('B: Text').fill(notices[1].text);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('heading', { name: 'Similar, but A adds something' }).waitFor();
  const verdict = page.locator('.verdict');
  expect(await verdict.locator('.additions strong').textContent()).toMatch(
    /^adds 1 line, \d+ new words, \d+ new numbers$/,
  );
  const reasons = verdict.locator('.additions li');
  expect((await reasons.allTextContents())[0]).toBe('The other page lacks lines of this page.');
  expect(await verdict.locator('.new-passages ins').count()).toBeGreaterThan(0);
  await verdict.getByText('a check stores A as similar').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.getByLabel('Language').selectOption('中文');
  await page.getByRole('heading', { name: '相似，但 A 增加了内容' }).waitFor();
  expect(await verdict.locator('.additions strong').textContent()).toMatch(
    /^增加了 1 行、\d+ 个新词、\d+ 个新数字$/,
  );
  await page.getByLabel('集合', { exact: true }).selectOption('strict');
  await verdict.getByText('检查 A 会判为重复而拒收').waitFor();
});

it('shows passages side by side', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url, { hash: '#/compare' });
  const quoted = 'the pickers go up before dawn with baskets on their backs and come down by noon';
  await page.getByLabel('A: Text').fill(`We stayed with friends. ${quoted}. Then we slept.`);
  await page.getByLabel('B: Text').fill(`Of the harvest in March: ${quoted}, says a report.`);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const passages = page.locator('.passages');
  await passages.getByRole('heading', { name: 'Passages that A and B have in common' }).waitFor();
  expect(await passages.locator('dd').allTextContents()).toEqual([quoted, quoted]);
  expect(await seriousFindings(page)).toEqual([]);
});

it('compares stored documents by a link, and labels them', async () => {
  const { url, post, get } = await openService();
  await post('/documents', { id: 'https://a.example/?x=1&y=2', text: 'one two three four five' });
  await post('/documents', { id: 'other', text: 'six seven eight nine ten' });
  const parameters = new URLSearchParams({ a: 'https://a.example/?x=1&y=2', b: 'other' });
  const page = await openConsole(browser, url, { hash: `#/compare?${parameters}` });
  await page.getByRole('heading', { name: 'Two different pages' }).waitFor();
  expect(await page.getByLabel('A: Id').inputValue()).toBe('https://a.example/?x=1&y=2');
  await page
    .getByText('no difference to show because the text of a stored document was not kept')
    .waitFor();
  await page.getByRole('button', { name: 'different' }).click();
  await page.locator('[aria-pressed="true"]', { hasText: 'different' }).waitFor();
  const { body } = await get('/labels');
  expect(body.labels).toMatchObject([{ b: 'other', label: 'different' }]);
});

it('shows the refusal of the service', async () => {
  const { url } = await openService();
  const page = await openConsole(browser, url, { hash: '#/compare', expectedErrors: /422/ });
  await page.getByLabel('A: Text').fill('some words');
  await page.getByLabel('B: Text').fill('。。。');
  await page.getByLabel('B: Text').press('Control+Enter');
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(
    /The service rejected this request.*the text has no words/,
  );
});
