import { MultiBar, Presets } from 'cli-progress';

/** Progress of an import. */
export interface ImportState {
  /** Number of bytes read. */
  readonly bytes: number;
  /** Number of records that have been read but have no outcome yet. */
  readonly waiting: number;
  readonly documents: number;
  readonly failed: number;
  /** Number of files and records that were skipped because they are not documents. */
  readonly skipped: number;
}

export interface Progress {
  /** Writes a line, above the progress bar if there is one. */
  note(line: string): void;
  stop(): void;
}

export interface ProgressOptions {
  readonly stream: NodeJS.WriteStream;
  /** Size of all inputs in bytes; null if unknown, as for a pipe. */
  readonly bytesTotal: number | null;
  readonly state: () => ImportState;
  readonly barIntervalMs?: number;
  readonly lineIntervalMs?: number;
}

/** Shows a bar with rate and remaining time on a terminal, otherwise a plain line at intervals. */
export function startProgress(options: ProgressOptions): Progress {
  const { stream, bytesTotal } = options;
  return stream.isTTY && bytesTotal !== null && bytesTotal > 0
    ? startBar(options, bytesTotal)
    : startLines(options);
}

function startBar({ stream, state, barIntervalMs = 200 }: ProgressOptions, total: number) {
  const startedAt = performance.now();
  const bars = new MultiBar(
    {
      stream,
      format: '{bar} {percentage}% | {documents} | {rate} | {failed} failed | ETA {eta_formatted}',
      barsize: 24,
      etaBuffer: 50,
      emptyOnZero: true,
    },
    Presets.shades_classic,
  );
  const bar = bars.create(total, 0, payload(state(), startedAt));
  const draw = () => {
    bar.update(Math.min(doneBytes(state()), total), payload(state(), startedAt));
  };
  const timer = setInterval(draw, barIntervalMs);
  return {
    note: (line: string) => bars.log(`${line}\n`),
    stop: () => {
      clearInterval(timer);
      draw();
      bars.stop();
    },
  };
}

/**
 * Estimates how many of the bytes read so far belong to records with an outcome. All records are assumed to have the
 * same size.
 */
function doneBytes({ bytes, documents, failed, skipped, waiting }: ImportState): number {
  const done = documents + failed + skipped;
  return waiting === 0 ? bytes : (bytes * done) / (done + waiting);
}

function payload({ documents, failed }: ImportState, startedAt: number) {
  return {
    documents: formatCount(documents, 'document'),
    rate: formatRate(documents, performance.now() - startedAt),
    failed,
  };
}

function startLines({ stream, state, bytesTotal, lineIntervalMs = 10_000 }: ProgressOptions) {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const { documents, failed } = state();
    const share = bytesTotal ? doneBytes(state()) / bytesTotal : null;
    const percentage = share === null ? '' : ` (${Math.floor(100 * share)} %)`;
    const rate = formatRate(documents, performance.now() - startedAt);
    stream.write(`${formatCount(documents, 'document')}${percentage}, ${rate}, ${failed} failed\n`);
  }, lineIntervalMs);
  return {
    note: (line: string) => stream.write(`${line}\n`),
    stop: () => clearInterval(timer),
  };
}

/** Formats a count, such as `1 document` or `12,345 documents`. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number of documents per second, such as `1,234/s`. */
export function formatRate(documents: number, tookMs: number): string {
  return `${Math.round((1000 * documents) / Math.max(tookMs, 1)).toLocaleString('en-US')}/s`;
}
