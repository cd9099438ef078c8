/**
 * Divides a sequence into runs of related neighbours. The next run begins when the reader has consumed the previous one
 * and asks for more, so the work on the previous run is done by then.
 *
 * @param together tests if an item belongs to the run of the previous one
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
