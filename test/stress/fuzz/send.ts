import { type Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { hangMs } from '../../../harness/hang.js';
import type { Answer } from '../../../openapi/conformance.js';
import type { FuzzRequest } from './requests.js';

/**
 * Sends a request and reads its answer.
 * @returns null if the service closed the connection without an answer
 * @throws if there is no answer in time
 */
export function send(base: URL, agent: Agent, request: FuzzRequest): Promise<Answer | null> {
  const { method, url, headers, body } = request;
  // Node sends the length of a body only for some methods.
  const framed = body === null || 'transfer-encoding' in headers;
  const length = framed ? {} : { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      {
        agent,
        host: base.hostname,
        port: base.port,
        method,
        path: url,
        headers: { ...headers, ...length },
      },
      async (response) => {
        const contentType = response.headers['content-type'];
        let text = '';
        // An event stream does not end, so its head suffices.
        if (contentType?.startsWith('text/event-stream')) response.destroy();
        else {
          response.setEncoding('utf8');
          try {
            for await (const chunk of response) text += chunk;
          } catch (error) {
            reject(new Error(`The answer broke off: ${(error as Error).message}`));
          }
        }
        resolve({ method, url, status: response.statusCode!, contentType, body: text });
      },
    );
    sending.setTimeout(hangMs, () => sending.destroy(new Error(`No answer within ${hangMs} ms`)));
    sending.on('error', (error: NodeJS.ErrnoException) => {
      // A refusal may arrive before the body is sent, and closes the connection. If Node refuses a HEAD request before
      // it knows the method, the reply has a body, which a client does not expect.
      const unread = method === 'HEAD' && error.code === 'HPE_CLOSED_CONNECTION';
      if (unread || error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(null);
      else reject(error);
    });
    sending.end(body ?? undefined);
  });
}

/** Sends raw bytes. Resolves to everything received until the service closes the connection. */
export function sendBytes(base: URL, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(base.port), base.hostname);
    let text = '';
    socket.setTimeout(hangMs, () => socket.destroy(new Error(`No answer within ${hangMs} ms`)));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(text);
      else reject(error);
    });
    socket.on('close', () => resolve(text));
    socket.end(bytes);
  });
}
