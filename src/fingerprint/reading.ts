import {
  type EvidenceWords,
  fullShingle,
  joined,
  readScript,
  shareOfShingle,
  wordFlags,
} from '../text/evidence-words.js';

/*
 * A page as a sequence of lines. Its main text makes the signature; all other lines, such as menus, dates beside the
 * article and footers, are the rest.
 *
 *   words    main ─────────────────────────────┃ rest ────────────
 *   lines    ├────────────┤├───┤├──────────────┃├──┤├────────────┤
 *   pairs    ├──┤ ├──┤ … of neighbouring words ┃├─┤ …
 *
 * A shingle ("pair") is a word and as many following words as fill it: two alphabetic words, or three Han characters
 * (text/evidence-words.ts). In a long text nearly every pair of words occurs somewhere, such as "is not" and "not
 * safe", so the shingles of long texts are twice as long.
 */

/** Words of a page in order: those of its main text, then those of its other lines. */
export interface PageWords {
  /** Hashes of the words. */
  readonly words: Int32Array;
  /** Flags of each word (`wordFlags`). */
  readonly flags: Uint8Array;
  /** Distinguishing marks (text/spelling.ts), in pairs: index of a word, and one of its marks. */
  readonly marks: Uint32Array;
  /** Number of words of the main text. */
  readonly mainCount: number;
  /** True if each line is a block of a page; false if a line break may be a mere wrap, as in plain text. */
  readonly isBlocks: boolean;
}

/** Lines of a page, in order. */
export interface PageLines {
  /** Index of the first word of each line, and then the number of words. */
  readonly starts: Uint32Array;
  /** Hash of each line, 32 bits. */
  readonly hashes: Uint32Array;
  /** Number of lines of the main text. */
  readonly mainCount: number;
}

/** Sentences of a text whose line breaks may be wraps, in order. */
export interface PageSentences {
  /** Index of the first word of each sentence, and then the number of words. */
  readonly starts: Uint32Array;
  /** Number of the sentence of each word. */
  readonly ofWords: Uint32Array;
  /** Hash of each sentence that is too short to be made of pairs; 0 for the others. */
  readonly wholes: Uint32Array;
}

/** Shingles of a page. A word begins at most one. */
export interface PageShingles {
  /** Hash of the shingle that begins with each word. */
  readonly shingles: Uint32Array;
  /** Number of words in each shingle; 0 if the word begins none. */
  readonly lengths: Uint8Array;
  /** Sum of word shares (`shareOfShingle`) at which a shingle is full: `fullShingle`, or twice that in a long text. */
  readonly full: number;
}

export interface Reading extends PageWords, PageShingles {}

const { beginsLine, beginsParagraph, beginsSentence } = wordFlags;

/** A text of at least this many words is long. */
const longTextWords = 2 ** 13;

/**
 * Maximum length of a short line, in words. A short line is hashed together with the own words of the line before it,
 * because it says little alone: "18:00", "Cancelled". Outside the main text a line after a blank line stands alone, so
 * that the name of a site in its titles is one line on all its pages.
 */
const shortLineMax = 3;

/** Minimum length of a line or sentence that may be made of pairs, in words, and for each number in it. */
const madeWordsMin = 8;

/** Tests for a word that is a number (text/evidence-words.ts). */
export function isNumberWord(flags: number): boolean {
  return (flags & wordFlags.number) !== 0;
}

/** Tests for the first word of a sentence. */
export function isSentenceStart(flags: number): boolean {
  return (flags & beginsSentence) !== 0;
}

/**
 * Tests if a line or sentence is long enough to be known by its pairs. Pieces of several others could make up a shorter
 * one that nobody wrote (matching/proof.ts).
 * @param wordsMin minimum length in words if there are no numbers
 */
export function isLongEnough(
  { flags }: Pick<PageWords, 'flags'>,
  start: number,
  end: number,
  wordsMin = madeWordsMin,
): boolean {
  let [sum, numbers] = [0, 0];
  for (let at = start; at < end; at++) {
    sum += shares[flags[at]!]!;
    if (isNumberWord(flags[at]!)) numbers++;
  }
  return sum >= shareOfShingle[0] * Math.max(wordsMin, madeWordsMin * numbers);
}

