import { expect, it } from 'vitest';
import { openTestApp } from './test-app.js';

const hour = 3_600_000;

it('GET /stats and GET /stats/history count decisions', async () => {
  const { post, get, pass } = await openTestApp();
  await post('/collections', { name: 'news' });
  const check = (id: string, fingerprint: string, more = {}) =>
    post('/check', { id, fingerprint, duplicateIf: 'similar', ...more });
  await check('a', '0000000000000000');
  await check('b', '0000000000000000');
  await check('b', '0000000000000007');
  await check('a', '0000000000000000');
  pass(hour);
  await check('a', 'ffff000000000000');
  await check('c', '0000000000000000', { dryRun: true });
  await check('c', '0000000000000000', { collection: 'news' });

  const { body } = await get('/stats?collection=default');
  expect(body.decisions).toEqual({ new: 1, similar: 0, duplicate: 2, changed: 1, unchanged: 1 });
  expect(body.distances.slice(0, 5)).toEqual([1, 0, 0, 1, 0]);
  expect(body.distances).toHaveLength(65);
  expect(body.similarities).toEqual(Array(20).fill(0));
  expect((await get('/stats')).body.decisions).toMatchObject({ new: 2, duplicate: 2 });

  const { body: all } = await get('/stats/history');
  expect(all).toEqual({
    stepSeconds: 3600,
    points: [
      {
        at: '2026-01-01T00:00:00.000Z',
        new: 1,
        similar: 0,
        duplicate: 2,
        changed: 0,
        unchanged: 1,
      },
      {
        at: '2026-01-01T01:00:00.000Z',
        new: 1,
        similar: 0,
        duplicate: 0,
        changed: 1,
        unchanged: 0,
      },
    ],
  });
  const { points } = (await get('/stats/history?hours=1&collection=news')).body;
  expect(points).toMatchObject([{ new: 1, changed: 0 }]);
  expect((await get('/stats/history?hours=2161')).body.code).toBe('validation_failed');
  expect((await get('/stats/history?collection=none')).body.code).toBe('collection_not_found');
});

it('GET /stats/hosts counts decisions by host and day', async () => {
  const { app, post, get, pass } = await openTestApp();
  await post('/collections', { name: 'news' });
  const check = (id: string, more = {}) =>
    post('/check', { id, fingerprint: '0000000000000000', duplicateIf: 'similar', ...more });
  await check('https://a.example/1');
  pass(24 * hour);
  await check('https://www.a.example/2');
  await check('https://b.example/1', { collection: 'news' });
  await check('https://b.example/2', { collection: 'news', dryRun: true });
  const line = { id: 'x', fingerprint: 'ffffffffffffffff' };
  const headers = { 'content-type': 'application/x-ndjson' };
  const bulk = { method: 'POST', url: '/documents/bulk?mode=check', headers } as const;
  await app.inject({ ...bulk, payload: JSON.stringify(line) });

  const none = { new: 0, similar: 0, duplicate: 0, changed: 0, unchanged: 0 };
  expect((await get('/stats/hosts')).body.hosts).toEqual([
    { host: null, ...none, new: 1 },
    { host: 'a.example', ...none, duplicate: 1 },
    { host: 'b.example', ...none, new: 1 },
  ]);
  expect((await get('/stats/hosts?days=2&collection=default')).body.hosts).toEqual([
    { host: 'a.example', ...none, new: 1, duplicate: 1 },
    { host: null, ...none, new: 1 },
  ]);
  await check('https://c.example/1', { fingerprint: 'f0f0f0f0f0f0f0f0' });
  await check('https://c.example/2', { fingerprint: '0f0f0f0f0f0f0f0f' });
  const hosts = async (order: string) => {
    const { body } = await get(`/stats/hosts?days=2&collection=default&order=${order}`);
    return (body.hosts as { host: string | null }[]).map(({ host }) => host);
  };
  expect(await hosts('decisions')).toEqual(['a.example', 'c.example', null]);
  expect(await hosts('refused')).toEqual(['a.example', null, 'c.example']);
  expect((await get('/stats/hosts?days=91')).body.code).toBe('validation_failed');
  expect((await get('/stats/hosts?collection=none')).body.code).toBe('collection_not_found');
});
