import { denyingLength, isArabic, pieceEnds } from './arabic-pieces.js';
import { classOf, mark, syllabic, word } from './code-points.js';
import { foreign, unsure } from './confusables.js';
import type { ReadText } from './disguise.js';
import { vietnameseLetters } from './disguise-flags.js';
import { isHangul, monthBefore } from './hangul.js';
import { isLineEnd } from './line-ends.js';
import { laidBeside, readsAs, unknown } from './read-symbols.js';
import { inOneRegion } from './regional-words.js';
import { equalPairs, spellingLines } from './spelling-tables.js';
import type { Units } from './units.js';

/*
 * Converts words to one spelling where a language allows several:
 *
 *   text      كِتَاب    أحمد    η άνοιξη    Straße    всё    ışık    हिन्दी    오늘 아침
 *   read as   کتاب     احمد    η ανοιξη    strasse   все    isik    हिंदी     오늘아침 (pairs of syllables)
 *
 * Words that differ only in such marks are compared as equal, unless both have marks and these contradict each other:
 * sık and sik, γέρος and γερός, أن and إن. A mark that only one of the two words has is not a difference. The marks are
 * removed from the words and packed into numbers, which are stored and compared with the evidence of a text
 * (fingerprint/evidence.ts). docs/spelling.md lists the foldings.
 *
 * Only runs with letters that may have such forms are processed; most texts have no such run.
 */

/** A text in the spelling used for comparison, with its runs (runs.ts). */
export interface SpelledText {
  readonly units: Units;
  readonly runs: Int32Array;
  /**
   * The original text, aligned with `units`, with two exceptions:
   * - In words that may be respelled, each letter that was a capital is replaced by `unknown`.
   * - If a Korean syllable or a piece of Arabic letters began a line but was joined to the letters before, its first
   *   letter is replaced by a line end.
   */
  readonly sent: Units;
  /** Pairs: the number of a run, then one of its marks (see `packMark`). Empty if no word has a distinguishing mark. */
  readonly marks: readonly number[];
}

/**
 * Converts a text to the spelling used for comparison.
 * @param sent result of `readCased`; null if capitals do not matter
 * @param simplify false if Chinese keeps the words of its region
 */
export function spelled(
  { units, runs, flags }: ReadText,
  sent: Units | null,
  { simplify }: { readonly simplify: boolean },
): SpelledText {
  let beside = sent ?? units;
  if (beside.length !== units.length) beside = laidBeside(beside, units);
  const mayFold = (flags & (foreign | unsure)) !== 0 || hasKind(runs, syllabic);
  const isFolded = mayFold && holdsFolded(units);
  const text = isFolded
    ? new Speller(units, runs, beside).spell()
    : { units, runs, sent: beside, marks: [] };
  return simplify ? inOneRegion(text) : text;
}

function hasKind(runs: Int32Array, kind: number): boolean {
  for (let run = 0; run < runs.length; run += 3) if (runs[run] === kind) return true;
  return false;
}

/** Converts a normalised word or title to the spelling of `spelled`, without cutting Arabic into pieces. */
export function spelledWord(normalized: string): string {
  const written: string[] = [];
  const isVietnamese = vietnameseLetters.some((letter) =>
    normalized.includes(String.fromCharCode(letter)),
  );
  let before = 0;
  for (let at = 0; at < normalized.length; at++) {
    const unit = normalized.charCodeAt(at);
    const pair = pairAt(unit, normalized.charCodeAt(at + 1), isVietnamese);
    if (pair !== undefined) at++;
    const letters = pair ?? replacementAt(unit, before) ?? normalized[at]!;
    if (letters === '') continue;
    written.push(letters);
    before = letters.charCodeAt(letters.length - 1);
  }
  return written.join('');
}

const spaceUnit = 0x20;
const [dotlessI, dotAbove, smallI] = [0x131, 0x307, 0x69];
const [yeh, alefMaksura, yehWithHamza] = [0x6cc, 0x649, 0x626];
const [sharpS, smallS] = [0xdf, 0x73];
const [grave, acute] = [0x300, 0x301];
const [virama, anusvara] = [0x94d, 0x902];

