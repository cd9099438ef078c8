export interface BatchLimits {
  /** Things in a batch. */
  readonly countMax: number;
  /** A batch is full when its things are of this size together, or more. */
  readonly sizeMax: number;
  /** For how long a batch waits for more after its first thing. */
  readonly waitMs: number;
}

/** What a source gives next; nothing: it is late. */
type Next<T> = { readonly value: T } | 'late' | 'end' | { readonly error: unknown };

/**
 * Gathers what comes into batches, in its order. A batch that is not full goes on after a while, so that
 * what comes slowly, such as lines of a pipe, does not wait for what may never come.
 *
 * @param sizeOf null: this one goes alone
 * @throws what the source throws, after what came before
 */
export async function* inBatches<T>(
  source: AsyncGenerator<T, void>,
  sizeOf: (item: T) => number | null,
  { countMax, sizeMax, waitMs }: BatchLimits,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  let size = 0;
  let deadline = 0;
  const ask = (): Promise<Next<T>> =>
    source.next().then(
      ({ done, value }) => (done ? 'end' : { value: value as T }),
      (error: unknown) => ({ error }),
    );
  let asked = ask();
  const taken = () => {
    const full = batch;
    batch = [];
    size = 0;
    return full;
  };
  try {
    for (;;) {
      const next =
        batch.length === 0 ? await asked : await until(asked, deadline - performance.now());
      const itemSize = typeof next === 'object' && 'value' in next ? sizeOf(next.value) : null;
      if (itemSize === null && batch.length > 0) yield taken();
      if (next === 'late') continue;
      if (next === 'end') return;
      if ('error' in next) throw next.error;
      asked = ask();
      if (itemSize === null) {
        yield [next.value];
        continue;
      }
      if (batch.length === 0) deadline = performance.now() + waitMs;
      batch.push(next.value);
      size += itemSize;
      if (batch.length >= countMax || size >= sizeMax) yield taken();
    }
  } finally {
    await source.return();
  }
}

async function until<T>(promise: Promise<T>, limitMs: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(0, limitMs));
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
