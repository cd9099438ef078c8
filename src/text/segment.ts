import { classOf, han, kana, mark, surrogate, syllabic, word } from './code-points.js';
import { cutHan } from './cut-han.js';
import type { Dictionaries } from './dictionaries.js';
import { type Lexicon, lengthOf, numberOf, startDocument, textOf } from './lexicon.js';
import { type StopWordLanguage, stopWordBits } from './stop-words.js';

/**
 * All words of a normalised text, in order, by their numbers in the lexicon, cut run by run:
 *
 *   在Java中使用、「プログラムを書く」 สวัสดี
 *   ├┤├──┤├───┤  ├──────────────┤  ├─────┤
 *   │  │    │           │              └ Thai, Lao, Khmer, Myanmar: pairs of code points
 *   │  │    │           └ Han and kana with kana in it: pairs of code points
 *   │  └ letters, marks, digits: one word
 *   └ Han alone: by jieba's dictionary; see cut-han.ts
 *
 * Overlapping pairs of code points need no dictionary and are the same everywhere; Intl.Segmenter
 * cuts by the data of its ICU version. A run of one code point is that one.
 *
 * With the hidden Markov model jieba itself cuts. Crossing into it costs more than a short run is
 * worth, so all runs of Han go there at once, a line each: no word of its dictionary and no entry of
 * OpenCC's holds a line break, and it gives line breaks back as they are.
 *
 * @returns a view that is valid until the next call; the numbers are until the next `startDocument`
 */
export function numberWords(
  normalized: string,
  options: SegmentOptions,
  dictionaries: SegmentDictionaries,
): Int32Array {
  const runs = findRuns(normalized, dictionaries.traditional);
  count = 0;
  if (options.hmm) numberRunsByJieba(normalized, runs, options, dictionaries);
  else numberRuns(normalized, runs, options, dictionaries);
  return out.numbers.subarray(0, count);
}

/** The same words as strings. */
export function segment(
  normalized: string,
  options: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  startDocument(dictionaries.lexicon);
  const numbers = numberWords(normalized, options, dictionaries);
  return Array.from(numbers, (number) => textOf(dictionaries.lexicon, number));
}

/**
 * Tells the words of `segment` that a recipe counts as features from those that only stand between
 * them: stop words and words that are too short.
 */
export function featureTest(
  { minTermLength, stopWords }: FeatureOptions,
  lexicon: Lexicon,
): (number: number) => boolean {
  const dropped = stopWordBits(stopWords);
  const bits = lexicon.stopWordBits;
  return (number) =>
    (minTermLength <= 1 || isLong(lexicon, number, minTermLength)) &&
    (number >= bits.length || (bits[number]! & dropped) === 0);
}

/** What of a recipe decides about words. */
export interface SegmentOptions {
  readonly hmm: boolean;
  readonly simplify: boolean;
}

/** What of a recipe decides which words are features. */
export interface FeatureOptions {
  /** In code points. */
  readonly minTermLength: number;
  readonly stopWords: readonly StopWordLanguage[];
}

export type SegmentDictionaries = Pick<
  Dictionaries,
  'lexicon' | 'cutChinese' | 'simplify' | 'traditional'
>;

/** What `runs` say of a run of Han beside its class: simplifying may change it. */
export const changeable = 32;

/**
 * Three numbers a run: `word`, `syllabic` (to be cut into pairs), `han` or `han | changeable`, then
 * its start and its end (exclusive) in code units. Valid until the next call.
 * @param traditional see simplify.ts
 */
export function findRuns(text: string, traditional: Uint8Array): Int32Array {
  if (runs.length < 3 * text.length) runs = new Int32Array(6 * text.length);
  let written = 0;
  let group = none;
  let start = 0;
  let flags = 0;
  for (let index = 0; index < text.length; index++) {
    const at = index;
    let unit = text.charCodeAt(index);
    let found = groupOfUnit[unit]!;
    if (found === surrogate) {
      const codePoint = text.codePointAt(index)!;
      found = groupOfClass[classOf[codePoint]!]!;
      if (codePoint > 0xffff) index++;
      if (traditional[unit] === 0) unit = text.charCodeAt(index);
    }
    const foundGroup = found & ~withKana;
    if (foundGroup !== group) {
      if (group !== none) written = writeRun(written, group, flags, start, at);
      group = foundGroup;
      start = at;
      flags = 0;
    }
    if (foundGroup === han) flags |= found | (traditional[unit]! * changeable);
  }
  if (group !== none) written = writeRun(written, group, flags, start, text.length);
  return runs.subarray(0, written);
}

