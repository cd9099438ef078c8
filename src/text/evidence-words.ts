import { classOf, han, kana, mark, syllabic, word } from './code-points.js';
import type { Dictionaries } from './dictionaries.js';
import { charactersOfTime, factWords, isTimeInHan } from './fact-words.js';
import { isHangul } from './hangul.js';
import {
  isJapaneseNegation,
  isKoreanNegation,
  isSoutheastNegation,
  negationCharacters,
  negationRows,
  negations,
} from './negations.js';
import { normalize } from './normalize.js';
import { lineEnd, readsAs, unknown } from './read-symbols.js';
import { changeable } from './runs.js';
import { cutHan, type HanWords, type RunWords } from './segment.js';
import { type SpelledText, spelledWord } from './spelling.js';
import { mayBeTurkishVerb } from './turkish.js';
import { codePointAt, toUnits, type Units, unitsToText } from './units.js';
import type { WordTrie } from './word-trie.js';

/**
 * Words by which a text is compared with others (fingerprint/evidence.ts). A run of letters is one word. Other scripts
 * are read character by character, because an error of segmentation would change the neighbouring words as well. The
 * arrays are valid until the next call to `evidenceWords`.
 *
 *   text    The  fee  is  not  40  dollars  in  Bergen      他不去上海
 *   words   ├─┤  ├─┤  ├┤  ├─┤  ├┤  ├─────┤  ├┤  ├────┤      ││││││││││
 *   flags   begins        neg  num              name        begins, negation, –, name, name
 */
export interface EvidenceWords {
  readonly count: number;
  /** Hash of each word, 32 bits. */
  readonly hashes: Int32Array;
  /** Flags of each word, as in `wordFlags`. */
  readonly flags: Uint8Array;
  /** Length of each word in code units, at most 255. */
  readonly lengths: Uint8Array;
  /** Distinguishing marks (spelling.ts), in pairs: the index of a word, then one of its marks. */
  readonly marks: Uint32Array;
}

export const wordFlags = {
  /** A word that contains a digit, or is a Chinese numeral or a symbol such as a currency sign. */
  number: 1,
  negation: 2,
  /**
   * A proper name: a capital inside a sentence or a word, an identifier, letters beside Han or kana, katakana, or
   * Chinese that the dictionary tags as a name of a person, place or organisation.
   */
  name: 4,
  /** First word of a sentence or line. */
  begins: 8,
  /** Bits that hold the script number of the word (see `readScript`). */
  script: 48,
  /**
   * A word that counts as a name if the other text lacks the word:
   * - a word of a script in which names cannot be recognised: no capitals, and neither Han nor kana
   * - a date, a time, a quantity, or the unit of a number (5 km, 40 euros)
   * - a possible Turkish verb, because the ending of such a verb may contain a negation
   */
  nameIfNew: 64,
} as const;

/**
 * Share of a shingle that a word fills, by script number, in 84ths. A shingle is two alphabetic words, three Han, four
 * kana, or seven Thai characters or Korean syllables.
 */
export const shareOfShingle = [42, 28, 21, 12] as const;
export const fullShingle = 84;

const scriptShift = 4;

/**
 * Script of a word: 0 alphabetic, 1 Han, 2 kana, 3 any other script read character by character, such as Thai or
 * Korean.
 */
export function readScript(flags: number): number {
  return (flags & wordFlags.script) >> scriptShift;
}

const [alphabetic, ofHan, ofKana, syllables] = [0, 1, 2, 3].map((each) => each << scriptShift) as [
  number,
  number,
  number,
  number,
];
const ofSyllables = syllables | wordFlags.nameIfNew;

/**
 * Returns the words of a text for its evidence.
 * @param words segmented words of the runs of Han; null to segment the runs here
 */
