/** Places of the slots of a double array (see word-trie.ts). */
export interface Placement {
  /** Base of each node, to which the ranks of its children are added; 0 for a node without children. */
  readonly bases: Int32Array;
  /** Every base plus every rank is below this. */
  readonly slotCount: number;
}

/**
 * Finds a base for each node, so that no two children share a slot. Nodes with the most children
 * come first; each gets the least base where all its children fit; small nodes fill the gaps.
 *
 * A free slot is a bit, so 32 bases are tried at a time. `free` is shifted by the rank of each
 * child; a bit that is set in all of the results is a base where every child fits:
 *
 *   free slots from base + 1 on   0 1 1 0 1 0 1 1
 *   free slots from base + 4 on   0 1 0 1 1 1 0 1
 *                                 ───────────────
 *                                   ▲     ▲     ▲   fit for children of rank 1 and 4
 *
 * For a node of few children the search goes on from the base of the last node with as many. This
 * halves the time of a build and costs no slot: nodes with fewer children fill the gaps below.
 *
 * @param childRanks by node: the ranks of its children, ascending; node 0 is the root; its base is
 *   0, so the number of a slot up to `rankMax` is a rank
 * @param order sorts nodes with the same number of children: lower numbers first
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

/** A set of whole numbers, which holds all of them at first. */
class Bits {
  #words = new Int32Array(2 ** 12).fill(-1);
  #firstWord = 0;

  /** A lower bound, at or a little below the least number in the set. */
  first(): number {
    while (this.#words[this.#firstWord] === 0) this.#firstWord++;
    return this.#firstWord * 32;
  }

  /** The least base from `from` on for which base + rank is in the set for each of the ranks. */
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

  /** 32 bits from a value on, the lowest bit for the value itself. */
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
