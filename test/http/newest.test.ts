import { describe, expect, it } from 'vitest';
import { encodeCursor } from '../../src/api/cursor.js';
import { unsupported } from '../../src/store/rules/rejections.js';
import { createModelStore } from '../model/model-store.js';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

interface Listed {
  readonly id: string;
  readonly storedAt: string;
  readonly excerpt?: string | null;
}

const idsOf = (documents: readonly Listed[]) => documents.map(({ id }) => id);

describe('GET /documents?order=newest', () => {
  async function withDocuments(...ids: string[]) {
    const opened = await openTestApp();
    for (const id of ids) await opened.post('/documents', { id, text: english });
    return opened;
  }

  it('lists documents newest first, page by page', async () => {
    const { get, post } = await withDocuments('b', 'a', 'c');
    await post('/documents', { id: 'b', text: `${english} Again.` });
    const first = await get('/documents?order=newest&limit=2');
    expect(idsOf(first.body.documents)).toEqual(['c', 'a']);
    await post('/documents', { id: 'd', text: english });
    const rest = await get(`/documents?order=newest&limit=2&cursor=${first.body.nextCursor}`);
    expect(idsOf(rest.body.documents)).toEqual(['b']);
    expect(rest.body.nextCursor).toBeNull();
  });

  it('lists documents stored at or after storedAfter and before storedBefore', async () => {
    const { get } = await withDocuments('a', 'b', 'c', 'd');
    const { body } = await get('/documents?order=newest');
    const times = (body.documents as Listed[]).map(({ storedAt }) => storedAt);
    const found = await get(
      `/documents?order=newest&storedAfter=${times[2]}&storedBefore=${times[0]}`,
    );
    expect(idsOf(found.body.documents)).toEqual(['c', 'b']);
    const wrong = await get('/documents?order=newest&storedAfter=yesterday');
    expect(wrong).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('filters by search and by kind of document', async () => {
    const { get, post } = await openTestApp();
    const check = (id: string, more: object) => post('/check', { id, text: english, ...more });
    await check('https://news.example/1', { metadata: { title: 'The Ferry' } });
    await check('copy', { onDuplicate: 'store' });
    await check('longer', { text: `${english} Adults pay 45 euros, says Anna Berg.` });
    await check('short', { text: 'A note.', claimSeconds: 600 });
    const listed = async (query: string) =>
      idsOf((await get(`/documents?order=newest&${query}`)).body.documents);
    expect(await listed('search=FERRY')).toEqual(['https://news.example/1']);
    expect(await listed('search=news.example')).toEqual(['https://news.example/1']);
    expect(await listed('only=clustered')).toEqual(['longer', 'copy', 'https://news.example/1']);
    expect(await listed('only=similar')).toEqual(['longer']);
    expect(await listed('only=claimed')).toEqual(['short']);
    expect(await listed('only=short&search=s')).toEqual(['short']);
    expect(await listed('only=changed')).toEqual([]);
    await check('https://xn--fiqs8s.example/', { text: 'Rice is sown in spring.' });
    const form = encodeURIComponent('中国');
    expect(await listed(`search=${form}`)).toEqual(['https://xn--fiqs8s.example/']);
    expect(await listed(`search=https://${form}.example`)).toEqual(['https://xn--fiqs8s.example/']);
  });

  it('is refused with an idPrefix or a cluster, and times are refused without it', async () => {
    const { get } = await openTestApp();
    for (const query of [
      'order=newest&idPrefix=a',
      'order=newest&cluster=a',
      'storedAfter=2026-01-01T00:00:00Z',
      'order=id&storedBefore=2026-01-01T00:00:00Z',
      'search=a',
      'order=id&only=short',
      'order=newest&only=long',
    ]) {
      expect(await get(`/documents?${query}`)).toMatchObject({
        ...{ status: 422, body: { code: 'validation_failed' } },
      });
    }
  });

  it('refuses cursors of other lists, and of a collection that was deleted and created again', async () => {
    const { get, post, send } = await openTestApp();
    await post('/collections', { name: 'pages' });
    const add = (id: string) => post('/documents', { id, text: english, collection: 'pages' });
    for (const id of ['a', 'b']) await add(id);
    const page = '/documents?collection=pages&order=newest&limit=1';
    const { nextCursor } = (await get(page)).body;
    const byId = (await get('/documents?collection=pages&limit=1')).body.nextCursor;
    const refused = { status: 400, body: { code: 'invalid_cursor' } };
    for (const cursor of [byId, encodeCursor('n1', '[1]'), encodeCursor('n1', '["a",0]')]) {
      expect(await get(`${page}&cursor=${cursor}`)).toMatchObject(refused);
    }
    await send('DELETE', '/collections/pages?confirm=pages');
    await post('/collections', { name: 'pages' });
    const late = await get(`${page}&cursor=${nextCursor}`);
    expect(late).toMatchObject(refused);
    expect(late.body.detail).toContain(
      'collection "pages" has since been reindexed or created again',
    );
  });

  it('is refused if the store lacks this order', async () => {
    const store = { ...createModelStore(), engine: 'cassandra', features: new Set<never>() };
    const { get } = await openTestApp(
      {},
      { ...store, newest: () => Promise.reject(unsupported(store, 'this operation')) },
    );
    expect(await get('/documents?order=newest')).toMatchObject({
      ...{ status: 501, body: { code: 'store_unsupported' } },
    });
  });
});

describe('include=excerpt', () => {
  async function withTexts() {
    const opened = await openTestApp();
    await opened.post('/collections', { name: 'kept', keepText: true });
    const add = (id: string, text: string) =>
      opened.post('/documents', { id, text, collection: 'kept' });
    const excerptsOf = (body: { documents: Listed[] }) =>
      body.documents.map(({ excerpt }) => excerpt);
    return { ...opened, add, excerptsOf };
  }

  it('returns the beginning of the kept texts in every list of documents', async () => {
    const { add, get, post, excerptsOf } = await withTexts();
    const long = `${'字'.repeat(239)}\u{1f600} and more`;
    await add('short', 'A short text, which is given whole.');
    await add('long', long);
    await post('/documents', {
      ...{ id: 'none', collection: 'kept' },
      features: [{ term: 'a', weight: 1 }],
    });
    const expected = [long.slice(0, 239), null, 'A short text, which is given whole.'];
    const list = '/documents?collection=kept&include=excerpt';
    expect(excerptsOf((await get(list)).body)).toEqual(expected);
    const newest = (await get(`${list}&order=newest`)).body;
    expect(excerptsOf(newest)).toEqual([null, expected[0], expected[2]]);
    const ids = { ids: ['short', 'absent', 'long'], collection: 'kept' };
    const looked = (await post('/documents/lookup', { ...ids, include: ['excerpt'] })).body;
    expect(excerptsOf(looked)).toEqual([expected[2], expected[0]]);
    const plain = [await get('/documents?collection=kept'), await post('/documents/lookup', ids)];
    for (const { body } of plain) expect(body.documents[0]).not.toHaveProperty('excerpt');
    const all = { documents: looked.documents.map(({ excerpt, ...each }: Listed) => each) };
    expect(plain[1]!.body).toMatchObject(all);
  });

  it('returns excerpts of the members of a cluster', async () => {
    const { post, get, excerptsOf } = await withTexts();
    const kept = { text: english, collection: 'kept' };
    await post('/check', { ...kept, id: 'a' });
    const { cluster } = (await post('/check', { ...kept, id: 'b', onDuplicate: 'store' })).body;
    const { body } = await get(
      `/documents?collection=kept&cluster=${cluster}&include=excerpt&limit=1`,
    );
    expect(excerptsOf(body)).toEqual([english.slice(0, 240)]);
    expect(body.nextCursor).not.toBeNull();
  });

  it('counts towards the bytes of a reply', async () => {
    const { add, app, get, post } = await withTexts();
    const metadata = { text: 'x'.repeat(900) };
    const ids = Array.from({ length: 700 }, (_, i) => `page-${String(i).padStart(3, '0')}`);
    const documents = ids.map((id) => ({
      id,
      text: '字'.repeat(300),
      metadata,
      collection: 'kept',
    }));
    const lines = documents.map((each) => JSON.stringify(each)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    await app.inject({ method: 'POST', url: '/documents/bulk', payload: lines, headers });
    await add('zero', 'The last one.');
    const seen: string[] = [];
    const lengths: number[] = [];
    for (const order of ['id', 'newest']) {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const at = cursor && `&cursor=${cursor}`;
        const list = `/documents?collection=kept&limit=1000&include=excerpt&order=${order}${at}`;
        const { body } = await get(list);
        seen.push(...idsOf(body.documents));
        lengths.push(body.documents.length);
        cursor = body.nextCursor;
      }
    }
    expect(Math.max(...lengths)).toBeLessThan(700);
    expect(seen).toEqual([...ids, 'zero', 'zero', ...ids.toReversed()]);
    const asked = { ids: [...ids, 'absent'], collection: 'kept', include: ['excerpt'] };
    const { body } = await post('/documents/lookup', asked);
    expect([...idsOf(body.documents), ...body.remaining]).toEqual([...ids, 'absent']);
    expect(body.remaining.length).toBeGreaterThan(1);
    expect(body.missing).toEqual([]);
  });
});
