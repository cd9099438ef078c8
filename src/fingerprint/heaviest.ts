/** Min-heap of the heaviest weights so far: weight i is at most those at 2i + 1 and 2i + 2. */
let heap = new Float64Array(64);

/**
 * Returns the `limit`-th highest of the first `count` weights. The heaviest are all weights above the result and some
 * of those equal to it. Uses a heap of `limit` weights with the lightest at its root, so a weight not above the root
 * costs one comparison.
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

/** Places a weight at the free slot or below; lighter weights move up. */
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

/**
 * Moves the `limit` smallest of the first `count` items to the front, sorted by `compare`. The front is first a heap of
 * the smallest items with the largest of them at its root; then the root is removed repeatedly.
 * @param limit from 1 to `count`
 * @param compare negative if its first argument sorts first
 */
export function moveFirst(
  items: Int32Array,
  count: number,
  limit: number,
  compare: (a: number, b: number) => number,
): void {
  for (let place = (limit >> 1) - 1; place >= 0; place--) {
    settleItem(items, items[place]!, place, limit, compare);
  }
  for (let index = limit; index < count; index++) {
    const item = items[index]!;
    if (compare(item, items[0]!) < 0) settleItem(items, item, 0, limit, compare);
  }
  for (let length = limit - 1; length > 0; length--) {
    const last = items[0]!;
    settleItem(items, items[length]!, 0, length, compare);
    items[length] = last;
  }
}

/** Places an item at the free slot or below; later items move up. */
function settleItem(
  items: Int32Array,
  item: number,
  free: number,
  length: number,
  compare: (a: number, b: number) => number,
): void {
  let place = free;
  while (true) {
    let below = 2 * place + 1;
    if (below >= length) break;
    if (below + 1 < length && compare(items[below + 1]!, items[below]!) > 0) below++;
    if (compare(items[below]!, item) <= 0) break;
    items[place] = items[below]!;
    place = below;
  }
  items[place] = item;
}
