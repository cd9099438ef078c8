import { classOf, mark, syllabic, word } from './code-points.js';
import { vietnameseLetters } from './disguise-flags.js';
import { Draft } from './draft.js';
import {
  anusvara,
  arabic,
  dotAbove,
  hangul,
  isDottable,
  nasal,
  pairAt,
  plain,
  replacementAt,
  roleOf,
  scriptOf,
  smallI,
  virama,
} from './letter-forms.js';
import { readsAs, unknown } from './read-symbols.js';
import {
  dotlessI,
  dots,
  type FoundMark,
  kindOfMark,
  lastYeh,
  markIn,
  sharp,
  sharpS,
  smallS,
  unmarked,
} from './spelling-marks.js';
import type { Units } from './units.js';

/** Kinds of runs that are joined with others of their script (joined-scripts.ts). */
export const [hangulRun, arabicRun] = [64, 128] as const;

/** A text whose letters have one form each. */
export interface FoldedText {
  readonly draft: Draft;
  /** Marks that were left out, in order. */
  readonly marks: FoundMark[];
  /**
   * True if the text has ı or İ, as Turkish and Azeri do. In such a text, a lower-case i certainly has a dot; in other
   * texts, an i may be an ı typed on a keyboard without that letter.
   */
  readonly hasDotless: boolean;
  /** True if a run has to be joined with others of its script. */
  readonly hasJoined: boolean;
}

/**
 * Writes each letter in the form that is compared, and notes the marks that this leaves out. Runs of words are divided
 * where the script changes.
 * @param beside the original text, aligned with `units`
 */
export function foldLetters(units: Units, runs: Int32Array, beside: Units): FoldedText {
  return new LetterFolder(units, beside).fold(runs);
}

const [yeh, alefMaksura] = [0x6cc, 0x649];

class LetterFolder {
  readonly #draft: Draft;
  readonly #marks: FoundMark[] = [];
  readonly #hasDotless: boolean;
  /** True if the text contains ß. In such a text, ss instead of ß makes a different word: Maße and Masse. */
  readonly #hasSharpS: boolean;
  readonly #isVietnamese: boolean;
  /** True if the text has a final yeh both with and without dots. In such a text, the dots distinguish words. */
  readonly #hasBothYehs: boolean;

  constructor(
    readonly units: Units,
    readonly sent: Units,
  ) {
    this.#draft = new Draft(2 * units.length);
    this.#hasDotless = units.includes(dotlessI) || holdsPair(units, smallI, dotAbove);
    this.#hasSharpS = units.includes(sharpS);
    this.#isVietnamese = vietnameseLetters.some((letter) => units.includes(letter));
    this.#hasBothYehs = hasLast(units, yeh) && hasLast(units, alefMaksura);
  }

