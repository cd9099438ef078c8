import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { adminKey, createKeyRing, newKey, parseKeyFile } from '../../../src/api/keys.js';
import { refuseOpenAddress } from '../../../src/http/stages/access.js';
import { readDocument, tableOf } from '../../docs/markdown.js';
import { english } from '../pages.js';
import { openTestApp } from '../test-app.js';

const apiKey = 'a-key-of-enough-characters';
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Creates an application with named keys, and the headers with these keys. */
async function openWithKeys(...descriptions: Parameters<typeof newKey>[0][]) {
  const made = descriptions.map(newKey);
  const keys = parseKeyFile(JSON.stringify({ keys: made.map(({ entry }) => entry) }));
  const opened = await openTestApp({ keys: createKeyRing(keys) });
  const carry = made.map(({ key }) => bearer(key));
  return { ...opened, carry };
}

describe('a key', () => {
  it('is needed for every route that is not public', async () => {
    const { app, post, get } = await openTestApp({ keys: createKeyRing([adminKey(apiKey)]) });
    const none = await post('/check', { text: english });
    expect(none).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(none.body.detail).toContain('needs an API key');
    const wrong = await get('/stats', bearer('another-key-of-enough-characters'));
    expect(wrong.body.detail).toContain('Unknown API key');
    expect(wrong.body.detail).not.toContain('another-key');
    expect(none.headers['www-authenticate']).toBe('Bearer realm="neardup"');
    for (const authorization of [
      'Bearer wrong-key-of-some-length',
      `Basic ${apiKey}`,
      `Bearer ${apiKey}x`,
      `Bearer ${apiKey} x`,
      'Bearer ',
    ]) {
      const refused = await post('/check', { text: english }, { authorization });
      expect(refused).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
      expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
    }
    expect((await get('/nothing')).status).toBe(401);
    expect((await post('/check', { text: english }, bearer(apiKey))).status).toBe(201);
    expect((await get('/nothing', bearer(apiKey))).status).toBe(404);
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs/']) {
      const { statusCode } = await app.inject({ url: path });
      expect([path, statusCode]).toEqual([path, 200]);
    }
  });

  it('is refused after its expiry', async () => {
    const { get, carry } = await openWithKeys(
      { name: 'past', scopes: ['read'], expires: '2020-01-01T00:00:00Z' },
      { name: 'future', scopes: ['read'], expires: '2120-01-01T00:00:00+02:00' },
    );
    const past = await get('/stats', carry[0]);
    expect(past).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(past.body.detail).toContain('expired at 2020-01-01');
    expect((await get('/stats', carry[1])).status).toBe(200);
  });

  it('is valid up to the last millisecond before its expiry', async () => {
    const expiresAt = Date.UTC(2030, 0, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: expiresAt - 1 });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const expires = new Date(expiresAt).toISOString();
    const { get, carry } = await openWithKeys({ name: 'short', scopes: ['read'], expires });
    expect((await get('/stats', carry[0])).status).toBe(200);
    vi.setSystemTime(expiresAt);
    expect((await get('/stats', carry[0])).status).toBe(401);
  });

  it('can be added and removed while the service runs', async () => {
    const ring = createKeyRing([adminKey(apiKey)]);
    const { get } = await openTestApp({ keys: ring });
    ring.replace([adminKey('another-key-of-enough-characters')]);
    expect((await get('/stats', bearer(apiKey))).status).toBe(401);
    expect((await get('/stats', bearer('another-key-of-enough-characters'))).status).toBe(200);
    ring.replace([]);
    expect((await get('/stats', bearer('another-key-of-enough-characters'))).status).toBe(401);
  });

  it('is needed to listen beyond loopback', () => {
    const open = { keys: undefined, allowAnonymous: false };
    for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
      expect(() => refuseOpenAddress(host, open)).not.toThrow();
    }
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org', '127.example.org']) {
      expect(() => refuseOpenAddress(host, open)).toThrow(/without a key/);
      expect(() => refuseOpenAddress(host, { ...open, keys: createKeyRing([]) })).not.toThrow();
      expect(() => refuseOpenAddress(host, { ...open, allowAnonymous: true })).not.toThrow();
    }
  });
});

