import { codePointOf, type Units } from './units.js';
import { isWordCharacter, slotLayout, type WordTrie } from './word-trie.js';

const { slotSize, baseField, parentField, wordField, childrenField } = slotLayout;
const { noWord, costBits, costMask } = slotLayout;

/** Consecutive words of a text: word numbers and end positions (exclusive). */
export interface HanWords {
  /** Number of each word in the trie, or `~codePoint` (negative) for a character that is not a word. */
  readonly numbers: Int32Array;
  readonly ends: Int32Array;
  /** Set to true if there are such characters; never reset here. */
  hasOthers?: boolean;
}

/**
 * Cuts a run of Han into the most probable words, as `Jieba.cut(run, false)` does. The probability of a cut is the
 * product of the relative frequencies of its words.
 *
 *   研究生命起源   研究 + 生命 + 起源   ln f: -8.9 - 9.2 - 10.9      ◄ greatest
 *                  研究生 + 命 + 起源         -11.9 - 9.9 - 10.9
 *
 * The search runs from the end to the start. The best cut from a position is one word plus the best cut after that
 * word, which costs one addition for each dictionary word that starts there.
 *
 * Rounding breaks ties between equally good cuts, so it must follow jieba: logarithms are correctly rounded, doubles
 * are added from the end, and the longer word wins if the sums are equal (jieba-rs, `calc`). If no word starts at a
 * position, its character counts as a word of frequency 1. Characters that jieba does not count as Han (々, 〇, radicals,
 * extensions since 2022) are separate words, and the sum restarts at each.
 *
 * Other characters in the run are cut into single code points; jieba would join Latin letters.
 *
 * @param start in code units; neither `start` nor `end` may split a surrogate pair
 * @param out receives the words from `count` on, so one buffer holds many runs; it needs room
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
 * Ring of the sums of the best cuts from the most recent positions, indexed by `position & costMask`. No word is longer
 * than the ring. A constant, so that the compiler embeds its address in the code.
 */
const sums = new Float64Array(2 ** costBits);
/**
 * First word of the best cut from each position of the run: the word field of the trie, with the length of the word (in
 * code units) in the bits of its cost.
 */
let firsts = new Int32Array(2 ** 12);
/** Placeholder for the word number where no word starts. */
const otherWord = noWord >>> costBits;

/**
 * Fills `firsts`.
 *
 * The slot of two characters may be anywhere in the trie, and a cut spends most of its time waiting for it. So each
 * round begins by reading the slot of the next round.
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
