/**
 * Groups documents into batches, sends them concurrently, and yields the results in order:
 *
 *   source ─► one by one ─► batches ─► concurrent requests ─► results, in the order of the source
 *
 * The source is read at most one batch ahead, so memory is bounded however long the source is. A batch is sent when it
 * is full, or soon after its first item if the source pauses: a crawler, for example, may yield its next page only
 * after the results of earlier pages.
 */
export interface BatchLimits {
  readonly items: number;
  /** Total size of items at which a batch is full. The item that reaches this size is the last item of the batch. */
  readonly size: number;
  /** Maximum time that the first item of a batch waits for further items. */
  readonly lingerMs: number;
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

type Event<B, R> = { readonly answer: Outcome<R> } | { readonly batch: Outcome<IteratorResult<B>> };

/** Splits a source of items, each with its size, into batches. */
export async function* splitBatches<T extends { readonly size: number }>(
  source: Iterable<T> | AsyncIterable<T>,
  limits: BatchLimits,
): AsyncGenerator<T[]> {
  const items =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  const take = () => settle(async () => items.next());
  let coming = take();
  try {
    for (let ended = false; !ended; ) {
      const batch: T[] = [];
      let size = 0;
      const deadline = alarm();
      for (;;) {
        const outcome = await (batch.length === 0 ? coming : Promise.race([coming, deadline.rung]));
        if (outcome === late || ('error' in outcome && batch.length > 0)) break; // an error is thrown after this batch
        const next = unwrap(outcome);
        ended = next.done === true;
        if (next.done) break;
        if (batch.length === 0) deadline.set(limits.lingerMs);
        batch.push(next.value);
        size += next.value.size;
        coming = take();
        if (batch.length >= limits.items || size >= limits.size) break;
      }
      deadline.clear();
      if (batch.length > 0) yield batch;
    }
  } finally {
    abandon(items);
  }
}

/** Sends batches, at most `concurrency` at a time, and yields the responses in the order of the batches. */
export async function* inOrder<B, R>(
  batches: AsyncGenerator<B>,
  send: (batch: B) => Promise<R>,
  concurrency: number,
): AsyncGenerator<R> {
  const take = (): Promise<Outcome<IteratorResult<B>>> => settle(() => batches.next());
  const inFlight: Promise<Outcome<R>>[] = [];
  let coming: Promise<Outcome<IteratorResult<B>>> | undefined = take();
  try {
    while (coming !== undefined || inFlight.length > 0) {
      const [oldest] = inFlight;
      const events: Promise<Event<B, R>>[] = [];
      if (oldest !== undefined) events.push(oldest.then((answer) => ({ answer })));
      if (coming !== undefined && inFlight.length < concurrency) {
        events.push(coming.then((batch) => ({ batch })));
      }
      const event = await Promise.race(events);
      if ('answer' in event) {
        inFlight.shift();
        yield unwrap(event.answer);
      } else {
        const next = unwrap(event.batch);
        coming = next.done ? undefined : take();
        if (!next.done) inFlight.push(settle(() => send(next.value)));
      }
    }
  } finally {
    abandon(batches);
  }
}

/** Returns a promise that never rejects: an error becomes a value, so no handler is needed until the result is read. */
function settle<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  return work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

function unwrap<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/**
 * Ends a source without waiting for it, because the source may be waiting for a result that will never arrive. Errors
 * that the source still throws are ignored.
 */
function abandon(source: Iterator<unknown> | AsyncIterator<unknown>): void {
  void settle(async () => source.return?.());
}

const late = Symbol('late');

function alarm() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ring: (value: typeof late) => void;
  const rung = new Promise<typeof late>((resolve) => {
    ring = resolve;
  });
  return {
    rung,
    set: (ms: number) => {
      timer = setTimeout(() => ring(late), ms);
    },
    clear: () => clearTimeout(timer),
  };
}
