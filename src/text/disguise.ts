import {
  fillerOf,
  fillersMin,
  fillersMinBeside,
  gapWidth,
  hanzi,
  isRowOfLetters,
  joinApart,
  kindOf,
  lettersMin,
  partsSingles,
  standsElsewhere,
} from './apart.js';
import { word } from './code-points.js';
import { closes, dropGlosses, endOfGloss } from './glosses.js';
import { foldLookAlikes, foreign, mayFold, unsure } from './look-alikes.js';
import { composes, type NormalizeOptions, normalizeUnits } from './normalize.js';
import { renewForms } from './renew-forms.js';
import { findRuns, signsOfRuns } from './runs.js';
import { oldForm } from './signs.js';
import { codePointOf, textOfUnits, type Units } from './units.js';

/** A normalised text with its runs (runs.ts), valid until the next text. */
export interface ReadText {
  units: Units;
  runs: Int32Array;
  /** All that the letters of the text as it was sent tell (signs.ts). */
  signs: number;
}

/**
 * Normalises a text as people read it: without glosses, with characters that stand apart joined, without look-alikes, and with new forms for old ones, in this order; see the
 * functions that do it. Look-alikes are told by their case, so all but the last read the text in
 * the case in which it was written.
 *
 * Most texts hold nothing of the kind. That shows in their runs, which the cut needs anyway: what
 * stands apart is a run of one unit, a gloss is one run in brackets, and every run has signs of the
 * letters in it.
 * @param traditional see simplify.ts
 */
export function readUnits(
  text: string,
  options: NormalizeOptions,
  traditional: Uint8Array,
): ReadText {
  const normalized = normalizeUnits(text, options);
  const read = { units: normalized, runs: findRuns(normalized, traditional), signs: 0 };
  const found = lookAt(read);
  read.signs = found.signs;
  if (found.filler === spaceUnit) {
    const closed = withoutSingleSpaces(text);
    if (closed !== text) return readUnits(closed, options, traditional);
  }
  const isForeign = (found.signs & foreign) !== 0;
  const mayDiffer = found.hasGlosses || found.hasRows;
  if (isForeign && (mayDiffer || mayFold(read.runs, signsOfRuns()))) {
    const joins = mayDiffer || found.spaces.length > 0 || (found.signs & unsure) !== 0;
    replace(read, readCased(text, normalized, options, joins));
  } else if (mayDiffer || found.spaces.length > 0) dropAndJoin(read, found);
  if ((found.signs & oldForm) !== 0) renewForms(read, signsOfRuns(), traditional);
  return read;

  /** For a text without look-alikes, whose case does not matter. */
  function dropAndJoin(seen: ReadText, { hasGlosses }: Found): void {
    if (hasGlosses) replace(seen, dropGlosses(seen.units));
    const { hasRows, filler, spaces } = hasGlosses ? lookAt(seen) : found;
    if (hasRows) replace(seen, joinApart(seen.units, filler));
    else if (spaces.length > 0) replace(seen, withoutUnits(seen.units, spaces));
    if ((hasGlosses || hasRows) && holdsComposing(seen.units)) {
      replace(seen, normalizeUnits(textOfUnits(seen.units), options));
    }
  }

  function replace(seen: ReadText, units: Units): void {
    if (units === seen.units) return;
    seen.units = units;
    seen.runs = findRuns(units, traditional);
  }
}

/**
 * The text by all steps but the last.
 * @param normalized the text, normalised
 * @param joins whether more than look-alikes may change
 */
function readCased(
  text: string,
  normalized: Units,
  options: NormalizeOptions,
  joins: boolean,
): Units {
  const kept = normalized.slice();
  const cased = normalizeUnits(text, { ...options, lowerCase: false });
  const { length } = cased;
  const joined = joins ? joinApart(dropGlosses(cased)) : cased;
  const folded = foldLookAlikes(joined);
  if (folded === joined && joined.length === length) return kept;
  return normalizeUnits(textOfUnits(folded), options);
}

/**
 * The text without single spaces, if they part nearly all of its characters; else as it is. Then the
 * wider gaps are where spaces were before. Normalising makes all gaps alike, so words of letters
 * would run together.
 */
function withoutSingleSpaces(text: string): string {
  const closed = text.replace(/(?<=\S)\s(?=\S)/gu, '');
  let besideMax = (text.length - closed.length) / 20;
  for (const _ of text.matchAll(/\S(?=\S)/gu)) {
    besideMax -= 1;
    if (besideMax < 0) return text;
  }
  return closed;
}

function holdsComposing(units: Units): boolean {
  for (let index = 0; index < units.length; index++) {
    if (composes(units[index]!)) return true;
  }
  return false;
}

