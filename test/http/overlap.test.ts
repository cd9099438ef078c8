import { describe, expect, it } from 'vitest';
import { openTestApp } from './test-app.js';
import { textOf, words } from './texts.js';

const article = words(400, 11);
const other = words(300, 12);
const around = words(500, 13);

async function open(settings: object = {}) {
  const app = await openTestApp();
  const collection = 'parts';
  await app.post('/collections', { name: collection, recipe: { parts: {} }, ...settings });
  return {
    ...app,
    add: (id: string, text: string) => app.post('/documents', { collection, id, text }),
    overlap: (body: object) => app.post('/overlap', { collection, ...body }),
  };
}

describe('POST /overlap', () => {
  it('returns the shared fraction of a text and the places in both texts', async () => {
    const { add, overlap } = await open({ keepText: true });
    await add('article', textOf(article));
    await add('other', textOf(around.slice(300), other));
    await add('foreign', textOf(words(400, 14)));
    const quoted = article.slice(100, 300);
    const text = textOf(around.slice(0, 100), quoted, other.slice(200));
    const { status, body } = await overlap({ text, texts: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ words: 400, truncated: false });
    expect(body.share).toBeCloseTo(0.75, 1);
    expect(body.documents.map(({ id }: { id: string }) => id).sort()).toEqual(['article', 'other']);
    const found = body.documents.find(({ id }: { id: string }) => id === 'article');
    expect(found).toMatchObject({ exact: true, relation: 'overlaps' });
    expect(found.containment).toMatchObject({ error: { ofThis: 0, ofMatch: 0 } });
    expect(found.containment.ofMatch).toBeCloseTo(0.5, 1);
    expect(found.passages).toHaveLength(1);
    const [{ start, end, match }] = found.passages;
    expect(text.slice(start, end)).toBe(textOf(quoted));
    expect(textOf(article).slice(match.start, match.end)).toBe(textOf(quoted));
    expect(match.text).toBe(textOf(quoted).slice(0, 500));
    expect(body.passages[0]).toMatchObject({ words: 200, documents: ['article'] });
  });

  it('merges the passages of several documents', async () => {
    const { add, overlap } = await open({ keepText: true });
    await add('first', textOf(article.slice(0, 250)));
    await add('second', textOf(article.slice(150)));
    const { body } = await overlap({ text: textOf(around.slice(0, 50), article) });
    expect(body.passages).toHaveLength(1);
    expect(body.passages[0].documents.sort()).toEqual(['first', 'second']);
    expect(body.passages[0].words).toBe(400);
    expect(body.share).toBeCloseTo(400 / 450, 3);
  });

  it('finds passages by samples if texts are not kept, and marks them', async () => {
    const { add, overlap } = await open();
    const long = words(4000, 15);
    await add('long', textOf(long));
    const text = textOf(around, long.slice(0, 3000));
    const { body } = await overlap({ text });
    expect(body.documents).toMatchObject([{ id: 'long', exact: false }]);
    const [passage] = body.documents[0].passages;
    expect(passage.match).toBeNull();
    expect(passage.words).toBeGreaterThan(2500);
    expect(passage.words).toBeLessThanOrEqual(3000);
    expect(text.slice(passage.start).split(/\W+/)[0]).toBe(
      long[long.indexOf(text.slice(passage.start).split(/\W+/)[0]!)],
    );
  });

  it('accepts pages, and ids of documents with kept text', async () => {
    const { add, overlap, post } = await open({ keepText: true });
    await add('article', textOf(article));
    await add('part', textOf(article.slice(0, 200)));
    const ofPart = await overlap({ id: 'part' });
    expect(ofPart.body).toMatchObject({ share: 1, documents: [{ id: 'article' }] });
    const html = `<html><body><article><p>${textOf(article.slice(0, 200))}</p></article></body></html>`;
    expect((await overlap({ html })).body.documents).toHaveLength(2);
    const url = '/overlap?collection=parts&limit=1&texts=true&minWords=20';
    const page = await post(url, html, { 'content-type': 'text/html; charset=utf-8' });
    expect(page.body).toMatchObject({ share: 1, truncated: true });
    expect(page.body.documents).toHaveLength(1);
  });

  it('examines at most the requested number of documents', async () => {
    const { add, overlap } = await open({ keepText: true });
    for (let each = 0; each < 3; each++) await add(`copy ${each}`, textOf(article, words(9, each)));
    const { body } = await overlap({ text: textOf(article), limit: 2 });
    expect(body.documents).toHaveLength(2);
    expect(body.truncated).toBe(true);
    const none = await overlap({ text: textOf(article), minWords: 500 });
    expect(none.body).toMatchObject({ share: 0, passages: [] });
  });

  it('explains each refusal in a sentence', async () => {
    const { add, overlap, post } = await open();
    await add('article', textOf(article));
    const refusals = [
      [await overlap({ id: 'article' }), 422, /did not keep its text/],
      [await overlap({ id: 'nobody' }), 404, /nobody/],
      [await overlap({}), 422, /exactly one of text, html, id/],
      [await overlap({ text: '…' }), 422, /the text has no words/],
      [await overlap({ text: 'a', limit: 51 }), 422, /limit/],
      [await post('/overlap', { text: 'a' }), 422, /has no parts/],
    ] as const;
    for (const [{ status, body }, expected, told] of refusals) {
      expect(JSON.stringify(body)).toMatch(told);
      expect([status, body.title]).toEqual([expected, body.title]);
    }
  });
});
