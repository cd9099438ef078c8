/** Layout of the slots of a double array (see word-trie.ts). */
export interface Placement {
  /** Base of each node; 0 for a node without children. A child's slot is the base plus the child's rank. */
  readonly bases: Int32Array;
  /** Exclusive upper bound of every base plus rank. */
  readonly slotCount: number;
}

/**
 * Finds a base for each node, so that no two children share a slot. Nodes with the most children come first, and each
 * gets the lowest base where all its children fit. Small nodes fill the gaps.
 *
 * A free slot is a bit, so 32 bases are tried at a time. `free` is shifted by the rank of each child; a bit that is set
 * in all of the results is a base where every child fits:
 *
 *   free slots from base + 1 on   0 1 1 0 1 0 1 1
 *   free slots from base + 4 on   0 1 0 1 1 1 0 1
 *                                 ───────────────
 *                                   ▲     ▲     ▲   fit for children of rank 1 and 4
 *
 * For a node with few children, the search resumes at the base of the last node with the same number of children. This
 * halves the build time and wastes no slot, because nodes with fewer children fill the gaps below.
 *
 * @param childRanks ranks of the children of each node, ascending; node 0 is the root with base 0,
 *   so slots up to `rankMax` are numbered by rank
 * @param order breaks ties between nodes with the same number of children: lower numbers first
 */
export function placeNodes(
  childRanks: readonly (readonly number[])[],
  rankMax: number,
  order: (node: number) => number,
): Placement {
  const bases = new Int32Array(childRanks.length);
  const free = new Bits();
  for (let slot = 0; slot <= rankMax; slot++) free.clear(slot);
  const resumeAt = new Int32Array(resumingChildrenMax + 1);
  let baseMax = 0;
  for (const node of parentsBySize(childRanks, order)) {
    const ranks = childRanks[node]!;
    const resuming = ranks.length > 1 && ranks.length <= resumingChildrenMax;
    const from = Math.max(1, free.first() - ranks[0]!);
    const base = free.firstFit(ranks, resuming ? Math.max(from, resumeAt[ranks.length]!) : from);
    if (resuming) resumeAt[ranks.length] = base;
    for (const rank of ranks) free.clear(base + rank);
    bases[node] = base;
    baseMax = Math.max(baseMax, base);
  }
  return { bases, slotCount: baseMax + rankMax + 1 };
}

const resumingChildrenMax = 16;

function parentsBySize(
  childRanks: readonly (readonly number[])[],
  order: (node: number) => number,
): number[] {
  const parents: number[] = [];
  for (let node = 1; node < childRanks.length; node++) {
    if (childRanks[node]!.length > 0) parents.push(node);
  }
  return parents.sort(
    (a, b) => childRanks[b]!.length - childRanks[a]!.length || order(a) - order(b) || a - b,
  );
}

/** Set of non-negative integers. Initially, it contains every such integer. */
class Bits {
  #words = new Int32Array(2 ** 12).fill(-1);
  #firstWord = 0;

  /** Returns a lower bound, close to the smallest number in the set. */
  first(): number {
    while (this.#words[this.#firstWord] === 0) this.#firstWord++;
    return this.#firstWord * 32;
  }

  /** Returns the lowest base, from `from` on, for which base + rank is in the set for every rank. */
  firstFit(ranks: readonly number[], from: number): number {
    const span = ranks.at(-1)! + 64;
    for (let base = from; ; base += 32) {
      this.#reserve(base + span);
      let fits = -1;
      for (let index = 0; index < ranks.length && fits !== 0; index++) {
        fits &= this.#from(base + ranks[index]!);
      }
      if (fits !== 0) return base + 31 - Math.clz32(fits & -fits);
    }
  }

  clear(value: number): void {
    this.#reserve(value);
    this.#words[value >>> 5]! &= ~(1 << (value & 31));
  }

  /** Returns 32 bits of the set as an integer. The lowest bit is for `value`. */
  #from(value: number): number {
    const word = value >>> 5;
    const shift = value & 31;
    if (shift === 0) return this.#words[word]!;
    return (this.#words[word]! >>> shift) | (this.#words[word + 1]! << (32 - shift));
  }

  #reserve(value: number): void {
    if (value >>> 5 < this.#words.length) return;
    const grown = new Int32Array(2 * this.#words.length).fill(-1);
    grown.set(this.#words);
    this.#words = grown;
    this.#reserve(value);
  }
}