/** The text without some of its units, in place. @param places of these units, in order */
function withoutUnits(units: Units, places: readonly number[]): Units {
  let written = places[0]!;
  for (const [index, place] of places.entries()) {
    const next = places[index + 1] ?? units.length;
    units.copyWithin(written, place + 1, next);
    written += next - place - 1;
  }
  return units.subarray(0, written);
}

interface Found {
  /** All that the signs of runs say (signs.ts). */
  readonly signs: number;
  /** Places where a space separates two single Han or kana, in order. */
  readonly spaces: readonly number[];
  readonly hasGlosses: boolean;
  /** As of `fillerOf`. */
  readonly filler: number;
  /** True if more than these spaces have to be removed from rows. */
  readonly hasRows: boolean;
}

/** Finds what may change, and nothing else but for signs. */
function lookAt({ units, runs }: ReadText): Found {
  const signsOfRun = signsOfRuns();
  const spaces: number[] = [];
  /** Number of pairs of single Han or kana that each symbol separates. */
  let parted: Map<number, number> | null = null;
  let signs = runs.length > 0 ? signsOfRun[0]! : 0;
  let hasGlosses = false;
  let hasRows = false;
  /** Number of runs of one unit in a row, each one unit apart. */
  let row = 1;
  let lastOfRow = 0;
  let startBefore = runs[1]!;
  // Runs differ in length at random, so only what is rare has a branch.
  for (let run = 3, index = 1; run < runs.length; run += 3, index++) {
    const start = runs[run + 1]!;
    const end = runs[run + 2]!;
    signs |= signsOfRun[index]!;
    if (runs[run - 3] !== wordRun && closing[units[start - 1]!] !== 0) {
      hasGlosses ||= endOfGloss(units, start - 1, start - 1) >= 0;
    }
    if (end - startBefore <= 4) {
      const gap = runs[run - 1]!;
      if (end - start === 1 && gap - startBefore === 1 && start > gap) {
        if (start - gap === 2) {
          if (partsHanzi(units, gap, 2)) parted = withOne(parted, codePointOf(units, gap));
        } else {
          row = lastOfRow === index - 1 ? row + 1 : 2;
          lastOfRow = index;
          if (runs[run] === wordRun) {
            hasRows ||= row >= lettersMin && isRowOfLetters(units, start - 2 * lettersMin + 3);
          } else if (partsHanzi(units, gap, 1)) {
            if (units[gap] !== spaceUnit) parted = withOne(parted, units[gap]!);
            else if (composes(units[start]!)) hasRows = true;
            else spaces.push(gap);
          }
        }
      }
    }
    startBefore = start;
  }
  const filler = mayHaveFiller(units, runs, spaces.length, parted ?? noCounts)
    ? fillerOf(units)
    : -1;
  return { signs, spaces, hasGlosses, filler, hasRows: hasRows || filler >= 0 };
}

// Local constants: the compiler writes them into the code, but reads an import at each use.
const spaceUnit = 0x20;
const wordRun = word;
const closing = closes;
const noCounts: ReadonlyMap<number, number> = new Map();

/** Tests if a gap of this width separates two single Han or kana. */
function partsHanzi(units: Units, gapIndex: number, width: number): boolean {
  return (
    kindOf[units[gapIndex - 1]!] === hanzi &&
    gapWidth(units, gapIndex) === width &&
    partsSingles(units, gapIndex, width)
  );
}

function withOne(counts: Map<number, number> | null, key: number): Map<number, number> {
  const result = counts ?? new Map<number, number>();
  return result.set(key, (result.get(key) ?? 0) + 1);
}

/**
 * Tests if it pays to look for a filler.
 * @param spaces number of pairs of single Han or kana that a space separates
 * @param parted number of such pairs for each symbol
 */
function mayHaveFiller(
  units: Units,
  runs: Int32Array,
  spaces: number,
  parted: ReadonlyMap<number, number>,
): boolean {
  let most = spaces;
  for (const count of parted.values()) most = Math.max(most, count);
  if (most < fillersMin) return false;
  let beside = 0;
  for (let run = 0; run < runs.length && beside < most; run += 3) {
    const start = runs[run + 1]!;
    if (kindOf[units[start]!] === hanzi) beside += runs[run + 2]! - start - 1;
  }
  if (most < (beside < most ? fillersMin : fillersMinBeside)) return false;
  if (spaces === most && !standsElsewhere(units, spaceUnit)) return true;
  for (const [gap, count] of parted) {
    if (count === most && (gap > 0xffff || !standsElsewhere(units, gap))) return true;
  }
  return false;
}
