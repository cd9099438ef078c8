import { describe, expect, it } from 'vitest';
import { chinese, chineseMirror, english, englishMirror, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

describe('POST /check', () => {
  it.each([
    ['Chinese', chinese, chineseMirror],
    ['English', english, englishMirror],
  ])('matches the mirror of a %s page, but not another page', async (_, page, mirror) => {
    const { post, count } = await openTestApp();
    const first = await post('/check', { id: 'a', text: page, metadata: { site: 'one' } });
    expect(first.status).toBe(201);
    expect(first.headers.location).toBe('/documents/a');
    expect(first.body).toMatchObject({
      decision: 'new',
      stored: true,
      id: 'a',
      collection: 'default',
      duplicateOf: null,
      previous: null,
      matches: [],
      truncated: false,
      shortText: false,
    });

    const copy = await post('/check', { id: 'b', text: mirror });
    expect(copy.status).toBe(200);
    expect(copy.body).toMatchObject({ decision: 'duplicate', stored: false, duplicateOf: 'a' });
    expect(copy.body.matches).toEqual([
      {
        id: 'a',
        distance: expect.any(Number),
        similarity: expect.closeTo(0.95, 1),
        exact: false,
        level: 'page',
        addsNothing: true,
        adds: {
          nothing: true,
          ...{ words: 0, share: 0, numbers: 0, lines: 0 },
        },
        covers: true,
        containment: {
          ofThis: expect.closeTo(0.98, 1),
          ofMatch: expect.closeTo(0.98, 1),
          error: { ofThis: expect.closeTo(0.02, 1), ofMatch: expect.closeTo(0.02, 1) },
        },
        relation: 'equal',
        fingerprint: first.body.fingerprint,
        metadata: { site: 'one' },
        storedAt: expect.stringMatching(/^2026-01-01T00:00:00\.\d{3}Z$/),
      },
    ]);
    expect((await post('/check', { id: 'c', text: unrelated })).body.decision).toBe('new');
    expect(await count()).toBe(2);
  });

  it('distinguishes unchanged, changed and duplicate under one id', async () => {
    const { post, get } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const again = await post('/check', { id: 'a', text: english });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      decision: 'unchanged',
      stored: false,
      id: 'a',
      previous: { distance: 0, similarity: 1 },
    });
    expect((await get('/documents/a')).body).toMatchObject({ seenCount: 2, revision: 1 });

    const changed = await post('/check', { id: 'a', text: unrelated });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ decision: 'changed', stored: true });
    expect(changed.body.previous.distance).toBeGreaterThan(3);
    expect((await get('/documents/a')).body).toMatchObject({ seenCount: 3, revision: 2 });

    await post('/check', { id: 'b', text: english });
    const mirror = { id: 'a', text: englishMirror };
    const kept = await post('/check', { ...mirror, onChange: 'keep' });
    expect(kept.body).toMatchObject({ decision: 'duplicate', stored: false, duplicateOf: 'b' });
    expect((await get('/documents/a')).body).toMatchObject({ seenCount: 3, revision: 2 });
    const stored = await post('/check', mirror);
    expect(stored.body).toMatchObject({ decision: 'changed', stored: true, duplicateOf: 'b' });
    expect((await get('/documents/a')).body).toMatchObject({ seenCount: 4, revision: 3 });
  });

  it('stores a merely similar page with the reason, and refuses it on request', async () => {
    const { post, count } = await openTestApp();
    const [one, other, third] = ['08', '17', '23'].map(notice);
    await post('/check', { id: 'a', text: one });
    const similar = await post('/check', { id: 'b', text: other });
    expect(similar.status).toBe(201);
    expect(similar.body).toMatchObject({
      ...{ decision: 'similar', stored: true, similarTo: 'a', duplicateOf: null, replaced: [] },
      matches: [
        { id: 'a', addsNothing: false, adds: { nothing: false, numbers: 8 }, covers: false },
      ],
    });
    await post('/collections', { name: 'strict', duplicateIf: 'similar' });
    await post('/check', { id: 'a', text: one, collection: 'strict' });
    const strict = { text: other, collection: 'strict' };
    expect((await post('/check', strict)).body.decision).toBe('duplicate');
    expect((await post('/check', { ...strict, duplicateIf: 'page' })).body.decision).toBe(
      'similar',
    );
    expect((await post('/check', { text: third, dryRun: true })).body.decision).toBe('similar');
    expect(await count()).toBe(2);
  });

  it('replaces documents by a newer page that covers them', async () => {
    const { post, get, count } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const replace = { id: 'b', text: englishMirror, onDuplicate: 'replace' };
    const tried = await post('/check', { ...replace, dryRun: true });
    expect(tried.status).toBe(200);
    expect(tried.body).toMatchObject({ decision: 'duplicate', stored: false, replaced: ['a'] });
    expect((await get('/documents/a')).status).toBe(200);
    const newer = await post('/check', replace);
    expect(newer.status).toBe(201);
    expect(newer.body).toMatchObject({ decision: 'duplicate', stored: true, replaced: ['a'] });
    expect(await count()).toBe(1);
    expect((await get('/documents/a')).status).toBe(404);
  });

  it('replaces at most a hundred documents', async () => {
    const { post, count } = await openTestApp();
    for (let id = 0; id < 101; id++) await post('/documents', { id: `${id}`, text: english });
    const refused = await post('/check', { id: 'b', text: english, onDuplicate: 'replace' });
    expect(refused).toMatchObject({ status: 422, body: { code: 'too_many_replaced' } });
    expect(await count()).toBe(101);
  });

  it('skips a copy that lacks a sentence, even with `replace`', async () => {
    const { post, get } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const text = english.slice(0, english.indexOf(' Many readers'));
    const cut = await post('/check', { id: 'b', text, onDuplicate: 'replace' });
    expect(cut.body).toMatchObject({
      ...{ decision: 'duplicate', stored: false, duplicateOf: 'a', replaced: [] },
      matches: [{ id: 'a', addsNothing: true, covers: false }],
    });
    expect((await get('/documents/a')).status).toBe(200);
  });

  it('stores a page that says more, and replaces the documents it covers only on request', async () => {
    const { post, get, count } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const text = `${english} On holidays nothing changes, and the desk opens at nine.`;
    const longer = await post('/check', { id: 'b', text });
    expect(longer.body).toMatchObject({
      ...{ decision: 'similar', stored: true, similarTo: 'a', replaced: [] },
      matches: [{ id: 'a', addsNothing: false, adds: { words: 10, lines: 1 }, covers: true }],
    });
    const longest = `${text} Ask the staff there for the new catalogue of maps and drawings.`;
    const last = await post('/check', { id: 'c', text: longest, onCovered: 'replace' });
    expect(last.body).toMatchObject({
      ...{ decision: 'similar', stored: true, similarTo: 'b', replaced: ['b', 'a'] },
    });
    expect(await count()).toBe(1);
    expect((await get('/documents/c')).status).toBe(200);
  });

  it.each([
    { onChange: 'keep', onDuplicate: 'replace' },
    { onChange: 'keep', onDuplicate: 'store' },
    { onChange: 'keep', id: undefined },
    { duplicateIf: 'different' },
    { onDuplicate: 'keep' },
    { onCovered: 'store' },
    { dryRun: 'true' },
  ])('refuses contradictory fields: %j', async (fields) => {
    const { post, count } = await openTestApp();
    const refused = await post('/check', { id: 'a', text: english, ...fields });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'validation_failed' });
    expect(refused.body.errors[0].pointer).toBe(`/${Object.keys(fields)[0]}`);
    expect(await count()).toBe(0);
  });

  it('stores duplicates on request, and nothing in a dry run', async () => {
    const { post, count } = await openTestApp();
    const probed = await post('/check', { text: english, dryRun: true });
    expect(probed.status).toBe(200);
    expect(probed.body).toMatchObject({ decision: 'new', stored: false, id: null });
    expect(await count()).toBe(0);

    const first = await post('/check', { text: english });
    expect(first.body).toMatchObject({ decision: 'new', stored: true, id: 'generated-2' });
    const refused = await post('/check', { text: english });
    expect(refused.body).toMatchObject({ decision: 'duplicate', stored: false, id: null });
    expect(refused.body.matches[0]).toMatchObject({ exact: true, distance: 0 });
    const kept = await post('/check', { id: 'kept', text: english, onDuplicate: 'store' });
    expect(kept.status).toBe(201);
    expect(kept.body).toMatchObject({ decision: 'duplicate', stored: true, id: 'kept' });
    expect(await count()).toBe(2);
  });

  it('truncates the list at `limit`, which never affects the decision', async () => {
    const { post } = await openTestApp();
    for (const id of ['a', 'b', 'c']) await post('/documents', { id, text: english });
    const { body } = await post('/check', { text: english, limit: 2 });
    expect(body.matches.map(({ id }: { id: string }) => id)).toEqual(['a', 'b']);
    expect(body).toMatchObject({ decision: 'duplicate', duplicateOf: 'a', truncated: true });
    const none = await post('/check', { text: english, limit: 0 });
    expect(none.body).toMatchObject({ duplicateOf: 'a', matches: [], truncated: false });
  });

  it('accepts posted features and fingerprints', async () => {
    const { post, get } = await openTestApp();
    const features = [
      { term: '蓝翔', weight: 11.7392 },
      { term: '升职', weight: 10.8562 },
    ];
    const first = await post('/check', { id: 'f', features });
    expect(first.body).toMatchObject({ decision: 'new', featureCount: 2, shortText: true });
    const reversed = await post('/check', { id: 'g', features: features.toReversed() });
    expect(reversed.body).toMatchObject({ decision: 'duplicate', duplicateOf: 'f' });
    expect(reversed.body.matches[0].exact).toBe(true);

    const { fingerprint } = first.body;
    const posted = await post('/check', { id: 'h', fingerprint, onDuplicate: 'store' });
    expect(posted.body).toMatchObject({ decision: 'similar', featureCount: null, fingerprint });
    const unknown = { addsNothing: false, adds: null, covers: null };
    expect(posted.body.matches[0]).toMatchObject({ exact: false, distance: 0, ...unknown });
    const twice = await post('/check', { id: 'h', fingerprint });
    expect(twice.body.decision).toBe('unchanged');

    const { recipeId } = (await get('/collections/default')).body;
    expect((await post('/query', { fingerprint, recipe: recipeId })).status).toBe(200);
    const other = await post('/query', { fingerprint, recipe: '0123456789abcdef' });
    expect(other).toMatchObject({ status: 422, body: { code: 'recipe_mismatch' } });
  });

  it('never matches documents of two collections', async () => {
    const { post } = await openTestApp();
    await post('/collections', { name: 'other' });
    await post('/check', { id: 'a', text: english });
    const elsewhere = await post('/check', { id: 'a', text: english, collection: 'other' });
    expect(elsewhere.body).toMatchObject({ decision: 'new', collection: 'other' });
    expect(elsewhere.headers.location).toBe('/collections/other/documents/a');
  });
});

