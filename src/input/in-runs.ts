/**
 * Divides a sequence into runs of related neighbours. `run` yields all items of a run, including `first`. The caller
 * must have read a run to its end before it requests the next run.
 * @param together returns true if an item belongs to the run of the previous item
 * @throws the errors of the source
 */
export async function* inRuns<T>(
  source: AsyncGenerator<T, void>,
  together: (before: T, next: T) => boolean,
): AsyncGenerator<{ readonly first: T; readonly run: AsyncGenerator<T, void> }, void> {
  let next = await source.next();

  async function* runFrom(first: T): AsyncGenerator<T, void> {
    let before = first;
    while (!next.done && together(before, next.value)) {
      before = next.value;
      yield before;
      next = await source.next();
    }
  }

  try {
    while (!next.done) {
      const first = next.value;
      yield { first, run: runFrom(first) };
    }
  } finally {
    await source.return();
  }
}
