import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { adminKey, createKeyRing } from '../../../src/api/keys.js';
import type { AppOptions } from '../../../src/http/app.js';
import { english } from '../pages.js';
import { openTestApp } from '../test-app.js';

const refused = { status: 403, body: { code: 'foreign_request' } };

describe('without keys, the name in Host', () => {
  it.each([
    'localhost',
    'localhost:8080',
    'LocalHost:80',
    'localhost.',
    'localhost.:8080',
    'console.localhost:8080',
    '127.0.0.1:8080',
    '127.9.8.7',
    '192.168.1.2:8080',
    '[::1]',
    '[::1]:8080',
    '[::FFFF:127.0.0.1]:8080',
    'neardup:8080',
    'NearDup.Internal',
    'neardup.internal.:8080',
  ])('may be %s', async (host) => {
    const { get } = await openTestApp({ allowedHosts: ['neardup', 'neardup.internal'] });
    expect(await get('/stats', { host })).toMatchObject({ status: 200 });
  });

  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'localhost:8080.evil.example',
    'evillocalhost',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'evil.example#localhost',
    'localhost:8080@evil.example',
    '[evil.example]',
    '[::1].evil.example',
    'localhost..',
    '127.1',
    '2130706433',
    'neardup.evil.example',
    'internal',
    '.localhost.evil',
    ':8080',
    'localhost, evil.example',
    'evil.example, localhost',
  ])('may not be %s', async (host) => {
    const { get, post, send, count } = await openTestApp({ allowedHosts: ['neardup.internal'] });
    const document = { id: 'a', text: english };
    expect(await get('/documents', { host })).toMatchObject(refused);
    expect(await post('/documents', document, { host })).toMatchObject(refused);
    const forwarded = { host, 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' };
    expect(await post('/check', document, forwarded)).toMatchObject(refused);
    expect(await send('DELETE', '/documents/a', undefined, { host })).toMatchObject(refused);
    // A page sends this after DNS rebinding.
    const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
    expect(await post('/documents', document, own)).toMatchObject(refused);
    expect(await get('/nothing', { host })).toMatchObject(refused);
    expect(await count()).toBe(0);
  });

  it('is checked for every operation that is not public', async () => {
    const { app, get } = await openTestApp();
    const host = 'evil.example';
    for (const url of ['/healthz', '/readyz', '/openapi.json', '/docs/', '/']) {
      const { statusCode } = await app.inject({ url, headers: { host } });
      expect([url, statusCode]).not.toEqual([url, 403]);
    }
    const { paths } = (await get('/openapi.json')).body;
    for (const [path, operations] of Object.entries(paths as Record<string, object>)) {
      for (const [method, operation] of Object.entries(operations)) {
        if (operation.security.length === 0) continue;
        const url = path.replaceAll(/\{\w+\}/g, 'a');
        const { statusCode } = await app.inject({
          method: method as 'GET',
          url,
          headers: { host },
        });
        expect([method, path, statusCode]).toEqual([method, path, 403]);
      }
    }
  });
});

describe('without keys, a page', () => {
  const host = 'localhost:8080';
  const anywhere = { host: '127.0.0.1:8080' };

  it.each<[string, Record<string, string>]>([
    ['of the service', { host, origin: 'http://localhost:8080' }],
    ['of the service by https', { host: 'localhost', origin: 'https://localhost' }],
    [
      'of the service behind a proxy',
      { host, origin: 'https://a.example:8443', 'sec-fetch-site': 'same-origin' },
    ],
    ['that is typed', { host, 'sec-fetch-site': 'none' }],
    [
      'of a listed origin',
      { host, origin: 'https://listed.example', 'sec-fetch-site': 'cross-site' },
    ],
    ['that is not a page', { host }],
  ])('%s may call', async (_, headers) => {
    const { get, post } = await openTestApp({ corsOrigins: ['https://listed.example'] });
    expect(await get('/documents', headers)).toMatchObject({ status: 200 });
    expect(await post('/documents', { text: english }, headers)).toMatchObject({ status: 201 });
  });

  it.each<[string, Record<string, string>]>([
    ['of another origin', { ...anywhere, origin: 'http://evil.example' }],
    ['of another port', { host, origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['of no port', { host, origin: 'http://localhost' }],
    ['of the other loopback', { host, origin: 'http://127.0.0.1:8080' }],
    ['without an origin', { host, origin: 'null' }],
    ['with an empty origin', { host, origin: '' }],
    ['whose origin is no URL', { host, origin: 'localhost:8080' }],
    ['whose origin is longer', { host, origin: 'http://localhost:8080.evil.example' }],
    ['of nearly a listed one', { host, origin: 'https://listed.example.evil' }],
    ['that shows an image', { host, 'sec-fetch-site': 'cross-site' }],
    ['of the same site that shows an image', { host, 'sec-fetch-site': 'same-site' }],
  ])('%s may not', async (_, headers) => {
    const { get, post, app, count } = await openTestApp({
      corsOrigins: ['https://listed.example'],
    });
    expect(await get('/documents', headers)).toMatchObject(refused);
    const plain = { ...headers, 'content-type': 'text/plain' };
    expect(await post('/documents?id=a', english, plain)).toMatchObject(refused);
    expect(await post('/check?id=a', english, plain)).toMatchObject(refused);
    const events = await app.inject({ url: '/events', headers });
    expect(events.statusCode).toBe(403);
    expect(events.headers).not.toHaveProperty('access-control-allow-origin');
    expect(await count()).toBe(0);
  });
});

it('with keys, only the key counts', async () => {
  const key = 'a-key-of-sufficient-length-for-tests';
  const { get } = await openTestApp({ keys: createKeyRing([adminKey(key)]) });
  const headers = { host: 'neardup.example', origin: 'https://evil.example' };
  expect(await get('/stats', headers)).toMatchObject({ status: 401 });
  expect(await get('/stats', { ...headers, authorization: `Bearer ${key}` })).toMatchObject({
    status: 200,
  });
});

describe('the status on the wire', () => {
  async function status(request: string, options: Partial<AppOptions> = {}): Promise<string> {
    const { app } = await openTestApp(options);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.end(request);
    await once(socket, 'close');
    return answer.split(' ')[1] ?? '';
  }

  it.each([
    ['no Host, which only HTTP/1.0 may leave out', 'GET /stats HTTP/1.0\r\n\r\n', '200'],
    ['no Host', 'GET /stats HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['another Host', 'GET /stats HTTP/1.0\r\nHost: evil.example\r\n\r\n', '403'],
    [
      'two Host headers',
      'GET /stats HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      '400',
    ],
    [
      'another name in its target',
      'GET http://evil.example/stats HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      '403',
    ],
  ])('of a request with %s is as expected', async (_, request, expected) => {
    expect(await status(request)).toBe(expected);
  });
});
