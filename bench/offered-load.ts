import { connect, type Socket } from 'node:net';
import { onEachAnswer } from './load.js';

export interface Offered {
  readonly sent: number;
  /** How many answers had each status. */
  readonly answers: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const tickMs = 5;

/**
 * Sends requests at a rate, whether or not earlier ones are answered, each over an idle connection
 * or a new one, up to `connectionsMax` of them.
 */
export async function offerLoad(options: {
  readonly url: URL;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  readonly connectionsMax: number;
  next(): Buffer;
}): Promise<Offered> {
  const { url, rate, seconds, connectionsMax, next } = options;
  const idle: Socket[] = [];
  const all: Socket[] = [];
  const answers: Record<string, number> = {};
  let sent = 0;

  function open(): Socket {
    const socket = connect(Number(url.port), url.hostname);
    socket.setNoDelay(true);
    onEachAnswer(socket, (status) => {
      answers[status] = (answers[status] ?? 0) + 1;
      idle.push(socket);
    });
    socket.on('error', (error) => {
      throw error;
    });
    all.push(socket);
    return socket;
  }

  const start = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - start;
      if (elapsed >= seconds * 1000) {
        clearInterval(timer);
        resolve();
        return;
      }
      for (const due = (elapsed / 1000) * rate; sent < due; sent++) {
        const socket = idle.pop() ?? (all.length < connectionsMax ? open() : undefined);
        if (socket === undefined) return;
        socket.write(next());
      }
    }, tickMs);
  });
  const result = { sent, answers: { ...answers }, seconds: (performance.now() - start) / 1000 };
  for (const socket of all) socket.destroy();
  return result;
}
