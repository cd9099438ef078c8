import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hangMs } from '../../../harness/hang.js';
import { createKeyRing, newKey, parseKeyFile } from '../../../src/api/keys.js';
import { english } from '../pages.js';
import { openTestApp } from '../test-app.js';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;

const mebibyte = 1024 * 1024;
const json = 'Content-Type: application/json\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';

/** A connection, seen from both ends. */
async function open(test: TestApp) {
  const port = Number(new URL(await test.listening()).port);
  const accepted = once(test.app.server, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1').setEncoding('utf8').setNoDelay();
  onTestFinished(() => void client.destroy());
  let received = '';
  let errors = 0;
  client.on('data', (text) => {
    received += text;
  });
  client.on('error', () => {
    errors += 1;
  });
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const [service] = await accepted;
  return { client, service, closed, received: () => received, errors: () => errors };
}

const request = (method: string, path: string, headers: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

/** Splits a body into chunks of `characters` characters. */
function inChunks(body: string, characters: number): string {
  let chunks = '';
  for (let start = 0; start < body.length; start += characters) {
    const chunk = body.slice(start, start + characters);
    chunks += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
  }
  return `${chunks}0\r\n\r\n`;
}

/** Sends chunks of one byte until the service has ended its side of the connection. */
function sendUntilEnd(client: Socket): void {
  client.once('end', () => client.destroy());
  sendForEver(client);
}

/** Sends chunks of one byte until the connection is closed. */
function sendForEver(client: Socket): void {
  const chunks = '1\r\na\r\n'.repeat(4096);
  const more = () => {
    while (!client.destroyed && client.write(chunks));
  };
  client.on('drain', more);
  more();
}

function withKeys() {
  const { key, entry } = newKey({ name: 'right', scopes: ['write'] });
  return { key, keys: createKeyRing(parseKeyFile(JSON.stringify({ keys: [entry] }))) };
}

const isRefusal = (status: number, code: string) =>
  new RegExp(
    `HTTP/1\\.1 ${status} .*connection: close\r\n.*application/problem\\+json|application/problem\\+json.*connection: close.*"${code}"`,
    'is',
  );

/** Requests that the service answers before reading the body, with the status and code of the reply. */
const refusals: [string, string, string, number, string][] = [
  ['POST', '/check', json, 401, 'unauthorized'],
  ['POST', '/extract', 'Content-Type: text/plain\r\n', 401, 'unauthorized'],
  ['POST', '/documents/bulk', 'Content-Type: application/x-ndjson\r\n', 401, 'unauthorized'],
  ['PUT', '/nothing', json, 401, 'unauthorized'],
  ['POST', '/check', `${json}Expect: 100-continue\r\n`, 401, 'unauthorized'],
  ['POST', '/check', `${json}Expect: nothing\r\n`, 400, 'invalid_header'],
];

describe('an unread body', () => {
  it('is discarded up to a limit; then the connection is destroyed while the client is still sending', async () => {
    const { keys } = withKeys();
    const test = await openTestApp({ keys });
    const { client, service, closed, received } = await open(test);
    client.write(request('POST', '/check', json + chunked));
    sendForEver(client);
    await closed;
    expect(received()).toMatch(isRefusal(401, 'unauthorized'));
    expect(service.destroyed).toBe(true);
    expect(service.bytesRead).toBeLessThan(2 * mebibyte);
    expect((await test.get('/healthz')).status).toBe(200);
  });

  it('ends the connection of every refusal', async () => {
    const { keys } = withKeys();
    const test = await openTestApp({ keys });
    for (const [method, path, headers, status, code] of refusals) {
      const { client, closed, received } = await open(test);
      client.write(request(method, path, headers + chunked));
      sendUntilEnd(client);
      await closed;
      expect(received()).toMatch(isRefusal(status, code));
    }
  });

  it('also ends the connection after a public reply', async () => {
    const { client, closed, received } = await open(await openTestApp());
    client.write(request('GET', '/healthz', chunked));
    sendUntilEnd(client);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  });

  it('does not keep the reply from a client that sends all of it first', async () => {
    const { keys, key } = withKeys();
    const test = await openTestApp({ keys, rateLimitPerKey: 1 });
    const authorization = `Authorization: Bearer ${key}\r\n`;
    const long = inChunks('x'.repeat(mebibyte - 100_000), 16 * 1024);
    const sent: [string, string, number][] = [
      ['/check', json, 401],
      ['/check', `${json}${authorization}Content-Encoding: gzip\r\n`, 415],
      ['/check', json + authorization, 429],
    ];
    for (const [path, headers, status] of sent) {
      const { client, received, errors } = await open(test);
      client.pause();
      client.write(request('POST', path, headers + chunked) + long);
      await new Promise((resolve) => client.write('', resolve));
      client.resume();
      await once(client, 'end');
      client.end();
      expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*"status":${status}`, 's'));
      expect(errors()).toBe(0);
    }
  });

  it('is skipped if its Content-Length is small, and the connection is kept', async () => {
    const { keys } = withKeys();
    const { client, received } = await open(await openTestApp({ keys }));
    const body = 'x'.repeat(200_000);
    client.write(request('POST', '/check', `${json}Content-Length: ${body.length}\r\n`) + body);
    client.write(request('GET', '/healthz', ''));
    await vi.waitFor(() => expect(received()).toMatch(/ 401 .*HTTP\/1\.1 200 /s), hangMs);
    expect(received()).not.toMatch(/connection: close/i);
  });

  it('ends the connection if it is larger than that', async () => {
    const { keys } = withKeys();
    const { client, closed, received } = await open(await openTestApp({ keys }));
    client.write(request('POST', '/check', `${json}Content-Length: ${2 ** 40}\r\n`));
    sendUntilEnd(client);
    await closed;
    expect(received()).toMatch(isRefusal(401, 'unauthorized'));
  });
});

describe('a body in tiny chunks', () => {
  it.each([0, 1000])('is refused, and the connection ends (rate limit: %d)', async (limit) => {
    const test = await openTestApp({ rateLimitPerAddress: limit });
    for (const [path, type] of [
      ['/check', 'application/json'],
      ['/extract', 'text/plain'],
      ['/extract', 'application/pdf'],
      ['/documents/bulk', 'application/x-ndjson'],
    ] as const) {
      const { client, closed, received } = await open(test);
      // The first chunks arrive together with the headers, before anything reads them.
      const head = request('POST', path, `Content-Type: ${type}\r\n${chunked}`);
      client.write(head + '1\r\na\r\n'.repeat(4096));
      sendUntilEnd(client);
      await closed;
      expect(received()).toMatch(isRefusal(413, 'payload_too_large'));
    }
  });

  it('is read no further while the client is still sending', async () => {
    const { client, service, closed, received } = await open(await openTestApp());
    client.write(request('POST', '/check', json + chunked));
    sendForEver(client);
    await closed;
    expect(received()).toMatch(isRefusal(413, 'payload_too_large'));
    expect(service.bytesRead).toBeLessThan(2 * mebibyte);
  });

  it('ends a stream of lines that has begun', async () => {
    const { client, closed, received } = await open(await openTestApp());
    const line = `${JSON.stringify({ id: 'a', text: english })}\n`;
    const headers = `Content-Type: application/x-ndjson\r\n${chunked}`;
    client.write(request('POST', '/documents/bulk', headers));
    client.write(`${line.length.toString(16)}\r\n${line}\r\n`);
    await vi.waitFor(() => expect(received()).toContain('"kind":"added"'), hangMs);
    sendUntilEnd(client);
    await closed;
    expect(received()).toMatch(/^HTTP\/1\.1 200 .*"kind":"summary".*"payload_too_large"/s);
  });
});

describe('a valid body is read, and its connection is kept', () => {
  const body = JSON.stringify({ text: `${english} `.repeat(50) });

  it.each([1, 15])('in chunks of %d bytes, as long as they are few', async (size) => {
    const { client, received } = await open(await openTestApp());
    const text = JSON.stringify({ text: english }).slice(0, 1000 * size);
    client.write(request('POST', '/check', json + chunked) + inChunks(text, size));
    client.write(request('GET', '/healthz', ''));
    await vi.waitFor(
      () => expect(received()).toMatch(/^HTTP\/1\.1 201 .*HTTP\/1\.1 200 /s),
      hangMs,
    );
  });

  it.each([16, 1024])('in chunks of %d bytes', async (size) => {
    const { client, received } = await open(await openTestApp());
    client.write(request('POST', '/check', json + chunked) + inChunks(body, size));
    client.write(request('GET', '/healthz', ''));
    await vi.waitFor(
      () => expect(received()).toMatch(/^HTTP\/1\.1 201 .*HTTP\/1\.1 200 /s),
      hangMs,
    );
  });

  it.each([16, 1024])('with a Content-Length, in writes of %d bytes', async (size) => {
    const { client, received } = await open(await openTestApp());
    client.write(request('POST', '/check', `${json}Content-Length: ${body.length}\r\n`));
    for (let start = 0; start < body.length; start += size) {
      client.write(body.slice(start, start + size));
      await nextTurn(); // so that most writes are a read of their own
    }
    client.write(request('GET', '/healthz', ''));
    await vi.waitFor(
      () => expect(received()).toMatch(/^HTTP\/1\.1 201 .*HTTP\/1\.1 200 /s),
      hangMs,
    );
  });

  it('with thousands of chunks of one NDJSON line each', async () => {
    const { client, received } = await open(await openTestApp());
    const headers = `Content-Type: application/x-ndjson\r\n${chunked}`;
    // The lines are blank, so nothing is stored.
    const line = `${' '.repeat(99)}\n`;
    const body = inChunks(line.repeat(2000), line.length);
    client.write(request('POST', '/documents/bulk', headers) + body);
    client.write(request('GET', '/healthz', ''));
    await vi.waitFor(() => expect(received()).toMatch(/"summary".*HTTP\/1\.1 200 /s), hangMs);
  });
});