describe('the scope of a key', () => {
  interface Operation {
    readonly security: readonly { readonly key?: readonly string[] }[];
  }

  it('is declared by every operation, as listed in docs/security.md', async () => {
    const { get } = await openTestApp();
    const { body } = await get('/openapi.json');
    const stated: Record<string, string[]> = { none: [], read: [], write: [], admin: [] };
    for (const [path, methods] of Object.entries<Record<string, Operation>>(body.paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        const [scope = 'none'] = security.flatMap(({ key }) => key ?? []);
        stated[scope]!.push(`${method.toUpperCase()} ${path}`);
      }
    }
    // These routes are for people; openapi.json does not describe them.
    stated.none!.push('GET /', 'GET /console/', 'GET /docs', 'GET /openapi.json');
    for (const [scope, cell] of tableOf(readDocument('docs/security.md'), 'scope')) {
      const listed = [...cell!.matchAll(/`([^`]+)`/g)].map(([, operation]) => operation);
      expect(listed.toSorted(), scope).toEqual(stated[scope!.replaceAll('`', '')]!.toSorted());
    }
  });

  it('includes the scopes below it and no others', async () => {
    const { post, get, carry } = await openWithKeys(
      { name: 'reader', scopes: ['read'] },
      { name: 'writer', scopes: ['write'] },
      { name: 'keeper', scopes: ['admin'] },
    );
    const attempts = (headers: Record<string, string>, name: string) =>
      Promise.all([
        get('/stats', headers),
        post('/check', { id: name, text: english, onDuplicate: 'store' }, headers),
        post('/collections', { name }, headers),
      ]);
    const [reader, writer, keeper] = carry as [{ authorization: string }, never, never];
    const statuses = async (headers: Record<string, string>, name: string) =>
      (await attempts(headers, name)).map(({ status }) => status);
    expect(await statuses(reader, 'r')).toEqual([200, 403, 403]);
    expect(await statuses(writer, 'w')).toEqual([200, 201, 403]);
    expect(await statuses(keeper, 'k')).toEqual([200, 201, 201]);

    const [, refused] = await attempts(reader, 'r');
    expect(refused.body).toMatchObject({ code: 'insufficient_scope', status: 403 });
    expect(refused.headers['www-authenticate']).toBe(
      'Bearer realm="neardup", error="insufficient_scope", scope="write"',
    );
    expect((await get('/nothing', reader)).status).toBe(404);
  });
});

describe('a key that is bound to collections', () => {
  it('reaches only these collections, wherever a request names one', async () => {
    const { app, send, detector, carry } = await openWithKeys({
      name: 'news',
      scopes: ['admin'],
      collections: ['news', 'later'],
    });
    for (const name of ['news', 'other']) await detector.createCollection({ name });
    const attempts: [Parameters<typeof send>[0], string, object?][] = [
      ['POST', '/documents', { id: 'a', text: english }],
      ['POST', '/check', { id: 'a', text: english }],
      ['POST', '/query', { text: english }],
      ['POST', '/compare', { a: { text: english }, b: { text: english } }],
      ['POST', '/fingerprint', { text: english }],
      ['POST', '/documents/lookup', { ids: ['a'] }],
      ['GET', '/documents'],
      ['GET', '/documents/a'],
      ['GET', '/stats'],
      ['DELETE', '/documents/a'],
      ['POST', '/documents/delete', { ids: ['a'] }],
    ];
    for (const [method, path, body] of attempts) {
      const status = async (collection: string | undefined) => {
        const name = collection && { collection };
        const query = body === undefined && collection ? `?collection=${collection}` : '';
        const sent = body && { ...body, ...name };
        return (await send(method, path + query, sent, carry[0])).status;
      };
      expect(await status('news'), `${method} ${path}`).toBeLessThan(300);
      for (const collection of ['other', 'unknown', 'default', undefined]) {
        expect(await status(collection), `${method} ${path} ${collection}`).toBe(403);
      }
    }
    for (const path of ['/collections/other', '/collections/unknown']) {
      expect((await send('GET', path, undefined, carry[0])).status).toBe(403);
      expect((await send('DELETE', `${path}?confirm=x`, undefined, carry[0])).status).toBe(403);
      expect((await send('POST', `${path}/reindex`, { recipe: {} }, carry[0])).status).toBe(403);
    }
    expect((await send('POST', '/collections', { name: 'later' }, carry[0])).status).toBe(201);
    expect((await send('POST', '/collections', { name: 'third' }, carry[0])).status).toBe(403);
    const { collections } = (await send('GET', '/collections', undefined, carry[0])).body;
    expect(collections.map(({ name }: { name: string }) => name)).toEqual(['later', 'news']);
    expect((await app.inject({ url: '/nothing', headers: carry[0]! })).statusCode).toBe(404);
  });

  it('sees only the jobs of its collections', async () => {
    const { get, detector, carry } = await openWithKeys(
      { name: 'mine', scopes: ['admin'], collections: ['mine'] },
      { name: 'all', scopes: ['admin'] },
    );
    const ids: string[] = [];
    for (const name of ['mine', 'other']) {
      await detector.createCollection({ name, keepText: true });
      ids.push((await detector.reindex(name, { method: 'simhash' })).id);
    }
    const listed = async (headers: Record<string, string> | undefined) =>
      (await get('/jobs', headers)).body.jobs.map(({ id }: { id: string }) => id);
    expect(await listed(carry[0])).toEqual([ids[0]]);
    expect(await listed(carry[1])).toEqual(ids);
    expect((await get(`/jobs/${ids[0]}`, carry[0])).status).toBe(200);
    expect((await get(`/jobs/${ids[1]}`, carry[0])).status).toBe(403);
    expect((await get(`/jobs/${ids[1]}`, carry[1])).status).toBe(200);
  });
});
