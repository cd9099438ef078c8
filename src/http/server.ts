import { createServer, IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemMediaType, toProblem } from '../api/problem.js';
import { type ErrorCode, NeardupError } from '../errors.js';
import { limitUnansweredRequests } from './limits/unanswered-requests.js';
import type { UnreadReplies } from './limits/unread-replies.js';

/** Time limits for clients, in milliseconds. */
export interface ConnectionLimits {
  /** Time for a whole request to arrive. */
  readonly requestTimeoutMs: number;
  /** Time for the headers of a request to arrive. */
  readonly headersTimeoutMs: number;
  /** Time between two requests on a connection. */
  readonly keepAliveTimeoutMs: number;
  /** Time without a byte in either direction, also while a response is waiting to be read. */
  readonly idleTimeoutMs: number;
}

const headerBytesMax = 32 * 1024;
/** Maximum number of headers. Node would silently drop further headers, such as a key. */
const headersMax = 100;

/**
 * Creates the HTTP server. When the service cuts a connection, requests that have already arrived on this connection
 * are dropped without being handled.
 */
export function createHttpServer(
  limits: ConnectionLimits,
  unreadReplies: UnreadReplies,
  handle: RequestListener,
) {
  // If the headers timeout exceeded the request timeout, Node would swap these values.
  const headersTimeout = Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs);
  const unanswered = limitUnansweredRequests();
  const server = createServer(
    {
      IncomingMessage: MeteredRequest,
      ServerResponse: Reply,
      maxHeaderSize: headerBytesMax,
      headersTimeout,
      connectionsCheckingInterval: Math.min(1000, headersTimeout),
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      // Without this, Node keeps the first of two keys or media types and drops the second, which a proxy may have read.
      joinDuplicateHeaders: true,
    },
    (request, response) => {
      response.on('finish', closeIfFaulty);
      if (!unanswered.count(request, response)) return;
      if (!unreadReplies.track(request, response)) return;
      const fault = findHeaderFault(request);
      if (fault === null) handle(request, response);
      else refuseAtOnce(response, ...fault);
    },
  );
  server.maxHeadersCount = headersMax;
  return server.setTimeout(limits.idleTimeoutMs);
}

/** Returns the fault of headers that Node accepts but the service does not; null if there is none. */
function findHeaderFault({
  rawHeaders,
  headers,
  httpVersion,
}: IncomingMessage): [ErrorCode, string] | null {
  if (rawHeaders.length > 2 * headersMax) {
    return ['headers_too_large', `A request has at most ${headersMax} headers`];
  }
  if (headers.host?.includes(',')) return ['invalid_header', 'A request has one Host header']; // RFC 9112, 3.2
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) {
    return ['invalid_header', 'A request in HTTP/1.0 cannot have a Transfer-Encoding']; // RFC 9112, 6.1
  }
  return null;
}

