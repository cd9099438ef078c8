import { describe, expect, it } from 'vitest';
import { openTestApp } from './test-app.js';
import { textOf, words } from './texts.js';

const article = words(3000, 1);
const surroundings = words(6000, 2);

async function openWithParts(settings: object = {}) {
  const app = await openTestApp();
  const created = await app.post('/collections', {
    name: 'parts',
    recipe: { parts: {} },
    ...settings,
  });
  expect(created.status).toBe(201);
  return { ...app, created: created.body };
}

describe('parts', () => {
  it('have defaults, and are off by default', async () => {
    const { post, created, get } = await openWithParts();
    expect(created).toMatchObject({
      recipe: { parts: { words: 3, oneIn: 64, least: 16 } },
      minContainment: null,
    });
    expect((await get('/collections/default')).body.recipe.parts ?? null).toBeNull();
    await post('/check', { collection: 'parts', id: 'a', text: textOf(article) });
    const inside = { collection: 'parts', text: textOf(article.slice(1500)) };
    expect((await post('/query', inside)).body.matches).toEqual([]);
    const asked = await post('/query', { ...inside, minContainment: 0.5 });
    expect(asked.body.matches).toMatchObject([{ id: 'a', relation: 'containedIn' }]);
  });

  it('find an article inside a longer page, and a page that is part of an article', async () => {
    const { post } = await openWithParts({ minContainment: 0.8 });
    await post('/check', { collection: 'parts', id: 'article', text: textOf(article) });
    const page = textOf(surroundings.slice(0, 2500), article, surroundings.slice(2500));
    const around = await post('/check', { collection: 'parts', id: 'page', text: page });
    // A page that contains a stored text is accepted.
    expect(around.body).toMatchObject({ decision: 'new', stored: true });
    expect(around.body.matches).toMatchObject([{ id: 'article', relation: 'contains' }]);
    const part = textOf(article.slice(200, 1900));
    const inside = await post('/check', { collection: 'parts', id: 'part', text: part });
    expect(inside.body).toMatchObject({ decision: 'duplicate', stored: false });
    expect(inside.body.matches[0]).toMatchObject({ id: 'article', relation: 'containedIn' });
    expect(inside.body.matches[0].containment.ofThis).toBeGreaterThan(0.9);
    // A sample leaves this containment uncertain: it is reported, and refuses nothing.
    const short = textOf(article.slice(100, 300));
    const unsure = await post('/check', { collection: 'parts', id: 'short', text: short });
    expect(unsure.body).toMatchObject({ decision: 'new', stored: true });
  });

  it('report a text that contains the final part, despite a low similarity', async () => {
    const { post } = await openWithParts({ minContainment: 0.8 });
    await post('/check', { collection: 'parts', id: 'whole', text: textOf(article) });
    // 1,410 words of 3,000, and 90 others: similarity 0.46, containment 0.94.
    const last = textOf(surroundings.slice(0, 90), article.slice(1590));
    const { body } = await post('/query', { collection: 'parts', text: last });
    expect(body.matches).toMatchObject([{ id: 'whole', relation: 'containedIn' }]);
    expect(body.matches[0].similarity).toBeLessThan(0.6);
    expect(body.matches[0].containment.ofThis).toBeCloseTo(0.94, 0);
    const compared = await post('/compare', {
      a: { text: last },
      b: { text: textOf(article) },
    });
    expect(compared.body).toMatchObject({ relation: 'containedIn', match: false });
    expect(compared.body.containment.ofThis).toBeCloseTo(0.94, 1);
  });

  it('are counted if texts are kept, so that short pages are decided as well', async () => {
    const { post } = await openWithParts({ minContainment: 0.8, keepText: true });
    await post('/check', { collection: 'parts', id: 'article', text: textOf(article) });
    const exact = { ofThis: 0, ofMatch: 0 };
    const half = textOf(article.slice(100, 300), surroundings.slice(0, 200));
    const kept = await post('/check', { collection: 'parts', id: 'half', text: half });
    expect(kept.body).toMatchObject({ decision: 'new', stored: true, matches: [] });
    const short = { collection: 'parts', text: textOf(article.slice(1000, 1200)) };
    const refused = await post('/check', { ...short, id: 'short' });
    expect(refused.body).toMatchObject({
      ...{ decision: 'duplicate', duplicateOf: 'article' },
      matches: [{ relation: 'containedIn', containment: { ofThis: 1, error: exact } }],
    });
    const asked = await post('/query', { ...short, minContainment: 0.9 });
    expect(asked.body.matches).toMatchObject([{ id: 'article', containment: { error: exact } }]);
    // The query by its id has all of its shingles, not only its sample.
    const stored = await post('/query', { collection: 'parts', id: 'half', minContainment: 0.4 });
    expect(stored.body.matches).toMatchObject([
      { id: 'article', containment: { ofThis: expect.closeTo(0.5, 1), error: exact } },
    ]);
  });

  it('are refused as a limit if the recipe has none', async () => {
    const { post, app } = await openWithParts();
    const patch = async (url: string, payload: object) => {
      const reply = await app.inject({ method: 'PATCH', url, payload });
      return { status: reply.statusCode, body: reply.json() };
    };
    const query = await post('/query', { text: 'one two three four', minContainment: 0.5 });
    expect(query.status).toBe(422);
    expect(query.body).toMatchObject({
      code: 'validation_failed',
      detail: expect.stringContaining('has no parts'),
    });
    expect((await patch('/collections/default', { minContainment: 0.5 })).status).toBe(422);
    const changed = await patch('/collections/parts', { minContainment: 0.7 });
    expect(changed.body.minContainment).toBe(0.7);
    const off = await post('/query', {
      ...{ collection: 'parts', text: 'one two three four', minContainment: null },
    });
    expect(off.status).toBe(200);
  });
});
