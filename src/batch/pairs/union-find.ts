/** Sets that grow together (Tarjan: Efficiency of a Good but not Linear Set Union Algorithm, 1975). */
export interface UnionFind {
  /** The number that stands for the set of this one: its smallest. */
  find(number: number): number;
  /** Makes one set of two; false if they are one already. */
  union(a: number, b: number): boolean;
}

/** @param count of numbers from 0 on, each a set of its own at first */
export function createUnionFind(count: number): UnionFind {
  const parents = new Int32Array(count);
  for (let number = 0; number < count; number++) parents[number] = number;

  function find(number: number): number {
    let at = number;
    while (parents[at] !== at) {
      // Every other step is cut short, so paths halve whenever they are walked.
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  function union(a: number, b: number): boolean {
    const [rootOfA, rootOfB] = [find(a), find(b)];
    if (rootOfA === rootOfB) return false;
    if (rootOfA < rootOfB) parents[rootOfB] = rootOfA;
    else parents[rootOfA] = rootOfB;
    return true;
  }

  return { find, union };
}
