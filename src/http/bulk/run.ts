import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Problem } from '../../api/problem.js';
import { type Line, splitLines } from '../../api/split-lines.js';
import { NeardupError } from '../../errors.js';
import type { Body } from './body.js';

/**
 * Processes a stream of lines into a stream of results, with backpressure in both directions:
 *
 *   client ─► body ─► lines ─► [ window: lines in work ] ─► results ─► client
 *              ▲                                              │
 *              └── paused while the window is full or ────────┘
 *                  too many results are unread
 *
 * Lines in the window share transactions, and results are sent in the order of the lines. The window is
 * bounded in lines and in bytes, so memory does not depend on the number of lines.
 *
 * A client may send everything before it reads anything. Up to `unreadBytesMax` of results are buffered;
 * beyond that, reading pauses, and the run ends with an error if the client reads nothing for `idleMs`.
 */
export interface BulkOptions {
  readonly body: Body;
  readonly lineBytesMax: number;
  /** Limit for results that wait for the client, in bytes. */
  readonly unreadBytesMax: number;
  /** Time limit for the client to send its next line, or to read a result. */
  readonly idleMs: number;
  /** Plans the work for a line; null if the line is blank. */
  readonly plan: (line: Line) => PlannedLine | null;
  /** Makes all lines that have not reached the store fail. */
  readonly abandon: (error: NeardupError) => void;
  readonly problemOf: (error: unknown) => Problem;
}

export interface PlannedLine {
  /** Approximate memory in bytes that a line and its result take while the line is processed. */
  readonly bytes: number;
  readonly run: () => Promise<LineOutcome>;
}

/** Outcome of a line: the fields of its result, and the categories in which the summary counts the line. */
export interface LineOutcome {
  readonly kind: 'added' | 'checked';
  readonly counts: readonly string[];
  readonly fields: object;
}

export interface Bulk {
  /** NDJSON, in whole lines. */
  readonly results: Readable;
  /**
   * Resolves when the first result is ready, or when the run ends if there is none.
   * @throws NeardupError if the run fails before the first result
   */
  readonly begun: Promise<void>;
  /** True while the run waits for its client, either to send a line or to read results. */
  waitsForClient(): boolean;
  /** Stops reading, completes the lines in progress, and reports the reason. */
  stop(error: NeardupError): void;
}

const windowLines = 256;
const windowBytes = 8 * 1024 * 1024;
/**
 * Maximum time that the event loop spends at once on lines that need not wait for anything, such as invalid ones. Then
 * other requests get a turn.
 */
const sliceMs = 5;

