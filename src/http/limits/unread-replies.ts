import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../../quota/limits.js';
import { getOwner } from './client.js';

/**
 * Drops the connections of clients that do not read their replies. A reply stays in memory until its client has
 * read it, and replies to pipelined requests wait behind it:
 *
 *   reply 4 │ reply 3 │ reply 2 │ rest of reply 1 ─► kernel ─► client
 *   └──── kept by Node ─────────┘ └─ kept by the socket
 *
 * Progress is measured by the number of bytes that the kernel accepts from the service, because the kernel
 * accepts more only as the client reads. A connection is dropped if
 *
 * - its client reads less than `progressBytes` within `progressTimeoutMs`, or within `progressTimeoutInNeedMs`
 *   while replies to other clients wait for room in memory
 * - the service holds more than `limits.unreadBytes` unread bytes, and the connection has waited longest among
 *   those of the key or address with the most unread bytes
 * - more than `limits.unsentReplies` of its replies are unsent
 *
 * The idle timeout does not cover these cases: it restarts with every byte in either direction. A dropped
 * connection is reset; otherwise the kernel would keep its bytes.
 */
const progressTimeoutMs = 20_000;
const progressTimeoutInNeedMs = 3000;
const progressBytes = 16 * 1024;
const lookEveryMs = 100;
/** Unread bytes up to this number do no harm, so `progressTimeoutInNeedMs` does not apply to them. */
const smallBytes = 64 * 1024;

export interface Connection {
  readonly socket: Socket;
  /** Replies that are not completely written yet. */
  readonly due: Set<ServerResponse>;
  /** Time since which the client has read less than `progressBytes`, on the clock of `performance`. */
  since: number;
  /** Number of bytes that had been read at the time `since`. */
  takenBefore: number;
}

export interface Unread {
  readonly connection: Connection;
  readonly bytes: number;
}

export interface UnreadReplies {
  /**
   * Tracks the reply to a request. Returns false if the connection has been dropped. The request must then be skipped,
   * because one read may have delivered thousands of such requests.
   */
  track(request: IncomingMessage, response: ServerResponse): boolean;
  /** Returns true while any reply waits for room in the reply budget (reply-budget.ts). */
  isNeeded: () => boolean;
  end(): void;
}

/**
 * Creates the checks that drop connections with unread replies.
 * @param streaming connections that have other limits for unread bytes
 */
export function followUnreadReplies(streaming: WeakSet<Socket>): UnreadReplies {
  const connections = new Map<Socket, Connection>();

  function handedOver(this: ServerResponse): void {
    connections.get(this.req.socket)?.due.delete(this);
  }

  function open(socket: Socket): Connection {
    const connection = { socket, due: new Set<ServerResponse>(), since: 0, takenBefore: 0 };
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      // Node emits 'close' only on the reply that was being sent.
      for (const reply of connection.due) if (reply.socket !== socket) reply.emit('close');
    });
    return connection;
  }

  const unreadReplies: UnreadReplies = {
    track({ socket }, response) {
      if (socket.destroyed) return false;
      const { due } = connections.get(socket) ?? open(socket);
      due.add(response);
      response.on('close', handedOver);
      if (due.size <= limits.unsentReplies) return true;
      socket.resetAndDestroy();
      return false;
    },
    isNeeded: () => false,
    end: () => clearInterval(timer),
  };

  const timer = setInterval(() => {
    const others = [...connections.values()].filter(
      ({ socket, due }) => due.size > 0 && !streaming.has(socket),
    );
    const unread = cutIdle(others, performance.now(), () => unreadReplies.isNeeded());
    for (const { socket } of beyondBudget(unread)) socket.resetAndDestroy();
  }, lookEveryMs).unref();
  return unreadReplies;
}

/**
 * Drops connections whose clients have read too little in time, and returns the remaining connections that have unread
 * bytes.
 */
export function cutIdle(
  connections: Iterable<Connection>,
  now: number,
  isNeeded: () => boolean,
): Unread[] {
  const unread: Unread[] = [];
  for (const connection of connections) {
    const { socket, due } = connection;
    if (due.size === 0) continue;
    const inSocket = socket.writableLength;
    let bytes = inSocket;
    for (const response of due) if (response.socket !== socket) bytes += response.writableLength;
    const taken = takenBy(socket);
    if (bytes === 0 || taken - connection.takenBefore >= progressBytes) {
      connection.since = now;
      connection.takenBefore = taken;
    }
    const waits = now - connection.since;
    const inNeed = bytes > smallBytes && waits > progressTimeoutInNeedMs && isNeeded();
    // If the socket is empty, the client is waiting for an earlier reply, so its connection is not dropped.
    if (inSocket > 0 && (inNeed || waits > progressTimeoutMs)) socket.resetAndDestroy();
    else if (bytes > 0) unread.push({ connection, bytes });
  }
  return unread;
}

/** Returns the number of bytes that the kernel has accepted for a connection. */
function takenBy(socket: Socket): number {
  const { _handle: handle } = socket as unknown as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** Returns connections to drop so that the unread bytes of the remaining ones are within the budget. */
export function beyondBudget(unread: readonly Unread[]): Connection[] {
  let total = unread.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= limits.unreadBytes) return [];
  const owners = new Map<string, { bytes: number; readonly waiting: Unread[] }>();
  for (const each of unread) {
    const name = getOwner(each.connection.socket);
    const owner = owners.get(name) ?? { bytes: 0, waiting: [] };
    owner.bytes += each.bytes;
    owner.waiting.push(each);
    owners.set(name, owner);
  }
  for (const { waiting } of owners.values()) {
    waiting.sort((a, b) => b.connection.since - a.connection.since);
  }
  const gone: Connection[] = [];
  while (total > limits.unreadBytes) {
    const [largest] = [...owners.values()].sort((a, b) => b.bytes - a.bytes);
    const { connection, bytes } = largest!.waiting.pop()!;
    largest!.bytes -= bytes;
    total -= bytes;
    gone.push(connection);
  }
  return gone;
}
