import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../src/api/keys.js';
import { openTestApp } from './test-app.js';

const admin = newKey({ name: 'admin', scopes: ['admin'] });
const writer = newKey({ name: 'writer', scopes: ['write'] });

it('a key may send a number of bytes a day in writing requests, inflated ones in bulk', async () => {
  const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: [admin.entry, writer.entry] })));
  const { app } = await openTestApp({ keys, writtenBytesPerKey: 3000 });
  const post = (url: string, payload: string | Buffer, headers = {}) =>
    app.inject({
      ...{ method: 'POST', url, payload },
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${writer.key}`,
        ...headers,
      },
    });
  const body = JSON.stringify({ id: 'a', text: `a page about tea ${'and cups '.repeat(90)}` });
  const query = JSON.stringify({ text: 'a page about tea' });
  const writtenBy = async (name: string) => {
    const headers = { authorization: `Bearer ${admin.key}` };
    const { keys: listed } = (await app.inject({ url: '/settings', headers })).json();
    return listed.find((key: { name: string }) => key.name === name).writtenBytesToday;
  };
  expect((await post('/query', query)).statusCode).toBe(200);
  expect(await writtenBy('writer')).toBe(0);
  expect((await post('/check', body)).statusCode).toBe(201);
  expect(await writtenBy('writer')).toBe(body.length);
  const lines = `${body}\n`.repeat(2);
  const asLines = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  expect((await post('/documents/bulk', gzipSync(lines), asLines)).statusCode).toBe(200);
  expect(await writtenBy('writer')).toBe(body.length + lines.length);
  const beyond = await post('/check', body);
  expect(beyond.statusCode).toBe(429);
  expect(beyond.json()).toMatchObject({ code: 'rate_limited' });
  expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
  expect((await post('/documents/bulk', gzipSync(lines), asLines)).statusCode).toBe(429);
  expect((await post('/query', query)).statusCode).toBe(200);
  expect(await writtenBy('writer')).toBe(body.length + lines.length);
  expect(await writtenBy('admin')).toBe(0);
});