  fold(runs: Int32Array): FoldedText {
    const draft = this.#draft;
    let end = 0;
    for (let run = 0; run < runs.length; run += 3) {
      const kind = runs[run]!;
      const start = runs[run + 1]!;
      draft.copy(this, end, start);
      end = runs[run + 2]!;
      if (kind === word && this.#isFolded(start, end)) this.#foldRun(start, end);
      else {
        const from = draft.length;
        if (kind === syllabic) this.#copyWithPairs(start, end);
        else draft.copy(this, start, end);
        draft.addRun(kind, from);
      }
    }
    draft.copy(this, end, this.units.length);
    const hasJoined = draft.runs.some((kind, at) => at % 3 === 0 && kind >= hangulRun);
    return { draft, marks: this.#marks, hasDotless: this.#hasDotless, hasJoined };
  }

  #isFolded(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const unit = this.units[at]!;
      if (roleOf[unit] !== plain || (unit === smallI && this.#hasDotless)) return true;
      if (unit === smallS && this.#hasSharpS && this.units[at + 1] === smallS) return true;
    }
    return false;
  }

  /** Folds a run of letters, which may contain several scripts. */
  #foldRun(start: number, end: number): void {
    for (let from = start; from < end; ) {
      const script = scriptOf(this.units[from]!);
      let to = from + 1;
      while (to < end && scriptOf(this.units[to]!) === script) to++;
      const written = this.#draft.length;
      if (script === hangul) {
        this.#draft.copy(this, from, to);
        this.#draft.addRun(hangulRun, written);
      } else if (script === arabic) this.#foldArabic(from, to);
      else this.#foldWord(from, to);
      from = to;
    }
  }

  #foldWord(start: number, end: number): void {
    const from = this.#draft.length;
    let letters = 0;
    for (let at = start; at < end; at++) {
      if ((classOf[this.units[at]!]! & ~mark) === word) letters++;
      if (at + 1 < end && this.#addPair(at)) at++;
      else this.#foldLetter(at, from);
    }
    // A sign next to Hangul or Arabic script is not a word by itself.
    if (letters > 0 && this.#draft.length > from) this.#draft.addRun(word, from);
  }

  #foldArabic(start: number, end: number): void {
    const from = this.#draft.length;
    const firstMark = this.#marks.length;
    for (let at = start; at < end; at++) this.#foldLetter(at, from);
    this.#draft.addRun(arabicRun, from);
    this.#findLastYeh(firstMark, this.#draft.length - 1);
  }

  /** Records whether the yeh at the end of a word has dots, if the text has final yehs both with and without dots. */
  #findLastYeh(firstMark: number, last: number): void {
    const isKnown = this.#hasBothYehs && this.#draft.units[last] === yeh;
    let isDotless = false;
    for (const each of this.#marks.splice(firstMark)) {
      const isLastYeh = each.kind === lastYeh && each.at === last;
      if (each.kind !== lastYeh || (isKnown && isLastYeh)) this.#marks.push(each);
      isDotless ||= isLastYeh;
    }
    if (isKnown && !isDotless) this.#marks.push({ at: last, kind: lastYeh, value: yeh });
  }

  /** Writes a letter in the form that is compared, and notes its marks. */
  #foldLetter(at: number, wordStart: number): void {
    const unit = this.units[at]!;
    const draft = this.#draft;
    const before = draft.length > wordStart ? draft.units[draft.length - 1]! : 0;
    const replacement = replacementAt(unit, before);
    if (replacement !== null) {
      for (let index = 0; index < replacement.length; index++) {
        this.#add(replacement.charCodeAt(index), at);
      }
      const kind = kindOfMark(unit);
      if (kind !== unmarked && draft.length > wordStart) this.#note(kind, markIn(unit));
      return;
    }
    if (roleOf[unit] === nasal && isDottable(unit, this.units[at + 1], this.units[at + 2])) {
      this.#add(anusvara, at);
      return;
    }
    if (unit === virama && before === anusvara && this.units[at - 1] !== anusvara) return;
    this.#add(unit, at);
    if (unit === smallI && this.#hasDotless && this.#isCertain(at)) this.#note(dots, dotAbove);
    if (unit === smallS && before === smallS && this.#hasSharpS && this.#isCertainSs(at)) {
      this.#note(sharp, smallS);
    }
  }

  /** Notes a mark of the last letter. */
  #note(kind: number, value: number): void {
    this.#marks.push({ at: this.#draft.length - 1, kind, value });
  }

  /** Returns true for an i that was lower case in the original text. A capital I may be the capital of i or of ı. */
  #isCertain(at: number): boolean {
    return this.sent[at] === smallI;
  }

  /** Returns true for an "ss" that was lower case in the original text. In words in capitals, SS may be a ß. */
  #isCertainSs(at: number): boolean {
    return this.sent[at] === smallS && this.sent[at - 1] === smallS;
  }

  /** Copies a run of a script without spaces, and replaces its pairs of units. */
  #copyWithPairs(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      if (at + 1 < end && this.#addPair(at)) at++;
      else this.#draft.copy(this, at, at + 1);
    }
  }

  /** Writes the replacement of a pair of units. Returns false if it has none. */
  #addPair(at: number): boolean {
    const replacement = pairAt(this.units[at]!, this.units[at + 1], this.#isVietnamese);
    if (replacement === undefined) return false;
    for (let index = 0; index < replacement.length; index++) {
      this.#add(replacement.charCodeAt(index), at + index);
    }
    return true;
  }

  /** Writes a unit. Its original form is the unit itself, or `unknown` if it was a capital. */
  #add(unit: number, at: number): void {
    const [before, read] = [this.sent[at]!, this.units[at]!];
    const wasCapital = before !== read && (before === unknown || readsAs(before, read));
    this.#draft.add(unit, wasCapital ? unknown : unit);
  }
}

function holdsPair(units: Units, first: number, second: number): boolean {
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
