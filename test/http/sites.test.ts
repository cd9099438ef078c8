import { expect, it } from 'vitest';
import { openTestApp } from './test-app.js';
import { textOf, words } from './texts.js';

const texts = [1, 2, 3, 4].map((seed) => textOf(words(80, seed)));

it('GET /sites/{host} lists the lines that matches leave out', async () => {
  const { post, get } = await openTestApp();
  for (const [at, text] of texts.slice(0, 3).entries()) {
    await post('/documents', {
      id: `https://www.town.example/${at}`,
      text,
      title: 'Town and harbour news',
    });
  }
  const id = 'https://town.example/0?print';
  expect((await post('/documents', { id, text: texts[3] })).status).toBe(201);
  const site = (await get('/sites/WWW.town.example:80')).body;
  expect(site).toEqual({
    ...{ site: 'town.example', pages: 4 },
    lines: [{ line: expect.any(Number), pages: 3, on: 'https://www.town.example/2', text: null }],
  });
  const page = { text: texts[3], title: 'Town and harbour news' };
  const copy = (await post('/check', { id: 'https://town.example/3', ...page })).body;
  expect(copy).toMatchObject({ decision: 'duplicate', duplicateOf: id });
  expect(copy.matches[0]).toMatchObject({
    ...{ level: 'exact', exact: false, adds: { nothing: true, siteLines: [site.lines[0].line] } },
  });
  expect((await get('/sites/other.example')).body).toEqual({
    ...{ site: 'other.example', pages: 0, lines: [] },
  });
  const changes = { siteLines: false };
  expect((await post('/collections', { name: 'all', ...changes })).body).toMatchObject(changes);
});

it('a mirror in the frame of a known site is a duplicate, unless its frame says more', async () => {
  const { post } = await openTestApp();
  const pageOf = (site: string, story: number, extra = '') => {
    const text = texts[story % texts.length]!;
    return `<title>${words(2, story).join(' ')} | ${site}</title>
      <nav><a>Home</a> <a>All pages of the ${site}</a></nav>${extra}
      <main><p>${text} ${words(9, story).join(' ')}</p></main>
      <footer>Printed and published by the ${site}</footer>`;
  };
  for (const story of [10, 11, 12, 13]) {
    for (const site of ['harbour', 'valley']) {
      const html = pageOf(site, site === 'valley' ? story + 10 : story);
      await post('/documents', { id: `https://${site}.example/${story}`, html });
    }
  }
  const check = async (html: string) =>
    (await post('/check', { id: 'https://valley.example/mirror', html, dryRun: true })).body;
  expect(await check(pageOf('valley', 12))).toMatchObject({
    decision: 'duplicate',
    duplicateOf: 'https://harbour.example/12',
  });
  const cancelled = await check(pageOf('valley', 12, '<aside>Cancelled</aside>'));
  expect(cancelled.decision).toBe('similar');
  expect(cancelled.matches[0]).toMatchObject({ level: 'article', adds: { words: 1, lines: 1 } });
});

it('shows the text of lines that a site repeats, and on how many pages they stand', async () => {
  const { post, get } = await openTestApp();
  await post('/collections', { name: 'kept', keepText: true });
  const add = (path: string, seed: number, notice: string) => {
    const html = `<title>${words(4, seed + 50).join(' ')}</title><main><p>${texts[seed]}</p></main>
      <footer>Printed by the harbour office</footer><aside>${notice}</aside>`;
    const id = `https://town.example/${path}`;
    return post('/documents', { id, html, collection: 'kept' });
  };
  for (const seed of [0, 1, 2]) await add(`${seed}`, seed, 'Ferries run late because of the storm');
  const notice = 'The museum is closed for repairs today';
  await add('again', 2, notice);
  const frame = { pages: 3, on: 'https://town.example/again' };
  const { lines } = (await get('/sites/town.example?collection=kept')).body;
  expect(lines).toMatchObject([{ ...frame, text: 'Printed by the harbour office' }]);
  const sides = { a: { id: 'https://town.example/0' }, b: { text: texts[0] } };
  const { adds } = (await post('/compare', { ...sides, collection: 'kept', explain: true })).body;
  expect(adds.passages).toMatchObject([
    { in: 'rest', text: words(4, 50).join(' ') },
    { text: 'Printed by the harbour office', line: lines[0].line, onSite: { pages: 3, of: 3 } },
    { text: 'Ferries run late because of the storm' },
  ]);
});

it('POST /compare leaves out the lines that a check leaves out', async () => {
  const { post } = await openTestApp();
  const frame = '<footer>Printed by the harbour office</footer>';
  const pageOf = (seed: number, around = frame) =>
    `<title>Page</title><main><p>${texts[seed]}</p></main>${around}`;
  const compare = async (collection: string) => {
    await post('/collections', {
      ...{ name: collection, keepText: true, refusedPages: { days: 14 } },
      siteLines: collection === 'learning',
    });
    const at = (id: string) => `https://${id}`;
    for (const seed of [0, 1, 2]) {
      const id = at(`town.example/${seed}`);
      await post('/documents', { id, html: pageOf(seed), collection });
    }
    await post('/documents', { id: at('wire.example/3'), html: pageOf(3, ''), collection });
    const copy = { id: at('town.example/3'), html: pageOf(3), collection };
    const check = (await post('/check', copy)).body;
    const sides = { a: { id: copy.id }, b: { id: at('wire.example/3') }, collection };
    const { level, adds } = (await post('/compare', { ...sides, explain: true })).body;
    return { check, compared: { level, adds } };
  };
  const { check, compared } = await compare('learning');
  expect(check.decision).toBe('duplicate');
  const [{ level, adds }] = check.matches;
  expect(compared).toMatchObject({ level, adds });
  expect(adds).toMatchObject({ nothing: true, siteLines: [expect.any(Number)] });
  expect(compared.adds.passages).toMatchObject([
    { line: adds.siteLines[0], onSite: { pages: 3, of: 3 } },
  ]);
  const counted = await compare('counting');
  expect(counted.check.decision).toBe('similar');
  expect(counted.compared).toMatchObject({ level: 'article', adds: { lines: 1 } });
});
