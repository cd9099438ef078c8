import { describe, expect, it } from 'vitest';
import { openTestApp } from './test-app.js';
import { textOf, words } from './texts.js';

const article = words(3000, 1);
/** The article with sentences that begin at some of its words. */
const sentences = [0, 200, 1000, 1200].map((from, at, starts) =>
  textOf(article.slice(from, starts[at + 1])),
);
const articleText = sentences.join('. ');
const surroundings = words(5000, 2);

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
    await post('/check', { collection: 'parts', id: 'article', text: articleText });
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

  it('are counted without kept texts, so that short pages are decided as well', async () => {
    const { post } = await openWithParts({ minContainment: 0.8 });
    await post('/check', { collection: 'parts', id: 'article', text: articleText });
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
  });

  it('are looked for with all shingles of a stored text, if it is kept', async () => {
    const { post } = await openWithParts({ minContainment: 0.8, keepText: true });
    await post('/check', { collection: 'parts', id: 'article', text: textOf(article) });
    const half = textOf(article.slice(100, 300), surroundings.slice(0, 200));
    await post('/check', { collection: 'parts', id: 'half', text: half });
    const stored = await post('/query', { collection: 'parts', id: 'half', minContainment: 0.4 });
    expect(stored.body.matches).toMatchObject([
      { id: 'article', containment: { ofThis: expect.closeTo(0.5, 1) } },
    ]);
  });

  it('are decided alike by single checks, at the same time, and by a bulk request', async () => {
    // Pages, their halves, and pages around two of these, in an order in which some come before what contains them.
    const texts = Array.from({ length: 12 }, (_, at) => {
      const page = words(120, 10 + (at % 4));
      if (at % 3 === 0) return textOf(page.slice(0, 70));
      return at % 3 === 1 ? textOf(page) : textOf(page.slice(30), words(120, 10 + ((at + 1) % 4)));
    });
    const lines = texts.map((text, at) => ({ id: `${at}`, collection: 'parts', text }));
    const one = await openWithParts({ minContainment: 0.8 });
    const alone: string[] = [];
    for (const line of lines) alone.push((await one.post('/check', line)).body.decision);
    expect(new Set(alone)).toEqual(new Set(['new', 'duplicate']));
    const many = await openWithParts({ minContainment: 0.8 });
    const reply = await many.app.inject({
      method: 'POST',
      url: '/documents/bulk?mode=check',
      headers: { 'content-type': 'application/x-ndjson' },
      payload: lines.map((line) => JSON.stringify(line)).join('\n'),
    });
    const replies = reply.body.split('\n', lines.length);
    const together = replies.map((line) => JSON.parse(line).decision);
    expect(together).toEqual(alone);
    // Exactly one of several copies that arrive together is new.
    const racing = await openWithParts({ minContainment: 0.8 });
    const copies = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        racing.post('/check', {
          collection: 'parts',
          id: `${at}`,
          text: textOf(article.slice(at)),
        }),
      ),
    );
    expect(copies.filter(({ body }) => body.decision === 'new')).toHaveLength(1);
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
