import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createHeldStore } from '../held-store.js';
import { openTestApp } from '../test-app.js';

const probe = { fingerprint: '0123456789abcdef', limit: 1000 };

it('requests for large replies wait for room without holding a slot, and are answered eventually', async () => {
  const { store, waiting, letGo, stopHolding } = createHeldStore();
  const { post, get } = await openTestApp({ requestsMax: 200 }, store);
  let answered = 0;
  const crowd = Array.from({ length: 60 }, async () => {
    const { status } = await post('/query', probe);
    answered += 1;
    return status;
  });
  // Each reply takes 1.25 MiB; one client gets half of 32 MiB and the reply that exceeds it.
  await expect.poll(() => waiting()).toBe(13);
  expect((await get('/stats')).status).toBe(200);
  expect((await post('/check', { fingerprint: probe.fingerprint })).status).toBe(201);
  letGo(5);
  await expect.poll(() => answered).toBe(5);
  await expect.poll(() => waiting()).toBe(13);
  stopHolding();
  expect(await Promise.all(crowd)).toEqual(crowd.map(() => 200));
});

it('a broken connection gives up its waiting requests and the room of its replies', async () => {
  const { store, waiting, letGo, stopHolding } = createHeldStore();
  const test = await openTestApp({ requestsMax: 200 }, store);
  const { port } = new URL(await test.listening());
  const body = JSON.stringify(probe);
  const bytes = `POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    socket.on('error', () => {}); // the service cuts some off
    // Two requests on a connection: Node reports the end of the connection only to the first.
    socket.write(bytes.repeat(2));
    return socket;
  });
  await expect.poll(() => waiting()).toBe(13);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  letGo();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const crowd = Array.from({ length: 13 }, () => test.post('/query', probe));
  await expect.poll(() => waiting()).toBe(13);
  stopHolding();
  for (const { status } of await Promise.all(crowd)) expect(status).toBe(200);
});

it('a second waiting request of a connection is refused: it would wait for its own replies', async () => {
  const { store, waiting, stopHolding } = createHeldStore();
  const test = await openTestApp({ requestsMax: 200 }, store);
  const { port } = new URL(await test.listening());
  const body = JSON.stringify(probe);
  const head = 'POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => {
    socket.destroy();
  });
  let answers = '';
  socket.on('data', (text) => {
    answers += text;
  });
  const responses: ServerResponse[] = [];
  test.app.server.on('request', (_, response) => responses.push(response));
  socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`.repeat(30));
  await expect.poll(() => waiting()).toBe(9);
  // Refusals are written at once, but wait on the connection for the held replies before them.
  await expect
    .poll(() => responses.filter(({ writableEnded }) => writableEnded).length)
    .toBe(30 - 9 - 1);
  stopHolding();
  await expect.poll(() => answers.match(/HTTP\/1\.1 /g)).toHaveLength(30);
  expect(answers).toMatch(/^HTTP\/1\.1 200 /);
  expect(answers).toContain('"code":"overloaded"');
});

it('texts of light pages do not wait for large replies', async () => {
  const { store, waiting, stopHolding } = createHeldStore();
  const { post } = await openTestApp({ requestsMax: 200 }, store);
  const crowd = Array.from({ length: 14 }, () => post('/query', probe));
  await expect.poll(() => waiting()).toBe(13);
  const text = 'A short page, with a few words.';
  const { status, body } = await post('/extract', { html: `<p>${text}</p>` });
  expect([status, body.text]).toEqual([200, text]);
  let isAnswered = false;
  const heavy = [text.repeat(1000), '<br>'.repeat(5000) + text].map(async (html) => {
    await post('/extract', { html });
    isAnswered = true;
  });
  await post('/extract', { html: `<p>${text}</p>` });
  expect(isAnswered).toBe(false);
  stopHolding();
  await Promise.all([...crowd, ...heavy]);
});
