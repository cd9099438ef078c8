import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chinese, english } from '../pages.js';
import { openTestApp } from '../test-app.js';
import { bulk, headers, ndjson, openBulk } from './requests.js';

const post = { method: 'POST', headers };

describe('a bulk request as it streams', () => {
  it('answers a line before the next one arrives', async () => {
    const connection = await openBulk(await openTestApp());
    connection.write({ id: 'a', text: english });
    expect(await connection.line()).toMatchObject({ line: 1, ok: true });
    connection.write({ id: 'b', text: chinese });
    expect(await connection.line()).toMatchObject({ line: 2, ok: true });
    connection.end();
    expect(await connection.line()).toMatchObject({ summary: { total: 2 } });
  });

  it('ends with a reason if the next line does not arrive', async () => {
    const connection = await openBulk(await openTestApp({ requestTimeoutMs: 1000 }));
    connection.write({ id: 'a', text: english });
    expect(await connection.line()).toMatchObject({ ok: true });
    expect(await connection.line()).toMatchObject({
      summary: { total: 1 },
      error: { code: 'request_timeout', status: 408 },
    });
  });

  it('ends with a reason if a line arrives a byte at a time', async () => {
    const app = await openTestApp({ requestTimeoutMs: 1000 });
    const connection = await openBulk(app);
    connection.write({ id: 'a', text: english });
    expect(await connection.line()).toMatchObject({ ok: true });
    const drip = setInterval(() => connection.bytes(' '), 20);
    onTestFinished(() => clearInterval(drip));
    expect(await connection.line()).toMatchObject({
      summary: { total: 1 },
      error: { code: 'request_timeout', status: 408 },
    });
    connection.destroy();
  });

  it('refuses a gzip bomb before all of it has arrived', async () => {
    const connection = await openBulk(await openTestApp(), '', { 'content-encoding': 'gzip' });
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    connection.bytes(bomb.subarray(0, bomb.length / 2));
    expect(await connection.status()).toBe(413);
    connection.destroy();
  });

  it('ends with a reason if the client sends everything before it reads anything', async () => {
    const app = await openTestApp({ bulkUnreadBytesMax: 50_000, requestTimeoutMs: 1000 });
    const text = ndjson(
      Array.from({ length: 100 }, (_, index) => ({
        id: `${index % 100}`,
        text: 'one two three',
        metadata: { page: 'x'.repeat(10_000) },
        onDuplicate: 'store',
      })),
    );
    const connection = await openBulk(app, '?mode=check');
    connection.pause();
    for (let part = 0; part < 20; part++) connection.write(text);
    connection.end();
    await connection.sent();
    const lines = await connection.all();
    const { error, summary } = lines.at(-1)!;
    const total = summary!.total;
    expect(error).toMatchObject({ code: 'request_timeout' });
    expect(error!.detail).toContain('50000 bytes of results are unread');
    expect(lines).toHaveLength(total + 1);
    expect(total).toBeLessThan(2000);
    expect(lines.slice(0, -1).map(({ line }) => line)).toEqual(
      Array.from({ length: total }, (_, index) => index + 1),
    );
  });

  it('stops when the client disconnects', async () => {
    const app = await openTestApp({ bulkRequestsMax: 1 });
    const url = await app.listening();
    const connection = await openBulk(app);
    connection.write({ id: 'first', text: english });
    await connection.line();
    connection.write('{"id":"never","te');
    connection.destroy();
    const next = async () => (await fetch(`${url}/documents/bulk`, { ...post, body: '' })).status;
    expect(await next()).toBe(200);
    expect(await app.count()).toBe(1);
  });

  it('is refused if the limit is reached and the other requests make progress', async () => {
    const app = await openTestApp({ bulkRequestsMax: 1 });
    const url = await app.listening();
    const connection = await openBulk(app);
    connection.write({ id: 'a', text: english });
    await connection.line();
    let lines = 1;
    const drip = setInterval(() => {
      connection.write({ id: `${lines++}`, text: english });
    }, 20);
    onTestFinished(() => clearInterval(drip));
    const refused = await fetch(`${url}/documents/bulk`, { ...post, body: '' });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'overloaded' });
    clearInterval(drip);
    connection.end();
    await connection.all();
    expect(await bulk(app, '')).toMatchObject({ status: 200 });
  });

  it('ends with a reason when the service stops', async () => {
    const app = await openTestApp();
    const connection = await openBulk(app);
    connection.write({ id: 'a', text: english });
    await connection.line();
    const closed = app.app.close();
    expect(await connection.line()).toMatchObject({
      summary: { total: 1, created: 1 },
      error: { code: 'shutting_down' },
    });
    expect(await connection.line()).toBeUndefined();
    connection.destroy();
    await closed;
  });
});
