import {
  baseField,
  costField,
  isWordCharacter,
  parentField,
  slotSize,
  type WordTrie,
  wordField,
} from './word-trie.js';

/** Words, one after the other: the number of each, and where it ends in the text (exclusive). */
export interface HanWords {
  /** A number of the trie, or `~codePoint` (always negative) of a character that is no word there. */
  readonly numbers: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Cuts a run of Han into the words of greatest probability, as `Jieba.cut(run, false)` does: the
 * product of the words' frequencies, each over the sum of all, is the greatest of all ways to cut.
 *
 *   研究生命起源   研究 + 生命 + 起源   ln f: -8.9 - 9.2 - 10.9      ◄ greatest
 *                  研究生 + 命 + 起源         -11.9 - 9.9 - 10.9
 *
 * From the end to the start, the best cut from each place on is that of one word and the best cut
 * after it: one sum for each word of the dictionary that starts there.
 *
 * Where cuts are equally good, rounding decides, so it must be jieba's: logarithms correctly
 * rounded, sums of doubles from the end on; of equal sums the longer word wins (jieba-rs, `calc`). A
 * place where no word starts is a character of frequency 1. Characters that jieba does not count as
 * Han (々, 〇, radicals, extensions from 2022 on) are words of their own, and sums start again at
 * each.
 *
 * What else stands in the run is cut into single code points, where jieba would join Latin letters.
 *
 * @param start in code units; neither it nor `end` may split a surrogate pair
 * @param out receives the words from `count` on, so that many runs fill one buffer; it needs room
 *   for a word a code unit
 * @returns the new count
 */
export function cutHan(
  trie: WordTrie,
  text: string,
  start: number,
  end: number,
  out: HanWords,
  count: number,
): number {
  const length = end - start;
  if (length >= path.sums.length) path = pathOf(2 ** Math.ceil(Math.log2(length + 1)));
  findPath(trie, text, start, length);
  const { numbers, ends } = out;
  const { firstWord, firstEnd } = path;
  let written = count;
  for (let at = 0; at < length; ) {
    numbers[written] = firstWord[at]!;
    at = firstEnd[at]!;
    ends[written++] = start + at;
  }
  return written;
}

/** By place in the run: the sum of the best cut from there on, its first word and where that ends. */
let path = pathOf(2 ** 10);

function pathOf(places: number) {
  return {
    sums: new Float64Array(places),
    firstWord: new Int32Array(places),
    firstEnd: new Int32Array(places),
    ranks: new Uint16Array(places),
  };
}

function findPath(trie: WordTrie, text: string, start: number, length: number): void {
  const { rankOf, slots, costs } = trie;
  const { sums, ranks, firstWord, firstEnd } = path;
  sums[length] = 0;
  for (let at = length - 1; at >= 0; at--) {
    const rank = rankOf[text.charCodeAt(start + at)]!;
    ranks[at] = rank;
    let slot = rank;
    let end = at + 1;
    let best = Number.NEGATIVE_INFINITY;
    let bestWord = -1;
    let bestEnd = 0;
    while (true) {
      const field = slot * slotSize;
      const word = slots[field + wordField]!;
      if (word >= 0) {
        const sum = costs[slots[field + costField]!]! + sums[end]!;
        if (sum >= best) {
          best = sum;
          bestWord = word;
          bestEnd = end;
        }
      }
      const base = slots[field + baseField]!;
      if (base === 0 || end === length) break;
      const longer = base + ranks[end]!;
      if (slots[longer * slotSize + parentField] !== slot) break;
      slot = longer;
      end++;
    }
    if (bestWord < 0) {
      const codePoint = text.codePointAt(start + at)!;
      bestWord = ~codePoint;
      bestEnd = Math.min(length, at + (codePoint > 0xffff ? 2 : 1));
      best = isWordCharacter(codePoint) ? costs[0]! + sums[bestEnd]! : 0;
    }
    sums[at] = best;
    firstWord[at] = bestWord;
    firstEnd[at] = bestEnd;
  }
}
