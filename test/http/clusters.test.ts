import { describe, expect, it } from 'vitest';
import { english, unrelated, withTeaser } from './pages.js';
import { openTestApp, type Reply } from './test-app.js';

/** Copies of one page, each with another of its sentences in front. */
const copy = (number: number) => withTeaser(english, number);

describe('Clusters', () => {
  it('have stored and refused members, each with its own match', async () => {
    const { post, get } = await openTestApp();
    expect((await post('/check', { id: 'a', text: english })).body.cluster).toBeNull();
    const refused = await post('/check', { id: 'b', text: copy(1) });
    const { cluster } = refused.body;
    expect(cluster).toMatch(/^[0-9a-f-]{36}$/);
    const stored = await post('/check', { id: 'c', text: copy(2), onDuplicate: 'store' });
    expect(stored.body.cluster).toBe(cluster);
    expect((await post('/check', { id: 'c', text: copy(2) })).body).toMatchObject({
      decision: 'unchanged',
      cluster,
    });
    expect((await post('/check', { id: 'd', text: unrelated })).body.cluster).toBeNull();

    const { body: listed } = await get('/clusters');
    expect(listed).toMatchObject({
      clusters: [{ id: cluster, collection: 'default', size: 2, refused: 1, representative: 'a' }],
      nextCursor: null,
    });
    const { body } = await get(`/clusters/${cluster}`);
    expect(body).toMatchObject({ ...listed.clusters[0], nextCursor: null });
    expect(body.members).toMatchObject([
      { id: 'a', stored: true, representative: true, match: null },
      { id: 'c', stored: true, representative: false, measuredAgainstRepresentative: true },
      { id: 'b', stored: false, representative: false, measuredAgainstRepresentative: true },
    ]);
    const { distance, similarity, exact } = refused.body.matches[0];
    expect(body.members[2].match).toMatchObject({ id: 'a', distance, similarity, exact });

    expect((await get('/documents/c')).body.cluster).toBe(cluster);
    expect((await get('/documents/d')).body.cluster).toBeNull();
    const { body: lookedUp } = await post('/documents/lookup', { ids: ['a', 'd'] });
    expect(lookedUp.documents).toMatchObject([{ cluster }, { cluster: null }]);
  });

  it('show the match of a document on arrival, next to its text', async () => {
    const { post, get } = await openTestApp();
    await post('/collections', { name: 'kept', keepText: true });
    const check = (id: string, text: string) =>
      post('/check', { id, text, collection: 'kept', onDuplicate: 'store' });
    await check('a', english);
    const { cluster } = (await check('b', copy(1))).body;
    await check('c', unrelated);
    const { members } = (await get(`/clusters/${cluster}?collection=kept`)).body;
    const show = async (id: string, include: string) =>
      (await get(`/documents/${id}?collection=kept&include=${include}`)).body;
    const { match, text } = await show('b', 'text,match');
    expect(match).toEqual(members[1].match);
    expect(match.id).toBe('a');
    expect(text.match(/reading room/g)).toHaveLength(2);
    expect(await show('b', 'match')).not.toHaveProperty('text');
    expect(await show('b', 'match,text')).toMatchObject({ match, text });
    expect(await show('b', 'text')).not.toHaveProperty('match');
    for (const id of ['a', 'c']) expect((await show(id, 'match')).match).toBeNull();
    expect((await show('b', 'match,match')).code).toBe('validation_failed');
  });

  it('get another representative, and name members that were not measured against it', async () => {
    const { post, get, send } = await openTestApp();
    const always = { onDuplicate: 'store' };
    await post('/check', { id: 'a', text: english });
    const { cluster } = (await post('/check', { id: 'b', text: copy(1), ...always })).body;
    await post('/check', { id: 'c', text: english, ...always });
    await send('DELETE', '/documents/a');
    const { body } = await get(`/clusters/${cluster}`);
    expect(body).toMatchObject({ size: 2, representative: 'b' });
    expect(body.members).toMatchObject([
      { id: 'b', representative: true, match: { id: 'a' }, measuredAgainstRepresentative: true },
      { id: 'c', representative: false, match: { id: 'a' }, measuredAgainstRepresentative: false },
    ]);
  });

  it('are listed page by page, the largest first', async () => {
    const { post, get } = await openTestApp();
    const fingerprints = ['0000000000000000', '00000000ffffffff', 'ffffffff00000000'];
    for (const [i, fingerprint] of fingerprints.entries()) {
      for (let copies = 0; copies < i + 2; copies++) {
        await post('/check', { id: `${i}-${copies}`, fingerprint, duplicateIf: 'similar' });
      }
    }
    const pages = await walk(get, '/clusters?limit=2', 'clusters');
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    expect(pages.flat()).toMatchObject([
      { representative: '2-0', size: 1, refused: 3 },
      { representative: '1-0', size: 1, refused: 2 },
      { representative: '0-0', size: 1, refused: 1 },
    ]);
    expect((await get('/clusters?minSize=4')).body.clusters).toHaveLength(1);

    const [[largest]] = pages as [[{ id: string }]];
    const members = await walk(get, `/clusters/${largest.id}?limit=2`, 'members');
    expect(members.map((page) => page.map(({ id }) => id))).toEqual([
      ['2-0', '2-1'],
      ['2-2', '2-3'],
    ]);
  });

  it('are listed by their least similar member, which may leave', async () => {
    const { post, get, send } = await openTestApp();
    for (const [id, text] of [
      ['a', english],
      ['a-edited', copy(1)],
      ['a-equal', english],
      ['b', unrelated],
      ['b-equal', unrelated],
    ]) {
      await post('/check', { id, text, onDuplicate: 'store' });
    }
    const pages = await walk(get, '/clusters?order=similarity&limit=1', 'clusters');
    expect(pages).toMatchObject([[{ representative: 'a' }], [{ representative: 'b' }]]);
    const [[{ leastSimilarity }]] = pages as unknown as [[{ leastSimilarity: number }]];
    expect(leastSimilarity).toBeLessThan(1);
    await send('DELETE', '/documents/a-edited');
    const { clusters } = (await get('/clusters?order=similarity')).body;
    expect(clusters).toMatchObject([{ leastSimilarity: 1 }, { leastSimilarity: 1 }]);
    const { nextCursor } = (await get('/clusters?limit=1')).body;
    const large = await get('/clusters?order=similarity&minSize=3');
    expect(large).toMatchObject({ status: 422, body: { errors: [{ pointer: '/minSize' }] } });
    const wrong = await get(`/clusters?order=similarity&cursor=${nextCursor}`);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  it('can select documents', async () => {
    const { post, get } = await openTestApp();
    const fingerprint = '0123456789abcdef';
    for (const id of ['c', 'a', 'b'])
      await post('/check', { id, fingerprint, onDuplicate: 'store' });
    const { cluster } = (await post('/check', { id: 'd', fingerprint, duplicateIf: 'similar' }))
      .body;
    const pages = await walk(get, `/documents?cluster=${cluster}&limit=2`, 'documents');
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([['c', 'a'], ['b']]);
    expect(pages.flat()).toMatchObject([{ cluster }, { cluster }, { cluster }]);
    expect((await get('/documents?cluster=none')).body.code).toBe('cluster_not_found');
    expect((await get(`/documents?cluster=${cluster}&idPrefix=a`)).body.code).toBe(
      'validation_failed',
    );
  });

  it('keep at most as many refused ids as their collection says', async () => {
    const { post, app, get } = await openTestApp();
    const fingerprint = '0123456789abcdef';
    await post('/collections', { name: 'news', keepRefused: 2 });
    const check = (id: string) =>
      post('/check', { id, fingerprint, collection: 'news', duplicateIf: 'similar' });
    for (const id of ['a', 'b', 'c', 'd', 'b']) await check(id);
    const query = '?collection=news';
    expect((await get(`/clusters${query}`)).body.clusters).toMatchObject([{ refused: 2 }]);

    const payload = { keepRefused: 3 };
    const patched = await app.inject({ method: 'PATCH', url: '/collections/news', payload });
    expect(patched.json()).toMatchObject({ keepRefused: 3 });
    const { cluster } = (await check('e')).body;
    const { members } = (await get(`/clusters/${cluster}${query}`)).body;
    expect(members.map(({ id }: { id: string }) => id)).toEqual(['a', 'b', 'c', 'e']);
  });

  it('are refused if the id or the collection is unknown, or the cursor belongs to another list', async () => {
    const { get } = await openTestApp();
    expect((await get('/clusters/none')).body).toMatchObject({
      status: 404,
      code: 'cluster_not_found',
      detail: 'No cluster "none" in collection "default"',
    });
    expect((await get('/clusters?collection=none')).body.code).toBe('collection_not_found');
    const { nextCursor } = { nextCursor: Buffer.from('c1:[1]').toString('base64url') };
    for (const cursor of ['nonsense', nextCursor, Buffer.from('d1:a').toString('base64url')]) {
      expect((await get(`/clusters?cursor=${cursor}`)).body.code).toBe('invalid_cursor');
    }
  });
});

describe('The members of a cluster', () => {
  it('are found by their hosts', async () => {
    const { post, get } = await openTestApp();
    const ids = ['https://one.example/a', 'https://two.example/b', 'c', 'https://ONE.example/d'];
    for (const [n, id] of ids.entries()) await post('/check', { id, text: copy(n) });
    const { clusters } = (await get('/clusters')).body;
    const url = `/clusters/${clusters[0].id}`;
    const walked = async (query: string) =>
      (await walk(get, `${url}?limit=2&${query}`, 'members')).flat().map(({ id }) => id);
    expect(await walked('')).toEqual(ids);
    expect(await walked('host=one.EXAMPLE')).toEqual([ids[0], ids[3]]);
    expect(await walked('host=')).toEqual(['c']);
    expect((await get(`${url}/hosts`)).body).toEqual({
      hosts: [
        { host: 'one.example', stored: 1, refused: 1 },
        { host: null, stored: 0, refused: 1 },
        { host: 'two.example', stored: 0, refused: 1 },
      ],
      others: 0,
    });
  });

  it('have the representative that a person chooses', async () => {
    const { post, get, send } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const { cluster } = (await post('/check', { id: 'b', text: copy(1), onDuplicate: 'store' }))
      .body;
    await post('/check', { id: 'c', text: copy(2) });
    const url = `/clusters/${cluster}`;
    const choose = (id: string, at = url) => send('PUT', `${at}/representative`, { id });
    expect(await choose('b')).toMatchObject({
      status: 200,
      body: { id: cluster, representative: 'b', size: 2, refused: 1 },
    });
    const { members } = (await get(url)).body;
    expect(members).toMatchObject([
      { id: 'a', representative: false },
      { id: 'b', representative: true },
      { id: 'c', representative: false },
    ]);
    expect((await choose('c')).body.code).toBe('document_not_found');
    expect((await choose('a', '/clusters/none')).body.code).toBe('cluster_not_found');
    await send('DELETE', '/documents/b');
    expect((await get(url)).body.representative).toBe('a');
  });

  it('are refused with a wrong cursor, order or cluster', async () => {
    const { post, get } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const { cluster } = (await post('/check', { id: 'b', text: copy(1) })).body;
    const url = `/clusters/${cluster}`;
    const { nextCursor } = (await get('/clusters?minSize=1&limit=1')).body;
    expect((await get(`${url}?cursor=${nextCursor ?? 'x'}`)).body.code).toBe('invalid_cursor');
    expect((await get(`${url}?order=time`)).body.code).toBe('validation_failed');
    expect((await get('/clusters/none?host=a')).body.code).toBe('cluster_not_found');
    expect((await get('/clusters/none/hosts')).body.code).toBe('cluster_not_found');
  });

  it('list as related every other cluster with a document that matches a member', async () => {
    const { post, get } = await openTestApp();
    // Versions that drift: each replaces some words of the one before, and they arrive out of order.
    const versions = [english.split(' ')];
    for (let i = 1; i < 16; i++) {
      const words = [...versions[i - 1]!];
      for (let j = 0; j < 8; j++) words[(i * 8 + j * 11) % words.length] = `word${i}x${j}`;
      versions.push(words);
    }
    const clusterOf = new Map<string, string>();
    for (const i of [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]) {
      const text = versions[i]!.join(' ');
      const document = { id: `v${i}`, text, duplicateIf: 'similar', onDuplicate: 'store' };
      expect((await post('/check', document)).status).toBeLessThan(300);
    }
    const ids = versions.map((_, i) => `v${i}`);
    for (const { id, cluster } of (await post('/documents/lookup', { ids })).body.documents) {
      if (cluster !== null) clusterOf.set(id, cluster);
    }
    const clusters = [...new Set(clusterOf.values())];
    expect(clusters.length).toBeGreaterThan(1);

    const expected = new Map<string, Map<string, number>>();
    for (const [a, cluster] of clusterOf) {
      const nearest = expected.get(cluster) ?? new Map<string, number>();
      expected.set(cluster, nearest);
      for (const [b, other] of clusterOf) {
        if (other === cluster) continue;
        const { match, similarity } = (await post('/compare', { a: { id: a }, b: { id: b } })).body;
        if (match) nearest.set(other, Math.max(similarity, nearest.get(other) ?? 0));
      }
    }
    expect([...expected.values()].some(({ size }) => size > 0)).toBe(true);
    for (const cluster of clusters) {
      const { body } = await get(`/clusters/${cluster}?include=related`);
      const nearest = [...expected.get(cluster)!].sort(([, a], [, b]) => b - a);
      expect(body.related.map(({ id, match }: Reply['body']) => [id, match.similarity])).toEqual(
        nearest,
      );
      for (const { id, member, match } of body.related) {
        expect([clusterOf.get(member), clusterOf.get(match.id)]).toEqual([cluster, id]);
      }
      expect((await get(`/clusters/${cluster}`)).body).not.toHaveProperty('related');
    }
  });
});

describe('Separations', () => {
  it('are respected by later checks, listed, and can be removed', async () => {
    const { post, get, send } = await openTestApp();
    await post('/check', { id: 'a', text: english });
    const { cluster } = (await post('/check', { id: 'b', text: copy(1) })).body;
    expect(await post('/separations', { a: 'b', b: 'a' })).toMatchObject({
      status: 200,
      body: { a: 'a', b: 'b', createdAt: expect.any(String), left: { id: 'b', cluster } },
    });
    expect((await get(`/clusters/${cluster}`)).body).toMatchObject({ size: 1, refused: 0 });
    expect((await post('/check', { id: 'b', text: copy(1) })).body).toMatchObject({
      decision: 'new',
      matches: [],
      cluster: null,
    });
    expect((await post('/check', { id: 'c', text: copy(1) })).body.decision).toBe('duplicate');

    expect((await post('/separations', { a: 'a', b: 'x' })).body.left).toBeNull();
    await post('/separations', { a: 'x', b: 'a' });
    const pages = await walk(get, '/separations?limit=1', 'separations');
    expect(pages.flat()).toMatchObject([
      { a: 'a', b: 'b', createdAt: expect.stringMatching(/^2026-/) },
      { a: 'a', b: 'x' },
    ]);

    expect((await send('DELETE', '/separations?a=b&b=a')).status).toBe(204);
    expect((await send('DELETE', '/separations?a=b&b=a')).body.code).toBe('separation_not_found');
    expect((await post('/check', { id: 'b', text: copy(3) })).body.duplicateOf).toBe('a');
  });

  it('need two different documents', async () => {
    const { post } = await openTestApp();
    expect((await post('/separations', { a: 'a', b: 'a' })).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/b' }],
    });
    expect((await post('/separations', { a: 'a' })).body.code).toBe('validation_failed');
  });
});

interface Item {
  readonly id: string;
}

/** All pages of a list. */
async function walk(
  get: (url: string) => Promise<Reply>,
  url: string,
  name: string,
): Promise<Item[][]> {
  const pages: Item[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body, status } = await get(url + next);
    expect(status).toBe(200);
    pages.push(body[name]);
    cursor = body.nextCursor;
  }
  return pages;
}
