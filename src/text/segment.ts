import { classOf, han, kana, mark, syllabic, word } from './code-points.js';
import type { Dictionaries } from './dictionaries.js';
import { type StopWordLanguage, stopWordBits } from './stop-words.js';

/**
 * All words of a normalised text, in order, cut run by run:
 *
 *   在Java中使用、「プログラムを書く」 สวัสดี
 *   ├┤├──┤├───┤  ├──────────────┤  ├─────┤
 *   │  │    │           │              └ Thai, Lao, Khmer, Myanmar: pairs of code points
 *   │  │    │           └ Han and kana with kana in it: pairs of code points
 *   │  └ letters, marks, digits: one word
 *   └ Han alone: jieba
 *
 * Overlapping pairs of code points need no dictionary and are the same everywhere; Intl.Segmenter
 * cuts by the data of its ICU version. A run of one code point is that one.
 *
 * Crossing into jieba costs more than a short run is worth, so all runs of Han go there at once, a
 * line each: no word of its dictionary and no entry of OpenCC's holds a line break, and it gives
 * line breaks back as they are.
 */
export function segment(
  normalized: string,
  options: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  const runs = findRuns(normalized);
  const chinese = cutRunsOfHan(normalized, runs, options, dictionaries);
  const words: string[] = [];
  let next = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const start = runs[run + 1]!;
    const end = runs[run + 2]!;
    if (runs[run] === word) words.push(normalized.slice(start, end));
    else if (runs[run] === syllabic) pushPairs(normalized, start, end, words);
    else {
      while (next < chinese.length && chinese[next] !== '\n') words.push(chinese[next++]!);
      next++;
    }
  }
  return words;
}

/**
 * Tells the words of `segment` that a recipe counts as features from those that only stand between
 * them: stop words and words that are too short.
 */
export function featureTest(
  { minTermLength, stopWords: languages }: FeatureOptions,
  { stopWords }: Pick<Dictionaries, 'stopWords'>,
): (word: string) => boolean {
  const dropped = stopWordBits(languages);
  return (word) =>
    (minTermLength <= 1 || [...word].length >= minTermLength) &&
    ((stopWords.get(word) ?? 0) & dropped) === 0;
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

export type SegmentDictionaries = Pick<Dictionaries, 'cutChinese' | 'simplify'>;

/**
 * Three numbers a run: `word`, `syllabic` (to be cut into pairs) or `han`, then its start and its
 * end (exclusive) in code units.
 */
export function findRuns(text: string): number[] {
  const runs: number[] = [];
  let group = none;
  let start = 0;
  let hasKana = false;
  for (let index = 0; index < text.length; index++) {
    const at = index;
    let codePoint = text.charCodeAt(index);
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
      codePoint = text.codePointAt(index)!;
      if (codePoint > 0xffff) index++;
    }
    const found = classOf[codePoint]!;
    const foundGroup = groupOf[found]!;
    if (foundGroup !== group) {
      if (group !== none) runs.push(hasKana ? syllabic : group, start, at);
      group = foundGroup;
      start = at;
      hasKana = false;
    }
    if ((found & ~mark) === kana) hasKana = true;
  }
  if (group !== none) runs.push(hasKana ? syllabic : group, start, text.length);
  return runs;
}

const none = 0;
/** By class with its mark flag: which classes may stand in one run. */
const groupOf = new Uint8Array(32);
for (const flag of [0, mark]) {
  groupOf[word | flag] = word;
  groupOf[han | flag] = han;
  groupOf[kana | flag] = han;
  groupOf[syllabic | flag] = syllabic;
}

/** The words of all runs of Han, with a '\n' between two runs. */
export function cutRunsOfHan(
  text: string,
  runs: readonly number[],
  { hmm, simplify }: SegmentOptions,
  dictionaries: SegmentDictionaries,
): string[] {
  const lines: string[] = [];
  for (let run = 0; run < runs.length; run += 3) {
    if (runs[run] === han) lines.push(text.slice(runs[run + 1], runs[run + 2]));
  }
  if (lines.length === 0) return [];
  const joined = lines.join('\n');
  return dictionaries.cutChinese(simplify ? dictionaries.simplify(joined) : joined, hmm);
}

function pushPairs(text: string, start: number, end: number, words: string[]): void {
  let first = start;
  let second = first + unitsAt(text, first);
  if (second === end) words.push(text.slice(start, end));
  while (second < end) {
    const next = second + unitsAt(text, second);
    words.push(text.slice(first, next));
    first = second;
    second = next;
  }
}

function unitsAt(text: string, index: number): number {
  return text.codePointAt(index)! > 0xffff ? 2 : 1;
}
