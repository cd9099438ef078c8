import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { beyondBudget, type Connection, cutIdle } from '../../../src/http/limits/unread-replies.js';
import { openTestApp } from '../test-app.js';

const mebibyte = 1024 * 1024;

/** Both sides of a connection with a long reply in progress. */
async function openReply(bytes: number) {
  const connections: Connection[] = [];
  const server = createServer((request, response) => {
    const due = new Set([response]);
    response.on('close', () => due.delete(response));
    connections.push({ socket: request.socket, due, since: performance.now(), takenBefore: 0 });
    response.end(Buffer.alloc(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {}); // the service resets the connection
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => connections).toHaveLength(1);
  const [connection] = connections as [Connection];
  /** Checks the connection as if this time had passed. */
  const look = (laterMs: number, needed = false) =>
    cutIdle(connections, performance.now() + laterMs, () => needed);
  return { client, connection, look };
}

describe('an unread reply', () => {
  it('is cut off after 20 s, and not before', async () => {
    const { connection, look } = await openReply(32 * mebibyte);
    // Bytes in the buffers of the kernel count as read.
    await expect.poll(() => look(0)).toHaveLength(1);
    look(100);
    expect(connection.socket.destroyed).toBe(false);
    const [unread] = look(19_000);
    expect(unread?.bytes).toBeGreaterThan(mebibyte);
    look(21_000 + 100);
    expect(connection.socket.destroyed).toBe(true);
  });

  it('is cut off after 3 s if other requests wait for room', async () => {
    const { connection, look } = await openReply(32 * mebibyte);
    look(0, true);
    look(2500, true);
    expect(connection.socket.destroyed).toBe(false);
    look(3500, true);
    expect(connection.socket.destroyed).toBe(true);
  });

  it('is not cut off while its client reads, however slowly', async () => {
    const { client, connection, look } = await openReply(32 * mebibyte);
    client.on('data', () => {});
    for (let step = 1; connection.due.size > 0; step++) {
      const { takenBefore } = connection;
      client.resume();
      // Simulates steps of 10 s. Each check counts the bytes that the kernel took since the last one.
      await expect
        .poll(() => {
          look(step * 10_000);
          return connection.takenBefore > takenBefore || connection.due.size === 0;
        })
        .toBe(true);
      client.pause();
      expect(connection.socket.destroyed && connection.due.size > 0).toBe(false);
    }
  });
});

it('beyond the budget the oldest unread replies of the client with the most bytes are cut off', () => {
  const address = (remoteAddress: string) => ({ remoteAddress }) as Socket;
  const unread = (from: string, since: number, megabytes: number) => ({
    connection: { socket: address(from), due: new Set<never>(), since, takenBefore: 0 },
    bytes: megabytes * mebibyte,
  });
  const greedy = [3, 1, 2].map((since) => unread('192.0.2.1', since, 40));
  const honest = unread('192.0.2.2', 0, 30);
  expect(beyondBudget([...greedy.slice(0, 2), honest])).toEqual([]);
  expect(beyondBudget([...greedy, honest])).toEqual([greedy[1]!.connection]);
  // Now another client has the most bytes.
  const later = unread('192.0.2.3', 0, 70);
  expect(beyondBudget([...greedy, honest, later])).toEqual([
    greedy[1]!.connection,
    greedy[2]!.connection,
    later.connection,
  ]);
});

describe('pipelined requests', () => {
  it.each(['/openapi.json', '/collections', '/nothing', '/%', '/documents?limit=1000'])(
    'to %s: beyond 64 requests the connection is cut off',
    async (path) => {
      const test = await openTestApp();
      const { port } = new URL(await test.listening());
      const pipelined = (count: number) => {
        const socket = connect(Number(port), '127.0.0.1');
        onTestFinished(() => {
          socket.destroy();
        });
        let received = '';
        let isClosed = false;
        socket.setEncoding('latin1').on('data', (text) => {
          received += String(text);
        });
        socket.on('error', () => {}); // the service resets the connection
        socket.on('close', () => {
          isClosed = true;
        });
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(count));
        return {
          answers: () => received.match(/HTTP\/1\.1 \d/g)?.length ?? 0,
          isClosed: () => isClosed,
        };
      };
      const allowed = pipelined(64);
      await expect.poll(() => allowed.answers()).toBe(64);
      const refused = pipelined(1750);
      await expect.poll(() => refused.isClosed()).toBe(true);
      expect(allowed.isClosed()).toBe(false);
      expect(refused.answers()).toBeLessThan(1750);
      expect((await test.get('/stats')).status).toBe(200);
    },
  );
});
