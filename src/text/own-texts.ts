import { NeardupError } from '../errors.js';
import { classOf, mark, word } from './code-points.js';
import { isWordCharacter } from './word-trie.js';

/** Custom texts of a recipe. A text that is null or absent is not used. */
export interface OwnTexts {
  /** Words for segmentation, one per line: `word [frequency] [tag]`, as in jieba's user dictionaries. */
  readonly ownWords?: string | null;
  /** Words to drop in addition to `stopWords`, one per line. */
  readonly ownStopWords?: string | null;
  /** Inverse document frequencies for `tfIdf` that replace jieba's, one `word idf` per line. */
  readonly ownIdf?: string | null;
}

/** Names of the fields of `OwnTexts`. A recipe holds the checksum of each text under the same name. */
export const ownNames = ['ownWords', 'ownStopWords', 'ownIdf'] as const;
/**
 * Maximum frequency of a word. Larger values do not improve segmentation, and sums of frequencies up to this maximum
 * are exact.
 */
const frequencyMax = 1e9;
/** Maximum idf. It keeps sums of weights exact: 2^16 units × 2^20 words × 2^7 is below 2^53. */
const idfMax = 128;
/** Maximum length of a word in UTF-16 units; the longest word of jieba has 16. */
const wordLengthMax = 64;

export function hasOwnTexts({ ownWords, ownStopWords, ownIdf }: OwnTexts): boolean {
  return ownWords != null || ownStopWords != null || ownIdf != null;
}

export interface OwnWord {
  readonly word: string;
  /** Undefined if the line has no frequency; `extendWordTrie` then chooses one. */
  readonly frequency: number | undefined;
}

/**
 * Reads the words for the segmenter. If a word occurs twice, the last entry applies, as in jieba. A word must not mix
 * Chinese characters with others, because texts are split at changes of script before the dictionary is used. Words
 * without Chinese characters are skipped: the segmenter never splits them.
 * @param normal normalises a word like a text before segmentation
 * @throws NeardupError `validation_failed` that names the first line at fault
 */
export function readOwnWords(text: string, normal: (word: string) => string): OwnWord[] {
  const words = new Map<string, OwnWord>();
  for (const [number, line] of linesOf(text)) {
    const [given = '', ...rest] = line.split(/\s+/u);
    const frequency = /^\d+$/.test(rest[0] ?? '') ? Number(rest.shift()) : undefined;
    const [tag = '', surplus] = rest;
    if (surplus !== undefined || !/^[A-Za-z]*$/.test(tag)) {
      refuse(
        'ownWords',
        number,
        line,
        'must be "word [frequency] [tag]", the tag of Latin letters',
      );
    }
    if (frequency !== undefined && (frequency < 1 || frequency > frequencyMax)) {
      refuse('ownWords', number, line, `must have a frequency from 1 to ${frequencyMax}, or none`);
    }
    const word = normal(given);
    if (isCutWhole(word)) continue;
    if (word === '' || [...word].some((each) => !isWordCharacter(each.codePointAt(0)!))) {
      refuse(
        'ownWords',
        number,
        line,
        'must have a word of Chinese characters alone, or of other letters and digits alone',
      );
    }
    if (word.length > wordLengthMax) {
      refuse('ownWords', number, line, `must have a word of at most ${wordLengthMax} characters`);
    }
    words.set(word, { word, frequency });
  }
  return [...words.values()];
}

/** Tests if a word consists of letters and digits, which are never segmented. */
function isCutWhole(text: string): boolean {
  const isWord = (each: string) => (classOf[each.codePointAt(0)!]! & ~mark) === word;
  return text !== '' && [...text].every(isWord);
}

/** Reads stop words, one per line. @throws NeardupError `validation_failed` that names the first line at fault */
export function readOwnStopWords(text: string, normal: (word: string) => string): Set<string> {
  const words = new Set<string>();
  for (const [number, line] of linesOf(text)) {
    const word = normal(line);
    if (word === '' || /\s/u.test(word)) {
      refuse('ownStopWords', number, line, 'must be one word, without spaces');
    }
    words.add(word);
  }
  return words;
}

/**
 * Reads idf values, one `word idf` per line.
 * @throws NeardupError `validation_failed` that names the first line at fault
 */
export function readOwnIdf(text: string, normal: (word: string) => string): Map<string, number> {
  const byWord = new Map<string, number>();
  for (const [number, line] of linesOf(text)) {
    const [given = '', value = '', surplus] = line.split(/\s+/u);
    const idf = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    const word = normal(given);
    if (surplus !== undefined || word === '' || !(idf > 0 && idf <= idfMax)) {
      refuse('ownIdf', number, line, `must be "word idf", the idf above 0 and at most ${idfMax}`);
    }
    byWord.set(word, idf);
  }
  if (byWord.size > 0) return byWord;
  throw new NeardupError('validation_failed', 'Cannot use "ownIdf": it has no line with a word');
}

/** Yields lines that are not blank, with line numbers from 1. */
function* linesOf(text: string): Generator<[number: number, line: string]> {
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    if (trimmed !== '') yield [index + 1, trimmed];
  }
}

function refuse(name: string, number: number, line: string, what: string): never {
  const quoted = JSON.stringify(line.length <= 60 ? line : `${line.slice(0, 60)}…`);
  throw new NeardupError(
    'validation_failed',
    `Cannot use "${name}": line ${number} is ${quoted.toWellFormed()}, it ${what}`,
    { errors: [{ pointer: `/recipe/${name}`, detail: `line ${number} ${what}` }] },
  );
}
