import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { problemMediaType, problemOf } from '../api/problem.js';
import { NeardupError } from '../errors.js';
import { MeteredRequest } from './stages/metered-request.js';
import { closeIfFaulty, Reply } from './stages/unread-bodies.js';
import type { UnreadReplies } from './stages/unread-replies.js';

/** How long a client may take, in milliseconds. */
export interface ConnectionLimits {
  /** For a whole request to arrive. */
  readonly requestTimeoutMs: number;
  /** For the headers of a request to arrive. */
  readonly headersTimeoutMs: number;
  /** Between two requests of a connection. */
  readonly keepAliveTimeoutMs: number;
  /** Without any byte in either direction, also if the client does not read an answer. */
  readonly idleTimeoutMs: number;
}

const headerBytesMax = 32 * 1024;

/** Requests of a cut connection are skipped before they cost anything. */
export function createHttpServer(
  limits: ConnectionLimits,
  unreadReplies: UnreadReplies,
  handle: RequestListener,
) {
  // If the time for headers exceeds that for requests, Node swaps them.
  const headersTimeout = Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs);
  const server = createServer(
    {
      IncomingMessage: MeteredRequest,
      ServerResponse: Reply,
      maxHeaderSize: headerBytesMax,
      headersTimeout,
      connectionsCheckingInterval: Math.min(1000, headersTimeout),
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
    },
    (request, response) => {
      response.on('finish', closeIfFaulty);
      if (unreadReplies.mind(request, response)) handle(request, response);
    },
  );
  return server.setTimeout(limits.idleTimeoutMs);
}

/** Node refuses some bytes before there is a request; they get an answer in the usual form. */
export function refuseClient(
  error: NodeJS.ErrnoException,
  socket: Socket,
  streaming: WeakSet<Socket>,
): void {
  // A stream has limits of its own for each of its steps.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && streaming.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(fromNode(error.code), 'urn:neardup:request:none');
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.code}`,
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** RFC 9110, section 10.1.1: nothing but `100-continue` can be expected, which Node answers. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const message = 'An Expect header can say "100-continue" and nothing else';
  const problem = problemOf(
    new NeardupError('invalid_header', message),
    'urn:neardup:request:none',
  );
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
