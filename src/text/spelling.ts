import { syllabic } from './code-points.js';
import { foreign, unsure } from './confusables.js';
import type { ReadText } from './disguise.js';
import { vietnameseLetters } from './disguise-flags.js';
import { foldLetters } from './fold-letters.js';
import { joinScripts } from './joined-scripts.js';
import { pairAt, plain, replacementAt, roleOf } from './letter-forms.js';
import { laidBeside } from './read-symbols.js';
import { inOneRegion } from './regional-words.js';
import { packMarks } from './spelling-marks.js';
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
  /** Pairs: the number of a run, then one of its marks (see `packMarks`). Empty if no word has a distinguishing mark. */
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
  const text =
    mayFold && holdsFolded(units)
      ? respelled(units, runs, beside)
      : { units, runs, sent: beside, marks: [] };
  return simplify ? inOneRegion(text) : text;
}

function respelled(units: Units, runs: Int32Array, beside: Units): SpelledText {
  const folded = foldLetters(units, runs, beside);
  const { draft, marks } = folded.hasJoined ? joinScripts(folded) : folded;
  return {
    units: draft.units.subarray(0, draft.length),
    runs: Int32Array.from(draft.runs),
    sent: draft.sent.subarray(0, draft.length),
    marks: marks.length === 0 ? [] : packMarks(draft, marks, folded.hasDotless),
  };
}

function holdsFolded(units: Units): boolean {
  for (let at = 0; at < units.length; at++) if (roleOf[units[at]!] !== plain) return true;
  return false;
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