export function evidenceWords(
  { units, runs, sent: known, marks, isTurkish }: SpelledText,
  { simplify }: { readonly simplify: boolean },
  dictionaries: Pick<Dictionaries, 'lexicon' | 'simplify'>,
  words: RunWords | null = null,
): EvidenceWords {
  count = 0;
  isTurkishText = isTurkish;
  const marksOfWords = marks.length === 0 ? noMarks : new Uint32Array(marks.length);
  let mark = 0;
  let markedRun = marks.length === 0 ? -1 : 3 * marks[0]!;
  let end = 0;
  let afterSign = false;
  let afterDigits = false;
  for (let run = 0; run < runs.length; run += 3) {
    const kind = runs[run]!;
    const start = runs[run + 1]!;
    const boundary =
      run === 0
        ? endsLine
        : boundaryIn(known, units, runs[run - 2]!, end, start) |
          Number(kind === word && known[start] === lineEndUnit);
    end = runs[run + 2]!;
    reserve(end - start);
    const first = count;
    const isCounted = afterDigits && boundary === 0;
    afterDigits = false;
    // An operator at the end or start of a line lacks an operand, so it does not count as a number.
    if (afterSign && boundary !== 0) out.flags[first - 1]! &= ~wordFlags.number;
    afterSign = false;
    if (kind === word) {
      afterSign = isSign(units, start, end);
      addWord(units, known, start, end, boundary !== 0);
      if (afterSign) {
        const isOperator = boundary === 0 ? wordFlags.number : 0;
        out.flags[first] = (out.flags[first]! & ~wordFlags.name) | isOperator;
      } else if (isAmongHan(units, start, end)) out.flags[first]! |= wordFlags.name;
      afterDigits = !afterSign && (out.flags[first]! & wordFlags.number) !== 0;
    } else if (kind === (han | changeable) && simplify) {
      const simplified = toUnits(dictionaries.simplify(unitsToText(units, start, end)));
      reserve(simplified.length);
      addHan(simplified, 0, simplified.length, dictionaries, words, run / 3);
    } else if ((kind & ~changeable) === han) {
      addHan(units, start, end, dictionaries, words, run / 3);
    } else addCharacters(units, known, start, end);
    while (run === markedRun) {
      marksOfWords[mark] = first;
      marksOfWords[mark + 1] = marks[mark + 1]!;
      mark += 2;
      markedRun = mark === marks.length ? -1 : 3 * marks[mark]!;
    }
    if (count > first && boundary !== 0) out.flags[first]! |= wordFlags.begins;
    if (isCounted && count > first && !afterDigits && !afterSign) {
      out.flags[first]! |= wordFlags.nameIfNew;
    }
  }
  return { count, ...out, marks: marksOfWords };
}

const noMarks = new Uint32Array(0);

const endsLine = 1;
/** Contains `endsLine` for each code unit that ends a sentence or line. */
const boundaryOf = new Uint8Array(0x10000);
for (const each of `.!?;。！？；${lineEnd}`) boundaryOf[each.charCodeAt(0)] = endsLine;

/** Tests for a word without letters and digits: a symbol, or an operator between two operands. */
function isSign(units: Units, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (classOf[units[at]!] === word) return false;
  return true;
}

/**
 * Returns `endsLine` if a sentence or line ends between two words, otherwise 0. The full stop after a number or an
 * abbreviation does not end a sentence: "2. Payment", "Mr. Hansen".
 * @param wordStart the start of the first word, which ends at `from`
 */
function boundaryIn(
  sent: Units,
  units: Units,
  wordStart: number,
  from: number,
  to: number,
): number {
  let found = 0;
  let at = from;
  if (isStop(sent[at]!) && at < to && isAbbreviation(sent, units, wordStart, from)) {
    while (isStop(sent[at]!)) at++;
  }
  for (; at < to; at++) found |= boundaryOf[sent[at]!]!;
  return found;
}

const isStop = (unit: number | undefined) => unit === stop || unit === backslash;

/**
 * Tests for a word that ends with a digit, or a short capitalised word. A full stop after such a word does not end a
 * sentence.
 */
function isAbbreviation(sent: Units, units: Units, start: number, end: number): boolean {
  if (digits[units[end - 1]!] === wordFlags.number) return true;
  return end - start <= abbreviationMax && hasCapital(sent, units, start, start + 1);
}

const abbreviationMax = 2;
const stop = 0x2e;
const backslash = 0x5c;

/** Tests for a capital, or for a character whose original case is unknown. */
function hasCapital(sent: Units, units: Units, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (sent[at] === units[at]) continue;
    if (sent[at] === unknown || readsAs(sent[at], units[at])) return true;
  }
  return false;
}

/** Tests if a word belongs to an identifier with signs around it, such as "try_lock", "--quiet" or "-q". */
function isJoined(units: Units, start: number, end: number): boolean {
  if (units[start - 1] === underscore || units[end] === underscore) return true;
  if (units[start - 1] !== hyphen) return false;
  const before = units[start - 2];
  return before === hyphen || before === spaceUnit || before === lineEndUnit;
}

const hyphen = 0x2d;
const underscore = 0x5f;

/**
 * Tests if a word of letters is next to Han or kana, or separated from them by one space. Such a word is usually a
 * name.
 */
function isAmongHan(units: Units, start: number, end: number): boolean {
  return (
    isHanOrKana(units[units[start - 1] === spaceUnit ? start - 2 : start - 1]) ||
    isHanOrKana(units[units[end] === spaceUnit ? end + 1 : end])
  );
}

function isHanOrKana(unit: number | undefined): boolean {
  return unit !== undefined && (classOf[unit] === han || classOf[unit] === kana);
}

const spaceUnit = 0x20;
const lineEndUnit = lineEnd.charCodeAt(0);

