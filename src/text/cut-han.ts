import { codePointOf, type Units } from './units.js';
import { isWordCharacter, slotLayout, type WordTrie } from './word-trie.js';

const { slotSize, baseField, parentField, wordField, childrenField } = slotLayout;
const { noWord, costBits, costMask } = slotLayout;

/** Words, one after the other: the number of each, and where it ends in the text (exclusive). */
export interface HanWords {
  /**
   * The number of a word in the trie, or `~codePoint` (negative) of a character that is no word.
   */
  readonly numbers: Int32Array;
  readonly ends: Int32Array;
  /** Set to true if there are such characters; never set to false here. */
  hasOthers?: boolean;
}

/**
 * Cuts a run of Han into the words of greatest probability, as `Jieba.cut(run, false)` does: the
 * product of the words' frequencies, each over the sum of all, is the greatest of all ways to cut.
 *
 *   研究生命起源   研究 + 生命 + 起源   ln f: -8.9 - 9.2 - 10.9      ◄ greatest
 *                  研究生 + 命 + 起源         -11.9 - 9.9 - 10.9
 *
 * The search goes from the end to the start. The best cut from a place on is one word and the best
 * cut after this word, so it takes one sum for each word of the dictionary that starts there.
 *
 * Where cuts are equally good, rounding decides, so we must round as jieba does: logarithms are
 * correctly rounded, doubles are added from the end on, and of equal sums the longer word wins
 * (jieba-rs, `calc`). A place where no word starts is a character of frequency 1. Characters that
 * jieba does not count as Han (々, 〇, radicals, extensions from 2022 on) are words of their own, and
 * the sum starts again at each.
 *
 * Other characters in the run are cut into single code points; jieba would join Latin letters.
 *
 * @param start in code units; neither `start` nor `end` may split a surrogate pair
 * @param out receives the words from `count` on, so that many runs fill one buffer; it needs room
 *   for one word per code unit
 * @returns the new count
 */
export function cutHan(
  trie: WordTrie,
  text: Units,
  start: number,
  end: number,
  out: HanWords,
  count: number,
): number {
  if (firsts.length < end - start) firsts = new Int32Array(2 * (end - start));
  findPath(trie, text, start, end);
  const { numbers, ends } = out;
  let written = count;
  for (let at = start; at < end; ) {
    const first = firsts[at - start]!;
    const word = first >>> costBits;
    numbers[written] = word;
    if (word === otherWord) {
      numbers[written] = ~codePointOf(text, at);
      out.hasOthers = true;
    }
    at += first & costMask;
    ends[written++] = at;
  }
  return written;
}

/**
 * A ring, indexed by `place & costMask`: the sum of the best cut from each of the last places on.
 * No word is longer than the ring. It is a constant so that the compiler writes its address into
 * the code.
 */
const sums = new Float64Array(2 ** costBits);
/**
 * First word of the best cut from each place in the run on: the word field of the
 * trie, with the length of the word (in code units) in the bits of its cost.
 */
let firsts = new Int32Array(2 ** 12);
/** Stands for the number of a word where no word starts. */
const otherWord = noWord >>> costBits;

/**
 * Fills `firsts`.
 *
 * The slot of two characters may lie anywhere in the trie, and most of the time of a cut is waiting
 * for it to arrive from memory. So each round begins by reading the slot of the next round.
 */
function findPath(
  { rankOf, slots, costs }: WordTrie,
  text: Units,
  start: number,
  end: number,
): void {
  if (start === end) return;
  const into = firsts;
  sums[end & costMask] = 0;
  let rank = rankOf[text[end - 1]!]!;
  let pair = 0;
  let pairParent = -1;
  for (let at = end - 1; at >= start; at--) {
    const rankBefore = at === start ? 0 : rankOf[text[at - 1]!]!;
    const pairBefore = slots[rankBefore * slotSize + baseField]! + rank;
    const pairParentBefore = slots[pairBefore * slotSize + parentField]!;
    let best = Number.NEGATIVE_INFINITY;
    let bestWord: number = noWord;
    let bestLength = 1;
    const single = slots[rank * slotSize + wordField]!;
    if (single !== noWord) {
      best = costs[single & costMask]! + sums[(at + 1) & costMask]!;
      bestWord = single;
    }
    if (pairParent === rank && rank !== 0) {
      let slot = pair;
      let after = at + 2;
      while (true) {
        const field = slot * slotSize;
        const word = slots[field + wordField]!;
        if (word !== noWord) {
          const sum = costs[word & costMask]! + sums[after & costMask]!;
          if (sum >= best) {
            best = sum;
            bestWord = word;
            bestLength = after - at;
          }
        }
        if (after === end) break;
        const next = rankOf[text[after]!]!;
        if (((slots[field + childrenField]! >>> (next & 31)) & 1) === 0) break;
        const longer = slots[field + baseField]! + next;
        if (slots[longer * slotSize + parentField] !== slot) break;
        slot = longer;
        after++;
      }
    }
    if (bestWord === noWord) {
      const codePoint = codePointOf(text, at);
      if (codePoint > 0xffff) bestLength = 2;
      best = isWordCharacter(codePoint) ? costs[0]! + sums[(at + bestLength) & costMask]! : 0;
    }
    sums[at & costMask] = best;
    into[at - start] = (bestWord & ~costMask) | bestLength;
    rank = rankBefore;
    pair = pairBefore;
    pairParent = pairParentBefore;
  }
}
