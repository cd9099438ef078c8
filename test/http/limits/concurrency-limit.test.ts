import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../../src/api/keys.js';
import { beyondShares } from '../../../src/http/limits/concurrency-limit.js';
import { createHeldStore } from '../held-store.js';
import { english } from '../pages.js';
import { openTestApp } from '../test-app.js';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;

const head = 'POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const probe = { fingerprint: '0123456789abcdef' };

async function connectTo({ app, listening }: TestApp, bytes: string): Promise<Socket> {
  await listening();
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}); // the service may cut it off
  onTestFinished(() => {
    socket.destroy();
  });
  socket.write(bytes);
  return socket.setEncoding('utf8');
}

async function answersOn(socket: Socket): Promise<string> {
  let answers = '';
  for await (const part of socket) answers += part;
  return answers;
}

describe('request slots', () => {
  it('are refused beyond a share, not needed for public routes, and reused later', async () => {
    const { store, waiting, stopHolding } = createHeldStore();
    const { app, post, get } = await openTestApp({ requestsMax: 6 }, store);
    const crowd = Array.from({ length: 10 }, () => post('/query', probe));
    await expect.poll(() => waiting()).toBe(3);
    expect((await get('/stats')).status).toBe(503);
    expect((await get('/healthz')).status).toBe(200);
    stopHolding();
    const all = await Promise.all(crowd);
    const refused = all.filter(({ status }) => status === 503);
    expect(all.filter(({ status }) => status < 300)).toHaveLength(3);
    expect(refused).toHaveLength(7);
    for (const { body, headers } of refused) {
      expect(body.code).toBe('overloaded');
      expect(headers['retry-after']).toBe('1');
      expect(headers['content-type']).toBe('application/problem+json');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(body.instance).toBe(`urn:neardup:request:${headers['x-request-id']}`);
    }
    expect((await get('/stats')).status).toBe(200);
    const { body } = await app.inject({ url: '/metrics' });
    expect(body).toContain('route="/query",status="503"} 7');
  });

  it('are refused without reading the body; after a short one the connection is kept', async () => {
    const { store, waiting, stopHolding } = createHeldStore();
    const test = await openTestApp({ requestsMax: 1 }, store);
    const held = test.post('/query', probe);
    await expect.poll(() => waiting()).toBe(1);
    // A body may look like a request, and must not be read as one.
    const long = `GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n${'x'.repeat(300_000)}`;
    const chunk = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
    const socket = await connectTo(
      test,
      `${head}X-Request-Id: one\r\nContent-Length: ${long.length}\r\n\r\n${long}${head}X-Request-Id: two\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
    );
    expect(
      (await answersOn(socket)).match(/HTTP\/1\.1 \d+|\bx-request-id: \S+|connection: \S+/gi),
    ).toEqual([
      ...['HTTP/1.1 503', 'x-request-id: one', 'Connection: keep-alive'],
      ...['HTTP/1.1 503', 'x-request-id: two', 'Connection: close'],
    ]);
    stopHolding();
    expect((await held).status).toBe(200);
  });

  it('are shared by key: a greedy key leaves as many slots to another key', async () => {
    const { store, waiting, stopHolding } = createHeldStore();
    const made = ['greedy', 'other'].map((name) => newKey({ name, scopes: ['read'] }));
    const keys = parseKeyFile(JSON.stringify({ keys: made.map(({ entry }) => entry) }));
    const test = await openTestApp({ requestsMax: 20, keys: createKeyRing(keys) }, store);
    const [greedy, other] = made.map(({ key }) => ({ authorization: `Bearer ${key}` }));
    let refused = 0;
    const crowd = Array.from({ length: 40 }, async () => {
      const reply = await test.post('/query', probe, greedy);
      if (reply.status === 503) refused++;
      return reply;
    });
    await expect.poll(() => waiting() + refused).toBe(40);
    expect((await test.get('/stats', greedy)).status).toBe(503);
    expect((await test.get('/stats', other)).status).toBe(200);
    stopHolding();
    const statuses = (await Promise.all(crowd)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect((await test.get('/stats', greedy)).status).toBe(200);
  });

  it('are not taken by requests without a key or with a wrong one', async () => {
    const { key, entry } = newKey({ name: 'right', scopes: ['write'] });
    const keys = createKeyRing(parseKeyFile(JSON.stringify({ keys: [entry] })));
    const test = await openTestApp({ requestsMax: 1, keys });
    const body = `${head}Authorization: Bearer wrong\r\nContent-Length: 10000\r\n\r\n{`;
    for (let i = 0; i < 5; i++)
      await connectTo(test, i % 2 === 0 ? body : body.replace(/Auth.*\n/, ''));
    await expect.poll(() => countConnections(test)).toBe(5);
    const headers = { authorization: `Bearer ${key}` };
    expect((await test.post('/check', { text: english }, headers)).status).toBe(201);
  });

  it('are held until the work is done, even if the client has left', async () => {
    const { store, waiting, stopHolding } = createHeldStore();
    const test = await openTestApp({ requestsMax: 1 }, store);
    const body = JSON.stringify(probe);
    const socket = await connectTo(
      test,
      `${head.replace('/check', '/query')}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => waiting()).toBe(1);
    socket.destroy();
    await expect.poll(() => countConnections(test)).toBe(0);
    expect((await test.get('/stats')).status).toBe(503);
    stopHolding();
    await expect.poll(async () => (await test.get('/stats')).status).toBe(200);
  });
});

describe('slow bodies', () => {
  it('hold no slot that others need, and are answered when they are complete', async () => {
    const test = await openTestApp({ requestsMax: 2 });
    const body = JSON.stringify({ id: 'slow', text: english });
    const start = `${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`;
    const slow = await Promise.all(Array.from({ length: 20 }, () => connectTo(test, start)));
    await expect.poll(async () => (await test.get('/stats')).status).toBe(200);
    slow[0]!.write(body.slice(5));
    expect(await answersOn(slow[0]!)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('hold no slot once their connection is broken', async () => {
    const test = await openTestApp({ requestsMax: 1 });
    const socket = await connectTo(test, `${head}Content-Length: 100\r\n\r\n{`);
    await expect.poll(async () => (await test.get('/stats')).status).toBe(200);
    socket.destroy();
    expect((await test.get('/stats')).status).toBe(200);
  });

  it('are limited in number: the slowest end with 408, and honest requests succeed', async () => {
    const test = await openTestApp();
    const start = `${head}Content-Length: 100\r\n\r\n{`;
    const slow = await Promise.all(Array.from({ length: 600 }, () => connectTo(test, start)));
    let cut = 0;
    for (const socket of slow) {
      socket.on('data', (text) => {
        if (/^HTTP\/1\.1 408 .*request_timeout/s.test(text.toString())) cut += 1;
      });
    }
    await expect.poll(() => cut).toBeGreaterThanOrEqual(600 - 512);
    expect(cut).toBe(600 - 512);
    expect((await test.post('/check', { text: english })).status).toBe(201);
  });

  it('are limited in bytes: the slowest of the client with the most bytes are cut', () => {
    const mebibyte = 1024 * 1024;
    const bodyOf = (owner: string, index: number, bytes: number, bytesPerMs: number) => ({
      slot: { client: { owner, connection: `${owner}${index}` } } as never,
      bytes,
      bytesPerMs,
    });
    const greedy = Array.from({ length: 40 }, (_, i) => bodyOf('greedy', i, 8 * mebibyte, i));
    const honest = bodyOf('honest', 0, 2 * mebibyte, 0.5);
    const gone = beyondShares([...greedy, honest]);
    expect(gone).not.toContain(honest.slot);
    expect(gone).toHaveLength(24);
    expect(gone).toEqual(
      greedy
        .slice(0, 24)
        .reverse()
        .map(({ slot }) => slot),
    );
  });
});

/** Counts the open connections of the service. */
function countConnections({ app }: Awaited<ReturnType<typeof openTestApp>>): Promise<number> {
  return new Promise((resolve) => {
    app.server.getConnections((_error, count) => resolve(count));
  });
}

it('accepts the body of an injected request, which has no connection, however slowly it arrives', async () => {
  const { app } = await openTestApp();
  async function* body() {
    yield '{"id":"slow",';
    // Bodies are checked every 250 ms, and count as slow after that time.
    await new Promise((resolve) => setTimeout(resolve, 600));
    yield '"text":"a slow text"}';
  }
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const payload = Readable.from(body());
  const answer = await app.inject({ method: 'POST', url: '/documents', headers, payload });
  expect(answer.statusCode).toBe(201);
});
