import { classOf, han, kana, syllabic, word } from './code-points.js';
import { foldConfusables, foreign, mayFold, unsure } from './confusables.js';
import { newForms, oldForm } from './disguise-flags.js';
import { closes, dropGlosses, endOfGloss } from './glosses.js';
import { composes, type NormalizeOptions, normalizeUnits } from './normalize.js';
import { changeable, findRuns, flagsOfRuns } from './runs.js';
import {
  fillersMin,
  fillersMinBeside,
  findFiller,
  gapWidth,
  hanzi,
  isRowOfLetters,
  joinSpacedCharacters,
  kindOf,
  lettersMin,
  separatesSingles,
  standsElsewhere,
} from './spaced-characters.js';
import { codePointAt, type Units, unitsToText } from './units.js';

/**
 * A normalised text with its runs (characters in a row that are segmented in the same way, see runs.ts). Valid until
 * the next text is read.
 */
export interface ReadText {
  units: Units;
  runs: Int32Array;
  /** Flags for disguises (disguise-flags.ts) of all runs of the original text, combined. */
  flags: number;
}

/**
 * Normalises a text as people read it: removes glosses (`dropGlosses`), joins spaced-out characters
 * (`joinSpacedCharacters`), replaces confusable letters (`foldConfusables`) and modernises old Japanese characters
 * (`renewForms`), in this order. Confusables depend on case, so all steps but the last read the text in its original
 * case.
 *
 * Most texts need none of these steps. The runs of a text, which segmentation needs anyway, show whether any step is
 * needed: a spaced-out character is a run of one unit, a gloss is one run in brackets, and every run has the flags
 * (disguise-flags.ts) of its letters.
 * @param traditional see simplify.ts
 * @param normalized result of `normalizeUnits` for the text; may be modified
 */
export function readUnits(
  text: string,
  options: NormalizeOptions,
  traditional: Uint8Array,
  normalized = normalizeUnits(text, options),
): ReadText {
  const read = { units: normalized, runs: findRuns(normalized, traditional), flags: 0 };
  const found = lookAt(read);
  read.flags = found.flags;
  if (found.filler === spaceUnit) {
    const closed = withoutSingleSpaces(text);
    if (closed !== text) return readUnits(closed, options, traditional);
  }
  const isForeign = (found.flags & foreign) !== 0;
  const mayDiffer = found.hasGlosses || found.hasRows;
  if (isForeign && (mayDiffer || mayFold(read.runs, flagsOfRuns()))) {
    const joins = mayDiffer || found.spaces.length > 0 || (found.flags & unsure) !== 0;
    replace(read, readCased(text, normalized, options, joins));
  } else if (mayDiffer || found.spaces.length > 0) dropAndJoin(read, found);
  if ((found.flags & oldForm) !== 0) renewForms(read, flagsOfRuns(), traditional);
  return read;

  /** Handles a text without confusables, for which case does not matter. */
  function dropAndJoin(seen: ReadText, { hasGlosses }: Found): void {
    if (hasGlosses) replace(seen, dropGlosses(seen.units));
    const { hasRows, filler, spaces } = hasGlosses ? lookAt(seen) : found;
    if (hasRows) replace(seen, joinSpacedCharacters(seen.units, filler));
    else if (spaces.length > 0) replace(seen, withoutUnits(seen.units, spaces));
    if ((hasGlosses || hasRows) && holdsComposing(seen.units)) {
      replace(seen, normalizeUnits(unitsToText(seen.units), options));
    }
  }

  function replace(seen: ReadText, units: Units): void {
    if (units === seen.units) return;
    seen.units = units;
    seen.runs = findRuns(units, traditional);
  }
}

/**
 * Applies all steps but `renewForms`.
 * @param normalized the normalised text
 * @param joins true if steps other than `foldConfusables` may change the text
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
  const joined = joins ? joinSpacedCharacters(dropGlosses(cased)) : cased;
  const folded = foldConfusables(joined);
  if (folded === joined && joined.length === length) return kept;
  return normalizeUnits(unitsToText(folded), options);
}

/**
 * Removes single spaces if they separate nearly all characters; otherwise returns the text unchanged. The wider gaps
 * that remain are the spaces between words. Must run before normalising, which makes all gaps equal and so loses the
 * word boundaries.
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

/** Removes units from a text in place. @param places positions of these units, in order */
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
  /** Flags for disguises (disguise-flags.ts) of all runs, combined. */
  readonly flags: number;
  /** Positions of spaces between two single Han or kana, in order. */
  readonly spaces: readonly number[];
  readonly hasGlosses: boolean;
  /** Filler of the text as a code point; −1 if it has none (see `findFiller`). */
  readonly filler: number;
  /** True if removing `spaces` may not be enough to join all spaced-out characters. */
  readonly hasRows: boolean;
}

