import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { faultOf, type MeteredRequest } from './metered-request.js';

/**
 * Closes connections whose request was answered before its body was read, such as one without a
 * key. Node would keep the connection and parse the rest of the body, which may be endless and in
 * chunks of one byte, on the thread of the event loop.
 *
 *   client ══ head ══ body ═══════════════════════════════╪═ not read
 *   service           └ reply, `Connection: close`, FIN   └ discarded unparsed, then paused; destroyed
 *
 * Destroying a socket with unread bytes resets the connection, and a client that is still sending
 * would fail before it reads the reply. So the rest is discarded for `lingerMs`, up to
 * `restBytesMax` bytes, which costs a read for each 64 KiB and no call of the parser.
 *
 * A body with a `Content-Length` of at most `restBytesMax` is skipped by Node, and its connection
 * is kept: the parser is called once for each read.
 */
const restBytesMax = 1024 * 1024;
const lingerMs = 1000;

/** A reply that ends its connection if the body of its request is left unread. */
export class Reply extends ServerResponse<MeteredRequest> {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (leavesBodyUnread(this.req)) {
      this.shouldKeepAlive = false;
      closeWithUnreadBody(this.req.socket);
    }
    return super.writeHead(status, ...(rest as []));
  }
}

/** Stops the parser, and replaces the way in which Node closes the connection after the reply. */
function closeWithUnreadBody(socket: Socket): void {
  socket.pause();
  socket.destroySoon = () => linger(socket);
}

/** Closes the connection of a body that became faulty after its reply had begun. */
export function closeIfFaulty(this: ServerResponse): void {
  if (faultOf(this.req) !== null) linger(this.req.socket);
}

function leavesBodyUnread(request: MeteredRequest): boolean {
  if (request.fault !== null) return true;
  // A reader, such as that of a stream of lines, may still be at work while its reply goes out.
  if (request.complete || request.listenerCount('data') > 0) return false;
  const { 'content-length': length = 0, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || Number(length) > restBytesMax;
}

/** Sends FIN, discards the bytes that still arrive, and destroys the socket. */
function linger(socket: Socket): void {
  if (socket.destroyed || lingering.has(socket)) return;
  lingering.add(socket);
  let bytes = 0;
  const discard = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > restBytesMax) socket.pause();
  };
  // Adding a `data` listener detaches the socket from Node's parser, whose own listener is removed here.
  socket.pause();
  socket.on('data', discard);
  for (const listener of socket.listeners('data')) {
    if (listener !== discard) socket.off('data', listener as () => void);
  }
  socket.resume();
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

const lingering = new WeakSet<Socket>();
