import type { Units } from './units.js';

/**
 * The words of jieba's dictionary as a trie in typed arrays. Words are numbers instead of strings.
 *
 * It is a double array (Aoe: An Efficient Digital Search Algorithm by Using a Double-Array Structure, 1989). Each
 * prefix has a slot. The child for a character is at the slot's base plus the rank of the character, if the slot there
 * names this slot as its parent:
 *
 *   京 of 北京            rank of 北 = 57           rank of 京 = 140
 *   │                     │                         │
 *   slots   … │ 57: base 81204, word 北 │ …… │ 81344: parent 57, word 北京 │ …
 *               └────────── 81204 + 140 ────────►┘
 *
 * So each character costs one look-up of 16 bytes in one cache line. Beyond two characters, most look-ups find no
 * child. Ranks are therefore divided into 32 classes, and a slot has one bit per class, which is set if a child has a
 * rank of this class. So most failures are found in the slot itself, without a look-up of the child.
 *
 * Characters are ranked by the frequency of the words that contain them. Every walk starts at the slot of a single
 * character. The slots of single characters are numbered by rank, so those of frequent characters are adjacent.
 *
 * Rejected: a hash table of (parent, character), which needs no packing but takes a third longer to walk
 * (docs/internals/performance-notes.md).
 *
 * Words are numbered by descending frequency, so arrays indexed by number have good locality for a typical page. All
 * words have a number, but the trie contains only words of Han alone, because it cuts only runs of Han.
 */
export interface WordTrie {
  readonly wordCount: number;
  /** Rank of each UTF-16 code unit from 1; 0 for a unit that is in no word of the trie. There are 65,536 values. */
  readonly rankOf: Uint16Array;
  /** Slots of `slotSize` integers each (see `slotLayout`). Slot 0 is the root, for the empty prefix. */
  readonly slots: Int32Array;
  /** Costs to which the word fields refer: ln(frequency ÷ sum of all frequencies). The first is for frequency 1. */
  readonly costs: Float64Array;
  /** Bits 63 to 32 of the xxh64 of each word. */
  readonly hashHigh: Int32Array;
  /** Bits 31 to 0 of the xxh64 of each word. */
  readonly hashLow: Int32Array;
  /** For each word, the index of its inverse document frequency in `idfValues`. */
  readonly idfIndex: Uint16Array;
  /** NaN, for words missing from jieba's table, then the distinct values of the table. */
  readonly idfValues: Float64Array;
  /** Median and mean of the whole table, used for words that the table lacks. */
  readonly idfAverages: Float64Array;
  /** 1 for each word that is a proper name. */
  readonly names: Uint8Array;
}

/**
 * Layout of a slot, in integers. In code that runs often, destructure it into constants of the module, because the
 * compiler embeds such constants in the code, but reads an import again at each use.
 */
export const slotLayout = {
  slotSize: 4,
  /** Base of the prefix. The base plus the rank of a character is the slot of the prefix extended by this character. */
  baseField: 0,
  /** Slot of the prefix without its last character; 0 for one character, -1 for an empty slot. */
  parentField: 1,
  /**
   * `noWord`, or the number of the word that equals this prefix, with the index of its cost in the bits of `costMask`.
   */
  wordField: 2,
  /** Bit `rank & 31` is set for the rank of each child. If a bit is clear, no child has such a rank. */
  childrenField: 3,
  noWord: -1,
  costBits: 13,
  /** Bits of a word field that hold the index of the cost in `costs`. */
  costMask: 2 ** 13 - 1,
} as const;

const { slotSize, baseField, parentField, wordField, noWord, costBits } = slotLayout;

/**
 * Returns the number of the word from `start` to `end` (exclusive), or -1 if the trie lacks the word or has it without
 * a number (extend-word-trie.ts).
 */
export function findWord(trie: WordTrie, text: Units, start = 0, end = text.length): number {
  const slot = findSlot(trie, text, start, end);
  if (slot < 0) return -1;
  const number = trie.slots[slot * slotSize + wordField]! >>> costBits;
  return number === noWord >>> costBits ? -1 : number;
}

/** Returns the slot of the prefix from `start` to `end` (exclusive), or -1 if no word begins with it. */
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

/** Tests if jieba looks for words with this code point. For some Han, jieba does not (jieba-rs, `is_cjk`). */
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