/**
 * Finds the steps that may change a text. The flags in the result are those of the runs; characters between runs do not
 * count.
 */
function lookAt({ units, runs }: ReadText): Found {
  const flagsByRun = flagsOfRuns();
  const spaces: number[] = [];
  /** Number of pairs of single Han or kana separated by each symbol. */
  let parted: Map<number, number> | null = null;
  let flags = runs.length > 0 ? flagsByRun[0]! : 0;
  let hasGlosses = false;
  let hasRows = false;
  /** Number of consecutive runs of one unit, with one unit between each run and the next. */
  let row = 1;
  let lastOfRow = 0;
  let startBefore = runs[1]!;
  // The processor cannot predict the lengths of runs, so the code branches only for rare cases.
  for (let run = 3, index = 1; run < runs.length; run += 3, index++) {
    const start = runs[run + 1]!;
    const end = runs[run + 2]!;
    flags |= flagsByRun[index]!;
    if (runs[run - 3] !== wordRun && closing[units[start - 1]!] !== 0) {
      hasGlosses ||= endOfGloss(units, start - 1, start - 1) >= 0;
    }
    if (end - startBefore <= 4) {
      const gap = runs[run - 1]!;
      if (end - start === 1 && gap - startBefore === 1 && start > gap) {
        if (start - gap === 2) {
          if (partsHanzi(units, gap, 2)) parted = withOne(parted, codePointAt(units, gap));
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
    ? findFiller(units)
    : -1;
  return { flags, spaces, hasGlosses, filler, hasRows: hasRows || filler >= 0 };
}

// Copied to constants of this module, because the compiler embeds such constants in the code, but reads an import again
// at each use.
const spaceUnit = 0x20;
const wordRun = word;
const closing = closes;
const noCounts: ReadonlyMap<number, number> = new Map();

/** Tests if a gap of this width separates two single Han or kana. */
function partsHanzi(units: Units, gapIndex: number, width: number): boolean {
  return (
    kindOf[units[gapIndex - 1]!] === hanzi &&
    gapWidth(units, gapIndex) === width &&
    separatesSingles(units, gapIndex, width)
  );
}

function withOne(counts: Map<number, number> | null, key: number): Map<number, number> {
  const result = counts ?? new Map<number, number>();
  return result.set(key, (result.get(key) ?? 0) + 1);
}

/**
 * Returns true if a text may have a filler, in which case `findFiller` is worth its cost.
 * @param spaces number of pairs of single Han or kana separated by a space
 * @param parted number of pairs separated by each symbol
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

/**
 * Score of each code unit for recognising Japanese: the sum is positive if kana is more than a quarter of all Han and
 * kana. Pages in several languages have a smaller share of kana.
 */
const evidence = Int8Array.from({ length: 0x10000 }, (_, unit) => {
  if (classOf[unit] === kana) return 3;
  return classOf[unit] === han ? -1 : 0;
});

/**
 * Replaces old forms of characters and kana by modern ones (學 → 学, ゐ → い), in place, if the text is Japanese. Chinese
 * texts are not changed, because Chinese has other modern forms (澤 is 沢 in Japanese, but 泽 in Chinese). The boundaries
 * of runs do not change. A run of Han loses its flag `changeable` if simplifying would not change its new characters.
 * @param flags flags of the runs
 * @param traditional see simplify.ts
 */
export function renewForms(
  { units, runs }: { readonly units: Units; readonly runs: Int32Array },
  flags: Uint16Array,
  traditional: Uint8Array,
): void {
  if (!holdsSyllables(runs)) return;
  let sum = 0;
  for (let index = 0; index < units.length; index++) sum += evidence[units[index]!]!;
  if (sum <= 0) return;
  for (let run = 0; run < runs.length; run += 3) {
    if ((flags[run / 3]! & oldForm) === 0) continue;
    let changes = 0;
    for (let index = runs[run + 1]!; index < runs[run + 2]!; index++) {
      units[index] = newForms[units[index]!]!;
      changes |= traditional[units[index]!]! * changeable;
    }
    if (runs[run] !== syllabic) runs[run] = han | changes;
  }
}

/**
 * Tests for a syllabic run, such as one with kana. Chinese texts rarely have one, although most have a character with a
 * modern form in Japanese.
 */
function holdsSyllables(runs: Int32Array): boolean {
  let kinds = 0;
  for (let run = 0; run < runs.length; run += 3) kinds |= runs[run]!;
  return (kinds & syllabic) !== 0;
}
