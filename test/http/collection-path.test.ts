import { describe, expect, it } from 'vitest';
import { description, hasCollection, type Operation } from '../../openapi/conformance.js';
import { createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

/** Operations that have a field or parameter `collection`. */
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => hasCollection(operation))
    .map(([method, operation]) => ({ method, path, operation })),
);

/** Method, URL and payload of the example of an operation. */
function requestOf({ method, path, operation }: (typeof operations)[number], collection: string) {
  const query = new URLSearchParams();
  let url = `/collections/${collection}${path}`;
  for (const { name, in: place, example } of parametersOf(operation)) {
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(example ?? '1'));
    else if (place === 'query' && example !== undefined && name !== 'collection')
      query.set(name, example);
  }
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const example = structuredClone(content?.example);
  if (typeof example === 'object') delete (example as { collection?: string }).collection;
  return {
    method: method.toUpperCase() as 'POST',
    url: query.size > 0 ? `${url}?${query}` : url,
    ...(content && { headers: { 'content-type': type! }, payload: example as object }),
  };
}

const parametersOf = (operation: Operation) =>
  (operation.parameters ?? []) as readonly { name: string; in: string; example?: string }[];

describe('a collection in the path', () => {
  it.each(operations.map((each) => [`${each.method} ${each.path}`, each] as const))(
    'is the one that %s uses, and no other may be named beside it',
    async (_, operation) => {
      const { app } = await openTestApp();
      const request = requestOf(operation, 'absent');
      const absent = await app.inject(request);
      expect(absent.body).toContain('No collection is named \\"absent\\"');

      const isQuery = request.payload === undefined;
      const other = { ...request };
      if (isQuery) other.url += `${request.url.includes('?') ? '&' : '?'}collection=default`;
      else if (typeof request.payload === 'string') {
        const [line] = (request.payload as string).split('\n');
        other.payload =
          `${JSON.stringify({ ...JSON.parse(line!), collection: 'default' })}\n` as never;
      } else other.payload = { ...request.payload, collection: 'default' };
      const contradiction = await app.inject(other);
      expect(contradiction.body).toContain(
        'is \\"default\\", but the path names collection \\"absent\\": leave it out',
      );
    },
  );

  it('is where a document is stored, found and deleted, also if the body repeats it', async () => {
    const { post, get, send, count } = await openTestApp();
    await post('/collections', { name: 'news' });
    const id = 'https://example.com/collections/x/check?a=b/c';
    const stored = await post('/collections/news/check', { id, text: english });
    expect(stored).toMatchObject({ status: 201, body: { decision: 'new', collection: 'news' } });
    const place = `/collections/news/documents/${encodeURIComponent(id)}`;
    expect(stored.headers.location).toBe(place);
    const again = await post('/collections/news/check', {
      id: 'b',
      text: english,
      collection: 'news',
    });
    expect(again.body).toMatchObject({ decision: 'duplicate', duplicateOf: id });
    const page = await post('/collections/news/check?id=c', `<p>${english}</p>`, {
      'content-type': 'text/html',
    });
    expect(page.body).toMatchObject({ decision: 'duplicate', duplicateOf: id });
    expect(await count()).toBe(0);
    const read = await get(place);
    expect(read).toMatchObject({ status: 200, body: { id, collection: 'news' } });
    const etag = read.headers.etag as string;
    expect((await get(place, { 'if-none-match': etag })).status).toBe(304);
    expect((await send('HEAD', place)).status).toBe(200);
    expect((await send('DELETE', place, undefined, { 'if-match': '"x"' })).status).toBe(412);
    expect((await send('DELETE', place, undefined, { 'if-match': etag })).status).toBe(204);
    expect((await get(place)).status).toBe(404);
  });

  it.each(['documents', 'check', 'scan', 'collections', 'stats', 'jobs'])(
    'may be called "%s", as a part of the path is',
    async (name) => {
      const { post, get } = await openTestApp();
      await post('/collections', { name });
      const stored = await post(`/collections/${name}/check`, { id: 'scan', text: english });
      expect(stored.body).toMatchObject({ decision: 'new', collection: name });
      expect((await get(`/collections/${name}/documents/scan`)).status).toBe(200);
      expect((await get(`/collections/${name}`)).body.name).toBe(name);
      expect((await get(`/collections/${name}/stats`)).body.documents).toBe(1);
      expect((await get(`/collections/${name}/labels/next`)).status).toBe(200);
    },
  );

  it('is decoded, and refused by name if it is not a valid name', async () => {
    const { get } = await openTestApp();
    expect((await get('/collections/def%61ult/stats')).status).toBe(200);
    const wrong = await get('/collections/Not%2FA%20Name/stats');
    expect(wrong).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(wrong.body.detail).toContain('must be 1 to 64 of the characters a to z');
    expect((await get('/collections/%zz/stats')).status).toBe(422);
  });

  it('has no operations that concern no collection', async () => {
    const { get, post } = await openTestApp();
    for (const path of [
      'metrics',
      'service',
      'jobs',
      'collections/default',
      'healthz',
      'nothing',
    ]) {
      const { status, body } = await get(`/collections/default/${path}`);
      expect([path, status]).toEqual([path, 404]);
      expect(body.detail).toContain(`"/collections/default/${path}"`);
    }
    const wrong = await get('/collections/default/check');
    expect(wrong).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(wrong.body.detail).toBe('Cannot GET "/collections/default/check"; it takes POST');
    expect((await post('/collections/default/check', {})).body.detail).toMatch(
      /^Cannot POST \/collections\/default\/check: /,
    );
  });

  it('is what a key is bound to', async () => {
    const { key, entry } = newKey({ name: 'n', scopes: ['write'], collections: ['news'] });
    const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: [entry] })));
    const { app, post, get, detector } = await openTestApp({ keys });
    await detector.createCollection({ name: 'news' });
    const headers = { authorization: `Bearer ${key}` };
    expect((await post('/collections/news/check', { text: english }, headers)).status).toBe(201);
    expect((await get('/collections/news/stats', headers)).status).toBe(200);
    expect((await post('/collections/default/check', { text: english }, headers)).status).toBe(403);
    expect((await get('/collections/default/stats', headers)).status).toBe(403);
    const lines = await app.inject({
      method: 'POST',
      url: '/collections/default/documents/bulk',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      payload: JSON.stringify({ text: english }),
    });
    expect(lines.body).toContain('insufficient_scope');
  });

  it('makes a request with an Idempotency-Key another one than its short form', async () => {
    const { post } = await openTestApp();
    const headers = { 'idempotency-key': 'k' };
    const first = await post('/collections/default/check', { text: english }, headers);
    const again = await post('/collections/default/check', { text: english }, headers);
    expect(again).toMatchObject({ status: first.status, body: first.body });
    expect(again.headers['idempotency-replayed']).toBe('true');
    const short = await post('/check', { text: english }, headers);
    expect(short.body.code).toBe('idempotency_key_reused');
  });
});
