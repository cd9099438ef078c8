import { setMaxListeners } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorization, type Message, wireBytes } from './message.js';

/** Ways of attacking, active until `stop`. */
export interface Means {
  /** Each worker repeatedly sends a message and reads the reply. */
  readonly workers: (count: number, next: () => Message, options?: WorkerOptions) => void;
  /**
   * Each connection sends several messages at once, reads the beginning of the first reply, then stops reading. A
   * closed connection is replaced.
   */
  readonly unread: (connections: number, messages: () => readonly Message[]) => void;
  /** Each connection sends the head of a message, then its pieces with pauses. */
  readonly slow: (connections: number, message: Message, options: SlowOptions) => void;
  /** Each connection sends bytes and reads until it is closed; every reply counts. A closed connection is replaced. */
  readonly raw: (connections: number, next: () => RawRequest) => void;
  /** Ends the attack. @returns count of each outcome: a status, `cut` or `left` */
  readonly stop: () => Readonly<Record<string, number>>;
}

export interface WorkerOptions {
  /** Timeout after which the client disconnects. */
  readonly timeoutMs?: number;
  /** Pause between a reply and the next message. */
  readonly pauseMs?: number;
}

/** Bytes that need not be a request. */
export interface RawRequest {
  /** Name that precedes the outcome. */
  readonly name: string;
  readonly bytes: Buffer;
}

interface SlowOptions {
  /** Number of bytes withheld at the end of the head. */
  readonly missing?: number;
  readonly piece: Buffer;
  readonly pauseMs: number;
}

/** Returns a function that returns the items in turn, again and again. */
export function inTurn<T>(items: readonly T[]): () => T {
  let next = 0;
  return () => items[next++ % items.length]!;
}

/** Pause after a refused or closed connection: this is not a flooding test. */
const afterRefusalMs = 50;
const afterCutMs = 1000;

export function createMeans(url: URL, key: string | null): Means {
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    if (!signal.aborted) counts[what] = (counts[what] ?? 0) + 1;
  };
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const repeat = async (act: () => Promise<string>, pauseMs: number) => {
    while (!signal.aborted) {
      const what = await act();
      count(what);
      await pause(/^2/.test(what) ? pauseMs : Math.max(pauseMs, afterRefusalMs));
    }
  };

  /** Resolves to the way the connection ended. */
  function hold(bytes: Buffer, onOpen?: (write: (piece: Buffer) => void) => void): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(Number(url.port), url.hostname);
      const abort = () => socket.destroy();
      let ending = 'cut';
      signal.addEventListener('abort', abort, { once: true });
      socket.once('connect', () => {
        socket.write(bytes);
        onOpen?.((piece) => socket.writable && socket.write(piece));
      });
      socket.once('readable', () => {
        const head: Buffer | null = socket.read(12);
        if (head !== null) count(head.toString('latin1', 9, 12));
      });
      socket.on('error', ({ code }: NodeJS.ErrnoException) => {
        if (code === 'ECONNREFUSED') ending = 'no connection';
      });
      socket.once('close', () => {
        signal.removeEventListener('abort', abort);
        resolve(ending);
      });
    });
  }

  return {
    workers: (workers, next, { timeoutMs, pauseMs = 0 } = {}) => {
      for (let worker = 0; worker < workers; worker++) {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        repeat(() => ask(url, key, agent, next(), signal, timeoutMs), pauseMs);
      }
    },
    unread: (connections, messages) => {
      const bytes = () => Buffer.concat(messages().map((message) => wireBytes(message, key)));
      for (let i = 0; i < connections; i++) repeat(() => hold(bytes()), afterCutMs);
    },
    raw: (connections, next) => {
      for (let i = 0; i < connections; i++) repeat(() => exchange(url, next(), signal), 0);
    },
    slow: (connections, message, { missing = 0, piece, pauseMs }) => {
      const head = wireBytes(message, key);
      const trickle = () => {
        let timer: NodeJS.Timeout | undefined;
        const held = hold(head.subarray(0, head.length - missing), (write) => {
          write(piece);
          timer = setInterval(() => write(piece), pauseMs);
        });
        return held.finally(() => clearInterval(timer));
      };
      for (let i = 0; i < connections; i++) repeat(trickle, afterCutMs);
    },
    stop: () => {
      stopping.abort();
      return counts;
    },
  };
}

/** Resolves to the name of a request and the statuses of all replies, once the connection is closed. */
function exchange(url: URL, { name, bytes }: RawRequest, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    const abort = () => socket.destroy();
    const chunks: Buffer[] = [];
    signal.addEventListener('abort', abort, { once: true });
    socket.once('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {}); // reset
    socket.once('close', () => {
      signal.removeEventListener('abort', abort);
      const replies = Buffer.concat(chunks)
        .toString('latin1')
        .matchAll(/HTTP\/1\.1 (\d{3}) /g);
      const statuses = Array.from(replies, ([, status]) => status);
      resolve(`${name}: ${statuses.join(' and ') || 'cut'}`);
    });
  });
}

/** Resolves to the status once the reply is read, or to the way the connection ended without a reply. */
function ask(
  url: URL,
  key: string | null,
  agent: Agent,
  { method, path, headers, body }: Message,
  signal: AbortSignal,
  timeoutMs?: number,
): Promise<string> {
  return new Promise((resolve) => {
    const request = httpRequest(new URL(path, url), {
      ...{ method, agent, signal },
      headers: { ...authorization(key), ...headers },
    });
    let ending = 'cut';
    const timer = setTimeout(
      () => {
        ending = 'left';
        request.destroy();
      },
      timeoutMs ?? 2 ** 31 - 1,
    );
    request.on('response', (response) => {
      response.resume();
      response.on('end', () => {
        ending = String(response.statusCode);
      });
    });
    request.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED') ending = 'no connection';
    });
    request.on('close', () => {
      clearTimeout(timer);
      resolve(ending);
    });
    request.end(body);
  });
}
