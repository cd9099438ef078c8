import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
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

async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const answer = await text(socket);
  seeBytes(bytes, answer);
  return answer;
}
