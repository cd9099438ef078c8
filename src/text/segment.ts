import { han, syllabic, word } from './code-points.js';
import type { Dictionaries } from './dictionaries.js';
import { type Lexicon, startDocument, wordNumber, wordNumberOfText, wordText } from './lexicon.js';
import { changeable, findRuns } from './runs.js';
import { withSymbols } from './symbol-words.js';
import { codePointAt, createUnitBuffer, toUnits, type Units, unitsToText } from './units.js';
import { isWordCharacter, slotLayout, type WordTrie } from './word-trie.js';

/**
 * Cuts a normalised text, run by run (runs.ts), into words, and returns their numbers in the lexicon, in order:
 *
 *   在Java中使用、「プログラムを書く」 สวัสดี
 *   ├┤├──┤├───┤  ├──────────────┤  ├─────┤
 *   │  │    │           │              └ Thai, Lao, Khmer, Myanmar: pairs of code points
 *   │  │    │           └ Han and kana with kana in it: pairs of code points
 *   │  └ letters, marks, digits: one word, including its signs (symbol-words.ts)
 *   └ Han alone: by the dictionary of jieba; see `cutHan`
 *
 * Overlapping pairs of code points need no dictionary and are the same on every machine. Intl.Segmenter would depend on
 * the ICU version. A run of one code point is one word.
 *
 * With the hidden Markov model, jieba itself segments the runs of Han. A call costs more than the segmentation of a
 * short run, so one call segments all runs, one per line. This is safe: no word of jieba's dictionary and no entry of
 * OpenCC contains a line break, and jieba returns line breaks unchanged.
 *
 * @returns a view valid until the next call; its numbers are valid until the next
 *   `startDocument`
 */
export function numberWords(
  normalized: Units,
  options: SegmentOptions,
  dictionaries: SegmentDictionaries,
  runs = withSymbols(normalized, findRuns(normalized, dictionaries.traditional)),
): Int32Array {
  count = 0;
  if (options.hmm) numberRunsByJieba(normalized, runs, options, dictionaries);
  else numberRuns(normalized, runs, options, dictionaries);
  return out.numbers.subarray(0, count);
}

/** Like `numberWords`, but returns the words as strings. */
export function segment(
  normalized: string,
  options: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  startDocument(dictionaries.lexicon);
  const numbers = numberWords(toUnits(normalized), options, dictionaries);
  return Array.from(numbers, (number) => wordText(dictionaries.lexicon, number));
}

/** Fields of a recipe that determine word boundaries. */
export interface SegmentOptions {
  readonly hmm: boolean;
  readonly simplify: boolean;
}

export type SegmentDictionaries = Pick<
  Dictionaries,
  'lexicon' | 'cutChinese' | 'simplify' | 'traditional'
>;

/** Segments all runs of Han with jieba. Returns their words, with '\n' between runs. */
export function cutRunsByJieba(
  text: Units,
  runs: Int32Array,
  { hmm, simplify }: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  const lines: string[] = [];
  for (let run = 0; run < runs.length; run += 3) {
    if ((runs[run]! & ~changeable) === han) {
      lines.push(unitsToText(text, runs[run + 1], runs[run + 2]));
    }
  }
  if (lines.length === 0) return [];
  const joined = lines.join('\n');
  return dictionaries.cutChinese(simplify ? dictionaries.simplify(joined) : joined, hmm);
}

/** Segments one run of Han by the trie. Returns its words as strings. */
export function cutRun(
  run: string,
  { simplify }: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  const text = simplify ? dictionaries.simplify(run) : run;
  reserve(text.length);
  const words = cutHan(dictionaries.lexicon.trie, toUnits(text), 0, text.length, out, 0);
  return Array.from({ length: words }, (_, index) =>
    text.slice(index === 0 ? 0 : out.ends[index - 1], out.ends[index]),
  );
}

/** Words of the current document; the first `count` are in use. */
let out = { numbers: new Int32Array(2 ** 12), ends: new Int32Array(2 ** 12), hasOthers: false };
let count = 0;
const simplifiedUnits = createUnitBuffer(2 ** 10);

function numberRuns(
  text: Units,
  runs: Int32Array,
  { simplify }: SegmentOptions,
  dictionaries: SegmentDictionaries,
): void {
  const { lexicon } = dictionaries;
  reserve(text.length);
  for (let run = 0; run < runs.length; run += 3) {
    const kind = runs[run]!;
    const start = runs[run + 1]!;
    const end = runs[run + 2]!;
    if (kind === word) out.numbers[count++] = wordNumber(lexicon, text, start, end);
    else if (kind === syllabic) numberPairs(lexicon, text, start, end);
    else if (kind === han || !simplify) numberRun(lexicon, text, start, end);
    else {
      const changed = dictionaries.simplify(unitsToText(text, start, end));
      const simplified = toUnits(changed, simplifiedUnits);
      reserve(text.length - end + simplified.length);
      numberRun(lexicon, simplified, 0, simplified.length);
    }
  }
}

