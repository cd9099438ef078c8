import type { Units } from './units.js';

/**
 * The words of jieba's dictionary as a trie in typed arrays, so that a word is a number and not a
 * string.
 *
 * It is a double array (Aoe: An Efficient Digital Search Algorithm by Using a Double-Array
 * Structure, 1989). A prefix of words is a slot; the child of a slot by a character stands at the
 * slot's base plus the rank of the character, if the slot there says that this is its parent:
 *
 *   京 of 北京            rank of 北 = 57           rank of 京 = 140
 *   │                     │                         │
 *   slots   … │ 57: base 81204, word 北 │ …… │ 81344: parent 57, word 北京 │ …
 *               └────────── 81204 + 140 ────────►┘
 *
 * So each character of a word costs one look-up, in one place in memory: 16 bytes of one cache
 * line. Most steps beyond two characters fail. So ranks are divided into 32 classes, and a slot has
 * a bit for each class: whether a child has a rank of this class. Most failures then need no look
 * elsewhere.
 *
 * Characters are ranked by how often words with them are used. Every walk starts at the slot of a
 * single character; these slots are numbered by rank alone, so those of usual characters lie side
 * by side.
 *
 * Rejected: a hash table of (parent, character), which needs no packing but takes a third
 * longer to walk (docs/internals/performance-notes.md).
 *
 * Words are numbered by how often they are used, the most used first. So what is stored by number
 * lies close together for the words of a usual page. All words have a number; the trie holds only
 * words that consist of Han alone, because it cuts only runs of Han.
 */
export interface WordTrie {
  readonly wordCount: number;
  /** Rank of each UTF-16 code unit, from 1; 0 if no word of the trie holds it. 65,536 values. */
  readonly rankOf: Uint16Array;
  /** `slotSize` integers per slot: see `baseField` and the following. Slot 0 is no prefix. */
  readonly slots: Int32Array;
  /**
   * The values that word fields point to: ln(frequency ÷ sum of all). The first is for frequency 1.
   */
  readonly costs: Float64Array;
  /** Bits 63 to 32 of the xxh64 of each word. */
  readonly hashHigh: Int32Array;
  /** Bits 31 to 0 of the xxh64 of each word. */
  readonly hashLow: Int32Array;
  /** Index of the inverse document frequency of each word in `idfValues`. */
  readonly idfIndex: Uint16Array;
  /** NaN, for words that jieba's table lacks, then the distinct values of the table. */
  readonly idfValues: Float64Array;
  /** Median and mean of the whole table: the value for words that it lacks. */
  readonly idfAverages: Float64Array;
  /** 1 for each word that is a proper name. */
  readonly names: Uint8Array;
}

/**
 * The layout of a slot, in integers. Where speed counts, destructure it into constants of the
 * module: the compiler writes those into the code, but reads an import at each use.
 */
export const slotLayout = {
  slotSize: 4,
  /** Plus the rank of the next character, this is the slot of the longer prefix. */
  baseField: 0,
  /**
   * The slot of the prefix without its last character; 0 for one character, -1 for an empty slot.
   */
  parentField: 1,
  /** `noWord`, or the number of the word that this prefix is and, in `costMask`, its cost. */
  wordField: 2,
  /** Bit `rank & 31` is set for each longer prefix; if it is not set, no child has such a rank. */
  childrenField: 3,
  noWord: -1,
  costBits: 13,
  /** The bits of a word field that hold the index of the cost in `costs`. */
  costMask: 2 ** 13 - 1,
} as const;

const { slotSize, baseField, parentField, wordField, noWord, costBits } = slotLayout;

/**
 * The number of the word from `start` to `end` (exclusive), or -1 if the trie does not hold it, or
 * holds it without a number (extend-word-trie.ts).
 */
export function findWord(trie: WordTrie, text: Units, start = 0, end = text.length): number {
  const slot = findSlot(trie, text, start, end);
  if (slot < 0) return -1;
  const number = trie.slots[slot * slotSize + wordField]! >>> costBits;
  return number === noWord >>> costBits ? -1 : number;
}

/** The slot of the prefix from `start` to `end` (exclusive), or -1 if no word begins with it. */
export function findSlot(
  { rankOf, slots }: WordTrie,
  text: Units,
  start = 0,
  end = text.length,
): number {
  let slot = 0;
  for (let at = start; at < end; at++) {
    const rank = rankOf[text[at]!]!;
    const base = slots[slot * slotSize + baseField]!;
    if (rank === 0 || (base === 0 && at > start)) return -1;
    const next = base + rank;
    if (slots[next * slotSize + parentField] !== slot) return -1;
    slot = next;
  }
  return slot;
}

/** Tests if jieba looks for words with this code point (jieba-rs, `is_cjk`): not with all of Han. */
export function isWordCharacter(codePoint: number): boolean {
  return (
    (codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
    (codePoint >= 0x3400 && codePoint <= 0x4dbf) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0x20000 && codePoint <= 0x2a6df) ||
    (codePoint >= 0x2a700 && codePoint <= 0x2ebef) ||
    (codePoint >= 0x2f800 && codePoint <= 0x2fa1f)
  );
}