/** Answers bytes that Node does not accept as a request. The response is a problem, as for all other errors. */
export function refuseClient(
  error: NodeJS.ErrnoException,
  socket: Socket,
  streaming: WeakSet<Socket>,
): void {
  // A stream has a time limit for each wait for its client, instead of one for the whole request.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && streaming.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = toProblem(fromNode(error.code), 'urn:neardup:request:none');
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.code}`,
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Refuses any `Expect` header but `100-continue`, which Node handles (RFC 9110, section 10.1.1). */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const message = 'An Expect header can say "100-continue" and nothing else';
  refuseAtOnce(response, 'invalid_header', message);
}

/** Answers a request before any stage runs, and closes its connection. */
function refuseAtOnce(response: ServerResponse, code: ErrorCode, message: string): void {
  const problem = toProblem(new NeardupError(code, message), 'urn:neardup:request:none');
  const body = JSON.stringify(problem);
  response
    .writeHead(problem.status, {
      'content-type': problemMediaType,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
}

function fromNode(code: string | undefined): NeardupError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new NeardupError(
      'headers_too_large',
      `The request line and headers are longer than ${headerBytesMax} bytes`,
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new NeardupError('request_timeout', 'The request did not arrive in time');
  }
  return new NeardupError('invalid_header', 'The request is not valid HTTP/1.1');
}

/**
 * Number of chunks that any body may have, however small they are. For each further chunk, the body must have at least
 * `bytesPerChunkMin` bytes.
 */
const freeChunks = 1024;
const bytesPerChunkMin = 16;

/**
 * A request that limits the work of Node's parser in two ways.
 *
 * It counts the chunks of its body. The parser calls `push` once per chunk, so a body in chunks of one byte costs a
 * call and a small buffer per byte. A body with too many chunks is faulty: its reader gets an `error`, and the rest is
 * dropped.
 *
 * It ends the parser once its connection has been cut. Node reads up to 64 KB at a time and parses all of it, even if
 * the first requests made the service cut the connection: for 1,750 short requests, this took 40 ms instead of 1. The
 * only way to stop the parser within such a chunk is a request that seems to ask for another protocol (`upgrade`): Node
 * then stops parsing, frees the parser, and destroys the connection.
 */
class MeteredRequest extends IncomingMessage {
  /** Reason why the body is no longer read; null if it may be read. */
  fault: NeardupError | null = null;
  #chunks = 0;
  #bytes = 0;
  #upgrade: boolean | null = null;

  get upgrade(): boolean | null {
    return this.socket.destroyed || this.#upgrade;
  }

  set upgrade(asks: boolean | null) {
    if (#upgrade in this) this.#upgrade = asks; // the constructor of `IncomingMessage` sets it to null
  }

  override push(chunk: Buffer | null): boolean {
    // Returns false to make the parser stop reading from the socket.
    if (this.fault !== null) return false;
    if (chunk !== null) {
      this.#chunks += 1;
      this.#bytes += chunk.length;
      if (this.#chunks > freeChunks + this.#bytes / bytesPerChunkMin) {
        this.#fail();
        return false;
      }
    }
    return super.push(chunk);
  }

  #fail(): void {
    this.fault = new NeardupError(
      'payload_too_large',
      `Stopped reading the body after ${this.#chunks} chunks with ${this.#bytes} bytes in all: send it in larger chunks, of ${bytesPerChunkMin} bytes or more`,
    );
    if (this.listenerCount('error') > 0) this.emit('error', this.fault);
  }
}

/** Returns the reason why the body of a request is no longer read; null if it may be read. */
export function findFault(request: IncomingMessage): NeardupError | null {
  return request instanceof MeteredRequest ? request.fault : null;
}

/*
 * Closes a connection whose request was answered before its body was read, for example for lack of a key.
 * Node would keep the connection and parse the rest of the body, which may be endless and in chunks of
 * one byte, on the event loop.
 *
 *   client ══ head ══ body ═══════════════════════════════╪═ not read
 *   service           └ reply, `Connection: close`, FIN   └ discarded unparsed, then paused; destroyed
 *
 * Destroying a socket with unread bytes resets the connection, and a client that is still sending would
 * fail before it reads the reply. So the rest is discarded for `lingerMs`, up to `restBytesMax` bytes,
 * which costs one read per 64 KiB and no parser calls.
 *
 * If the body has a `Content-Length` of at most `restBytesMax`, the connection is kept: Node skips the
 * body, which costs one parser call per read.
 */

const restBytesMax = 1024 * 1024;
const lingerMs = 1000;

/** A reply that closes its connection if the body of the request was not read completely. */
class Reply extends ServerResponse<MeteredRequest> {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (leavesBodyUnread(this.req)) {
      this.shouldKeepAlive = false;
      closeWithUnreadBody(this.req.socket);
    }
    return super.writeHead(status, ...(rest as []));
  }
}

/** Stops the parser. After the reply, the connection is closed by `linger` instead of by Node. */
function closeWithUnreadBody(socket: Socket): void {
  socket.pause();
  socket.destroySoon = () => linger(socket);
}

/** Closes the connection if the body of the request became faulty after the reply had begun. */
function closeIfFaulty(this: ServerResponse): void {
  if (findFault(this.req) !== null) linger(this.req.socket);
}

function leavesBodyUnread(request: MeteredRequest): boolean {
  if (request.fault !== null) return true;
  // A reader, for example of a stream of lines, may still need the socket while the reply is sent.
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