/** Length of a word: 1 for an alphabetic word, 2/3 for Han, 1/2 for kana, 2/7 for Thai. */
export function wordLength(flags: number): number {
  return wordLengths[flags]!;
}

/** Share of a shingle that a word fills, by its flags. A table is faster than computing it. */
const shares = Uint8Array.from({ length: 256 }, (_, flags) => shareOfShingle[readScript(flags)]!);
const wordLengths = Float64Array.from(shares, (share) => share / shareOfShingle[0]);

/** Returns the words of a text as those of a page without other lines. They share its arrays. */
export function mainWords(
  { count, hashes, flags, marks }: EvidenceWords,
  isBlocks: boolean,
): PageWords {
  const words = hashes.subarray(0, count);
  return { words, flags: flags.subarray(0, count), marks, mainCount: count, isBlocks };
}

/** Returns the words of a main text followed by those of the other lines of its page. */
export function withRest(main: PageWords, rest: EvidenceWords): PageWords {
  const first = main.words.length;
  const words = new Int32Array(first + rest.count);
  words.set(main.words);
  words.set(rest.hashes.subarray(0, rest.count), first);
  const flags = new Uint8Array(words.length);
  flags.set(main.flags);
  flags.set(rest.flags.subarray(0, rest.count), first);
  const moved = rest.marks.map((value, at) => (at % 2 === 0 ? value + first : value));
  const marks = new Uint32Array(main.marks.length + moved.length);
  marks.set(main.marks);
  marks.set(moved, main.marks.length);
  return { ...main, words, flags, marks };
}

/** Returns the sum of word shares at which a shingle of a page is full. */
export function fullShare({ mainCount }: Pick<PageWords, 'mainCount'>): number {
  return mainCount < longTextWords ? fullShingle : 2 * fullShingle;
}

/** Returns the reading of a page. @param full sum of word shares at which a shingle is full */
export function readPage(page: PageWords, full = fullShare(page)): Reading {
  const { words, flags, mainCount } = page;
  const shingles = new Uint32Array(words.length);
  const lengths = new Uint8Array(words.length);
  writeShingles(page, full, 0, mainCount, shingles, lengths);
  if (words.length > mainCount) {
    writeShingles({ words, flags }, full, mainCount, words.length, shingles, lengths);
  }
  return { ...page, shingles, lengths, full };
}

/**
 * Writes the shingles of the words from `first` to `last`, each at the index of its first word, and their lengths.
 * Words at the end that are too few for a shingle begin none, unless there are no other words.
 * @returns index after the last word that begins a shingle
 */
export function writeShingles(
  { words, flags }: Pick<PageWords, 'words' | 'flags'>,
  full: number,
  first: number,
  last: number,
  shingles: Uint32Array,
  lengths: Uint8Array | null,
): number {
  let start = first;
  for (let end = first, sum = 0; end < last; start++) {
    while (sum < full && end < last) sum += shares[flags[end++]!]!;
    if (lengths !== null) lengths[start] = end - start;
    shingles[start] = hashWords(words, start, end, 0);
    sum -= shares[flags[start]!]!;
  }
  return start;
}

/**
 * Writes the hashes of the beginning and the end of each sentence of a main text, and of all of a sentence that is too
 * short to be made of pairs. Without them "No dogs on deck today" would have all pairs of "Dogs on deck" and of "No dogs
 * on deck".
 * @returns index after the last hash
 */
export function writeSentences(page: PageWords, full: number, into: Uint32Array, from: number) {
  const { mainCount } = page;
  let at = from;
  for (let start = 0, end = 0; start < mainCount; start = end) {
    end = sentenceEnd(page, start, mainCount);
    into[at++] = hashBeginning(page, full, start, end);
    into[at++] = hashEnding(page, full, start, end);
    if (!isLongEnough(page, start, end)) into[at++] = hashSentence(page, start, end);
  }
  return at;
}

