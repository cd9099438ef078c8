import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

it('refuses what is beyond the limit, answers what is public, and takes work again', async () => {
  const { app, post, get } = await openTestApp({ requestsMax: 3 });
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, id) => post('/check', { id: `${id}`, text: english })),
  );
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
  const crowd = Array.from({ length: 10 }, () => get('/stats'));
  expect((await get('/healthz')).status).toBe(200);
  await Promise.all(crowd);
  expect((await post('/check', { id: 'a', text: english })).status).toBe(200);
  const { body } = await app.inject({ url: '/metrics' });
  expect(body).toContain('route="/check",status="503"} 7');
});

it('passes over the bodies of what it refuses: the connection goes on with the next request', async () => {
  const { app } = await openTestApp({ requestsMax: 1 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const head = 'POST /check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const holding = connect(port, '127.0.0.1');
  onTestFinished(() => {
    holding.destroy();
  });
  holding.write(`${head}Content-Length: 100\r\n\r\n{`);
  await vi.waitFor(async () => expect((await app.inject({ url: '/stats' })).statusCode).toBe(503));
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  // What looks like a request in a body is not one.
  const long = `GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(300_000)}`;
  socket.write(`${head}X-Request-Id: one\r\nContent-Length: ${long.length}\r\n\r\n${long}`);
  const chunk = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
  socket.write(`${head}X-Request-Id: two\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let answers = '';
  for await (const part of socket) answers += part;
  expect(answers.match(/HTTP\/1\.1 \d+|\bx-request-id: \S+/g)).toEqual([
    ...['HTTP/1.1 503', 'x-request-id: one'],
    ...['HTTP/1.1 503', 'x-request-id: two'],
    ...['HTTP/1.1 200', expect.stringContaining('x-request-id')],
  ]);
});

it('counts requests no longer whose connection broke', async () => {
  const { app, get } = await openTestApp({ requestsMax: 3 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const head = 'POST /check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const sockets = Array.from({ length: 3 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head}Content-Length: 100\r\n\r\n{`);
    return socket;
  });
  const status = async () => (await get('/stats')).status;
  while ((await status()) !== 503) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const socket of sockets) socket.destroy();
  while ((await status()) !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
});