/** The words of all runs of Han by jieba, with a '\n' between two runs. */
export function cutRunsByJieba(
  text: string,
  runs: Int32Array,
  { hmm, simplify }: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  const lines: string[] = [];
  for (let run = 0; run < runs.length; run += 3) {
    if ((runs[run]! & ~changeable) === han) lines.push(text.slice(runs[run + 1], runs[run + 2]));
  }
  if (lines.length === 0) return [];
  const joined = lines.join('\n');
  return dictionaries.cutChinese(simplify ? dictionaries.simplify(joined) : joined, hmm);
}

/** The words of one run of Han by the trie, as strings. */
export function cutRun(
  run: string,
  { simplify }: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  const text = simplify ? dictionaries.simplify(run) : run;
  reserve(text.length);
  const words = cutHan(dictionaries.lexicon.trie, text, 0, text.length, out, 0);
  return Array.from({ length: words }, (_, index) =>
    text.slice(index === 0 ? 0 : out.ends[index - 1], out.ends[index]),
  );
}

/** The words of the document at hand, `count` of them so far. */
let out = { numbers: new Int32Array(2 ** 12), ends: new Int32Array(2 ** 12) };
let count = 0;
let runs = new Int32Array(3 * 2 ** 12);

const none = 0;
/** Beside `han`: the code point is kana. */
const withKana = 64;
/** By class with its mark flag: which classes may stand in one run. */
const groupOfClass = new Uint8Array(32);
for (const flag of [0, mark]) {
  groupOfClass[word | flag] = word;
  groupOfClass[han | flag] = han;
  groupOfClass[kana | flag] = han | withKana;
  groupOfClass[syllabic | flag] = syllabic;
}
/** By code unit; `surrogate` for what takes a look at the next one. */
const groupOfUnit = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  classOf[unit] === surrogate ? surrogate : groupOfClass[classOf[unit]!]!,
);

function writeRun(
  written: number,
  group: number,
  flags: number,
  start: number,
  end: number,
): number {
  runs[written] = (flags & withKana) !== 0 ? syllabic : group | (flags & changeable);
  runs[written + 1] = start;
  runs[written + 2] = end;
  return written + 3;
}

function numberRuns(
  text: string,
  runs: Int32Array,
  { simplify }: SegmentOptions,
  { lexicon, ...dictionaries }: SegmentDictionaries,
): void {
  reserve(text.length);
  for (let run = 0; run < runs.length; run += 3) {
    const kind = runs[run]!;
    const start = runs[run + 1]!;
    const end = runs[run + 2]!;
    if (kind === word) out.numbers[count++] = numberOf(lexicon, text, start, end);
    else if (kind === syllabic) numberPairs(lexicon, text, start, end);
    else if (kind === han || !simplify) numberRun(lexicon, text, start, end);
    else {
      const simplified = dictionaries.simplify(text.slice(start, end));
      reserve(text.length - end + simplified.length);
      numberRun(lexicon, simplified, 0, simplified.length);
    }
  }
}

function numberRun(lexicon: Lexicon, text: string, start: number, end: number): void {
  const first = count;
  count = cutHan(lexicon.trie, text, start, end, out, count);
  for (let index = first; index < count; index++) {
    if (out.numbers[index]! >= 0) continue;
    const from = index === first ? start : out.ends[index - 1]!;
    out.numbers[index] = numberOf(lexicon, text, from, out.ends[index]!);
  }
}

function numberRunsByJieba(
  text: string,
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
    if (runs[run] === word) out.numbers[count++] = numberOf(lexicon, text, start, end);
    else if (runs[run] === syllabic) numberPairs(lexicon, text, start, end);
    else {
      while (next < chinese.length && chinese[next] !== '\n') {
        out.numbers[count++] = numberOf(lexicon, chinese[next++]!);
      }
      next++;
    }
  }
}

function numberPairs(lexicon: Lexicon, text: string, start: number, end: number): void {
  let first = start;
  let second = first + unitsAt(text, first);
  if (second === end) out.numbers[count++] = numberOf(lexicon, text, start, end);
  while (second < end) {
    const next = second + unitsAt(text, second);
    out.numbers[count++] = numberOf(lexicon, text, first, next);
    first = second;
    second = next;
  }
}

function unitsAt(text: string, index: number): number {
  return text.codePointAt(index)! > 0xffff ? 2 : 1;
}

function isLong(lexicon: Lexicon, number: number, minTermLength: number): boolean {
  return minTermLength <= 255
    ? lengthOf(lexicon, number) >= minTermLength
    : [...textOf(lexicon, number)].length >= minTermLength;
}

/** Makes room for so many words beside those that are there. */
function reserve(words: number): void {
  if (count + words <= out.numbers.length) return;
  const length = 2 * (count + words);
  const numbers = new Int32Array(length);
  numbers.set(out.numbers);
  const ends = new Int32Array(length);
  ends.set(out.ends);
  out = { numbers, ends };
}
