import { joined, negationHashRows, scriptOf, shareOfShingle } from '../text/evidence-words.js';
import { type Evidence, hashOf, hasShingle, type Reading } from './evidence.js';

/**
 * Tests if a content has a negation in place of a page's words from `from` to `to` (exclusive; an insertion if equal).
 * All shingles that would contain the negation must be in the content.
 *
 *   page      Boats   carry goods        from = to = 1
 *   content   Boats do not carry goods   boats do, do not, not carry
 *
 * @param own shingles of the page: at least one of those with the negation must not be among them
 */
export function hasNegationInstead(
  { words, flags }: Reading,
  stored: Evidence,
  from: number,
  to: number,
  own: ReadonlySet<number> = noShingles,
): boolean {
  if (from === 0 || to >= words.length) return false;
  const script = scriptOf(flags[to]!);
  const length = Math.ceil(stored.full / shareOfShingle[script]!);
  // Shingles that also contain another script have another length.
  let first = from;
  while (first > 0 && from - first < length - 1 && scriptOf(flags[first - 1]!) === script) first--;
  let last = to;
  while (last < words.length && last - to < length - 1 && scriptOf(flags[last]!) === script) last++;
  const rows = negationHashRows[script]!;
  // Almost all rows fail at their last shingle, which needs no copying if the following words fill it.
  const isFull = last - to === length - 1;
  return rows.some((row) => {
    if (isFull && !hasShingle(stored, hashOf(words, to, last, joined(0, row.at(-1)!))))
      return false;
    const before = from - first;
    const place = row.length + before;
    if (around.length < place + last - to) around = new Int32Array(2 * (place + last - to));
    around.set(words.subarray(first, from));
    around.set(row, before);
    around.set(words.subarray(to, last), place);
    // Last shingle first, because a negation usually modifies the word after it.
    let shingles = 0;
    let isLacked = false;
    for (let start = place + last - to - length; start >= 0; start--, shingles++) {
      const hash = hashOf(around, start, start + length, 0);
      if (!hasShingle(stored, hash)) return false;
      isLacked ||= !own.has(hash);
    }
    // A single match could be a coincidence.
    return shingles > 1 && isLacked;
  });
}

const noShingles: ReadonlySet<number> = new Set();

let around = new Int32Array(32);
