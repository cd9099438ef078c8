import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { english } from './pages.js';
import { openTestApp } from './test-app.js';

it('refuses what is beyond the limit, answers what is public, and takes work again', async () => {
  const { post, get } = await openTestApp({ requestsMax: 3 });
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, id) => post('/check', { id: `${id}`, text: english })),
  );
  const refused = all.filter(({ status }) => status === 503);
  expect(all.filter(({ status }) => status < 300)).toHaveLength(3);
  expect(refused).toHaveLength(7);
  for (const { body, headers } of refused) {
    expect(body.code).toBe('overloaded');
    expect(headers['retry-after']).toBe('1');
  }
  const crowd = Array.from({ length: 10 }, () => get('/stats'));
  expect((await get('/healthz')).status).toBe(200);
  await Promise.all(crowd);
  expect((await post('/check', { id: 'a', text: english })).status).toBe(200);
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
