import { describe, expect, it } from 'vitest';
import { chinese, english, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

type App = Awaited<ReturnType<typeof openTestApp>>;

describe('kept texts', () => {
  it('are returned on request, and a missing text is reported', async () => {
    const { post, get } = await openTestApp();
    await post('/collections', { name: 'kept', keepText: true });
    await post('/documents', { id: 'a', text: `  ${english}\n`, collection: 'kept' });
    await post('/documents', { id: 'a', text: english });
    const kept = await get('/documents/a?collection=kept&include=text');
    expect(kept.body.text).toBe(`  ${english}\n`);
    expect(kept.body).not.toHaveProperty('reason');
    const unkept = await get('/documents/a?include=text');
    expect(unkept.body).toMatchObject({ text: null, reason: 'text_not_kept' });
    expect((await get('/documents/a')).body).not.toHaveProperty('text');
  });
});

describe('POST /collections/{name}/reindex', () => {
  it('moves a collection to another recipe, and loses no write meanwhile', async () => {
    const app = await openTestApp();
    const { post, get } = app;
    await post('/collections', { name: 'news', keepText: true });
    const pages = { a: english, b: chinese, c: unrelated };
    for (const [id, text] of Object.entries(pages)) {
      await post('/documents', { id, text, collection: 'news', metadata: { id } });
    }
    const before = (await get('/documents/a?collection=news')).body;

    const recipe = { method: 'simhash', weighting: 'tfIdf' };
    const started = await post('/collections/news/reindex', { recipe });
    expect(started.status).toBe(202);
    expect(started.headers.location).toBe(`/jobs/${started.body.id}`);
    const meanwhile = await Promise.all([
      post('/documents', { id: 'd', text: `${english} d`, collection: 'news' }),
      post('/documents/delete', { ids: ['c'], collection: 'news' }),
    ]);
    expect(meanwhile.map(({ status }) => status)).toEqual([201, 200]);
    expect(await endOf(started.body.id, app)).toMatchObject({ state: 'succeeded', error: null });
    expect((await get('/jobs')).body.jobs).toHaveLength(1);

    const collection = (await get('/collections/news')).body;
    expect(collection.recipe).toMatchObject({ ...recipe, sketch: null });
    const after = (await get('/documents/a?collection=news')).body;
    const fresh = await post('/fingerprint', { text: english, collection: 'news' });
    expect(after).toEqual({ ...before, fingerprint: fresh.body.fingerprint });
    const { body } = await get('/documents?collection=news');
    expect(body.documents.map(({ id }: { id: string }) => id)).toEqual(['a', 'b', 'd']);
    const again = await post('/check', { id: 'b', text: chinese, collection: 'news' });
    expect(again.body.decision).toBe('unchanged');
  });

  it('needs the kept text of every document', async () => {
    const app = await openTestApp();
    const { post, get } = app;
    const refused = await post('/collections/default/reindex', { recipe: { hmm: true } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'text_not_kept' } });

    await post('/collections', { name: 'news', keepText: true });
    await post('/documents', { id: 'a', text: english, collection: 'news' });
    const features = [{ term: 'a', weight: 1 }];
    await post('/documents', { id: 'b', features, collection: 'news' });
    const { recipeId } = (await get('/collections/news')).body;
    const { body } = await post('/collections/news/reindex', { recipe: { hmm: true } });
    const job = await endOf(body.id, app);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'text_not_kept' } });
    expect((await get('/collections/news')).body.recipeId).toBe(recipeId);
    expect((await get('/stats?collection=news')).body.documents).toBe(2);
  });

  it('answers 404 for an unknown job', async () => {
    const { get } = await openTestApp();
    expect(await get('/jobs/none')).toMatchObject({ status: 404, body: { code: 'job_not_found' } });
  });
});

async function endOf(id: string, { get }: App) {
  for (;;) {
    const { body } = await get(`/jobs/${id}`);
    if (body.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
