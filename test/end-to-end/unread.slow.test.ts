import { describe, expect, it } from 'vitest';
import { bytesOf, openConnections, startHonestClients } from './attack.js';
import { startService } from './service.js';

const key = 'the-right-key-of-a-test';
const openapi = bytesOf('GET /openapi.json');
const query = (limit: number, headers: { key?: string }) =>
  bytesOf('POST /query', {
    body: JSON.stringify({ fingerprint: '0'.repeat(16), limit }),
    ...headers,
  });

/** Requests sent on several connections each, whose replies are never read. */
const attacks = [
  [
    'pages and requests without a key on one connection',
    1,
    openapi.repeat(60) + bytesOf('GET /collections').repeat(1750),
  ],
  ['the same on many', 50, openapi.repeat(60) + bytesOf('GET /collections').repeat(1750)],
  ['what is public only', 100, openapi.repeat(64)],
  ['HEAD', 50, bytesOf('HEAD /openapi.json').repeat(2000)],
  ['paths that are none', 50, bytesOf('GET /nothing').repeat(64)],
  ['wrong keys', 50, bytesOf('GET /stats', { key: 'wrong' }).repeat(64)],
  ['queries with bodies', 50, query(1000, {}).repeat(64)],
] as const;

describe.each([
  ['with keys', { NEARDUP_API_KEY: key }, { key }],
  ['without keys, from the same address', {}, {}],
])('honest clients of a service %s', (_how, environment, credentials) => {
  it('are answered beside replies that are never read', async () => {
    const service = await startService(':memory:', environment as Record<string, string>);
    const honest = startHonestClients(service, credentials);
    await expect.poll(honest.answered).toBeGreaterThan(4);
    for (const [what, connections, bytes] of attacks) {
      const before = honest.answered();
      const sockets = openConnections(service, connections, bytes);
      await expect.poll(honest.answered).toBeGreaterThan(before + 40);
      for (const socket of sockets) socket.destroy();
      const others = [...honest.statuses.keys()].filter((each) => each !== 200 && each !== 201);
      expect([what, ...others]).toEqual([what]);
    }
  });
});
