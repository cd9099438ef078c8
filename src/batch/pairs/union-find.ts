/** Disjoint sets (Tarjan: Efficiency of a Good but not Linear Set Union Algorithm, 1975). */
export interface UnionFind {
  /** Returns the representative of the set that contains a number: the smallest number in the set. */
  find(number: number): number;
  /** Merges the sets of two numbers. Returns false if they already share a set. */
  union(a: number, b: number): boolean;
}

/** Creates sets with a single element each. @param count number of elements, which are numbered from 0 */
export function createUnionFind(count: number): UnionFind {
  const parents = new Int32Array(count);
  for (let number = 0; number < count; number++) parents[number] = number;

  function find(number: number): number {
    let at = number;
    while (parents[at] !== at) {
      // Path halving: each number on the path now points to its grandparent.
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