describe('POST /query', () => {
  it('finds matches of a text, and of a stored document without itself', async () => {
    const { post, count } = await openTestApp();
    await post('/documents', { id: 'a', text: english });
    await post('/documents', { id: 'b', text: englishMirror });
    const byText = await post('/query', { text: english });
    expect(byText.status).toBe(200);
    expect(byText.body.matches.map(({ id }: { id: string }) => id)).toEqual(['a', 'b']);
    expect(byText.body).toMatchObject({ candidates: 2, truncated: false });
    const byId = await post('/query', { id: 'a' });
    expect(byId.body.matches.map(({ id }: { id: string }) => id)).toEqual(['b']);
    expect(byId.body.fingerprint).toBe(byText.body.fingerprint);
    expect(await count()).toBe(2);
    expect(await post('/query', { id: 'none' })).toMatchObject({
      status: 404,
      body: { code: 'document_not_found' },
    });
  });
});

describe('POST /fingerprint', () => {
  it('returns the fingerprint that a check reports, and stores nothing', async () => {
    const { post, get, count } = await openTestApp();
    const { body } = await post('/fingerprint', { text: chinese });
    const checked = await post('/check', { text: chinese, dryRun: true });
    const { recipeId } = (await get('/collections/default')).body;
    expect(body).toEqual({
      fingerprint: checked.body.fingerprint,
      featureCount: checked.body.featureCount,
      shortText: false,
      recipe: recipeId,
    });
    expect(await count()).toBe(0);
  });
});

/** A notice from a template, with the device, fault and numbers of a model. */
function notice(model: string): string {
  const words = Array.from(
    { length: 120 },
    (_, i) => `step${'abcdefgh'[i % 8]}${'xyz'[i % 3]}${'klmno'[i % 5]}`,
  );
  const fault = `fault${model}`;
  return `Maker${model} ${fault} when camera${model} starts after update${model}, ${fault} mended. ${words.join(' ')} Build ${model}77${model}, ${model}5 MB, day ${model}.`;
}
