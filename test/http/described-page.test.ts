import { describe, expect, it } from 'vitest';
import { bulk, ndjson } from './bulk/requests.js';
import { english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

const html = { 'content-type': 'text/html; charset=utf-8' };
const here = 'https://a.example/tea';
const there = 'https://b.example/tea';

const pageOf = (head: string, text = english) =>
  `<!doctype html><html lang="en"><head><title>Tea - The Leaf</title>
   <meta property="og:site_name" content="The Leaf">${head}</head>
   <body><article><h2>Tea</h2><p>${text}</p></article></body></html>`;
const canonical = (href: string) => `<link rel="canonical" href="${href}">`;

const facts = {
  title: 'Tea',
  siteName: 'The Leaf',
  canonical: null,
  language: 'en',
  publishedAt: null,
  headings: ['Tea'],
};

describe('page metadata', () => {
  it('is in every reply of /extract', async () => {
    const { post } = await openTestApp();
    expect((await post('/extract', pageOf(''), html)).body).toMatchObject(facts);
    const relative = pageOf(canonical('/tea?a'));
    expect((await post('/extract', { html: relative })).body).toMatchObject(facts);
    const expected = { ...facts, canonical: 'https://a.example/tea?a' };
    expect((await post('/extract', { html: relative, url: here })).body).toMatchObject(expected);
    const query = new URLSearchParams({ url: here });
    expect((await post(`/extract?${query}`, relative, html)).body).toMatchObject(expected);
  });

  it.each(['/documents', '/check', '/query'])('is in a reply of %s on request', async (path) => {
    const { post } = await openTestApp();
    const page = { ...facts, canonicalOf: null };
    const asked = { html: pageOf(''), include: ['page'] };
    expect((await post(path, asked)).body.page).toEqual(page);
    expect((await post(`${path}?include=page`, pageOf(''), html)).body.page).toEqual(page);
    expect((await post(path, { html: pageOf('') })).body).not.toHaveProperty('page');
    expect((await post(path, { text: english, include: ['page'] })).body.page).toBeNull();
    expect((await post(path, { ...asked, include: null })).body).not.toHaveProperty('page');
  });

  it('is in a reply of /query with explanations, and null for a stored document', async () => {
    const { post } = await openTestApp();
    await post('/documents', { id: 'a', text: english });
    const explained = { html: pageOf(''), include: ['page'], explain: true };
    expect((await post('/query', explained)).body).toMatchObject({
      matches: [{ id: 'a', exact: false, evidence: {} }],
      page: facts,
    });
    expect((await post('/query', { id: 'a', include: ['page'] })).body.page).toBeNull();
  });

  it('is in the results of /documents/bulk on request', async () => {
    const app = await openTestApp();
    const lines = [{ html: pageOf(''), include: ['page'] }, { text: unrelated }];
    const reply = await bulk(app, ndjson(lines), { mode: 'check' });
    expect(reply.lines[0]).toMatchObject({ page: { ...facts, canonicalOf: null } });
    expect(reply.lines[1]).not.toHaveProperty('page');
  });

  it('has the title of the request', async () => {
    const { post } = await openTestApp();
    const asked = { title: ' Green tea ', include: ['page'] };
    const { body } = await post('/check', { ...asked, html: pageOf('') });
    expect(body.page).toEqual({ ...facts, title: 'Green tea', canonicalOf: null });
    const ofText = (await post('/check', { ...asked, text: english })).body.page;
    expect(ofText).toMatchObject({ title: 'Green tea', siteName: null, headings: [] });
    const query = new URLSearchParams({ title: 'Tee', include: 'page' });
    expect((await post(`/check?${query}`, pageOf(''), html)).body.page.title).toBe('Tee');
  });

  it.each([
    ['/title', { title: 'x'.repeat(1001) }],
    ['/title', { title: 7 }],
    ['/include', { include: 'page' }],
    ['/include/0', { include: ['text'] }],
    ['/include', { include: ['page', 'page'] }],
  ])('is refused for a wrong %s', async (pointer, fields) => {
    const { post } = await openTestApp();
    const reply = await post('/check', { text: english, ...fields });
    expect(reply.status).toBe(422);
    expect(reply.body.errors[0]).toMatchObject({ pointer });
  });

  it('is replayed with the reply', async () => {
    const { post } = await openTestApp();
    const once = { 'idempotency-key': '"one"' };
    const asked = { html: pageOf(canonical(there)), include: ['page'] };
    const { body } = await post('/check', asked, once);
    await post('/documents', { id: there, text: unrelated });
    expect((await post('/check', asked, once)).body).toEqual(body);
    expect(body.page).toMatchObject({ canonical: there, canonicalOf: null });
  });
});

describe('stored page metadata', () => {
  const { headings: _, ...kept } = facts;
  const stored = { ...kept, canonical: here };
  const page = pageOf(canonical('/tea'));

  it.each(['/documents', '/check'])(
    'is stored by %s, and shown with the document',
    async (path) => {
      const { get, post } = await openTestApp();
      await post(path, { id: here, html: page });
      await post(`${path}?id=raw`, pageOf('', unrelated), html);
      const one = encodeURIComponent(here);
      expect((await get(`/documents/${one}`)).body.page).toEqual(stored);
      const { documents } = (await get('/documents')).body;
      expect(documents).toMatchObject([
        { id: here, page: stored },
        { id: 'raw', page: kept },
      ]);
      const found = (await post('/documents/lookup', { ids: [here] })).body;
      expect(found.documents[0].page).toEqual(stored);
    },
  );

  it('is stored by lines of /documents/bulk', async () => {
    const app = await openTestApp();
    const lines = [
      { id: 'a', html: page, title: 'Tee' },
      { id: 'b', text: unrelated },
    ];
    await bulk(app, ndjson(lines), { mode: 'check' });
    expect((await app.get('/documents/a')).body.page).toMatchObject({
      title: 'Tee',
      language: 'en',
    });
    expect((await app.get('/documents/b')).body.page).toBeNull();
  });

  it('has the title of the request, even for a text', async () => {
    const { get, post } = await openTestApp();
    await post('/documents', { id: 'a', text: english, title: 'Tee' });
    expect((await get('/documents/a')).body.page).toEqual({
      ...{ title: 'Tee', siteName: null, canonical: null, language: null, publishedAt: null },
    });
  });

  it('stays if the page is unchanged or refused, and follows a changed page', async () => {
    const { get, post } = await openTestApp();
    await post('/check', { id: here, html: page });
    const again = await post('/check', { id: here, html: page });
    expect(again.body.decision).toBe('unchanged');
    const copy = await post('/check', { id: there, html: page, title: 'Other' });
    expect(copy.body).toMatchObject({ decision: 'similar', matches: [{ level: 'article' }] });
    const same = await post('/check', { id: `${there}/2`, html: page });
    expect(same.body.decision).toBe('duplicate');
    const one = `/documents/${encodeURIComponent(here)}`;
    expect((await get(one)).body.page).toEqual(stored);
    await post('/check', { id: here, html: pageOf('', unrelated), title: 'New' });
    expect((await get(one)).body.page).toEqual({ ...kept, title: 'New' });
  });
});

describe('a canonical address', () => {
  it('names another stored document, and decides nothing', async () => {
    const { post } = await openTestApp();
    await post('/documents', { id: there, text: unrelated });
    const asked = { id: here, html: pageOf(canonical(there)), include: ['page'] };
    expect((await post('/check', asked)).body).toMatchObject({
      decision: 'new',
      stored: true,
      page: { canonical: there, canonicalOf: there },
    });
  });

  it.each([
    ['encoded', 'https://b.example/%E8%8C%B6', 'https://b.example/茶'],
    ['the root of a host', 'https://b.example/', 'https://b.example'],
    ['relative to the id', '/other', 'https://a.example/other'],
  ])('%s names a document', async (_, href, id) => {
    const { post } = await openTestApp();
    await post('/documents', { id, text: unrelated });
    const asked = { id: here, html: pageOf(canonical(href)), include: ['page'] };
    expect((await post('/check', asked)).body.page.canonicalOf).toBe(id);
  });

  it('names nothing if it is the own id of the page, or an id of another collection', async () => {
    const { post } = await openTestApp();
    await post('/collections', { name: 'others' });
    await post('/documents', { id: there, text: unrelated, collection: 'others' });
    const asked = { id: here, html: pageOf(canonical(there)), include: ['page'] };
    expect((await post('/check', asked)).body.page.canonicalOf).toBeNull();
    const own = { id: here, html: pageOf(canonical(here)), include: ['page'] };
    expect((await post('/check', own)).body.page).toMatchObject({
      canonical: here,
      canonicalOf: null,
    });
  });

  it('that breaks decoding names nothing', async () => {
    const { post } = await openTestApp();
    const asked = { html: pageOf(canonical('https://b.example/%ff')), include: ['page'] };
    expect((await post('/check', asked)).body.page).toMatchObject({
      canonical: 'https://b.example/%ff',
      canonicalOf: null,
    });
  });
});
