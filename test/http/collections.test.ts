import { describe, expect, it } from 'vitest';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

describe('/collections', () => {
  it('creates a collection from a partial recipe and answers with the whole recipe', async () => {
    const { post, get } = await openTestApp();
    const recipe = { weighting: 'tfIdf', topTerms: 20 };
    const created = await post('/collections', { name: 'news', recipe, maxDistance: 2 });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe('/collections/news');
    expect(created.body).toMatchObject({
      name: 'news',
      maxDistance: 2,
      problem: null,
      recipe: { ...recipe, method: 'hybrid', hash: 'xxh64', hmm: false },
    });
    expect((await get('/collections/news')).body).toEqual(created.body);
    const { collections } = (await get('/collections')).body;
    expect(collections.map(({ name }: { name: string }) => name)).toEqual(['default', 'news']);
    expect(collections[0].recipeId).not.toBe(collections[1].recipeId);

    const whole = await post('/collections', { name: 'copy', recipe: created.body.recipe });
    expect(whole.body.recipeId).toBe(created.body.recipeId);
  });

  it('refuses existing names, recipes of other builds, and collections beyond the limit', async () => {
    const { post } = await openTestApp();
    const exists = await post('/collections', { name: 'default' });
    expect(exists).toMatchObject({ status: 409, body: { code: 'collection_exists' } });
    const foreign = { checksums: { stopWords: '0000000000000000' } };
    const mismatch = await post('/collections', { name: 'x', recipe: foreign });
    expect(mismatch).toMatchObject({ status: 422, body: { code: 'recipe_mismatch' } });
    for (const name of ['b', 'c', 'd', 'e']) await post('/collections', { name });
    const tooMany = await post('/collections', { name: 'f' });
    expect(tooMany).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('keeps the words of a recipe, shows them of one collection, and not in lists', async () => {
    const { post, get } = await openTestApp();
    const recipe = { ownWords: '再狭窄\n支架内血栓 20 n', ownStopWords: '患者' };
    const created = await post('/collections', { name: 'medical', recipe });
    expect(created).toMatchObject({ status: 201, body: { recipe, problem: null } });
    const { body } = await get('/collections/medical');
    expect(body).toEqual(created.body);
    const listed = (await get('/collections')).body.collections[1];
    const { ownWords, ownStopWords, ...others } = body.recipe;
    expect(listed.recipe).toEqual(others);
    expect(others.checksums).toMatchObject({ ownWords: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const copy = await post('/collections', { name: 'copy', recipe: body.recipe });
    expect(copy.body.recipeId).toBe(body.recipeId);
    const incomplete = await post('/collections', { name: 'part', recipe: listed.recipe });
    expect(incomplete).toMatchObject({ status: 422, body: { code: 'recipe_mismatch' } });
  });

  it('names the line of a recipe that is at fault, and creates nothing', async () => {
    const { post, get } = await openTestApp();
    const recipe = { ownWords: '再狭窄\nB超 3' };
    const refused = await post('/collections', { name: 'medical', recipe });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', detail: expect.stringContaining('line 2 is "B超 3"') },
    });
    expect(refused.body.errors[0].pointer).toBe('/recipe/ownWords');
    expect((await get('/collections/medical')).status).toBe(404);
  });

  it('deletes a collection only if the name is confirmed', async () => {
    const { post, get, send } = await openTestApp();
    await post('/collections', { name: 'news' });
    await post('/documents', { id: 'a', text: english, collection: 'news' });
    for (const query of ['', '?confirm=other']) {
      const refused = await send('DELETE', `/collections/news${query}`);
      expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    }
    expect((await send('DELETE', '/collections/news?confirm=news')).status).toBe(204);
    expect((await get('/collections/news')).body.code).toBe('collection_not_found');
    await post('/collections', { name: 'news' });
    expect((await get('/documents/a?collection=news')).body.code).toBe('document_not_found');
  });
});

describe('GET /stats', () => {
  it('counts equal contents and fingerprints once', async () => {
    const { post, get } = await openTestApp();
    await post('/collections', { name: 'other' });
    for (const id of ['a', 'b', 'c']) await post('/documents', { id, text: english });
    await post('/documents', { id: 'a', text: english, collection: 'other' });
    const { body } = await get('/stats?collection=default');
    expect(body).toMatchObject({ documents: 3, contents: 1, fingerprints: 1 });
    expect((await get('/stats')).body).toMatchObject({ documents: 4, contents: 2 });
    expect((await get('/stats?collection=none')).status).toBe(404);
  });
});
