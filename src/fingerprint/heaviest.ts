/** The heaviest weights met so far, as a heap: none is above the two at 2i + 1 and 2i + 2. */
let heap = new Float64Array(64);

/**
 * The `limit`-th highest of the first `count` weights: those above it and some of those equal to it are
 * the heaviest. A heap of `limit` weights with the least at its root; a weight that is not above the
 * root costs one comparison.
 * @param limit from 1 to `count`
 */
export function leastOfHeaviest(weights: Float64Array, count: number, limit: number): number {
  if (heap.length < limit) heap = new Float64Array(2 * limit);
  heap.set(weights.subarray(0, limit));
  for (let place = (limit >> 1) - 1; place >= 0; place--) settle(heap[place]!, place, limit);
  for (let index = limit; index < count; index++) {
    if (weights[index]! > heap[0]!) settle(weights[index]!, 0, limit);
  }
  return heap[0]!;
}

/** Puts a weight into the free place or below it, moving lighter ones up. */
function settle(weight: number, free: number, length: number): void {
  let place = free;
  while (true) {
    let below = 2 * place + 1;
    if (below >= length) break;
    if (below + 1 < length && heap[below + 1]! < heap[below]!) below++;
    if (heap[below]! >= weight) break;
    heap[place] = heap[below]!;
    place = below;
  }
  heap[place] = weight;
}
