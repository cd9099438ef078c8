import { Agent, get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createKeyRing, newKey, parseKeyFile } from '../../../src/api/keys.js';
import { createModelStore } from '../../model/model-store.js';
import { openTestApp } from '../test-app.js';

/** An application with two readers, where a list of collections takes 5 ms of the event loop. */
async function open() {
  const [greedy, honest] = ['greedy', 'honest'].map((name) => newKey({ name, scopes: ['read'] }));
  const keys = createKeyRing(
    parseKeyFile(JSON.stringify({ keys: [greedy!.entry, honest!.entry] })),
  );
  const store = createModelStore();
  const slow = {
    ...store,
    listCollections: () => {
      const start = performance.now();
      while (performance.now() - start < 5);
      return store.listCollections();
    },
  };
  const test = await openTestApp({ keys }, slow);
  const url = await test.listening();
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  onTestFinished(() => agent.destroy());
  const get = (path: string, key?: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      httpGet(`${url}${path}`, { headers, agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode as number));
      }).on('error', reject);
    });
  return { url, get, greedy: greedy!.key, honest: honest!.key };
}

it('a client with one request does not wait for a hundred of another, and a probe waits for none', async () => {
  const { get, greedy, honest } = await open();
  await get('/collections', honest);
  let answered = 0;
  const many = Array.from({ length: 100 }, () =>
    get('/collections', greedy).finally(() => {
      answered += 1;
    }),
  );
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0);
  expect(await get('/service', honest)).toBe(200);
  expect(answered).toBeLessThan(75);
  expect(await get('/healthz', honest)).toBe(200);
  expect(answered).toBeLessThan(90);
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]));
});

it.each([
  ['requests without a key', '/documents', 401],
  ['requests for the description', '/openapi.json', 200],
  ['probes', '/healthz', 200],
])('clients with a key do not wait for hundreds of %s', async (_name, path, status) => {
  const { get, honest } = await open();
  await get('/service', honest);
  let answered = 0;
  const many = Array.from({ length: 400 }, () =>
    get(path).finally(() => {
      answered += 1;
    }),
  );
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0);
  for (let i = 0; i < 8; i++) expect(await get('/service', honest)).toBe(200);
  expect(answered).toBeLessThan(300);
  expect(new Set(await Promise.all(many))).toEqual(new Set([status]));
});

it('a connection without a key is cut if it sends another request while one waits', async () => {
  const { url, get, honest } = await open();
  let answered = 0;
  const others = Array.from({ length: 400 }, () =>
    get('/documents').finally(() => {
      answered += 1;
    }),
  );
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += String(text);
  });
  socket.on('error', () => {}); // the service resets the connection
  const head = 'GET /collections HTTP/1.1\r\nHost: localhost\r\n\r\n';
  socket.write(head.repeat(2));
  await expect.poll(() => socket.closed).toBe(true);
  expect(received).toBe('');
  expect(answered).toBeLessThan(400);
  expect(new Set(await Promise.all(others))).toEqual(new Set([401]));
  expect(await get('/service', honest)).toBe(200);
});

it('many requests of a connection with a key may wait', async () => {
  const { url, greedy } = await open();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += String(text);
  });
  const head = `GET /collections HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${greedy}\r\n\r\n`;
  socket.write(head.repeat(6));
  await expect.poll(() => received.match(/HTTP\/1\.1 200/g)).toHaveLength(6);
});
