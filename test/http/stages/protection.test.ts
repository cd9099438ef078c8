import { describe, expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../../src/api/keys.js';
import { english } from '../pages.js';
import { openTestApp } from '../test-app.js';

describe('headers for browsers', () => {
  it('declare a reply as data', async () => {
    const { get, post } = await openTestApp();
    for (const reply of [await get('/stats'), await post('/check', {}), await get('/nothing')]) {
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      });
    }
  });

  it('let the page of the API load its own scripts and styles, and nothing from other origins', async () => {
    const { app } = await openTestApp();
    const page = await app.inject({ url: '/docs/' });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(page.headers['strict-transport-security']).toBeUndefined();
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|upgrade-insecure-requests/);
    const used = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!);
    expect(used.length).toBeGreaterThan(3);
    for (const url of used) {
      const asset = await app.inject({ url: new URL(url, 'http://localhost/docs/').pathname });
      expect([url, asset.statusCode]).toEqual([url, 200]);
    }
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S|<style|\son\w+=/);
  });
});

describe('pages of other origins', () => {
  const origin = 'https://console.example';
  const preflight = (from: string) => ({
    method: 'OPTIONS' as const,
    url: '/check',
    headers: {
      origin: from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });

  it('may not call the API by default', async () => {
    const { app, get } = await openTestApp();
    expect(await get('/stats', { origin })).toMatchObject({ status: 403 });
    expect((await get('/stats', { origin })).headers).not.toHaveProperty(allowed);
    const refused = await app.inject(preflight(origin));
    expect(refused.statusCode).toBe(403);
    expect(refused.headers).not.toHaveProperty(allowed);
  });

  it('may call the API only if their origin is listed', async () => {
    const { app, get, send } = await openTestApp({ corsOrigins: [origin] });
    const answer = await get('/stats', { origin });
    expect(answer.headers[allowed]).toBe(origin);
    expect(answer.headers.vary).toBe('Origin');
    expect(answer.headers['access-control-expose-headers']).toContain('Retry-After');
    const granted = await app.inject(preflight(origin));
    expect(granted.statusCode).toBe(204);
    expect(granted.headers[allowed]).toBe(origin);
    expect(granted.headers['access-control-allow-headers']).toBe('authorization');
    for (const other of ['https://console.example.org', 'http://console.example', 'null']) {
      expect((await app.inject(preflight(other))).headers).not.toHaveProperty(allowed);
      expect((await get('/stats', { origin: other })).headers).not.toHaveProperty(allowed);
    }
    expect((await get('/nothing')).body.code).toBe('route_not_found');
    expect((await send('PUT', '/documents/a')).headers.allow).toBe('DELETE, GET, HEAD');
  });

  const allowed = 'access-control-allow-origin';
});

describe('rate limits', () => {
  it('are off by default', async () => {
    const { get } = await openTestApp();
    const { status, headers } = await get('/stats');
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('ratelimit-limit');
  });

  it('by address count all requests, even with wrong keys, and replies have a retry time', async () => {
    const { app } = await openTestApp({ rateLimitPerAddress: 3, keys: createKeyRing([]) });
    const from = (remoteAddress: string) => app.inject({ url: '/stats', remoteAddress });
    for (const remaining of [2, 1, 0]) {
      const { statusCode, headers } = await from('192.0.2.1');
      expect([statusCode, Number(headers['ratelimit-remaining'])]).toEqual([401, remaining]);
      expect(Number(headers['ratelimit-limit'])).toBe(3);
    }
    const refused = await from('192.0.2.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'rate_limited' });
    expect(refused.headers['content-type']).toBe('application/problem+json');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await from('192.0.2.2')).statusCode).toBe(401);

    for (const host of ['1', '2', '3']) await from(`2001:db8:0:1::${host}`);
    expect((await from('2001:db8:0:1::4')).statusCode).toBe(429);
    expect((await from('2001:db8:0:2::1')).statusCode).toBe(401);
  });

  it('by key count each key separately', async () => {
    const made = ['a', 'b'].map((name) => newKey({ name, scopes: ['write'] }));
    const keys = parseKeyFile(JSON.stringify({ keys: made.map(({ entry }) => entry) }));
    const { post, get } = await openTestApp({
      rateLimitPerKey: 2,
      rateLimitPerAddress: 100,
      keys: createKeyRing(keys),
    });
    const [first, second] = made.map(({ key }) => ({ authorization: `Bearer ${key}` }));
    const check = (headers: Record<string, string> | undefined) =>
      post('/check', { text: english }, headers);
    expect((await check(first)).headers['ratelimit-remaining']).toBe('1');
    expect((await check(first)).status).toBe(200);
    expect(await check(first)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await check(second)).status).toBe(200);
    expect((await get('/healthz')).headers['ratelimit-limit']).toBe('100');
  });

  it('trust X-Forwarded-For only from the named proxies', async () => {
    const statuses = async (trustProxy: string[] | undefined) => {
      const { app } = await openTestApp({ rateLimitPerAddress: 1, trustProxy });
      const from = async (client: string) => {
        const headers = { 'x-forwarded-for': client };
        return (await app.inject({ url: '/stats', remoteAddress: '10.0.0.1', headers })).statusCode;
      };
      return [await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.2')];
    };
    expect(await statuses(undefined)).toEqual([200, 429, 429]);
    expect(await statuses(['10.0.0.0/8'])).toEqual([200, 200, 429]);
    expect(await statuses(['172.16.0.1'])).toEqual([200, 429, 429]);
  });
});
