import { describe, expect, it } from 'vitest';
import { english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

const hour = 3600;

type TestApp = Awaited<ReturnType<typeof openTestApp>>['app'];

async function patch(app: TestApp, name: string, payload: object) {
  const response = await app.inject({ method: 'PATCH', url: `/collections/${name}`, payload });
  return { status: response.statusCode, body: response.json() };
}

describe('ttlSeconds', () => {
  it('makes a document absent from every operation once it has expired', async () => {
    const { post, get, send, pass } = await openTestApp();
    const stored = await post('/check', { id: 'a', text: english, ttlSeconds: hour });
    expect(stored.status).toBe(201);
    const { storedAt, expiresAt } = (await get('/documents/a')).body;
    expect(Date.parse(expiresAt)).toBe(Date.parse(storedAt) + hour * 1000);
    await post('/documents', { id: 'b', text: english });
    expect((await get('/documents/b')).body.expiresAt).toBeNull();

    pass(hour * 1000);
    expect((await get('/documents/a')).body.code).toBe('document_not_found');
    expect((await send('DELETE', '/documents/a')).body.code).toBe('document_not_found');
    const ids = ['a', 'b'];
    expect((await post('/documents/lookup', { ids })).body.missing).toEqual(['a']);
    expect((await get('/documents')).body.documents).toMatchObject([{ id: 'b' }]);
    expect((await post('/query', { text: english })).body).toMatchObject({
      matches: [{ id: 'b' }],
      candidates: 1,
    });
    expect((await post('/query', { id: 'a' })).body.code).toBe('document_not_found');
    expect((await post('/compare', { a: { id: 'a' }, b: { id: 'b' } })).status).toBe(404);
    expect((await post('/documents/delete', { ids })).body).toEqual({
      deleted: ['b'],
      missing: ['a'],
    });
    const again = await post('/check', { id: 'a', text: english });
    expect(again).toMatchObject({ status: 201, body: { decision: 'new', previous: null } });
  });

  it('starts again with each check that finds the document unchanged', async () => {
    const { post, get, pass } = await openTestApp();
    const check = () => post('/check', { id: 'a', text: english, ttlSeconds: hour });
    await check();
    for (let i = 0; i < 3; i++) {
      pass((hour - 1) * 1000);
      expect((await check()).body.decision).toBe('unchanged');
    }
    pass(hour * 1000);
    expect((await get('/documents/a')).status).toBe(404);
  });

  it('ends with a check or an addition without one that finds the document unchanged', async () => {
    const { post, get } = await openTestApp();
    for (const path of ['/check', '/documents']) {
      await post('/documents', { id: path, text: english, ttlSeconds: hour });
      await post(path, { id: path, text: english });
      expect((await get(`/documents/${encodeURIComponent(path)}`)).body.expiresAt).toBeNull();
    }
  });

  it('of a match that is shorter than that of the page refuses nothing, and the reply says so', async () => {
    const { post, get } = await openTestApp();
    await post('/check', { id: 'brief', text: english, ttlSeconds: hour });
    const { expiresAt } = (await get('/documents/brief')).body;
    const page = await post('/check', { id: 'page', text: english });
    expect(page).toMatchObject({
      status: 201,
      body: {
        ...{ decision: 'similar', stored: true, similarTo: 'brief', reason: 'outlivesMatch' },
        ...{ matchExpiresAt: expiresAt, matches: [{ id: 'brief', level: 'exact' }] },
      },
    });
    expect((await post('/check', { id: 'next', text: english })).body).toMatchObject({
      ...{ decision: 'duplicate', duplicateOf: 'page', reason: null },
    });
  });

  it('of a collection makes all its pages equal, so one of 64 mirrors is new', async () => {
    for (const ttlSeconds of [null, hour]) {
      const { post, pass } = await openTestApp();
      await post('/collections', { name: 'mirrors', ttlSeconds });
      const decisions: string[] = [];
      for (let mirror = 0; mirror < 64; mirror++) {
        pass(500);
        const claim = mirror % 2 === 0 ? { claimSeconds: 60 } : {};
        const page = { id: `https://mirror-${mirror}.example/`, text: english, ...claim };
        decisions.push((await post('/check', { ...page, collection: 'mirrors' })).body.decision);
      }
      expect(decisions).toEqual(['new', ...Array.from({ length: 63 }, () => 'duplicate')]);
    }
  });

  it('defaults to that of the collection', async () => {
    const { app, post, get, pass } = await openTestApp();
    const created = await post('/collections', { name: 'news', ttlSeconds: hour });
    expect(created.body.ttlSeconds).toBe(hour);
    const collection = 'news';
    await post('/documents', { id: 'a', text: english, collection });
    await post('/documents', { id: 'b', text: english, collection, ttlSeconds: 2 * hour });
    const patched = await patch(app, 'news', { ttlSeconds: null });
    expect(patched.body.ttlSeconds).toBeNull();
    await post('/documents', { id: 'c', text: english, collection });
    pass(hour * 1000);
    const { body } = await get('/documents?collection=news');
    expect(body.documents).toMatchObject([{ id: 'b' }, { id: 'c', expiresAt: null }]);
  });

  it('is accepted with raw bodies and in lines of a bulk request, and refused if invalid', async () => {
    const { app, post, get } = await openTestApp();
    const type = { 'content-type': 'text/plain' };
    await post('/documents?id=a&ttlSeconds=60', english, type);
    expect((await get('/documents/a')).body.expiresAt).not.toBeNull();
    const line = JSON.stringify({ id: 'b', text: unrelated, ttlSeconds: 60 });
    const headers = { 'content-type': 'application/x-ndjson' };
    await app.inject({ method: 'POST', url: '/documents/bulk', headers, payload: line });
    expect((await get('/documents/b')).body.expiresAt).not.toBeNull();
    for (const ttlSeconds of [0, -1, 1.5, '60', 3_153_600_001]) {
      const { status, body } = await post('/check', { id: 'c', text: english, ttlSeconds });
      expect([status, body.errors[0].pointer]).toEqual([422, '/ttlSeconds']);
    }
    expect((await post('/query', { text: english, ttlSeconds: 60 })).status).toBe(422);
  });

  it('reduces counts soon after, by the sweep', async () => {
    const { post, count, pass, detector } = await openTestApp();
    await post('/documents', { id: 'a', text: english, ttlSeconds: hour });
    pass(hour * 1000);
    await expect.poll(count).toBe(0);
    await detector.close();
  });
});

describe('PATCH /collections/{name}', () => {
  it('changes only the named settings, for later requests', async () => {
    const { app, post, get } = await openTestApp();
    await post('/documents', { id: 'a', text: english });
    const { body } = await patch(app, 'default', {
      maxDistance: 5,
      minSimilarity: 0.9,
      duplicateIf: 'article',
      keepText: true,
    });
    expect(body).toMatchObject({
      ...{ name: 'default', ttlSeconds: null, problem: null },
      ...{ maxDistance: 5, minSimilarity: 0.9, duplicateIf: 'article', keepText: true },
    });
    expect((await get('/collections/default')).body).toEqual(body);
    expect((await patch(app, 'default', {})).body).toEqual(body);
    await post('/documents', { id: 'b', text: unrelated });
    expect((await get('/documents/a?include=text')).body.text).toBeNull();
    expect((await get('/documents/b?include=text')).body.text).not.toBeNull();
  });

  it('refuses a recipe, limits that the method does not use, and an absent collection', async () => {
    const { app, post } = await openTestApp();
    await post('/collections', { name: 'bits', recipe: { method: 'simhash' } });
    const refusal = async (name: string, changes: object) => {
      const { status, body } = await patch(app, name, changes);
      return [status, body.code];
    };
    expect(await refusal('default', { recipe: { method: 'simhash' } })).toEqual([
      ...[409, 'recipe_immutable'],
    ]);
    expect(await refusal('default', { maxDistance: 8 })).toEqual([422, 'distance_unsupported']);
    expect(await refusal('bits', { minSimilarity: 0.5 })).toEqual([422, 'validation_failed']);
    expect(await refusal('default', { name: 'other' })).toEqual([422, 'validation_failed']);
    expect(await refusal('none', { maxDistance: 2 })).toEqual([404, 'collection_not_found']);
  });
});
