import { connect, type Socket } from 'node:net';

export interface Offered {
  readonly sent: number;
  /** By status. */
  readonly answers: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const tickMs = 5;

/**
 * Sends requests at a rate, whether or not earlier ones are answered, each over an idle connection or
 * a new one, up to `connectionsMax` of them.
 */
export async function offerLoad(options: {
  readonly url: URL;
  /** Requests a second. */
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
    let pending = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = pending.toString('latin1', 0, headEnd);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (pending.length < headEnd + 4 + length) return;
      pending = Buffer.alloc(0);
      const status = head.slice(9, 12);
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
