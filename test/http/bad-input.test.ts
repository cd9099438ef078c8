import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { statusByCode } from '../../src/api/problem.js';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

const json = (value: unknown) => JSON.stringify(value);
const proto = '{"text":"a page","metadata":{"__proto__":{"x":1}}}';

/** Invalid inputs: name, code, body. */
const refused: [string, string, string | Buffer | object][] = [
  ['broken JSON', 'invalid_json', '{"text": "a'],
  ['no body', 'validation_failed', ''],
  ['invalid UTF-8', 'invalid_json', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ['a __proto__ key', 'invalid_json', proto],
  ['a constructor key that reaches a prototype', 'invalid_json', '{"constructor":{"prototype":1}}'],
  ['a list', 'validation_failed', '[]'],
  ['a string', 'validation_failed', '"text"'],
  ['null', 'validation_failed', 'null'],
  ['no content', 'validation_failed', { id: 'a' }],
  ['two contents', 'validation_failed', { text: english, fingerprint: '0123456789abcdef' }],
  ['an unknown field', 'validation_failed', { text: english, page: '<p>' }],
  ['a field that comes later', 'validation_failed', { text: english, cluster: true }],
  ['a number as text', 'validation_failed', { text: 5 }],
  ['a number as id', 'validation_failed', { id: 5, text: english }],
  ['empty text', 'text_empty', { text: '' }],
  ['blank text', 'text_empty', { text: ' \n\t\u3000' }],
  ['text without any feature', 'text_empty', { text: '!!! ... \u200b\u0000 \ud800' }],
  ['an empty id', 'validation_failed', { id: '', text: english }],
  ['an id of 3,000 characters', 'validation_failed', { id: 'a'.repeat(3000), text: english }],
  ['a control character in an id', 'validation_failed', { id: 'a\nb', text: english }],
  ['NUL in an id', 'validation_failed', { id: 'a\u0000b', text: english }],
  ['a lone surrogate in an id', 'validation_failed', json({ id: 'a\ud800', text: english })],
  ['"." as id', 'validation_failed', { id: '.', text: english }],
  ['".." as id', 'validation_failed', { id: '..', text: english }],
  ['a short fingerprint', 'validation_failed', { fingerprint: 'abc' }],
  ['an upper-case fingerprint', 'validation_failed', { fingerprint: '0123456789ABCDEF' }],
  ['a fingerprint with a prefix', 'validation_failed', { fingerprint: '0x0123456789abcdef' }],
  ['a fingerprint as number', 'validation_failed', { fingerprint: 1234567890123456 }],
  ['an unknown collection', 'collection_not_found', { text: english, collection: 'none' }],
  ['a collection name with a slash', 'validation_failed', { text: english, collection: '../x' }],
  ['metadata that is a list', 'validation_failed', { text: english, metadata: [1] }],
  [
    'metadata over 16 KiB',
    'validation_failed',
    { text: english, metadata: { m: 'x'.repeat(2e4) } },
  ],
  ['no features', 'validation_failed', { features: [] }],
  ['a feature of weight 0', 'validation_failed', { features: [{ term: 'a', weight: 0 }] }],
  ['a feature of negative weight', 'validation_failed', { features: [{ term: 'a', weight: -1 }] }],
  ['a feature without term', 'validation_failed', { features: [{ term: '', weight: 1 }] }],
  ['an infinite weight', 'validation_failed', '{"features":[{"term":"a","weight":1e999}]}'],
  ['a recipe without fingerprint', 'validation_failed', { text: english, recipe: '0'.repeat(16) }],
];

/** Faults of requests with a distance. */
const refusedDistances: [string, string, object][] = [
  ['a negative distance', 'validation_failed', { text: english, maxDistance: -1 }],
  ['a fractional distance', 'validation_failed', { text: english, maxDistance: 1.5 }],
  ['a distance above 64', 'validation_failed', { text: english, maxDistance: 65 }],
  ['a distance beyond the index', 'distance_unsupported', { text: english, maxDistance: 8 }],
  ['a negative limit', 'validation_failed', { text: english, limit: -1 }],
  ['a limit above 1,000', 'validation_failed', { text: english, limit: 1001 }],
  ['a similarity above 1', 'validation_failed', { text: english, minSimilarity: 1.5 }],
  ['an explanation, which is for queries', 'validation_failed', { text: english, explain: true }],
];

describe.each([
  { path: '/check', inputs: [...refused, ...refusedDistances] },
  { path: '/documents', inputs: refused },
])('POST $path', ({ path, inputs }) => {
  it.each(inputs)('refuses %s as %s and stores nothing', async (_, code, body) => {
    const { post, count } = await openTestApp();
    const reply = await post(path, body);
    expect(reply.body).toMatchObject({ code, status: reply.status });
    expect(reply.status).toBe(statusByCode[code as keyof typeof statusByCode]);
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(reply.body.detail.length).toBeGreaterThan(10);
    expect(await count()).toBe(0);
    expect((Object.prototype as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('a request is refused before its body is read', () => {
  it('with a body of 3 MB', async () => {
    const { post, count } = await openTestApp();
    const reply = await post('/check', { text: 'word '.repeat(600_000) });
    expect(reply).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect(reply.body.detail).toContain('2097152 bytes');
    expect(reply.body.detail).toContain('NEARDUP_BODY_BYTES_MAX');
    const page = await post('/check', 'x'.repeat(9_000_000), { 'content-type': 'text/html' });
    expect(page.body.detail).toContain('NEARDUP_HTML_BYTES_MAX');
    expect(await count()).toBe(0);
  });

  it.each([
    ['image/png', 'unsupported_media_type'],
    ['application/zip', 'unsupported_media_type'],
  ])('with a body of type %s', async (type, code) => {
    const { post } = await openTestApp();
    const reply = await post('/check', 'some text', { 'content-type': type });
    expect(reply).toMatchObject({ status: 415, body: { code } });
  });

  it('with a compressed body', async () => {
    const { post } = await openTestApp();
    const reply = await post('/check', { text: english }, { 'content-encoding': 'gzip' });
    expect(reply).toMatchObject({ status: 415, body: { code: 'unsupported_encoding' } });
  });

  it('if the client does not accept JSON', async () => {
    const { post } = await openTestApp();
    const reply = await post('/check', { text: english }, { accept: 'text/html' });
    expect(reply).toMatchObject({ status: 406, body: { code: 'not_acceptable' } });
  });

  it('with headers or query parameters without effect', async () => {
    const { post, get } = await openTestApp();
    const idempotent = await post('/query', { text: english }, { 'idempotency-key': 'k' });
    expect(idempotent).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    const parameter = await post('/check?id=a', { text: english });
    expect(parameter).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(parameter.body.detail).toContain('; fields go into the JSON body');
    for (const path of ['/documents/bulk?mode=other', '/documents/bulk?id=a']) {
      const headers = { 'content-type': 'application/x-ndjson' };
      const bulk = await post(path, { text: english }, headers);
      expect(bulk).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
      expect(bulk.body.detail).not.toContain('JSON body');
    }
    const include = await get('/documents/a?include=vectors');
    expect(include).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('with an unknown path or method', async () => {
    const { get, send } = await openTestApp();
    expect(await get('/nothing')).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
    const method = await send('PUT', '/documents/a', { text: english });
    expect(method).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(method.headers.allow).toBe('DELETE, GET, HEAD');
  });

  it('if it once caused an unexpected error in the fuzz run', async () => {
    const { app } = await openTestApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    // `inject` and `fetch` would resolve the path before it is sent.
    const path = '/docs/static/%2e%2e/package.json';
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path }, resolve).on('error', reject).end();
    });
    expect([response.statusCode, await readJson(response)]).toEqual([
      404,
      expect.objectContaining({ code: 'route_not_found' }),
    ]);
  });

  it('with a method of no endpoint, whatever else the request has', async () => {
    const { app, send, get } = await openTestApp();
    const query = await send('QUERY', '/readyz');
    expect(query).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(query.headers.allow).toBe('GET, HEAD');
    const trace = await app.inject({
      method: 'TRACE' as 'GET',
      url: '/check',
      headers: { 'idempotency-key': 'a' },
    });
    expect(trace.json()).toMatchObject({
      status: 405,
      detail: 'Cannot TRACE "/check"; it takes POST',
    });
    const url = await get('/documents/https://example.com/a');
    expect(url).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
    expect(url.body.detail).toContain('POST /documents/lookup');
  });

  it('with a path that no id can have', async () => {
    const { get } = await openTestApp();
    expect((await get(`/documents/${'a'.repeat(3000)}`)).body.code).toBe('validation_failed');
    expect((await get(`/documents/${'a'.repeat(20_000)}`)).body.code).toBe('uri_too_long');
    expect((await get('/documents/%E0%A4%A')).body.code).toBe('validation_failed');
    expect((await get('/documents/%00')).body.code).toBe('validation_failed');
  });
});

describe('null', () => {
  it('counts as omitted in every optional field', async () => {
    const { post } = await openTestApp();
    const nothing = Object.fromEntries(
      [
        ...['collection', 'metadata', 'ttlSeconds', 'html', 'features', 'fingerprint', 'recipe'],
        ...['extractor', 'duplicateIf', 'onDuplicate', 'onChange', 'onCovered', 'dryRun'],
        ...['claimSeconds', 'claimant', 'maxDistance', 'minSimilarity', 'limit'],
      ].map((name) => [name, null]),
    );
    const { body: plain } = await post('/check', { id: 'a', text: english });
    const { body: again } = await post('/check', { ...nothing, id: 'b', text: english });
    expect(again).toMatchObject({ decision: 'duplicate', duplicateOf: 'a', collection: 'default' });
    expect(again.fingerprint).toBe(plain.fingerprint);
    const query = { text: null, id: 'a', explain: null, limit: null, collection: null };
    expect((await post('/query', query)).status).toBe(200);
    const side = { text: english, id: null };
    expect((await post('/compare', { a: side, b: { id: 'a', text: null } })).body.exact).toBe(true);
    const made = await post('/collections', { name: 'other', recipe: null, keepText: null });
    expect(made.status).toBe(201);
    const removed = await post('/documents/delete', { ids: ['a'], idPrefix: null });
    expect(removed.body.deleted).toEqual(['a']);
  });

  it('is no content, and is refused as a value', async () => {
    const { post, send } = await openTestApp();
    expect((await post('/check', { text: null })).body.detail).toContain('none is present');
    expect((await send('PATCH', '/collections/default', { keepText: null })).status).toBe(422);
    expect((await send('PATCH', '/collections/default', { duplicateIf: null })).status).toBe(422);
    expect((await send('PATCH', '/collections/default', { ttlSeconds: null })).status).toBe(200);
    expect((await post('/labels', { a: 'a', b: null, label: 'same' })).status).toBe(422);
  });
});

describe('validation_failed', () => {
  it('gives a pointer to every fault', async () => {
    const { post } = await openTestApp();
    const { body } = await post('/check', { id: 5, text: english, limit: 'x', extra: 1 });
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(['/id', '/limit']));
    expect(body.type).toBe('urn:neardup:error:validation_failed');
    expect(body.instance).toMatch(/^urn:neardup:request:/);
  });

  it.each([
    ['/check', { txt: english, id: 'a' }, '/txt', 'did you mean "text"?'],
    ['/check', { text: english, max_distance: 2 }, '/max_distance', 'did you mean "maxDistance"?'],
    ['/check', { text: english, zzz: 2 }, '/zzz', 'is not a field of this request'],
    ['/compare', { a: { txt: 'x' }, b: { id: 'a' } }, '/a/txt', 'did you mean "text"?'],
    ['/check', { features: [{ term: 'a', wieght: 1 }] }, '/features/0/wieght', 'is not a field'],
    ['/collections', { name: 'a', recipe: { hnm: true } }, '/recipe/hnm', 'did you mean "hmm"?'],
    ['/query?colection=a', { text: english }, '/colection', 'is not a field'],
  ])('points to an unknown name: %s', async (url, sent, pointer, told) => {
    const { post } = await openTestApp();
    const { body } = await post(url, sent);
    const fault = body.errors.find((each: { pointer: string }) => each.pointer === pointer);
    expect([body.errors, fault?.detail]).toEqual([body.errors, expect.stringContaining(told)]);
  });

  it('advises how to complete a recipe', async () => {
    const { post } = await openTestApp();
    const { body } = await post('/collections', { name: 'a', recipe: { bands: null } });
    expect(body.detail).toContain('no "bands", which method "hybrid" needs');
    expect(body.detail).toContain('left out');
    expect(body.detail).not.toContain('release');
  });
});