/** Roles of code units. */
const plain = 0;
const replaced = 1;
/** A combining mark, which is dropped after some letters. */
const combining = 2;
const hangul = 3;
/** A Devanagari nasal consonant, which may be written as a dot. */
const nasal = 4;
/** A letter of Arabic script; see arabic-pieces.ts. */
const arabic = 5;
/** The first unit of a pair that is replaced. */
const paired = 6;

const roleOf = new Uint8Array(0x10000);
/** Replacements by code unit. `kindOf` holds the kind of mark that a replacement removes. */
const replacements = new Map<number, string>();
const kindOf = new Uint8Array(0x10000);

for (let unit = 0x600; unit < 0x900; unit++) {
  if (isArabic(unit) && classOf[unit] === word) roleOf[unit] = arabic;
}
for (let unit = 0x300; unit < 0x370; unit++) roleOf[unit] = combining;
for (const [, from, to, kind] of spellingLines.matchAll(/([0-9a-f]+)=([0-9a-f+]*)([A-Z])/g)) {
  const unit = Number.parseInt(from!, 16);
  const letters = to!.split('+').filter((each) => each !== '');
  roleOf[unit] = replaced;
  kindOf[unit] = kind!.charCodeAt(0);
  replacements.set(unit, String.fromCharCode(...letters.map((each) => Number.parseInt(each, 16))));
}
for (let unit = 0xac00; unit <= 0xd7a3; unit++) roleOf[unit] = hangul;
/** Replacements of pairs of units. A key is both units as a string. */
const pairs = new Map<string, string>();
for (const [, from, to] of equalPairs.matchAll(/(\S+)=(\S+)/g)) {
  const [pair, replacement] = [from!, to!].map((units) =>
    String.fromCharCode(...units.split('+').map((each) => Number.parseInt(each, 16))),
  ) as [string, string];
  pairs.set(pair, replacement);
  roleOf[pair.charCodeAt(0)] = paired;
}
/**
 * For each nasal, the consonants with the same place of articulation. The nasal may be written as a dot before them.
 */
const consonantsAfter = new Map([
  [0x919, 'कखगघ'],
  [0x91e, 'चछजझ'],
  [0x923, 'टठडढ'],
  [0x928, 'तथदध'],
  [0x92e, 'पफबभ'],
]);
for (const unit of consonantsAfter.keys()) roleOf[unit] = nasal;

const [stress, dots, lastYeh, unmarked, sharp] = [...'SIYNZ'].map((each) => each.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
];

function holdsFolded(units: Units): boolean {
  for (let at = 0; at < units.length; at++) if (roleOf[units[at]!] !== plain) return true;
  return false;
}

/**
 * Returns the replacement of a pair of units.
 * @param isVietnamese if false, pairs of Latin letters are not replaced, such as õe in Portuguese
 */
function pairAt(unit: number, next: number | undefined, isVietnamese: boolean): string | undefined {
  if (roleOf[unit] !== paired || (isLatin(unit) && !isVietnamese)) return undefined;
  return pairs.get(String.fromCharCode(unit, next ?? 0));
}

function isLatin(unit: number): boolean {
  return unit < 0x250 || (unit >= 0x1e00 && unit < 0x1f00);
}

/** Returns the replacement of a unit, given the unit before it; null if the unit stays. */
function replacementAt(unit: number, before: number): string | null {
  // At the start of a word, a yeh with hamza is a letter of Uyghur or Kurdish; in Arabic, no word begins with it.
  if (unit === yehWithHamza && (classOf[before]! & ~mark) !== word) return null;
  if (roleOf[unit] === replaced) return replacements.get(unit)!;
  return roleOf[unit] === combining && isOptionalAfter(unit, before) ? '' : null;
}

/**
 * Tests if a combining mark may be dropped after the letter `before`: a Greek accent, a Cyrillic stress mark, or the
 * dot of an i.
 */
function isOptionalAfter(unit: number, before: number): boolean {
  if (isGreek(before)) return true;
  if (before >= 0x400 && before < 0x530) return unit === grave || unit === acute;
  return unit === dotAbove && before === smallI;
}

/** Returns the script of a unit: `hangul`, `arabic`, or `plain` for all other scripts. */
function scriptAt(units: Units, at: number): number {
  const unit = units[at]!;
  return isHangul(unit) ? hangul : isArabic(unit) ? arabic : plain;
}

