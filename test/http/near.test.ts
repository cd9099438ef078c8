import { expect, it } from 'vitest';
import { english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

type App = Awaited<ReturnType<typeof openTestApp>>;

const fingerprint = '00000000000000ff';
/** A fingerprint for each number up to 15, which sets some of the four lowest bits of the last byte but one. */
const near = (number: number) => `00000000000${number.toString(16)}00ff`;

/** Stores documents within distances of 0 to 4. */
async function openNearApp() {
  const app = await openTestApp();
  for (let number = 0; number < 16; number++) {
    await app.post('/documents', { id: `${number}`, fingerprint: near(number) });
  }
  return app;
}

async function walk({ post }: App, body: object): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const found = await post('/query', { ...body, order: 'distance', cursor });
    expect(found.status).toBe(200);
    expect(found.body.truncated).toBe(found.body.nextCursor !== null);
    ids.push(...found.body.matches.map(({ id }: { id: string }) => id));
    cursor = found.body.nextCursor;
  }
  return ids;
}

it('lists every document within the distance, nearest first, page by page', async () => {
  const app = await openNearApp();
  const ones = (number: number) => number.toString(2).replaceAll('0', '').length;
  const all = Array.from({ length: 15 }, (_, number) => number).sort(
    (a, b) => ones(a) - ones(b) || a - b,
  );
  for (const limit of [1, 4, 1000]) {
    expect(await walk(app, { fingerprint, limit })).toEqual(all.map(String));
  }
  expect(await walk(app, { id: '0', maxDistance: 1, limit: 2 })).toEqual(['1', '2', '4', '8']);
  const { body } = await app.post('/query', { fingerprint });
  expect(body).not.toHaveProperty('nextCursor');
});

it('finds texts below the lowest similarity as well', async () => {
  const app = await openTestApp();
  await app.post('/documents', { id: 'a', text: english });
  await app.post('/documents', { id: 'b', text: unrelated });
  const one = (await app.post('/fingerprint', { text: english })).body.fingerprint;
  await app.post('/documents', { id: 'c', fingerprint: one });
  const listed = await app.post('/query', { text: english, order: 'distance' });
  expect(listed.body.matches).toMatchObject([
    { id: 'a', distance: 0, similarity: 1, exact: true },
    { id: 'c', distance: 0, similarity: null, adds: null },
  ]);
});

it('rejects cursors of other lists', async () => {
  const app = await openNearApp();
  const options = { order: 'distance', limit: 1 };
  const { nextCursor } = (await app.post('/query', { ...options, fingerprint })).body;
  const continued = (body: object) =>
    app.post('/query', { ...options, cursor: nextCursor, ...body });
  expect((await continued({ fingerprint })).body.matches).toMatchObject([{ id: '1' }]);
  const refused = { status: 400, body: { code: 'invalid_cursor' } };
  expect(await continued({ fingerprint: near(1) })).toMatchObject(refused);
  expect(await continued({ fingerprint, cursor: 'bTE6WzFd' })).toMatchObject(refused);
  await app.post('/collections', { name: 'other' });
  expect(await continued({ fingerprint, collection: 'other' })).toMatchObject(refused);
});

it('rejects what a list by distance does not have', async () => {
  const app = await openNearApp();
  await app.post('/collections', { name: 'sketches', recipe: { method: 'minhash' } });
  const refused = async (body: object) => {
    const reply = await app.post('/query', { text: english, ...body });
    expect(reply).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    return reply.body.errors.map(({ pointer }: { pointer: string }) => pointer);
  };
  const order = 'distance';
  expect(await refused({ order, minSimilarity: 0.5, within: '7d', explain: true })).toEqual([
    ...['/minSimilarity', '/within', '/explain'],
  ]);
  expect(await refused({ order, sameHost: true, include: ['page'] })).toEqual([
    ...['/sameHost', '/include'],
  ]);
  expect(await refused({ order, limit: 0 })).toEqual(['/limit']);
  expect(await refused({ cursor: 'x' })).toEqual(['/cursor']);
  expect(await refused({ order, collection: 'sketches' })).toEqual(['/order']);
});
