import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { adminKey, createKeyRing } from '../../src/api/keys.js';
import { seeBytes } from '../answers/seen.js';
import { openTestApp } from './test-app.js';

it('answers requests that Node itself refuses with a problem', async () => {
  const { listening } = await openTestApp();
  const port = Number(new URL(await listening()).port);
  const tooLong = await answerTo(port, `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n\r\n`);
  expect(tooLong).toMatch(/^HTTP\/1\.1 431 .*"code":"headers_too_large"/s);
  expect(tooLong).toContain('Content-Type: application/problem+json');
  const noHttp = await answerTo(port, 'hello\r\n\r\n');
  expect(noHttp).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_header"/s);
});

it('refuses requests with too many headers instead of dropping some', async () => {
  const { listening } = await openTestApp();
  const port = Number(new URL(await listening()).port);
  const request = (count: number) => {
    const headers = Array.from({ length: count }, (_, index) => `X-${index}: yes\r\n`).join('');
    return `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`;
  };
  expect(await answerTo(port, request(98))).toMatch(/^HTTP\/1\.1 200 /);
  for (const count of [99, 1000, 2500]) {
    expect(await answerTo(port, request(count))).toMatch(
      /^HTTP\/1\.1 431 .*"code":"headers_too_large"/s,
    );
  }
});

/** Ends of heads that two programs may read differently. */
const ambiguous: Readonly<Record<string, string>> = {
  'a second host': 'Host: localhost\r\nContent-Length: 2\r\n',
  'two lengths': 'Content-Length: 2\r\nContent-Length: 2\r\n',
  'a length and chunks': 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n',
  'a folded line': 'X: a\r\n b\r\n',
  'a bare line feed': 'X: a\nY: b\r\n',
};

it.each(Object.entries(ambiguous))('refuses a request with %s', async (_, headers) => {
  const { listening } = await openTestApp();
  const port = Number(new URL(await listening()).port);
  const answer = await answerTo(
    port,
    `POST /check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n{}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_header"/s);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

it('refuses chunks in HTTP/1.0, and ends the connection', async () => {
  const { listening } = await openTestApp();
  const port = Number(new URL(await listening()).port);
  const answer = await answerTo(
    port,
    `POST /check HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_header"/s);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

it('refuses a second key, whichever is first', async () => {
  const secret = 'a-key-of-the-service-0123456789';
  const { listening } = await openTestApp({ keys: createKeyRing([adminKey(secret)]) });
  const port = Number(new URL(await listening()).port);
  const ask = (...keys: string[]) => {
    const lines = keys.map((key) => `Authorization: Bearer ${key}\r\n`).join('');
    return answerTo(
      port,
      `GET /stats HTTP/1.1\r\nHost: localhost\r\n${lines}Connection: close\r\n\r\n`,
    );
  };
  expect(await ask(secret)).toMatch(/^HTTP\/1\.1 200 /);
  for (const keys of [
    [secret, 'x'],
    ['x', secret],
    [secret, secret],
  ]) {
    expect(await ask(...keys)).toMatch(/^HTTP\/1\.1 401 /);
  }
});

async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const answer = await text(socket);
  seeBytes(bytes, answer);
  return answer;
}