/**
 * Finds the sentences of a text whose line breaks may be wraps. Its last sentence may be cut, so it may be of any length
 * if it has no numbers.
 */
export function findSentences(page: PageWords): PageSentences {
  const { words, mainCount } = page;
  const starts: number[] = [];
  const wholes: number[] = [];
  const ofWords = new Uint32Array(words.length);
  for (let start = 0, end = 0; start < words.length; start = end) {
    const last = start < mainCount ? mainCount : words.length;
    end = sentenceEnd(page, start, last);
    const isLong = isLongEnough(page, start, end, end === last ? 0 : madeWordsMin);
    ofWords.fill(starts.length, start, end);
    starts.push(start);
    wholes.push(isLong ? 0 : hashSentence(page, start, end));
  }
  starts.push(words.length);
  return { starts: new Uint32Array(starts), wholes: new Uint32Array(wholes), ofWords };
}

/** Returns the end of the sentence that begins with a word. In a page of blocks each line begins one. */
export function sentenceEnd({ flags, isBlocks }: PageWords, start: number, last: number): number {
  const begins = isBlocks ? beginsLine | beginsSentence : beginsSentence;
  let end = start + 1;
  while (end < last && (flags[end]! & begins) === 0) end++;
  return end;
}

/** Returns the hash of the first shingle of a sentence, or of all of a sentence shorter than a shingle. */
export function hashBeginning(page: PageWords, full: number, start: number, end: number): number {
  const { words, flags } = page;
  let [to, sum] = [start, 0];
  while (to < end && sum < full) sum += shares[flags[to++]!]!;
  return hashWords(words, start, to, beginningSeed);
}

/** Returns the hash of the shortest end of a sentence that fills a shingle, or of all of a shorter sentence. */
export function hashEnding(page: PageWords, full: number, start: number, end: number): number {
  const { words, flags } = page;
  let [from, sum] = [end, 0];
  while (from > start && sum < full) sum += shares[flags[--from]!]!;
  return hashWords(words, from, end, endingSeed);
}

function hashSentence({ words }: PageWords, start: number, end: number): number {
  return hashWords(words, start, end, sentenceSeed);
}

const beginningSeed = 1;
const lineSeed = 2;
const endingSeed = 3;
const sentenceSeed = 4;

/** Finds the lines of a page, with their hashes. */
export function findLines(page: PageWords): PageLines {
  const { words, flags } = page;
  const found: number[] = [];
  let mainCount = 0;
  for (let at = 0; at < words.length; at++) {
    if ((flags[at]! & beginsLine) === 0 && at !== 0 && at !== page.mainCount) continue;
    if (at < page.mainCount) mainCount++;
    found.push(at);
  }
  const hashes = new Uint32Array(found.length);
  found.push(words.length);
  const starts = new Uint32Array(found);
  for (let line = 0; line < hashes.length; line++) {
    const [start, end] = [starts[line]!, starts[line + 1]!];
    const isApart = line > mainCount && (flags[start]! & beginsParagraph) !== 0;
    const isFirst = line === 0 || line === mainCount || isApart;
    const from = isFirst || !isShort(flags, start, end) ? start : starts[line - 1]!;
    // The seed tells where the line begins, so "a b, c" and "a, b c" have different hashes.
    hashes[line] = hashWords(words, from, end, joined(lineSeed, start - from));
  }
  return { starts, hashes, mainCount };
}

function isShort(flags: Uint8Array, start: number, end: number): boolean {
  let length = 0;
  for (let at = start; at < end && length <= shortLineMax; at++) length += wordLengths[flags[at]!]!;
  return length <= shortLineMax;
}

/** Hashes the words from `start` to `end`. @param seed hash of what precedes them */
function hashWords(words: Int32Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let at = start; at < end; at++) hash = joined(hash, words[at]!);
  return mixed(hash);
}

/** Returns the 16-bit hash of a number. @param word hash of the word */
export function shortHash(word: number): number {
  return mixed(word) >>> 16;
}

/** Mixes bits so that every output bit depends on every input bit (MurmurHash3, fmix32). */
function mixed(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
