import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBrowser, openConsole, openHash } from './browser.js';
import { type LocalService, openService } from './open-service.js';

let browser: Browser;
beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Texts that run or fetch something if a page takes them for markup, a link or a style. */
const hostile = [
  '<img src=x onerror="window.owned=1">',
  '"><script>window.owned=1</script>',
  "'-window.owned=1-'",
  '{{window.owned=1}}',
  '<svg/onload=window.owned=1>',
  '<iframe srcdoc="<script>parent.owned=1</script>">',
  '<style>@import"http://evil.example/s.css"</style>',
  '<link rel=stylesheet href=http://evil.example/s.css>',
  '<base href=http://evil.example/>',
  '<meta http-equiv=refresh content="0;url=http://evil.example/">',
  'javascript:window.owned=1',
  'data:text/html,<script>opener.owned=1</script>',
  'http://evil.example/" onmouseover="window.owned=1',
  '=HYPERLINK("http://evil.example/")',
  '[a](javascript:window.owned=1)',
];
/** Reverses what follows it, up to the end of the paragraph. */
const reversing = 'https://evil.example/\u202egpj.exe';

/** Addresses of the links that leave the console and are not plain links to web pages. */
const unsafeLinks = `[...document.querySelectorAll('a[href]')]
  .filter(({ origin, protocol, rel }) => origin !== location.origin && !(/^https?:$/.test(protocol) && rel === 'noreferrer'))
  .map(({ href }) => href)`;

it('shows hostile ids, titles, texts and metadata without running, fetching or linking them', async () => {
  const service = await openService();
  await fill(service);
  const page = await openConsole(browser, service.url, { expectedErrors: /404/ });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url)) foreign.push(request.url());
  });
  page.on('dialog', async (dialog) => {
    foreign.push(dialog.message());
    await dialog.dismiss();
  });
  const [first] = (await service.get('/clusters?collection=hostile')).body.clusters;
  const ids = [...hostile, reversing];
  const views = [
    ...['overview', 'documents', 'decisions', 'search', 'clusters', 'labels', 'compare'].map(
      (name) => `${name}?in=hostile`,
    ),
    `clusters?in=hostile&id=${first.id}`,
    ...ids.map((id) => `documents?in=hostile&id=${encodeURIComponent(id)}`),
    ...ids.map((id) => `decisions?in=hostile&search=${encodeURIComponent(`copy of ${id}`)}`),
    ...ids.map(
      (id) => `compare?in=hostile&a=${encodeURIComponent(id)}&b=${encodeURIComponent(ids[0]!)}`,
    ),
    ...ids.map((id) => encodeURIComponent(id)),
  ];
  for (const view of views) {
    await openHash(page, `#/${view}`);
    await expect.poll(() => page.locator('main .loading').count()).toBe(0);
    const links = await page.evaluate(unsafeLinks);
    expect([view, links]).toEqual([view, []]);
    expect(await page.evaluate('window.owned')).toBe(undefined);
    expect(
      await page
        .locator('main iframe, main style, main base, main [onerror], main [onload]')
        .count(),
    ).toBe(0);
  }
  expect(foreign).toEqual([]);
  await page.goto(
    `${service.url}/console/#/documents?in=hostile&id=${encodeURIComponent(reversing)}`,
  );
  await page.getByText('https://evil.example/\\u202egpj.exe').first().waitFor();
});

async function fill(service: LocalService): Promise<void> {
  await service.post('/collections', { name: 'hostile', keepText: true });
  for (const [i, id] of [...hostile, reversing].entries()) {
    const text = `${id} ${'and the same words in every document of this family, '.repeat(6)}${i} ${id}`;
    const html = `<html><head><title>${escaped(id)}</title><meta property="og:site_name" content="${escaped(id)}"><link rel=canonical href="${escaped(id)}"></head><body><article><h1>${escaped(id)}</h1><p>${escaped(text)}</p></article></body></html>`;
    const metadata = { title: id, [id]: id, url: id };
    const stored = await service.post('/documents', { id, html, metadata, collection: 'hostile' });
    expect([id, stored.status]).toEqual([id, 201]);
    const copy = { id: `copy of ${id}`, html, metadata, collection: 'hostile' };
    expect((await service.post('/check', copy)).body.decision).toBe('duplicate');
    await service.post('/documents', { ...copy, id: `stored copy of ${id}` });
  }
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
