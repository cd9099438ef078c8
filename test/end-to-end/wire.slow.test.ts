import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seeBytes } from '../answers/seen.js';
import { english } from '../http/pages.js';
import { type Service, startService, temporaryDirectory } from './service.js';

/** Requests that need a raw socket, and effects that are visible only from outside the process. */
describe('on the wire', () => {
  it('refuses an expectation that it cannot meet, with a problem', async () => {
    const service = await startService(':memory:');
    const head = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';
    const reply = await exchange(service, `${head}Expect: something\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_header"/s);
  });

  it('answers a path of dots, which clients resolve and sockets do not', async () => {
    const service = await startService(':memory:');
    for (const id of ['.', '..', '%2e', '%2E%2E']) {
      const reply = await exchange(
        service,
        `GET /documents/${id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1\.1 422 .*"code":"validation_failed"/s);
    }
  });

  it('cuts off a request that never ends', async () => {
    const service = await startService(':memory:', { NEARDUP_REQUEST_TIMEOUT_MS: '300' });
    const head = 'POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const reply = await exchange(service, `${head}Content-Length: 100\r\n\r\n{"text":`);
    expect(reply).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });

  it('cuts off headers that come a byte at a time', async () => {
    const service = await startService(':memory:', { NEARDUP_HEADERS_TIMEOUT_MS: '300' });
    const reply = await exchange(
      service,
      'GET /stats HTTP/1.1\r\n',
      'X-Slow: '.padEnd(10_000, 'a'),
    );
    expect(reply).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });

  it('cuts off a body that comes a byte at a time', async () => {
    const service = await startService(':memory:', { NEARDUP_REQUEST_TIMEOUT_MS: '300' });
    const head = 'POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const start = `${head}Content-Length: 10000\r\n\r\n{"text":"`;
    const reply = await exchange(service, start, 'a'.repeat(10_000));
    expect(reply).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });

  it('serves others while slow bodies fill the share of one client', async () => {
    const service = await startService(':memory:', {
      NEARDUP_REQUEST_TIMEOUT_MS: '3000',
      NEARDUP_REQUESTS_MAX: '6', // half of it for one address
    });
    const head = 'POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const start = `${head}Content-Length: 10000\r\n\r\n{"text":"`;
    const slow = Promise.all([1, 2, 3].map(() => exchange(service, start, 'a'.repeat(10_000))));
    const status = async () => (await service.get('/stats')).status;
    await expect.poll(status).toBe(200);
    for (const reply of await slow) expect(reply).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(status).toBe(200);
  });

  it('closes idle connections', async () => {
    const kept = await startService(':memory:', { NEARDUP_KEEP_ALIVE_TIMEOUT_MS: '100' });
    const answer = await exchange(kept, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    const idle = await startService(':memory:', { NEARDUP_IDLE_TIMEOUT_MS: '100' });
    expect(await exchange(idle, '')).toBe('');
  });

  it('closes a connection whose client does not read its answers, and serves others', async () => {
    const service = await startService(':memory:', { NEARDUP_IDLE_TIMEOUT_MS: '8000' });
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).pause();
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {}); // once the connection is reset
    const request = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
    socket.write(request.repeat(100)); // more answers than the buffers can hold
    const others = () =>
      exchange(service, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await others()).toMatch(/^HTTP\/1\.1 200 /);
    // A socket that is not read detects a closed peer only by writing.
    const probe = setInterval(() => socket.write('\r\n'), 2500);
    await closed;
    clearInterval(probe);
    expect(await others()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('takes a Chinese id of 2,048 characters in the path', async () => {
    const service = await startService(':memory:');
    const id = '中'.repeat(2048);
    await service.post('/documents', { id, text: english });
    expect(await service.get(`/documents/${encodeURIComponent(id)}`)).toMatchObject({
      status: 200,
      body: { id },
    });
  });
});

describe('stopping', () => {
  it('answers the requests in flight on SIGTERM, takes no new ones, and ends with 0', async () => {
    const file = join(temporaryDirectory(), 'stop.db');
    const service = await startService(file);
    const long = Array.from({ length: 50_000 }, (_, word) => `word${word}`).join(' ');
    const ids = ['a', 'b', 'c', 'd'];
    const begun = await Promise.all(ids.map(() => beginPost(service, '/documents')));
    const inFlight = begun.map((end, i) => end({ id: ids[i], text: `${ids[i]} ${long}` }));
    const stopped = service.stop('SIGTERM');
    expect(await Promise.all(inFlight)).toEqual([201, 201, 201, 201]);
    expect(await stopped).toBe(0);
    const next = await startService(file);
    expect((await next.get('/stats')).body.documents).toBe(4);
  });

  it('refuses a second process on the same file, and says what to do', async () => {
    const file = join(temporaryDirectory(), 'second.db');
    await startService(file);
    await expect(startService(file)).rejects.toThrow('ended with code 1');
  });

  it('refuses an address beyond loopback without a key', async () => {
    await expect(startService(':memory:', { NEARDUP_HOST: '0.0.0.0' })).rejects.toThrow(
      'ended with code 2',
    );
  });
});

/** Starts a request whose body is still to come; resolves with the status. */
async function beginPost(
  { url }: Service,
  path: string,
): Promise<(body: object) => Promise<number | undefined>> {
  const headers = { 'content-type': 'application/json', expect: '100-continue' };
  const sending = request(url + path, { method: 'POST', headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.flushHeaders();
  await once(sending, 'continue');
  return async (body) => {
    sending.end(JSON.stringify(body));
    const [response] = await answered;
    response.resume();
    return response.statusCode;
  };
}

/**
 * Sends raw bytes and returns everything received until the service closes.
 * @param slowly bytes sent afterwards, one at a time
 */
async function exchange(service: Service, bytes: string, slowly = ''): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  let sent = 0;
  const drip = setInterval(() => {
    if (sent < slowly.length && socket.writable) socket.write(slowly[sent++] as string);
  }, 20);
  await once(socket, 'close');
  clearInterval(drip);
  const answer = Buffer.concat(chunks).toString('utf8');
  seeBytes(bytes, answer);
  return answer;
}
