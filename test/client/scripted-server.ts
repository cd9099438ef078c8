import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** Reaction of a server to a request. */
export type Act = (response: ServerResponse, request: Request) => void;

/** A server with one scripted reaction per request; the last one repeats. */
export async function scriptedServer(...acts: readonly Act[]) {
  const requests: Request[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    const act = acts[Math.min(requests.length, acts.length - 1)] as Act;
    const place = requests.push({ method, path, headers, body: '' }) - 1;
    const request = { method, path, headers, body: await text(incoming) };
    requests[place] = request;
    act(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

export const json =
  (body: object): Act =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const refusal =
  (status: number, code: string, headers: Record<string, string> = {}): Act =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
    response.end(
      JSON.stringify({
        type: `urn:neardup:error:${code}`,
        title: code,
        status,
        detail: `refused: ${code}`,
        instance: 'urn:neardup:request:r-1',
        code,
      }),
    );
  };

/** Breaks the connection without an answer. */
export const breakOff: Act = (response) => response.destroy();

/** Never answers. */
export const silence: Act = () => {};