function isGreek(unit: number): boolean {
  return (unit >= 0x370 && unit < 0x400) || (unit >= 0x1f00 && unit < 0x2000);
}

/**
 * A mark of the current word. `place` is counted from the start of the word or, in Arabic script, from the start of the
 * letters that are not yet cut into words.
 */
interface FoundMark {
  readonly place: number;
  readonly kind: number;
  readonly value: number;
}

/** Start of a line among Arabic letters, and the unit that ends the line before it. */
interface LineStart {
  readonly from: number;
  readonly end: number;
}

/** Converts one text. */
class Speller {
  readonly #units: Units;
  readonly #runs: Int32Array;
  readonly #beside: Units;
  /**
   * True if the text has ı or İ, as Turkish and Azeri do. In such a text, a lower-case i certainly has a dot; in other
   * texts, an i may be an ı typed on a keyboard without that letter.
   */
  readonly #hasDotless: boolean;
  /** True if the text contains ß. In such a text, ss instead of ß makes a different word: Maße and Masse. */
  readonly #hasSharpS: boolean;
  readonly #isVietnamese: boolean;
  /** True if the text has a final yeh both with and without dots. In such a text, the dots distinguish words. */
  readonly #hasBothYehs: boolean;
  #out: Uint16Array;
  #sent: Uint16Array;
  #written = 0;
  readonly #outRuns: number[] = [];
  readonly #marks: number[] = [];
  #found: FoundMark[] = [];
  /**
   * Arabic letters that are not yet cut into words: their range in `#out`, the positions at which lines begin among
   * them, and the start and end of each negation.
   */
  #letters: { readonly start: number; end: number; lines: LineStart[]; kept: number[] } | null =
    null;

  constructor(units: Units, runs: Int32Array, beside: Units) {
    this.#units = units;
    this.#runs = runs;
    this.#beside = beside;
    const i = String.fromCharCode(smallI, dotAbove);
    this.#hasDotless =
      units.includes(dotlessI) || (units.includes(dotAbove) && textHolds(units, i));
    this.#hasSharpS = units.includes(sharpS);
    this.#isVietnamese = vietnameseLetters.some((letter) => units.includes(letter));
    this.#hasBothYehs = hasLast(units, yeh) && hasLast(units, alefMaksura);
    this.#out = new Uint16Array(2 * units.length);
    this.#sent = new Uint16Array(2 * units.length);
  }

