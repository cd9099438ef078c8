import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import { english, englishMirror, unrelated } from './pages.js';
import { openTestApp } from './test-app.js';

const hour = 3600;
const claim = { claimSeconds: hour, claimant: 'crawler-7' };

describe('a check with claimSeconds', () => {
  it('claims the stored document until it is confirmed', async () => {
    const { post, get, pass } = await openTestApp();
    const first = await post('/check', { id: 'a', text: english, ...claim });
    expect(first).toMatchObject({ status: 201, body: { decision: 'new', stored: true } });
    const { expiresAt } = first.body.claim;
    expect((await get('/documents/a')).body).toMatchObject({
      claim: { expiresAt },
      expiresAt: null,
    });
    expect((await get('/stats')).body).toMatchObject({ documents: 1, claims: 1 });
    const again = await post('/check', { id: 'a', text: english, ...claim });
    expect(again).toMatchObject({ status: 201, body: { decision: 'new', stored: true } });
    expect(again.body.claim.expiresAt > expiresAt).toBe(true);
    const other = { ...claim, claimant: 'crawler-8' };
    expect((await post('/check', { id: 'a', text: english, ...other })).body).toMatchObject({
      ...{ decision: 'unchanged', stored: false, claim: { expiresAt: again.body.claim.expiresAt } },
    });
    const duplicate = await post('/check', { id: 'b', text: englishMirror });
    expect(duplicate.body).toMatchObject({
      decision: 'duplicate',
      claim: { expiresAt: again.body.claim.expiresAt },
    });
    expect(duplicate.body.claim).not.toHaveProperty('contentHash');

    const { contentHash } = again.body.claim;
    const documents = ['a', 'b'].map((id) => ({ id, contentHash }));
    const confirm = (claimant?: string) => post('/documents/confirm', { documents, claimant });
    expect((await confirm('crawler-8')).body).toEqual({ confirmed: [], missing: ['a', 'b'] });
    expect((await confirm()).body).toEqual({ confirmed: [], missing: ['a', 'b'] });
    const confirmed = { confirmed: ['a'], missing: ['b'] };
    for (let i = 0; i < 2; i++) expect((await confirm('crawler-7')).body).toEqual(confirmed);
    pass(2 * hour * 1000);
    expect((await get('/documents/a')).body).not.toHaveProperty('claim');
    const unchanged = await post('/check', { id: 'a', text: english, ...claim });
    expect(unchanged.body).toMatchObject({ decision: 'unchanged', stored: false });
    expect(unchanged.body).not.toHaveProperty('claim');
  });

  it('restores the former version if it is not confirmed', async () => {
    const { post, get, pass } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const { body: before } = await get('/documents/a');
    const changed = await post('/check', { id: 'a', text: unrelated, ...claim });
    expect(changed).toMatchObject({ status: 200, body: { decision: 'changed', stored: true } });
    pass(hour * 1000);
    expect((await get('/documents/a')).body).toEqual(before);
  });

  it('is confirmed with its content; a late confirmation reports the document as missing', async () => {
    const { post, get, pass } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const { claim: claimed } = (await post('/check', { id: 'a', text: unrelated, ...claim })).body;
    const documents = [{ id: 'a', contentHash: claimed.contentHash }];
    const confirm = async () =>
      (await post('/documents/confirm', { documents, claimant: 'crawler-7' })).body;
    pass(hour * 1000);
    expect(await confirm()).toEqual({ confirmed: [], missing: ['a'] });
    await post('/check', { id: 'a', text: unrelated, ...claim });
    expect(await confirm()).toEqual({ confirmed: ['a'], missing: [] });
    expect(await confirm()).toEqual({ confirmed: ['a'], missing: [] });
    pass(hour * 1000);
    expect((await get('/documents/a')).body).toMatchObject({ revision: 2 });
    for (const body of [{}, { ids: ['a'] }, { documents: [{ id: 'a' }] }]) {
      expect((await post('/documents/confirm', body)).status).toBe(422);
    }
  });

  it('is absent from a replayed outcome once it has expired', async () => {
    const { app, get, pass } = await openTestApp();
    const check = async () => {
      const answer = await app.inject({
        ...{ method: 'POST', url: '/check', headers: { 'idempotency-key': 'one' } },
        payload: { id: 'a', text: english, ...claim },
      });
      return { ...answer.json(), replayed: answer.headers['idempotency-replayed'] };
    };
    const first = await check();
    expect(await check()).toEqual({ ...first, replayed: 'true' });
    pass(hour * 1000);
    const again = await check();
    expect(again).toMatchObject({ decision: 'new', stored: true, replayed: undefined });
    expect((await get('/documents/a')).body.claim.expiresAt).toBe(again.claim.expiresAt);
  });

  it('lasts no longer than the document, and counts its decision once', async () => {
    const { app, post, get, pass } = await openTestApp();
    const metrics = async () => (await app.inject({ method: 'GET', url: '/metrics' })).body;
    const body = { id: 'a', text: english, ...claim, ttlSeconds: 60 };
    for (let i = 0; i < 3; i++) await post('/check', body);
    const { body: stats } = await get('/stats');
    expect(stats.decisions).toMatchObject({ new: 1, unchanged: 0 });
    expect(await metrics()).toMatch(/^neardup_decisions_total\{decision="new"\} 1$/m);
    pass(60_000);
    expect((await get('/documents/a')).status).toBe(404);
    expect(await metrics()).toMatch(/^neardup_claims 0$/m);
  });

  it('replaces other documents when it is confirmed', async () => {
    const { post, get } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const replacing = { id: 'b', text: englishMirror, onDuplicate: 'replace', ...claim };
    const { body } = await post('/check', replacing);
    expect(body).toMatchObject({ decision: 'duplicate', stored: true, replaced: ['a'] });
    expect((await get('/documents/a')).status).toBe(200);
    const documents = [{ id: 'b', contentHash: body.claim.contentHash }];
    await post('/documents/confirm', { documents, claimant: 'crawler-7' });
    expect((await get('/documents/a')).status).toBe(404);
    expect((await get('/documents/b')).status).toBe(200);
  });

  it('works for a page and for a line of a bulk request', async () => {
    const { app, post } = await openTestApp();
    const page = await app.inject({
      ...{ method: 'POST', url: '/check?id=a&claimSeconds=60&claimant=one' },
      ...{ headers: { 'content-type': 'text/html' }, payload: `<p>${english}</p>` },
    });
    expect(page.json()).toMatchObject({ claim: { expiresAt: expect.any(String) } });
    const lines = [
      { id: 'b', text: unrelated, claimSeconds: 60 },
      { id: 'a', text: english },
    ];
    const bulk = await app.inject({
      ...{ method: 'POST', url: '/documents/bulk?mode=check' },
      headers: { 'content-type': 'application/x-ndjson' },
      payload: lines.map((line) => JSON.stringify(line)).join('\n'),
    });
    const [first] = bulk.body.split('\n').map((line) => line && JSON.parse(line));
    expect(first).toMatchObject({ decision: 'new', claim: { expiresAt: expect.any(String) } });
    const documents = [{ id: 'b', contentHash: first.claim.contentHash }];
    expect((await post('/documents/confirm', { documents })).body.confirmed).toEqual(['b']);
  });

  it('belongs to a key and a name, so that no other key confirms, renews or shortens it', async () => {
    const made = (['write', 'write', 'admin'] as const).map((scope, i) =>
      newKey({ name: ['one', 'two', 'root'][i]!, scopes: [scope] }),
    );
    const keys = parseKeyFile(JSON.stringify({ keys: made.map(({ entry }) => entry) }));
    const { app } = await openTestApp({ keys: createKeyRing(keys) });
    const [one, two, root] = made.map(({ key }) => key) as [string, string, string];
    const ask = async (key: string, url: string, payload: object) =>
      (
        await app.inject({
          ...{ method: 'POST', url, payload, headers: { authorization: `Bearer ${key}` } },
        })
      ).json();
    const { claim: a } = await ask(one, '/check', { id: 'a', text: english, claimSeconds: 60 });
    const confirm = { documents: [{ id: 'a', contentHash: a.contentHash }] };
    for (const other of [confirm, { ...confirm, claimant: 'one' }]) {
      expect(await ask(two, '/documents/confirm', other)).toMatchObject({ missing: ['a'] });
    }
    const renewal = { id: 'a', text: english, claimSeconds: 1, claimant: 'one' };
    expect(await ask(two, '/check', renewal)).toMatchObject({ decision: 'unchanged' });
    expect(await ask(one, '/documents/confirm', confirm)).toMatchObject({ confirmed: ['a'] });

    const named = { text: english, claimSeconds: 60, claimant: 'crawler' };
    for (const id of ['b', 'c']) await ask(one, '/check', { id, ...named, onDuplicate: 'store' });
    const written = (id: string) => ({ documents: [{ id, contentHash: a.contentHash }] });
    const foreign = { ...written('b'), claimant: 'crawler' };
    expect(await ask(two, '/documents/confirm', foreign)).toMatchObject({ missing: ['b'] });
    expect(await ask(one, '/documents/confirm', foreign)).toMatchObject({ confirmed: ['b'] });
    const byAdmin = { ...written('c'), claimant: 'one/crawler' };
    expect(await ask(root, '/documents/confirm', byAdmin)).toMatchObject({ confirmed: ['c'] });
  });

  it('is never shortened by a renewal', async () => {
    const { post } = await openTestApp();
    const first = await post('/check', { id: 'a', text: english, ...claim });
    const again = await post('/check', { id: 'a', text: english, ...claim, claimSeconds: 1 });
    expect(again.body.claim).toEqual(first.body.claim);
  });

  it('is refused with contradictory fields', async () => {
    const { post } = await openTestApp();
    const text = english;
    for (const [body, field] of [
      [{ dryRun: true, claimSeconds: 60 }, '/claimSeconds'],
      [{ claimant: 'one' }, '/claimant'],
      [{ claimSeconds: 0 }, '/claimSeconds'],
      [{ claimSeconds: 86_401 }, '/claimSeconds'],
      [{ claimSeconds: 60, claimant: '' }, '/claimant'],
    ] as const) {
      const refused = await post('/check', { id: 'a', text, ...body });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: field }] } });
    }
    expect((await post('/documents/confirm', { ids: [] })).status).toBe(422);
  });
});
