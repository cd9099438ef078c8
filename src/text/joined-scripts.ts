import { denyingLength, pieceEnds } from './arabic-pieces.js';
import { syllabic, word } from './code-points.js';
import { Draft } from './draft.js';
import { arabicRun, type FoldedText, hangulRun } from './fold-letters.js';
import { isHangul, monthBefore } from './hangul.js';
import { isLineEnd } from './line-ends.js';
import type { FoundMark } from './spelling-marks.js';

/**
 * Joins words of scripts whose writers may leave out spaces: Korean syllables to one run, and Arabic letters to one row,
 * which is cut into pieces (arabic-pieces.ts). At most one space may be between two words that are joined.
 */
export function joinScripts({ draft, marks }: FoldedText): {
  readonly draft: Draft;
  readonly marks: readonly FoundMark[];
} {
  return new ScriptJoiner(draft, marks).join();
}

/** Arabic letters that are not yet cut into pieces. */
interface ArabicLetters {
  readonly start: number;
  end: number;
  /** Positions at which lines begin, and the unit that ends the line before. */
  readonly lines: { readonly from: number; readonly end: number }[];
  /** Start and end of each negation, which is not cut. */
  readonly kept: number[];
}

const spaceUnit = 0x20;

class ScriptJoiner {
  readonly #from: Draft;
  readonly #marks: readonly FoundMark[];
  readonly #to: Draft;
  readonly #moved: FoundMark[] = [];
  /** Index of the first mark that was not yet moved. */
  #nextMark = 0;
  #letters: ArabicLetters | null = null;

  constructor(from: Draft, marks: readonly FoundMark[]) {
    this.#from = from;
    this.#marks = marks;
    this.#to = new Draft(from.length);
  }

  join() {
    const { runs } = this.#from;
    let end = 0;
    for (let run = 0; run < runs.length; run += 3) {
      const kind = runs[run]!;
      const start = runs[run + 1]!;
      this.#to.copy(this.#from, end, start);
      end = runs[run + 2]!;
      if (kind === arabicRun) {
        this.#addArabic(start, end);
        continue;
      }
      this.#cutLetters();
      if (kind === hangulRun) this.#addHangul(start, end);
      else {
        const from = this.#to.length;
        this.#move(start, end);
        this.#to.addRun(kind, from);
      }
    }
    this.#cutLetters();
    this.#to.copy(this.#from, end, this.#from.length);
    return { draft: this.#to, marks: this.#moved };
  }

  /** Copies units with their marks. */
  #move(start: number, end: number): void {
    const shift = this.#to.length - start;
    this.#to.copy(this.#from, start, end);
    for (; this.#nextMark < this.#marks.length; this.#nextMark++) {
      const each = this.#marks[this.#nextMark]!;
      if (each.at >= end) break;
      this.#moved.push({ ...each, at: each.at + shift });
    }
  }

  #addHangul(start: number, end: number): void {
    const to = this.#to;
    const lastEnd = to.runs.at(-1) ?? 0;
    const follows = lastEnd > 0 && isHangul(to.units[lastEnd - 1]!) && this.#isBeside(lastEnd);
    const between = to.length > lastEnd ? to.sent[lastEnd]! : spaceUnit;
    if (follows) to.length = lastEnd;
    else to.addRun(syllabic, to.length);
    for (let at = start; at < end; at++) {
      to.copy(this.#from, at, at + 1);
      if (at === start && follows && isLineEnd(between)) to.sent[to.length - 1] = between;
      this.#readMonth();
    }
    to.runs[to.runs.length - 1] = to.length;
  }

  /** Tests if at most a space was written after a position. */
  #isBeside(end: number): boolean {
    const { length, units } = this.#to;
    return length === end || (length === end + 1 && units[end] === spaceUnit);
  }

  /**
   * Replaces the Korean name of a month by digits if the name ends at the last syllable written. Spaces inside the name
   * do not matter.
   */
  #readMonth(): void {
    const to = this.#to;
    const last = to.length - 1;
    const month = monthBefore(to.units, to.runs.at(-2)!, last);
    if (month === null) return;
    const place = last - month.length;
    const [unit, sent, firstSent] = [to.units[last]!, to.sent[last]!, to.sent[place]!];
    if (place === to.runs.at(-2)) to.runs.length -= 3;
    else to.runs[to.runs.length - 1] = place;
    to.length = place;
    for (const digit of month.digits) to.add(digit.charCodeAt(0), digit.charCodeAt(0));
    to.sent[place] = firstSent;
    to.addRun(word, place);
    to.add(unit, sent);
    to.addRun(syllabic, to.length - 1);
  }

  #addArabic(start: number, end: number): void {
    const to = this.#to;
    const before = this.#letters?.end ?? -1;
    const follows = this.#isBeside(before);
    const between = to.length > before ? to.sent[before] : spaceUnit;
    if (follows) to.length = before;
    else this.#cutLetters();
    const from = to.length;
    this.#letters ??= { start: from, end: from, lines: [], kept: [] };
    const letters = this.#letters;
    this.#move(start, end);
    letters.end = to.length;
    if (follows && isLineEnd(between)) letters.lines.push({ from, end: between! });
    const denies = denyingLength(to.units, from, to.length);
    if (denies > 0) letters.kept.push(from, from + denies);
  }

  /** Makes each piece of the Arabic letters a word. */
  #cutLetters(): void {
    if (this.#letters === null) return;
    const { start, end, lines, kept } = this.#letters;
    const { runs, sent, units } = this.#to;
    let [from, line] = [start, 0];
    for (const to of pieceEnds(units, start, end, kept)) {
      for (; line < lines.length && lines[line]!.from <= from; line++)
        sent[from] = lines[line]!.end;
      runs.push(word, from, to);
      from = to;
    }
    this.#letters = null;
  }
}
