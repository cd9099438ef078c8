/** Finds pairs of texts by the exact Jaccard similarity of their n-gram sets. */
export interface NearPair {
  readonly a: number;
  readonly b: number;
  readonly jaccard: number;
}

/** Returns all pairs of at least this similarity, by counting shared n-grams without sampling. */
export function nearPairs(sets: readonly (readonly number[])[], least: number): NearPair[] {
  const holders = new Map<number, number[]>();
  const found: NearPair[] = [];
  for (const [b, set] of sets.entries()) {
    const shared = new Map<number, number>();
    const distinct = new Set(set);
    for (const each of distinct) {
      for (const a of holders.get(each) ?? []) shared.set(a, (shared.get(a) ?? 0) + 1);
    }
    for (const [a, count] of shared) {
      const jaccard = count / (new Set(sets[a]).size + distinct.size - count);
      if (jaccard >= least) found.push({ a, b, jaccard });
    }
    for (const each of distinct) {
      const list = holders.get(each);
      if (list === undefined) holders.set(each, [b]);
      else list.push(b);
    }
  }
  return found;
}
