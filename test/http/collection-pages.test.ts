import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import { unsupported } from '../../src/store/rules/rejections.js';
import { createModelStore } from '../model/model-store.js';
import { english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

interface Paged {
  readonly collections: readonly { readonly name: string }[];
  readonly nextCursor: string | null;
}

const namesOf = ({ collections }: Paged) => collections.map(({ name }) => name);

/** `default` is empty, `news` has two documents with one content, `tea` and `newer` have one document. */
async function withCollections() {
  const opened = await openTestApp();
  const { post, get } = opened;
  for (const name of ['tea', 'newer', 'news']) await post('/collections', { name });
  const documents = [
    ...[
      ['news', english],
      ['news', english],
      ['tea', english],
      ['newer', unrelated],
    ],
  ] as const;
  for (const [index, [collection, text]] of documents.entries()) {
    await post('/documents', { id: String(index), text, collection });
  }
  const walk = async (query: string) => {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await get(`/collections?${query}${cursor && `&cursor=${cursor}`}`);
      pages.push(namesOf(body));
      cursor = body.nextCursor;
    }
    return pages;
  };
  return { ...opened, walk };
}

describe('GET /collections', () => {
  it('lists all of them by name by default', async () => {
    const { get } = await withCollections();
    const { body } = await get('/collections');
    expect(namesOf(body)).toEqual(['default', 'newer', 'news', 'tea']);
    expect(body).toMatchObject({ nextCursor: null, total: 4 });
    expect(body).not.toHaveProperty('totals');
    expect(body.collections[0]).toEqual((await get('/collections/default')).body);
  });

  it('lists pages, in every order and both directions', async () => {
    const { walk } = await withCollections();
    const byName = [['default', 'newer', 'news'], ['tea']];
    expect(await walk('limit=3')).toEqual(byName);
    expect(await walk('limit=3&direction=descending')).toEqual([
      ['tea', 'news', 'newer'],
      ['default'],
    ]);
    expect(await walk('limit=3&order=created')).toEqual([['default', 'tea', 'newer'], ['news']]);
    const byDocuments = [
      ['default', 'newer'],
      ['tea', 'news'],
    ];
    expect(await walk('limit=2&order=documents')).toEqual(byDocuments);
    const falling = byDocuments.flat().reverse();
    expect((await walk('limit=1&order=documents&direction=descending')).flat()).toEqual(falling);
  });

  it('sorts by the hour of the last decision, collections without one first', async () => {
    const { walk, post, pass } = await withCollections();
    for (const collection of ['tea', 'news']) {
      await post('/check', { id: 'x', text: english, collection });
      pass(3_600_000);
    }
    expect(await walk('order=lastDecision')).toEqual([['default', 'newer', 'tea', 'news']]);
  });

  it('searches by a part of the name, and returns the total on all pages', async () => {
    const { get } = await withCollections();
    const { body } = await get('/collections?search=EW&limit=1&include=stats');
    expect(namesOf(body)).toEqual(['newer']);
    expect(body).toMatchObject({ total: 2, totals: { documents: 3, contents: 2 } });
    expect((await get('/collections?search=none')).body).toMatchObject({
      ...{ collections: [], total: 0, nextCursor: null },
    });
  });

  it('returns the same counts as GET /stats', async () => {
    const { get, post } = await withCollections();
    await post('/check', { id: 'x', text: unrelated, collection: 'news' });
    const { body } = await get('/collections?include=stats&search=news');
    const { documents, contents, decisions } = (await get('/stats?collection=news')).body;
    const lastDecisionHour = '2026-01-01T00:00:00.000Z';
    expect(body.collections[0].stats).toEqual({ documents, contents, decisions, lastDecisionHour });
    expect(documents).toBe(3);
  });

  it('lists them in brief', async () => {
    const { get } = await withCollections();
    const whole = (await get('/collections/tea')).body;
    const { name, recipeId, keepText, createdAt, problem } = whole;
    const brief = { name, method: whole.recipe.method, recipeId, keepText, createdAt, problem };
    const { body } = await get('/collections?fields=brief&search=tea');
    expect(body.collections).toEqual([brief]);
    const counted = (await get('/collections?fields=brief&search=tea&include=stats')).body;
    expect(counted.collections[0]).toMatchObject({ ...brief, stats: { documents: 1 } });
  });

  it('accepts a cursor only with the order of its page', async () => {
    const { get } = await withCollections();
    const { nextCursor } = (await get('/collections?limit=1&order=documents')).body;
    for (const query of ['', 'order=created&', 'order=documents&direction=descending&']) {
      const refused = await get(`/collections?${query}cursor=${nextCursor}`);
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
    }
    expect((await get('/collections?limit=0')).body.code).toBe('validation_failed');
    expect((await get('/collections?order=size')).body.code).toBe('validation_failed');
  });

  it('shows and sums only collections that a key may see', async () => {
    const all = newKey({ name: 'all', scopes: ['admin'] });
    const bound = newKey({ name: 'bound', scopes: ['read'], collections: ['tea', 'gone'] });
    const file = JSON.stringify({ keys: [all.entry, bound.entry] });
    const keys = createKeyRing(parseKeyFile(file));
    const { post, get } = await openTestApp({ keys });
    const admin = { authorization: `Bearer ${all.key}` };
    for (const name of ['tea', 'news']) {
      await post('/collections', { name }, admin);
      await post('/documents', { text: english, collection: name }, admin);
    }
    const reader = { authorization: `Bearer ${bound.key}` };
    for (const query of ['', '?include=stats&order=documents', '?fields=brief&search=e']) {
      const { body } = await get(`/collections${query}`, reader);
      expect(namesOf(body)).toEqual(['tea']);
      expect(body.total).toBe(1);
    }
    const { totals } = (await get('/collections?include=stats', reader)).body;
    expect(totals).toEqual({ documents: 1, contents: 1 });
  });

  it('refuses counts, and sorting by counts, if a store counts nothing', async () => {
    const store = { ...createModelStore(), engine: 'cassandra', features: new Set<never>() };
    const statsOfEach = () => Promise.reject(unsupported(store, 'this operation'));
    const { get } = await openTestApp({}, { ...store, statsOfEach });
    for (const query of ['include=stats', 'order=documents', 'order=lastDecision']) {
      const refused = await get(`/collections?${query}`);
      expect(refused).toMatchObject({ status: 501, body: { code: 'store_unsupported' } });
    }
    expect((await get('/collections?order=created&limit=1')).body.total).toBe(1);
  });
});

it('a list shows created, changed and deleted collections at once', async () => {
  const { get, post, send } = await openTestApp();
  const listed = async () => (await get('/collections')).body.collections;
  await post('/collections', { name: 'news' });
  const [one, other] = [await listed(), await listed()];
  expect(other).toEqual(one);
  await send('PATCH', '/collections/news', { minSimilarity: 0.9 });
  expect(await listed()).toMatchObject([{ name: 'default' }, { name: 'news', minSimilarity: 0.9 }]);
  expect((await get('/collections/news')).body).toMatchObject({ minSimilarity: 0.9 });
  await send('DELETE', '/collections/news?confirm=news');
  expect(await listed()).toHaveLength(1);
});
