import { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hangMs } from '../../../harness/hang.js';
import { limitUnansweredRequests } from '../../../src/http/limits/unanswered-requests.js';
import { createHttpServer } from '../../../src/http/server.js';

/** Opens a simulated connection. */
function openConnection(count: ReturnType<typeof limitUnansweredRequests>['count']) {
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    resetAndDestroy() {
      socket.destroyed = true;
      socket.emit('close');
    },
  });
  return {
    socket,
    /** Sends a request. Returns its response; undefined if the request is skipped. */
    send(headerBytes = 30_000) {
      const request = { socket, url: '/', rawHeaders: ['x', 'x'.repeat(headerBytes)] };
      const response = new EventEmitter();
      const isCounted = count(
        request as unknown as IncomingMessage,
        response as unknown as ServerResponse,
      );
      return isCounted ? response : undefined;
    },
  };
}

/** Starts a server that passes on all requests, and ends with the test. */
async function listen(handle: RequestListener) {
  const limits = { requestTimeoutMs: hangMs, headersTimeoutMs: hangMs };
  const others = { keepAliveTimeoutMs: hangMs, idleTimeoutMs: hangMs };
  const unreadReplies = { track: () => true, isNeeded: () => false, end: () => {} };
  const server = createHttpServer({ ...limits, ...others }, unreadReplies, handle);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

describe('unanswered requests', () => {
  it('of a connection beyond its share of the limit cut it off', () => {
    const { count } = limitUnansweredRequests(1_000_000);
    const others = Array.from({ length: 4 }, () => openConnection(count));
    for (const other of others) expect(other.send()).toBeDefined();
    const greedy = openConnection(count);
    let sent = 0;
    while (greedy.send() !== undefined) sent++;
    expect(sent).toBeGreaterThan(15);
    expect(sent).toBeLessThan(1_000_000 / 30_000);
    expect(greedy.socket.destroyed).toBe(true);
    expect(greedy.send()).toBeUndefined();
    // The share of a connection is now 250,000 bytes, so the others may send more.
    for (const other of others) expect(other.send()).toBeDefined();
  });

  it('never cut off a connection with a single one, however many connections there are', () => {
    const { count } = limitUnansweredRequests(1_000_000);
    const all = Array.from({ length: 100 }, () => openConnection(count));
    for (const each of all) expect(each.send()).toBeDefined();
    expect(all.some(({ socket }) => socket.destroyed)).toBe(false);
    expect(all[0]!.send(0)).toBeUndefined();
  });

  it('no longer count once they are answered, or their connection is closed', () => {
    const { count } = limitUnansweredRequests(100_000);
    const one = openConnection(count);
    for (let turn = 0; turn < 100; turn++) {
      const other = openConnection(count);
      expect(other.send()).toBeDefined();
      other.socket.emit('close');
      const responses = [one.send(), one.send()];
      for (const response of responses) response!.emit('close');
    }
    // A response may close after its connection.
    const late = one.send();
    one.socket.emit('close');
    late!.emit('close');
    const other = openConnection(count);
    expect([other.send(), other.send(), other.send()].filter(Boolean)).toHaveLength(2);
  });

  it('are not parsed once their connection is cut', async () => {
    const { server, port } = await listen(({ socket }) => socket.resetAndDestroy());
    let parsed = 0;
    server.on('request', () => {
      parsed++;
    });
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const closed = new Promise((resolve) => {
      socket.on('error', () => {}); // the service resets the connection
      socket.on('close', resolve);
    });
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1500));
    await closed;
    expect(parsed).toBe(1);
  });

  it('with long headers do not fill the memory of a server that answers none', async () => {
    let handled = 0;
    const { port } = await listen(() => {
      handled++;
    });
    const head = `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(30_000)}\r\n\r\n`;
    let cut = 0;
    const sockets = Array.from({ length: 50 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {}); // the service resets the connection
      socket.on('close', () => {
        cut++;
      });
      socket.write(head.repeat(60));
      return socket;
    });
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await expect.poll(() => cut).toBeGreaterThan(0);
    // A connection that is cut off frees its requests, so more are handled than fit at one time.
    expect(handled).toBeGreaterThan(1000);
    expect(handled).toBeLessThan(3000);
  });
});
