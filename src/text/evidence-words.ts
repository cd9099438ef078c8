import { classOf, han, kana, mark, syllabic, word } from './code-points.js';
import type { Dictionaries } from './dictionaries.js';
import { isHangul } from './hangul.js';
import { isLineEnd, lineEnd, paragraphEnd } from './line-ends.js';
import { readsAs, unknown } from './read-symbols.js';
import { changeable } from './runs.js';
import type { SpelledText } from './spelling.js';
import { codePointAt, toUnits, type Units, unitsToText } from './units.js';

/**
 * Words by which a text is compared with others (fingerprint/evidence.ts). A run of letters is one word. Other scripts
 * are read character by character, because an error of segmentation would change the neighbouring words as well. The
 * arrays are valid until the next call to `evidenceWords`.
 *
 *   text    The  fee  is  40  dollars  in  Bergen .  It      三月去上海
 *   words   ├─┤  ├─┤  ├┤  ├┤  ├─────┤  ├┤  ├────┤    ├┤      ││││││││││
 *   flags   line          num                        sentence   num, –, –, –, –
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
  /** A word that contains a digit of any script, or is a Han numeral. */
  number: 1,
  /** First word of a line. */
  beginsLine: 2,
  /** First word after a blank line. */
  beginsParagraph: 4,
  /** First word of the text, or after the end of a sentence. */
  beginsSentence: 8,
  /** Bits that hold the script number of the word (see `readScript`). */
  script: 48,
} as const;

/**
 * Share of a shingle that a word fills, by script number, in 84ths. A shingle is two alphabetic words, three Han, four
 * kana, or seven Thai characters, Korean syllables or signs.
 */
export const shareOfShingle = [42, 28, 21, 12] as const;
export const fullShingle = 84;

const scriptShift = 4;

/**
 * Script of a word: 0 alphabetic, 1 Han, 2 kana, 3 any other script read character by character, such as Thai or
 * Korean, and signs.
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
const ofSigns = syllables;

/** Returns the words of a text for its evidence. */
export function evidenceWords(
  { units, runs, sent: known, marks }: SpelledText,
  { simplify }: { readonly simplify: boolean },
  dictionaries: Pick<Dictionaries, 'simplify'>,
): EvidenceWords {
  count = 0;
  const marksOfWords = marks.length === 0 ? noMarks : new Uint32Array(marks.length);
  let mark = 0;
  let markedRun = marks.length === 0 ? -1 : 3 * marks[0]!;
  let end = 0;
  for (let run = 0; run < runs.length; run += 3) {
    const kind = runs[run]!;
    const start = runs[run + 1]!;
    const boundary =
      run === 0
        ? endsLine | endsSentence
        : boundaryIn(known, units, runs[run - 2]!, end, start) |
          (kind === word && isLineEnd(known[start]) ? boundaryOf[known[start]!]! : 0);
    end = runs[run + 2]!;
    reserve(end - start);
    const first = count;
    if (kind === word) addWord(units, start, end);
    else if (kind === (han | changeable) && simplify) {
      const simplified = toUnits(dictionaries.simplify(unitsToText(units, start, end)));
      reserve(simplified.length);
      addHan(simplified, 0, simplified.length);
    } else if ((kind & ~changeable) === han) addHan(units, start, end);
    else addCharacters(units, known, start, end);
    while (run === markedRun) {
      marksOfWords[mark] = first;
      marksOfWords[mark + 1] = marks[mark + 1]!;
      mark += 2;
      markedRun = mark === marks.length ? -1 : 3 * marks[mark]!;
    }
    if (count > first) out.flags[first]! |= boundary;
  }
  return { count, ...out, marks: marksOfWords };
}

const noMarks = new Uint32Array(0);

const {
  beginsLine: endsLine,
  beginsParagraph: endsParagraph,
  beginsSentence: endsSentence,
} = wordFlags;
/** Contains the flag of the next word for each code unit that ends a sentence or line. */
const boundaryOf = new Uint8Array(0x10000);
for (const each of '.!?;。！？；') boundaryOf[each.charCodeAt(0)] = endsSentence;
boundaryOf[lineEnd.charCodeAt(0)] = endsLine;
boundaryOf[paragraphEnd.charCodeAt(0)] = endsLine | endsSentence | endsParagraph;

/**
 * Returns the flags of a word after a line end, a sentence end, or both. The full stop after a number or an
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

function addWord(text: Units, start: number, end: number): void {
  let hash = end - start;
  let flags = alphabetic;
  for (let at = start; at < end; at++) {
    const unit = text[at]!;
    flags |= digits[unit]!;
    hash = joined(hash, unit);
  }
  if (flags === alphabetic && isLetter[text[start]!] === 0 && isSign(text, start, end)) {
    flags = ofSigns;
  }
  add(hash, flags, Math.min(255, end - start));
}

/**
 * Tests for a word without a letter, such as `=`. It fills less of a shingle than other words do. Otherwise
 * `width = half` would be the shingles `width =` and `= half`, which any text with such signs may have.
 */
function isSign(text: Units, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const codePoint = codePointAt(text, at);
    if ((classOf[codePoint]! & ~mark) === word) return false;
    if (codePoint > 0xffff) at++;
  }
  return true;
}

/** 1 for each code unit that is a letter. */
const isLetter = Uint8Array.from({ length: 0x10000 }, (_, unit) =>
  Number((classOf[unit]! & ~mark) === word),
);

function addHan(text: Units, start: number, end: number): void {
  const { hashes, flags, lengths } = out;
  let words = count;
  for (let at = start; at < end; at++) {
    const codePoint = codePointAt(text, at);
    if (codePoint > 0xffff) at++;
    hashes[words] = joined(0, codePoint);
    flags[words] = ofHan | (codePoint > 0xffff ? 0 : numerals[codePoint]!);
    lengths[words++] = 1;
  }
  count = words;
}

/** Adds the characters of a run of Japanese, Korean, or a script written without spaces. */
function addCharacters(text: Units, sent: Units, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const codePoint = codePointAt(text, at);
    if (codePoint > 0xffff) at++;
    if (isHangul(codePoint)) {
      const begins = at > start && isLineEnd(sent[at]) ? boundaryOf[sent[at]!]! : 0;
      add(joined(0, codePoint), syllables | begins, 1);
      continue;
    }
    const kind = classOf[codePoint]! & ~mark;
    const script = kind === han ? ofHan : kind === kana ? ofKana : syllables;
    const held = kind === syllabic ? digits : numerals;
    add(joined(0, codePoint), script | (codePoint > 0xffff ? 0 : held[codePoint]!), 1);
  }
}

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

/** Flags of Han numerals, by code unit. */
const numerals = new Uint8Array(0x10000);
for (const each of '〇零一二三四五六七八九十百千万萬亿億两兩半壹贰叁肆伍陆柒捌玖拾') {
  numerals[each.charCodeAt(0)] = wordFlags.number;
}
