import { describe, expect, it } from 'vitest';
import { chinese, english, englishMirror, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Passage extends Range {
  readonly in: 'main' | 'rest';
  readonly text: string;
  readonly textStart: number;
  readonly marks: readonly Range[];
}

const edited = chinese.replace('方便', '便利');

describe('POST /compare', () => {
  it('compares two texts by every measure', async () => {
    const { post } = await openTestApp();
    const near = await post('/compare', { a: { text: chinese }, b: { text: edited } });
    expect(near.status).toBe(200);
    expect(near.body).toMatchObject({ match: true, exact: false, setsOf: 'shingles' });
    expect(near.body.jaccard).toBeGreaterThan(0.9);
    expect(near.body.cosine).toBeGreaterThan(0.9);
    expect(near.body.correlation).toBeGreaterThan(0.8);
    expect(near.body.euclidean).toBeGreaterThan(0);
    expect(near.body.differingBits).toHaveLength(near.body.distance);
    expect(near.body).not.toHaveProperty('terms');
    expect(near.body.sharedBands.length).toBeGreaterThan(0);
    expect(near.body.shortText).toBe(false);
    const short = await post('/compare', { a: { text: chinese }, b: { text: '图书馆开放时间' } });
    expect(short.body.shortText).toBe(true);

    const far = await post('/compare', { a: { text: english }, b: { text: unrelated } });
    expect(far.body).toMatchObject({ match: false, exact: false });
    expect(far.body.jaccard).toBeLessThan(0.1);

    const part = await post('/compare', { a: { text: english }, b: { text: englishMirror } });
    expect(part.body.containment.ofThis).toBe(1);
    expect(part.body.containment.ofMatch).toBeLessThan(1);
    const same = await post('/compare', { a: { text: english }, b: { text: ` ${english}` } });
    expect(same.body).toMatchObject({ match: true, exact: true, distance: 0, similarity: 1 });
    expect(same.body).toMatchObject({ jaccard: 1, cosine: 1, euclidean: 0, correlation: 1 });
  });

  it('explains with words, bits, blocks, bands and the difference in words', async () => {
    const { post } = await openTestApp();
    const [a, b] = [{ text: chinese }, { text: edited }];
    const { body } = await post('/compare', { a, b, explain: true });
    const terms = (list: { terms: { term: string }[] }) => list.terms.map(({ term }) => term);
    expect(terms(body.terms.shared)).toContain('图书馆');
    expect(terms(body.terms.onlyA)).toContain('方便');
    expect(terms(body.terms.onlyB)).toContain('便利');
    expect(body.sharedBands.length).toBeGreaterThan(0);
    expect(body.equalBlocks.length).toBeGreaterThan(0);
    for (const { bit } of body.flips) expect(body.differingBits).toContain(bit);
    const diff = body.diff as { in: string; text: string }[];
    expect(diff.filter((part) => part.in === 'a').map(({ text }) => text)).toEqual(['方便']);
    expect(diff.filter((part) => part.in === 'b').map(({ text }) => text)).toEqual(['便利']);
  });

  it('compares stored documents, and reports a missing text', async () => {
    const { post } = await openTestApp();
    await post('/collections', { name: 'kept', keepText: true });
    for (const collection of ['default', 'kept']) {
      await post('/documents', { id: 'a', text: english, collection });
      await post('/documents', { id: 'b', text: englishMirror, collection });
    }
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    const kept = await post('/compare', { a, b, collection: 'kept', explain: true });
    const posted = await post('/compare', {
      a: { text: english },
      b: { text: englishMirror },
      explain: true,
    });
    // Kept texts are normalised, so places and lines differ.
    const { passages, ...asKept } = kept.body;
    const { passages: ofPosted, ...asPosted } = posted.body;
    expect(asKept).toEqual(asPosted);
    const wordsOf = (of: { words: number }[]) => of.map(({ words }) => words);
    expect(wordsOf(passages)).toEqual(wordsOf(ofPosted));
    expect(passages[0].match.text.slice(0, 20)).toBe(ofPosted[0].match.text.slice(0, 20));

    const unkept = await post('/compare', { a, b, explain: true });
    expect(unkept.body).toMatchObject({
      match: true,
      distance: kept.body.distance,
      similarity: kept.body.similarity,
      jaccard: null,
      cosine: null,
      terms: null,
      diff: null,
      passages: null,
      reason: 'text_not_kept',
    });
    const missing = await post('/compare', { a, b: { id: 'none' } });
    expect(missing).toMatchObject({ status: 404, body: { code: 'document_not_found' } });
  });

  it('compares features and fingerprints', async () => {
    const { post } = await openTestApp();
    const a = { features: [{ term: 'x', weight: 2 }] };
    const b = {
      features: [
        { term: 'x', weight: 1 },
        { term: 'y', weight: 1 },
      ],
    };
    const { body } = await post('/compare', { a, b });
    expect(body).toMatchObject({ setsOf: 'terms', jaccard: 0.5, similarity: null });
    expect(body.euclidean).toBeCloseTo(Math.SQRT2);
    const bits = { a: { fingerprint: 'f'.repeat(16) }, b: { fingerprint: `${'f'.repeat(15)}e` } };
    const compared = await post('/compare', bits);
    expect(compared.body).toMatchObject({ match: true, exact: false, differingBits: [0] });
  });
});

describe('explain on POST /query', () => {
  it('gives the same evidence for each match as POST /compare', async () => {
    const { post } = await openTestApp();
    await post('/collections', { name: 'kept', keepText: true });
    await post('/documents', { id: 'a', text: english, collection: 'kept' });
    const query = { text: englishMirror, collection: 'kept' };
    const { body } = await post('/query', { ...query, explain: true });
    const compared = await post('/compare', {
      a: { text: englishMirror },
      b: { id: 'a' },
      collection: 'kept',
      explain: true,
    });
    const [{ evidence, ...match }] = body.matches;
    expect(compared.body).toMatchObject({ ...evidence, match: true });
    expect(match.similarity).toBe(compared.body.similarity);
    expect(match.distance).toBe(compared.body.distance);
    expect(match.adds).toEqual(compared.body.adds);
    const { passages: _, passagesTruncated: __, ...adds } = match.adds;
    expect((await post('/query', query)).body.matches).toEqual([{ ...match, adds }]);
    const tooMany = await post('/query', { ...query, explain: true, limit: 100 });
    expect(tooMany).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });
});

describe('new passages of a page', () => {
  const page = english.replace('fifteen', '20').replace('this was', 'it was not');

  it('have places in the posted text, even if the text of the match is not kept', async () => {
    const { post } = await openTestApp();
    await post('/documents', { id: 'a', text: english });
    const [{ adds }] = (await post('/query', { text: page, explain: true })).body.matches;
    expect(adds).toMatchObject({
      passages: [
        { in: 'main', text: expect.stringContaining('within 20 minutes'), words: 1 },
        { in: 'main', text: expect.stringContaining('it was not'), words: 3 },
      ],
      passagesTruncated: false,
    });
    for (const { start, end, text } of adds.passages) expect(page.slice(start, end)).toBe(text);
    const marked = adds.passages.flatMap(({ marks }: Passage) => marks);
    expect(marked.map(({ start, end }: Range) => page.slice(start, end))).toEqual([
      '20',
      'it was not',
    ]);
    const compared = await post('/compare', { a: { text: page }, b: { id: 'a' }, explain: true });
    expect(compared.body.adds.passages).toEqual(adds.passages);
    expect(compared.body.passages).toBeNull();
    const same = await post('/query', { text: english, explain: true });
    expect(same.body.matches[0]).toMatchObject({ exact: true, adds: { passages: [] } });
  });

  it('have places in the text that POST /extract returns for a page', async () => {
    const { post } = await openTestApp();
    await post('/documents', { id: 'a', text: english });
    const html = `<nav>Home</nav><article><h1>Open longer</h1><p>${page}</p></article>`;
    const { text, rest } = (await post('/extract', { html })).body;
    const [{ adds }] = (await post('/query', { html, explain: true })).body.matches;
    const places = { main: text, rest };
    expect(new Set(adds.passages.map((passage: Passage) => passage.in))).toEqual(
      new Set(Object.keys(places)),
    );
    for (const { textStart, end, ...passage } of adds.passages as Passage[]) {
      const shown = places[passage.in].slice(textStart, Math.min(end, textStart + 500));
      expect(shown).toBe(passage.text);
    }
  });

  it('are unknown for features and for a stored document without its text', async () => {
    const { post } = await openTestApp();
    await post('/collections', { name: 'kept', keepText: true });
    for (const collection of ['default', 'kept']) {
      await post('/documents', { id: 'a', text: english, collection });
      await post('/documents', { id: 'b', text: page, collection });
    }
    const query = { id: 'b', explain: true };
    const unkept = await post('/query', query);
    expect(unkept.body.matches[0].adds).toMatchObject({ passages: null });
    expect(unkept.body.matches[0].adds).not.toHaveProperty('passagesTruncated');
    const kept = await post('/query', { ...query, collection: 'kept' });
    expect(kept.body.matches[0].adds.passages).toHaveLength(2);
    const features = { features: [{ term: 'x', weight: 2 }] };
    const compared = await post('/compare', { a: features, b: features, explain: true });
    expect(compared.body.adds).toMatchObject({ words: 0, passages: null });
  });
});

describe('thresholds of a request', () => {
  it('override the thresholds of the collection, and are refused if its method has none', async () => {
    const { post } = await openTestApp();
    await post('/collections', { name: 'bits', recipe: { method: 'simhash' } });
    await post('/collections', { name: 'bands', recipe: { method: 'minhash' } });
    await post('/documents', { id: 'a', text: english });
    const strict = await post('/query', { text: englishMirror, minSimilarity: 1 });
    expect(strict.body.matches).toEqual([]);
    expect((await post('/query', { text: englishMirror })).body.matches).toHaveLength(1);
    for (const body of [
      { text: english, collection: 'bits', minSimilarity: 0.5 },
      { text: english, collection: 'bands', maxDistance: 2 },
      { fingerprint: '0'.repeat(16), collection: 'bands' },
      { features: [{ term: 'a', weight: 1 }], collection: 'bands' },
    ]) {
      const refused = await post('/query', body);
      expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    }
  });

  it('are answered with the recall curve of the index', async () => {
    const { get } = await openTestApp();
    const { recallAt } = (await get('/collections/default')).body;
    expect(recallAt.measure).toBe('jaccard');
    expect(recallAt.points.at(-1)).toEqual({ value: 1, recall: 1 });
  });
});
