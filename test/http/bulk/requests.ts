import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type openTestApp, seeResponse } from '../test-app.js';

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

/** A line of a reply: a result, the summary, or a refusal; tests declare the expected fields. */
export interface Line {
  readonly kind?: string;
  readonly line?: number;
  readonly ok?: boolean;
  readonly code?: string;
  readonly decision?: string;
  readonly error?: { readonly code: string; readonly status: number; readonly detail: string };
  readonly summary?: { readonly total: number; readonly tookMs: number };
}

export const headers = { 'content-type': 'application/x-ndjson' };

export const ndjson = (lines: readonly (object | string)[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

export async function bulk(
  { app }: TestApp,
  body: string | Buffer,
  more: { mode?: 'add' | 'check'; headers?: Record<string, string> } = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: `/documents/bulk${more.mode ? `?mode=${more.mode}` : ''}`,
    headers: { ...headers, ...more.headers },
    payload: body,
  });
  return { status: response.statusCode, lines: linesOf(response.body) };
}

function linesOf(body: string): Line[] {
  return body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Opens a bulk request over a socket; the test controls when each side writes and reads. */
export async function openBulk({ app }: TestApp, query = '', more: Record<string, string> = {}) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/documents/bulk${query}`,
    headers: { ...headers, ...more },
  });
  sending.on('error', () => {}); // the test may break the connection
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  let paused = false;
  let reader: AsyncIterator<Line> | undefined;
  async function* read() {
    const [response] = await answered;
    let rest = '';
    let body = '';
    for await (const chunk of response.setEncoding('utf8')) {
      body += chunk;
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() as string;
      yield* parts.map((part) => JSON.parse(part));
    }
    const { statusCode, headers } = response;
    seeResponse('POST', '/documents/bulk', { statusCode: statusCode!, headers, body });
  }
  sending.on('socket', (socket) => {
    if (paused) socket.once('connect', () => socket.pause());
  });
  return {
    /** Reads nothing before the first call of `line`. */
    pause: () => {
      paused = true;
    },
    write: (line: object | string) =>
      sending.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
    /** Sends part of a line. */
    bytes: (bytes: Buffer | string) => sending.write(bytes),
    end: () => sending.end(),
    status: async () => (await answered)[0].statusCode,
    sent: () => (sending.writableFinished ? Promise.resolve() : once(sending, 'finish')),
    destroy: () => sending.destroy(),
    async line(): Promise<Line> {
      reader ??= read();
      return (await reader.next()).value;
    },
    async all(): Promise<Line[]> {
      sending.socket?.resume();
      const lines: Line[] = [];
      for await (const line of read()) lines.push(line);
      return lines;
    },
  };
}
