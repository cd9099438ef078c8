import { describe, expect, it } from 'vitest';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

type App = Awaited<ReturnType<typeof openTestApp>>;

async function openSite(): Promise<App> {
  const app = await openTestApp();
  const others = ['https://a.example', 'https://a.example0', 'https://b.example/'];
  const pages = Array.from({ length: 70 }, (_, i) => `https://a.example/${i}`);
  for (const id of [...others, ...pages]) await app.post('/documents', { id, text: english });
  return app;
}

async function endOf(id: string, { get }: App) {
  await expect.poll(async () => (await get(`/jobs/${id}`)).body.state).not.toBe('running');
  return (await get(`/jobs/${id}`)).body;
}

const idPrefix = 'https://a.example/';

describe('idPrefix', () => {
  it('lists the documents of a site, page by page', async () => {
    const { get } = await openSite();
    const walked: string[] = [];
    const query = new URLSearchParams({ idPrefix, limit: '30' });
    for (;;) {
      const { body } = await get(`/documents?${query}`);
      walked.push(...body.documents.map(({ id }: { id: string }) => id));
      if (body.nextCursor === null) break;
      query.set('cursor', body.nextCursor);
    }
    expect(walked).toHaveLength(70);
    expect(walked.every((id) => id.startsWith(idPrefix))).toBe(true);
  });

  it('deletes only the documents of a site, as a job', async () => {
    const app = await openSite();
    const { status, headers, body } = await app.post('/documents/delete', { idPrefix });
    expect(status).toBe(202);
    expect(headers.location).toBe(`/jobs/${body.id}`);
    expect(body).toMatchObject({ kind: 'delete', collection: 'default', state: 'running' });
    expect(await endOf(body.id, app)).toMatchObject({
      state: 'succeeded',
      progress: { done: 70, total: null },
      error: null,
    });
    const { documents } = (await app.get('/documents')).body;
    expect(documents.map(({ id }: { id: string }) => id)).toEqual([
      ...['https://a.example', 'https://a.example0', 'https://b.example/'],
    ]);
  });

  it('is refused without a collection, together with ids, and if empty', async () => {
    const { post, get } = await openTestApp();
    const codeOf = async (body: object) => (await post('/documents/delete', body)).body.code;
    expect(await codeOf({ idPrefix, collection: 'none' })).toBe('collection_not_found');
    expect(await codeOf({ idPrefix, ids: ['a'] })).toBe('validation_failed');
    expect(await codeOf({ idPrefix: '' })).toBe('validation_failed');
    expect(await codeOf({})).toBe('validation_failed');
    expect((await get('/documents?idPrefix=')).status).toBe(422);
  });

  it('starts a job that fails if the collection is deleted meanwhile', async () => {
    const app = await openTestApp();
    await app.post('/collections', { name: 'news' });
    for (let i = 0; i < 40; i++) {
      await app.post('/documents', { id: `a${i}`, text: english, collection: 'news' });
    }
    const started = app.post('/documents/delete', { idPrefix: 'a', collection: 'news' });
    const gone = app.detector.deleteCollection('news');
    const [{ status, body }] = await Promise.all([started, gone]);
    if (status === 404) return;
    expect(await endOf(body.id, app)).toMatchObject({
      state: 'failed',
      error: { code: 'collection_not_found' },
    });
  });
});