/** Adds a word, which may be a name. If the word begins a sentence, a capital first letter does not make it a name. */
function addWord(
  text: Units,
  sent: Units,
  start: number,
  end: number,
  beginsSentence: boolean,
): void {
  let hash = end - start;
  let held = 0;
  let differs = 0;
  for (let at = start; at < end; at++) {
    const unit = text[at]!;
    held |= heldBy[unit]!;
    differs |= sent[at]! ^ unit;
    hash = joined(hash, unit);
  }
  const isName =
    (held & identifier) === identifier ||
    (differs !== 0 && hasCapital(sent, text, beginsSentence ? start + 1 : start, end)) ||
    isJoined(text, start, end);
  const isVerb = isTurkishText && mayBeTurkishVerb(unitsToText(text, start, end));
  const flags =
    (held & (wordFlags.number | wordFlags.nameIfNew)) |
    (isVerb ? wordFlags.nameIfNew : 0) |
    (flagsOfWords.get(hash) ?? 0) |
    (isName ? wordFlags.name : 0);
  add(hash, alphabetic | flags, Math.min(255, end - start));
}

/** True if the text being read is in Turkish or Azeri. */
let isTurkishText = false;

/**
 * Bits for the kinds of units in a word, besides `wordFlags.number` for a digit and `wordFlags.nameIfNew` for a letter
 * of a script without capitals. A word with both a letter and a joiner (`.`, `/`, `:` or `@`) is an identifier, such as
 * "main.conf".
 */
const ofLetter = 2;
const ofJoiner = 4;
const identifier = ofLetter | ofJoiner;
const heldBy = new Uint8Array(0x10000).fill(ofLetter).fill(wordFlags.number, 0x30, 0x3a);
// From Hebrew to Ol Chiki, except the Georgian and Cherokee letters that have capitals.
heldBy.fill(ofLetter | wordFlags.nameIfNew, 0x590, 0x1c80);
heldBy.fill(ofLetter, 0x10a0, 0x10d0).fill(ofLetter, 0x13a0, 0x1400);
// Tifinagh and Ethiopic; Yi and Vai; Bamum; Syloti Nagri to Javanese and Ethiopic; Meetei Mayek.
const laterBlocks = [
  [0x2d30, 0x2de0],
  [0xa000, 0xa640],
  [0xa6a0, 0xa6f8],
  [0xa800, 0xab30],
  [0xabc0, 0xac00],
] as const;
for (const block of laterBlocks) heldBy.fill(ofLetter | wordFlags.nameIfNew, ...block);
for (const each of './:@') heldBy[each.charCodeAt(0)] = ofJoiner;

function addHan(
  text: Units,
  start: number,
  end: number,
  { lexicon: { trie } }: Pick<Dictionaries, 'lexicon'>,
  words: RunWords | null,
  run: number,
): void {
  const { numbers, ends } = words ?? cutAlone(trie, text, start, end);
  let at = start;
  for (let index = words === null ? 0 : words.firsts[run]!; at < end; index++) {
    const number = numbers[index]!;
    const isName = number >= 0 && trie.names[number] === 1 ? wordFlags.name : 0;
    for (const wordEnd = ends[index]!; at < wordEnd; at++) {
      const codePoint = codePointAt(text, at);
      if (codePoint > 0xffff) at++;
      add(joined(0, codePoint), ofHan | isName | flagsOfHan(text, at, codePoint), 1);
    }
  }
}

/**
 * Flags of a Chinese or Japanese character. "一" is usually not a number (一些, 统一) unless another numeral or a measure
 * word is next to it. Days of the week and parts of the day (周日, 木曜, 下午) count as names if the compared text lacks
 * them.
 */
function flagsOfHan(text: Units, at: number, codePoint: number): number {
  if (codePoint > 0xffff) return 0;
  const flags = hanFlags[codePoint]!;
  if ((flags & dependsOnNeighbours) === 0) return flags;
  const [before, next] = [text[at - 1] ?? 0, text[at + 1] ?? 0];
  if (isTimeInHan(before, codePoint, next)) return wordFlags.nameIfNew;
  const isNumber =
    codePoint === one &&
    (((hanFlags[before]! | hanFlags[next]!) & wordFlags.number) !== 0 || measures.has(next));
  return isNumber ? wordFlags.number : 0;
}

const one = 0x4e00;
const measures: ReadonlySet<number> = new Set(
  [...'年月日号號时時点點章条條届屆个個件人位次名岁歲倍'].map((each) => each.charCodeAt(0)),
);

function cutAlone(trie: WordTrie, text: Units, start: number, end: number): HanWords {
  if (cut.ends.length < end - start) {
    cut = { numbers: new Int32Array(2 * (end - start)), ends: new Int32Array(2 * (end - start)) };
  }
  cutHan(trie, text, start, end, cut, 0);
  return cut;
}

