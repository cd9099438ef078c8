import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Service } from './service.js';

/** Requests of hostile clients, with honest clients alongside. */

/** Opens attacker connections, which send the given bytes and read only on demand. */
export function openConnections(service: Service, count: number, bytes = ''): Socket[] {
  const { hostname, port } = new URL(service.url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => {}); // it is cut off
    if (bytes !== '') socket.write(bytes);
    return socket;
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

/** Returns the bytes of a request. */
export function bytesOf(
  line: string,
  { key, body, headers = '' }: { key?: string; body?: string; headers?: string } = {},
): string {
  const authorization = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`;
  const about =
    body === undefined
      ? ''
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${authorization}${about}${headers}\r\n${body ?? ''}`;
}

/**
 * Starts clients that send an occasional check, each over a separate connection, until stopped.
 * @param key key of the clients, if the service has keys
 */
export function startHonestClients(
  service: Service,
  { key, count = 4 }: { key?: string; count?: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const statuses = new Map<number | string, number>();
  let isStopped = false;
  let answered = 0;
  let texts = 0;

  function check(): Promise<number | string> {
    const text = `a page that says something number ${texts++} and nothing else of note`;
    return new Promise((resolve) => {
      const sending = request(`${service.url}/check`, {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
        },
      });
      sending.on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode as number));
      });
      sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      sending.end(JSON.stringify({ id: `honest-${texts}`, text }));
    });
  }

  async function go(): Promise<void> {
    while (!isStopped) {
      const status = await check();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      answered += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const gone = Promise.all(Array.from({ length: count }, go));
  onTestFinished(async () => {
    isStopped = true;
    await gone;
    agent.destroy();
  });
  return {
    answered: () => answered,
    /** Number of connections by status or connection error. */
    statuses: statuses as ReadonlyMap<number | string, number>,
  };
}
