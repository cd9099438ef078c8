import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../quota/limits.js';

/**
 * Limits the memory of requests that wait for their replies. Node parses all pipelined requests of a chunk before any of
 * them is answered, so 300 connections that send 60 requests each, with 30 KB of headers, would take 540 MB.
 *
 *   connection 1   r1 r2 r3 r4 …    more than an equal share of the limit: its next request cuts it off
 *   connection 2   r1               keeps waiting
 *
 * The first unanswered request of a connection never cuts it, so clients that do not pipeline are not affected, and many
 * connections with one request each may exceed the limit.
 */
export interface UnansweredRequests {
  /**
   * Counts a request until it is answered. Returns false if the connection has been cut; the request must then be
   * skipped.
   */
  count(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Approximate memory of a request and its reply, excluding the URL and headers of the request. */
const bytesPerRequest = 8 * 1024;

/** @param bytesMax approximate memory of all unanswered requests, in bytes */
export function limitUnansweredRequests(
  bytesMax: number = limits.unansweredBytes,
): UnansweredRequests {
  /** Memory of the unanswered requests of each open connection, in bytes. */
  const connections = new Map<Socket, number>();
  /** Number of connections that have unanswered requests. */
  let waiting = 0;
  let total = 0;

  function change(socket: Socket, by: number): void {
    const before = connections.get(socket)!;
    const after = before + by;
    connections.set(socket, after);
    total += by;
    waiting += Number(after > 0) - Number(before > 0);
  }

  function open(socket: Socket): void {
    connections.set(socket, 0);
    socket.once('close', () => {
      change(socket, -connections.get(socket)!);
      connections.delete(socket);
    });
  }

  return {
    count(request, response) {
      const { socket } = request;
      if (socket.destroyed) return false;
      if (!connections.has(socket)) open(socket);
      const bytes = estimateMemory(request);
      const held = connections.get(socket)!;
      if (held > 0 && total + bytes > bytesMax && held + bytes > bytesMax / waiting) {
        socket.resetAndDestroy();
        return false;
      }
      change(socket, bytes);
      response.once('close', () => {
        if (connections.has(socket)) change(socket, -bytes);
      });
      return true;
    },
  };
}

function estimateMemory({ url = '', rawHeaders }: IncomingMessage): number {
  let bytes = bytesPerRequest + url.length;
  for (let at = 0; at < rawHeaders.length; at++) bytes += rawHeaders[at]!.length;
  return bytes;
}