function numberRun(lexicon: Lexicon, text: Units, start: number, end: number): void {
  const first = count;
  out.hasOthers = false;
  count = cutHan(lexicon.trie, text, start, end, out, count);
  if (!out.hasOthers) return;
  for (let index = first; index < count; index++) {
    if (out.numbers[index]! >= 0) continue;
    const from = index === first ? start : out.ends[index - 1]!;
    out.numbers[index] = wordNumber(lexicon, text, from, out.ends[index]!);
  }
}

function numberRunsByJieba(
  text: Units,
  runs: Int32Array,
  options: SegmentOptions,
  dictionaries: SegmentDictionaries,
): void {
  const { lexicon } = dictionaries;
  const chinese = cutRunsByJieba(text, runs, options, dictionaries);
  reserve(text.length + chinese.length);
  let next = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const start = runs[run + 1]!;
    const end = runs[run + 2]!;
    if (runs[run] === word) out.numbers[count++] = wordNumber(lexicon, text, start, end);
    else if (runs[run] === syllabic) numberPairs(lexicon, text, start, end);
    else {
      while (next < chinese.length && chinese[next] !== '\n') {
        out.numbers[count++] = wordNumberOfText(lexicon, chinese[next++]!);
      }
      next++;
    }
  }
}

function numberPairs(lexicon: Lexicon, text: Units, start: number, end: number): void {
  let first = start;
  let second = first + unitsAt(text, first);
  if (second === end) out.numbers[count++] = wordNumber(lexicon, text, start, end);
  while (second < end) {
    const next = second + unitsAt(text, second);
    out.numbers[count++] = wordNumber(lexicon, text, first, next);
    first = second;
    second = next;
  }
}

function unitsAt(text: Units, index: number): number {
  return codePointAt(text, index) > 0xffff ? 2 : 1;
}

/** Ensures room for this many more words. */
function reserve(words: number): void {
  if (count + words <= out.numbers.length) return;
  const length = 2 * (count + words);
  const numbers = new Int32Array(length);
  numbers.set(out.numbers);
  const ends = new Int32Array(length);
  ends.set(out.ends);
  out = { numbers, ends, hasOthers: false };
}

const { slotSize, baseField, parentField, wordField, childrenField } = slotLayout;
const { noWord, costBits, costMask } = slotLayout;

/** Consecutive words of a text: word numbers and end positions (exclusive). */
export interface HanWords {
  /** Number of each word in the trie, or `~codePoint` (negative) for a character that is not a word. */
  readonly numbers: Int32Array;
  readonly ends: Int32Array;
  /** Set to true by `cutHan` if a character is not a word. The caller must reset it. */
  hasOthers?: boolean;
}

/**
 * Cuts a run of Han into the most probable words, as `Jieba.cut(run, false)` does. The probability of a segmentation is
 * the product of the relative frequencies of its words.
 *
 *   研究生命起源   研究 + 生命 + 起源   ln f: -8.9 - 9.2 - 10.9      ◄ greatest
 *                  研究生 + 命 + 起源         -11.9 - 9.9 - 10.9
 *
 * The search runs from the end to the start. The best cut from a position is one word plus the best cut after that
 * word, which costs one addition for each dictionary word that starts there.
 *
 * Rounding decides between equally good cuts, so the arithmetic must be the same as in jieba: logarithms are correctly
 * rounded, doubles are added from the end, and the longer word wins if the sums are equal (jieba-rs, `calc`). If no
 * word starts at a position, its character counts as a word of frequency 1. Characters that jieba does not count as Han
 * (々, 〇, radicals, extensions since 2022) are separate words, and the sum starts again from 0 at each of these
 * characters.
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
  if (firstEdges.length < end - start) firstEdges = new Int32Array(2 * (end - start));
  findPath(trie, text, start, end);
  const { numbers, ends } = out;
  let written = count;
  for (let at = start; at < end; ) {
    const first = firstEdges[at - start]!;
    const word = first >>> costBits;
    numbers[written] = word;
    if (word === otherWord) {
      numbers[written] = ~codePointAt(text, at);
      out.hasOthers = true;
    }
    at += first & costMask;
    ends[written++] = at;
  }
  return written;
}

/**
 * Summed logarithms of the best segmentation from each of the latest positions: a ring buffer indexed by
 * `position & costMask`. No word is longer than the ring. It is a constant, so that the compiler embeds its address in
 * the code.
 */
const sums = new Float64Array(2 ** costBits);
/**
 * First word of the best segmentation from each position of the run: the word field of the trie, with the length of the
 * word (in code units) in the bits of the cost index.
 */
let firstEdges = new Int32Array(2 ** 12);
/** Word number at a position where no word starts. */
const otherWord = noWord >>> costBits;

/**
 * Fills `firstEdges`.
 *
 * Most of the time is spent waiting for memory, because the slot of a pair of characters may be anywhere in the trie.
 * Each iteration therefore begins by reading the slot that the next iteration needs.
 */
function findPath(
  { rankOf, slots, costs }: WordTrie,
  text: Units,
  start: number,
  end: number,
): void {
  if (start === end) return;
  const into = firstEdges;
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
      const codePoint = codePointAt(text, at);
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
