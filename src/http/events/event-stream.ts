import { Readable } from 'node:stream';

/**
 * Server-sent events for one reader: written as they come, in one piece a turn of the event loop.
 * The unread bytes are bounded; a reader that falls behind that far gets a last event and no more.
 *
 *   event: decision          what happens
 *   : still here             now and then, to show that the connection is alive
 *   event: end               the last one, with the reason
 *
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html)
 */
export interface EventStream {
  readonly bytes: Readable;
  send(event: string, data: object): void;
  end(reason: EndReason): void;
}

/** `unauthorized`: the key of the reader is no longer valid for it. */
export type EndReason = 'too_slow' | 'shutting_down' | 'unauthorized';

export interface EventStreamOptions {
  /** Bytes that may wait for the reader. */
  readonly unreadBytesMax: number;
  readonly stillHereMs: number;
  /** Called once, however it ends. */
  readonly onEnd: () => void;
}

export function openEventStream(options: EventStreamOptions): EventStream {
  const { unreadBytesMax, stillHereMs, onEnd } = options;
  let ready: string[] = [];
  let readyLength = 0;
  let ended = false;
  const bytes = new Readable({
    highWaterMark: unreadBytesMax,
    read: () => {},
    destroy(error, done) {
      settle();
      done(error);
    },
  });
  const timer = setInterval(() => write(': still here\n\n'), stillHereMs).unref();
  bytes.push(': this is what happens from now on\n\n');

  function settle(): void {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    onEnd();
  }

  function write(text: string): void {
    if (ended) return;
    const length = Buffer.byteLength(text);
    if (bytes.readableLength + readyLength + length > unreadBytesMax) {
      end('too_slow');
      return;
    }
    if (ready.length === 0) setImmediate(flush);
    ready.push(text);
    readyLength += length;
  }

  function flush(): void {
    const text = ready.join('');
    ready = [];
    readyLength = 0;
    if (text !== '' && !bytes.destroyed && !bytes.readableEnded) bytes.push(text);
  }

  function end(reason: EndReason): void {
    if (ended) return;
    settle();
    ready.push(lines('end', { reason }));
    flush();
    if (!bytes.destroyed) bytes.push(null);
  }

  return { bytes, send: (event, data) => write(lines(event, data)), end };
}

const lines = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
