import { connect, type Socket } from 'node:net';

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  /** Sorted latencies of the answered requests, in milliseconds. */
  readonly latencies: Float64Array;
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

export interface LoadOptions {
  readonly url: URL;
  readonly connections: number;
  readonly seconds: number;
  /** Returns the bytes of the next request; undefined after the last. */
  next(): Buffer | undefined;
}

/**
 * Sends prepared requests for several seconds over keep-alive connections, one at a time on each. Only the status and
 * length of an answer are read, so that the generator, which shares the machine with the measured service, costs
 * little.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const start = performance.now();
  const deadline = start + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      drive(options, deadline, (status, latency) => {
        latencies.push(latency);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  return {
    answered: latencies.length,
    seconds,
    latencies: Float64Array.from(latencies).sort(),
    statuses,
  };
}

/** Sends each request once. @throws Error if an answer is not a success */
export async function sendAll(
  url: URL,
  connections: number,
  requests: readonly Buffer[],
): Promise<void> {
  let sent = 0;
  const seconds = Number.POSITIVE_INFINITY;
  const { statuses } = await load({ url, connections, seconds, next: () => requests[sent++] });
  if (Object.keys(statuses).every((status) => status.startsWith('2'))) return;
  throw new Error(`Not all requests succeeded: ${JSON.stringify(statuses)}`);
}

/** Returns the bytes of a POST with a JSON body. */
export function postRequest(path: string, body: object): Buffer {
  return postOf(path, 'application/json', Buffer.from(JSON.stringify(body)));
}

/** Returns the bytes of a POST with an HTML page. */
export function htmlRequest(path: string, html: string): Buffer {
  return postOf(path, 'text/html; charset=utf-8', Buffer.from(html));
}

function postOf(path: string, contentType: string, body: Buffer): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

function drive(
  { url, next }: LoadOptions,
  deadline: number,
  onAnswer: (status: string, latency: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(url.port), url.hostname);
    socket.setNoDelay(true);
    let sentAt = 0;
    const send = () => {
      const request = performance.now() < deadline ? next() : undefined;
      if (request === undefined) {
        socket.end();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    onEachAnswer(socket, (status) => {
      onAnswer(status, performance.now() - sentAt);
      send();
    });
  });
}

/** Calls back with the status of each answer, then allows the next request. */
export function onEachAnswer(socket: Socket, onAnswer: (status: string) => void): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const headEnd = pending.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = pending.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (pending.length < headEnd + 4 + length) return;
    pending = Buffer.alloc(0);
    onAnswer(head.slice(9, 12));
  });
}
