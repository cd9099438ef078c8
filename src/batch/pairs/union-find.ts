/** Disjoint sets (Tarjan: Efficiency of a Good but not Linear Set Union Algorithm, 1975). */
export interface UnionFind {
  /** The smallest number in the set of this number, which stands for the set. */
  find(number: number): number;
  /** Merges the sets of two numbers; false if they are in one set already. */
  union(a: number, b: number): boolean;
}

/** @param count number of elements, counted from 0; at first each is a set of its own */
export function createUnionFind(count: number): UnionFind {
  const parents = new Int32Array(count);
  for (let number = 0; number < count; number++) parents[number] = number;

  function find(number: number): number {
    let at = number;
    while (parents[at] !== at) {
      // Path halving: each number on the way now points to its grandparent.
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