export function startBulk(options: BulkOptions): Bulk {
  const { body, lineBytesMax, unreadBytesMax, idleMs, plan, problemOf } = options;
  const tally = createTally();
  const idleTimeout = createIdleTimeout(idleMs, () => {
    stop(
      new NeardupError(
        'request_timeout',
        unread() >= unreadBytesMax
          ? `Stopped because ${unreadBytesMax} bytes of results are unread: read results while sending, or send fewer lines per request`
          : `Stopped because no complete line arrived within ${idleMs} ms`,
      ),
    );
  });
  const results = new Readable({
    highWaterMark: unreadBytesMax,
    read: () => waiting?.resolve(),
    destroy(error, done) {
      if (!ended) {
        const gone = new NeardupError('request_timeout', 'The client closed the connection');
        options.abandon(gone);
        stop(gone);
      }
      done(error);
    },
  });
  let begin = { resolve: () => {}, reject: (_error: unknown) => {} };
  const begun = new Promise<void>((resolve, reject) => {
    begin = { resolve, reject };
  });
  let waiting: { resolve(): void; reject(error: NeardupError): void } | undefined;
  let stopped: NeardupError | undefined;
  let ended = false;
  let linesInFlight = 0;
  let bytesInFlight = 0;
  let answered: Promise<void> = Promise.resolve();
  let ready: string[] = [];
  let readyLength = 0;

  function stop(error: NeardupError): void {
    stopped ??= error;
    waiting?.reject(stopped);
    body.bytes.destroy(stopped);
  }

  /** Resolves when the next line is answered, or when the client has read results. */
  async function change(): Promise<void> {
    if (stopped !== undefined) throw stopped;
    await new Promise<void>((resolve, reject) => {
      waiting = { resolve, reject };
    });
    waiting = undefined;
  }

  function unread(): number {
    return results.readableLength + readyLength;
  }

  async function roomFor(bytes: number): Promise<void> {
    while (unread() >= unreadBytesMax) await idleTimeout.during(change());
    while (
      linesInFlight >= windowLines ||
      (linesInFlight > 0 && bytesInFlight + bytes > windowBytes)
    ) {
      await change();
    }
  }

  function start(line: Line, { bytes, run }: PlannedLine): void {
    linesInFlight += 1;
    bytesInFlight += bytes;
    const result = run().then(
      ({ kind, counts, fields }) => ({
        counts,
        fields: { kind, line: line.number, ok: true, ...fields },
      }),
      (error: unknown) => ({
        counts: ['failed'],
        fields: { kind: 'failed', line: line.number, ok: false, error: problemOf(error) },
      }),
    );
    answered = Promise.all([result, answered]).then(([{ counts, fields }]) => {
      linesInFlight -= 1;
      bytesInFlight -= bytes;
      tally.count(counts);
      write(fields);
      waiting?.resolve();
    });
  }

  /** Writes a result. All results of one turn of the event loop, usually from one transaction, are sent together. */
  function write(fields: object): void {
    const json = `${JSON.stringify(fields)}\n`;
    if (ready.length === 0) setImmediate(flush);
    ready.push(json);
    readyLength += json.length;
    begin.resolve();
  }

  function flush(): void {
    const text = ready.join('');
    ready = [];
    readyLength = 0;
    if (text !== '' && !results.destroyed) results.push(text);
  }

  async function readLines(): Promise<void> {
    const lines = splitLines(body.bytes, lineBytesMax);
    let sliceEnd = performance.now() + sliceMs;
    for (;;) {
      if (performance.now() > sliceEnd) {
        await nextTurn();
        sliceEnd = performance.now() + sliceMs;
      }
      const next = await idleTimeout.during(lines.next());
      if (next.done) return;
      const planned = plan(next.value);
      if (planned === null) continue;
      await roomFor(planned.bytes);
      start(next.value, planned);
    }
  }

  async function runAll(): Promise<void> {
    const failure = await readLines().then(
      () => undefined,
      (error: unknown) => error,
    );
    await answered;
    idleTimeout.end();
    ended = true;
    body.discardRest(idleMs);
    if (failure !== undefined && tally.total() === 0) begin.reject(failure);
    begin.resolve();
    if (results.destroyed) return;
    const last = { kind: 'summary', summary: tally.summary() };
    write(failure === undefined ? last : { ...last, error: problemOf(failure) });
    flush();
    results.push(null);
  }

  // If the run itself fails, that is a bug. The client sees a truncated response.
  runAll().catch((error: Error) => {
    begin.reject(error);
    results.destroy(error);
  });
  return { results, begun, waitsForClient: idleTimeout.isWaiting, stop };
}

interface IdleTimeout {
  /** Counts the time until `wait` settles as time spent waiting for the client. @returns `wait` */
  during<T>(wait: Promise<T>): Promise<T>;
  /** True while any wait for the client is in progress. */
  isWaiting(): boolean;
  end(): void;
}

/**
 * Limits each wait for a client, but not the sum of all waits: a stream may take hours if no single wait exceeds
 * `limitMs`. One timer serves all waits, because there is at least one wait per line.
 * @param onExpired called when a wait exceeds `limitMs`, perhaps more than once
 */
export function createIdleTimeout(limitMs: number, onExpired: () => void): IdleTimeout {
  let since: number | null = null;
  const look = () => {
    if (since !== null && performance.now() - since > limitMs) onExpired();
  };
  const timer = setInterval(look, Math.max(1, limitMs / 4)).unref();
  return {
    async during(wait) {
      since = performance.now();
      try {
        return await wait;
      } finally {
        since = null;
      }
    },
    isWaiting: () => since !== null,
    end: () => clearInterval(timer),
  };
}

const counted = [
  'ok',
  'failed',
  'created',
  'replaced',
  'new',
  'similar',
  'duplicate',
  'changed',
  'unchanged',
] as const;

/** Counts that the last line of a bulk response reports. */
type Summary = Readonly<Record<'total' | (typeof counted)[number] | 'tookMs', number>>;

/** Counts the results of a bulk request. */
function createTally() {
  const startedAt = performance.now();
  const counts = new Map<string, number>();
  let total = 0;
  return {
    /** @param of categories in which one result counts */
    count(of: readonly string[]): void {
      total += 1;
      for (const name of of) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    total: () => total,
    summary(): Summary {
      const values = counted.map((name) => [name, counts.get(name) ?? 0]);
      const tookMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
      return { total, ...Object.fromEntries(values), tookMs } as Summary;
    },
  };
}