let cut = { numbers: new Int32Array(2 ** 12), ends: new Int32Array(2 ** 12) };

/** Adds the characters of a run of Japanese, Korean, or a script written without spaces. */
function addCharacters(text: Units, sent: Units, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const codePoint = codePointAt(text, at);
    const before = at > start ? text[at - 1]! : 0;
    if (codePoint > 0xffff) at++;
    if (isHangul(codePoint)) {
      const begins = at > start && sent[at] === lineEndUnit ? wordFlags.begins : 0;
      const denies = isKoreanNegation(codePoint, text[at + 1] ?? 0) ? wordFlags.negation : 0;
      add(joined(0, codePoint), ofSyllables | begins | denies, 1);
      continue;
    }
    const kind = classOf[codePoint]! & ~mark;
    let flags = kind === han ? ofHan : kind === kana ? ofKana : ofSyllables;
    if (kind === syllabic) flags |= codePoint > 0xffff ? 0 : digits[codePoint]!;
    else flags |= flagsOfHan(text, at, codePoint);
    if (codePoint >= katakanaFirst && codePoint <= katakanaLast) flags |= wordFlags.name;
    const denies =
      kind === syllabic
        ? isSoutheastNegation(text, at)
        : isJapaneseNegation(before, codePoint, text[at + 1] ?? 0);
    if (denies) flags |= wordFlags.negation;
    add(joined(0, codePoint), flags, 1);
  }
}

const katakanaFirst = 0x30a1;
const katakanaLast = 0x30fa;

function add(hash: number, flags: number, length: number): void {
  out.hashes[count] = hash;
  out.lengths[count] = length;
  out.flags[count++] = flags;
}

/**
 * Arrays that are reused for all texts, because allocating arrays for each text costs more than reading a typical page.
 */
let out = roomFor(2 ** 12);
let count = 0;

function reserve(words: number): void {
  if (count + words <= out.flags.length) return;
  const before = out;
  out = roomFor(2 * (count + words));
  out.hashes.set(before.hashes);
  out.flags.set(before.flags);
  out.lengths.set(before.lengths);
}

function roomFor(words: number) {
  return {
    hashes: new Int32Array(words),
    flags: new Uint8Array(words),
    lengths: new Uint8Array(words),
  };
}

/** Extends a hash by one code unit or one word hash. Mixes the bits in the same way as minhash.ts. */
export function joined(hash: number, next: number): number {
  const product = Math.imul(hash ^ next, golden);
  return (product << 13) | (product >>> 19);
}

/** 2^32 divided by the golden ratio, made odd. */
const golden = 0x9e37_79b1;

/** Flags of digits, by code unit. */
const digits = new Uint8Array(0x10000).fill(wordFlags.number, 0x30, 0x3a);

/** Flags of Chinese and Japanese characters, by code unit. */
const hanFlags = new Uint8Array(0x10000);
for (const each of '〇零一二三四五六七八九十百千万萬亿億两兩半壹贰叁肆伍陆柒捌玖拾') {
  hanFlags[each.charCodeAt(0)] = wordFlags.number;
}
for (const each of negationCharacters) hanFlags[each.charCodeAt(0)]! |= wordFlags.negation;
/** Additional bit in `hanFlags`: the flags of the character depend on its neighbours. */
const dependsOnNeighbours = 128;
hanFlags[one]! |= dependsOnNeighbours;
for (const each of charactersOfTime) hanFlags[each]! |= dependsOnNeighbours;

function hashOfWord(negation: string): number {
  const text = spelledWord(normalize(negation, { lowerCase: true }));
  let hash = text.length;
  for (let at = 0; at < text.length; at++) hash = joined(hash, text.charCodeAt(at));
  return hash;
}

/** Flags of the words listed in negations.ts and fact-words.ts, by hash. */
const flagsOfWords = new Map<number, number>();
for (const [words, flag] of [
  [negations, wordFlags.negation],
  [factWords, wordFlags.nameIfNew],
] as const) {
  for (const each of words) {
    const hash = hashOfWord(each);
    flagsOfWords.set(hash, (flagsOfWords.get(hash) ?? 0) | flag);
  }
}

/** Negating phrases (`negationRows`) as rows of word hashes, by script number. */
export const negationHashRows: readonly (readonly Int32Array[])[] = [
  negationRows.alphabetic.map((row) => Int32Array.from(row, hashOfWord)),
  negationRows.han.map((row) => Int32Array.from(row, hashOfCharacter)),
  negationRows.kana.map((row) => Int32Array.from(row, hashOfCharacter)),
  negationRows.syllables.map((row) => Int32Array.from(row, hashOfCharacter)),
];

function hashOfCharacter(character: string): number {
  return joined(0, character.codePointAt(0)!);
}