  spell(): SpelledText {
    let end = 0;
    for (let run = 0; run < this.#runs.length; run += 3) {
      const kind = this.#runs[run]!;
      const start = this.#runs[run + 1]!;
      this.#copy(end, start);
      end = this.#runs[run + 2]!;
      if (kind === word && this.#isFolded(start, end)) this.#readRun(start, end);
      else {
        this.#cutLetters();
        const from = this.#written;
        if (kind === syllabic) this.#copyWithPairs(start, end);
        else this.#copy(start, end);
        this.#addRun(kind, from);
      }
    }
    this.#cutLetters();
    this.#copy(end, this.#units.length);
    return {
      units: this.#out.subarray(0, this.#written),
      runs: Int32Array.from(this.#outRuns),
      sent: this.#sent.subarray(0, this.#written),
      marks: this.#marks,
    };
  }

  #isFolded(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const unit = this.#units[at]!;
      if (roleOf[unit] !== plain || (unit === smallI && this.#hasDotless)) return true;
      if (unit === smallS && this.#hasSharpS && this.#units[at + 1] === smallS) return true;
    }
    return false;
  }

  /** Reads a run of letters, which may contain Hangul or Arabic script. */
  #readRun(start: number, end: number): void {
    for (let from = start; from < end; ) {
      const script = scriptAt(this.#units, from);
      let to = from + 1;
      while (to < end && scriptAt(this.#units, to) === script) to++;
      if (script === arabic) this.#addArabic(from, to);
      else {
        this.#cutLetters();
        if (script === hangul) this.#addHangul(from, to);
        else this.#addWord(from, to);
      }
      from = to;
    }
  }

  /** Adds Hangul syllables. Joins them to the Hangul before them if at most one space is between the two. */
  #addHangul(start: number, end: number): void {
    const runs = this.#outRuns;
    const lastEnd = runs.at(-1) ?? 0;
    const follows =
      lastEnd > 0 &&
      isHangul(this.#out[lastEnd - 1]!) &&
      (this.#written === lastEnd ||
        (this.#written === lastEnd + 1 && this.#out[lastEnd] === spaceUnit));
    const between = this.#written > lastEnd ? this.#sent[lastEnd]! : spaceUnit;
    if (follows) this.#written = lastEnd;
    else this.#addRun(syllabic, this.#written);
    for (let at = start; at < end; at++) {
      this.#copy(at, at + 1);
      if (at === start && follows && isLineEnd(between)) this.#sent[this.#written - 1] = between;
      this.#readMonth();
    }
    runs[runs.length - 1] = this.#written;
  }

  /**
   * Replaces the Korean name of a month by digits if the name ends at the last syllable written. Spaces inside the name
   * do not matter.
   */
  #readMonth(): void {
    const runs = this.#outRuns;
    const last = this.#written - 1;
    const month = monthBefore(this.#out, runs.at(-2)!, last);
    if (month === null) return;
    const place = last - month.length;
    const [unit, sent, firstSent] = [this.#out[last]!, this.#sent[last]!, this.#sent[place]!];
    if (place === runs.at(-2)) runs.length -= 3;
    else runs[runs.length - 1] = place;
    this.#written = place;
    for (const digit of month.digits) this.#writeAs(digit.charCodeAt(0), digit.charCodeAt(0));
    this.#sent[place] = firstSent;
    this.#addRun(word, place);
    this.#writeAs(unit, sent);
    this.#outRuns.push(syllabic, this.#written - 1, this.#written);
  }

  #addWord(start: number, end: number): void {
    const from = this.#written;
    let letters = 0;
    for (let at = start; at < end; at++) {
      const unit = this.#units[at]!;
      if ((classOf[unit]! & ~mark) === word) letters++;
      if (at + 1 < end && this.#writePair(at)) at++;
      else this.#writeFolded(at, from);
    }
    // A sign next to Hangul or Arabic script is not a word by itself.
    if (letters === 0 || this.#written === from) return;
    this.#endWord(from, this.#written, this.#found);
    this.#found = [];
  }

  /** Adds Arabic letters. Joins them to the Arabic letters before them if at most one space is between the two. */
  #addArabic(start: number, end: number): void {
    const before = this.#letters?.end ?? -1;
    const isNext =
      this.#written === before || (this.#written === before + 1 && this.#out[before] === spaceUnit);
    const between = this.#written > before ? this.#sent[before] : spaceUnit;
    if (isNext) this.#written = before;
    else this.#cutLetters();
    const from = this.#written;
    this.#letters ??= { start: from, end: from, lines: [], kept: [] };
    const letters = this.#letters;
    const firstMark = this.#found.length;
    for (let at = start; at < end; at++) this.#writeFolded(at, from, letters.start);
    letters.end = this.#written;
    if (isNext && isLineEnd(between)) letters.lines.push({ from, end: between! });
    const denies = denyingLength(this.#out, from, this.#written);
    if (denies > 0) letters.kept.push(from, from + denies);
    this.#findLastYeh(firstMark, this.#written - 1 - letters.start);
  }

  /** Records whether the yeh at the end of a word has dots, if the text has final yehs both with and without dots. */
  #findLastYeh(firstMark: number, last: number): void {
    const isKnown = this.#hasBothYehs && this.#out[this.#written - 1] === yeh;
    let isDotless = false;
    for (const each of this.#found.splice(firstMark)) {
      const isLastYeh = each.kind === lastYeh && each.place === last;
      if (each.kind !== lastYeh || (isKnown && isLastYeh)) this.#found.push(each);
      isDotless ||= isLastYeh;
    }
    if (isKnown && !isDotless) this.#found.push({ place: last, kind: lastYeh, value: yeh });
  }

  /** Adds each piece of the Arabic letters as a word. */
  #cutLetters(): void {
    if (this.#letters === null) return;
    const { start, end, lines, kept } = this.#letters;
    let [from, mark, line] = [start, 0, 0];
    for (const to of pieceEnds(this.#out, start, end, kept)) {
      const firstMark = mark;
      while (mark < this.#found.length && start + this.#found[mark]!.place < to) mark++;
      for (; line < lines.length && lines[line]!.from <= from; line++) {
        this.#sent[from] = lines[line]!.end;
      }
      this.#endWord(from, to, this.#found.slice(firstMark, mark), from - start);
      from = to;
    }
    this.#found = [];
    this.#letters = null;
  }

  /**
   * Writes a unit in the spelling used for comparison, and records its marks.
   * @param origin index in `#out` from which the positions of marks are counted
   */
  #writeFolded(at: number, wordStart: number, origin = wordStart): void {
    const unit = this.#units[at]!;
    const before = this.#written > wordStart ? this.#out[this.#written - 1]! : 0;
    const replacement = replacementAt(unit, before);
    if (replacement === null) {
      if (roleOf[unit] === nasal && this.#isDot(at, unit)) return;
      if (unit === virama && before === anusvara && this.#units[at - 1] !== anusvara) return;
      this.#write(unit, at);
      if (unit === smallI && this.#hasDotless && this.#isCertain(at)) {
        this.#found.push({ place: this.#written - 1 - origin, kind: dots, value: dotAbove });
      }
      if (unit === smallS && before === smallS && this.#hasSharpS && this.#isCertainSs(at)) {
        this.#found.push({ place: this.#written - 1 - origin, kind: sharp, value: smallS });
      }
      return;
    }
    for (let index = 0; index < replacement.length; index++) {
      this.#write(replacement.charCodeAt(index), at);
    }
    const place = this.#written - 1 - origin;
    const kind = this.#kindOfMark(unit);
    if (kind !== unmarked && place >= 0) this.#found.push({ place, kind, value: markIn(unit) });
  }

  #kindOfMark(unit: number): number {
    if (unit === sharpS) return sharp;
    if (roleOf[unit] !== combining) return kindOf[unit]!;
    if (unit === dotAbove) return dots;
    return unit === grave || unit === acute || unit === 0x342 ? stress : unmarked;
  }

  /**
   * Writes a nasal as a dot (anusvara) if it is followed by a consonant of its place of articulation. Otherwise, writes
   * nothing and returns false.
   */
  #isDot(at: number, unit: number): boolean {
    const next = this.#units[at + 2];
    if (this.#units[at + 1] !== virama || next === undefined) return false;
    if (!consonantsAfter.get(unit)!.includes(String.fromCharCode(next))) return false;
    this.#write(anusvara, at);
    return true;
  }

  /** Returns true for an i that was lower case in the original text. A capital I may be the capital of i or of ı. */
  #isCertain(at: number): boolean {
    return this.#beside[at] === smallI;
  }

  /** Returns true for an "ss" that was lower case in the original text. In words in capitals, SS may be a ß. */
  #isCertainSs(at: number): boolean {
    return this.#beside[at] === smallS && this.#beside[at - 1] === smallS;
  }

  /**
   * Ends a word: adds its run and its marks.
   * @param shift start of the word, relative to the index from which the positions of its marks are counted
   */
  #endWord(start: number, end: number, marks: readonly FoundMark[], shift = 0): void {
    const run = this.#outRuns.length / 3;
    this.#outRuns.push(word, start, end);
    if (marks.length === 0) return;
    const hash = hashUnits(this.#out, start, end);
    /**
     * Two kinds of marks are combined into one mark per word: the positions of all stress marks, and the dots of all i.
     */
    let [stresses, allDots] = [0, 0];
    let dotsKnown = 0;
    for (const { place: placeInLetters, kind, value } of marks) {
      const place = placeInLetters - shift;
      if (kind === stress) stresses = mixed(stresses ^ (place + 1));
      else if (kind === dots) {
        dotsKnown++;
        allDots = mixed(allDots ^ (2 * place + Number(value === dotlessI) + 1));
      } else this.#marks.push(run, packMark(hash, place, kind, value));
    }
    if (stresses !== 0) this.#marks.push(run, packMark(hash, 0, stress, stresses));
    if (dotsKnown > 0 && this.#hasDotless && dotsKnown >= this.#countOfI(start, end)) {
      this.#marks.push(run, packMark(hash, 0, dots, allDots));
    }
  }

  #countOfI(start: number, end: number): number {
    let count = 0;
    for (let at = start; at < end; at++) if (this.#out[at] === smallI) count++;
    return count;
  }

  #addRun(kind: number, from: number): void {
    this.#outRuns.push(kind, from, this.#written);
  }

  #copy(start: number, end: number): void {
    this.#reserve(end - start);
    // Most copied ranges are so short that calling a copying function would take longer than this loop.
    for (let at = start; at < end; at++) {
      this.#out[this.#written] = this.#units[at]!;
      this.#sent[this.#written++] = this.#beside[at]!;
    }
  }

  /** Copies a run of a script without spaces, and replaces its pairs of units. */
  #copyWithPairs(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      if (at + 1 < end && this.#writePair(at)) at++;
      else this.#copy(at, at + 1);
    }
  }

  /** Writes the replacement of a pair of units. Returns false if it has none. */
  #writePair(at: number): boolean {
    const replacement = pairAt(this.#units[at]!, this.#units[at + 1], this.#isVietnamese);
    if (replacement === undefined) return false;
    for (let index = 0; index < replacement.length; index++) {
      this.#write(replacement.charCodeAt(index), at + index);
    }
    return true;
  }

  #write(unit: number, at: number): void {
    this.#writeAs(unit, this.#sentAs(unit, at));
  }

  #writeAs(unit: number, sent: number): void {
    this.#reserve(1);
    this.#out[this.#written] = unit;
    this.#sent[this.#written++] = sent;
  }

  /** Returns the original form for `#sent`: the unit itself, or `unknown` if it was a capital. */
  #sentAs(unit: number, at: number): number {
    const before = this.#beside[at]!;
    const wasCapital =
      before !== this.#units[at] && (before === unknown || readsAs(before, this.#units[at]!));
    return wasCapital ? unknown : unit;
  }

  #reserve(more: number): void {
    if (this.#written + more <= this.#out.length) return;
    for (const name of ['out', 'sent'] as const) {
      const before = name === 'out' ? this.#out : this.#sent;
      const larger = new Uint16Array(2 * (this.#written + more));
      larger.set(before);
      if (name === 'out') this.#out = larger;
      else this.#sent = larger;
    }
  }
}

/**
 * Returns the last mark of a letter. Decomposes the letter first, because NFKC composes only some letters with their
 * marks.
 */
function markIn(unit: number): number {
  const decomposed = String.fromCharCode(unit).normalize('NFD');
  const value = decomposed.charCodeAt(decomposed.length - 1);
  return equalPoints.get(value) ?? value;
}

/** Hebrew points that look alike and that editions use interchangeably. */
const equalPoints = new Map([
  [0x5c7, 0x5b8],
  [0x5ba, 0x5b9],
]);

/**
 * Packs a mark into 32 bits for the evidence of a text (fingerprint/evidence.ts): 24 bits of a hash of the word, the
 * position and the kind, then the lowest 8 bits of the mark, which are unique within its kind.
 */
function packMark(wordHash: number, place: number, kind: number, value: number): number {
  const key = mixed(Math.imul(wordHash ^ kind, golden) ^ (place + 1));
  return ((key & 0xffff_ff00) | (value & 0xff)) >>> 0;
}

function hashUnits(units: Units, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) hash = mixed(Math.imul(hash, golden) ^ units[at]!);
  return hash;
}

/** Mixes bits so that every output bit depends on every input bit (MurmurHash3, fmix32). */
function mixed(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return hash ^ (hash >>> 16);
}
const golden = 0x9e37_79b1;

function textHolds(units: Units, pair: string): boolean {
  const [first, second] = [pair.charCodeAt(0), pair.charCodeAt(1)];
  for (let at = units.indexOf(second); at > 0; at = units.indexOf(second, at + 1)) {
    if (units[at - 1] === first) return true;
  }
  return false;
}

/** Tests if a text has a word of at least two letters that ends with this letter. */
function hasLast(units: Units, letter: number): boolean {
  for (let at = units.indexOf(letter, 1); at >= 0; at = units.indexOf(letter, at + 1)) {
    if (classOf[units[at - 1]!] !== word) continue;
    const next = at + 1 < units.length ? classOf[units[at + 1]!]! & ~mark : 0;
    if (next !== word) return true;
  }
  return false;
}
