import { classOf, codePointCount, mark, word } from './code-points.js';
import { confusableLines } from './disguise-tables.js';
import { codePointAt, toUnits, type Units, unitsToText } from './units.js';

/**
 * Replaces letters that only look like letters of their word's script:
 *
 *   pаssword with a Cyrillic а       becomes Latin, the only script with the shapes of all its letters
 *   cлово with a Latin c             becomes Cyrillic, for the same reason
 *   сор in an English text           becomes Latin, because every letter has a Latin lookalike
 *   сор in a Russian text            unchanged
 *   вода, αβγ, naïve, 5 μm           unchanged: some letter has no confusable
 *   ρ = 0.8                          unchanged: a single Greek letter is a symbol
 *   MP3 in a Greek text              unchanged: half of the Latin capitals look like Greek ones
 *   ها, וו                           unchanged: letters written from right to left are never confusable
 *
 * A letter is unambiguous ("sure") if no other script has a letter of the same shape. The script of the text is the one
 * with the most unambiguous letters (Latin if there are none). A word that is entirely in another script changes only
 * if the text has at least ten times as many unambiguous letters of its own script as of the word's script, so a text
 * in two languages keeps both. The word also stays unchanged if all unambiguous letters of a neighbouring word belong
 * to the word's script.
 * @param units normalised, in the original case: Н looks like H, but н does not look like h
 * @returns the same array if nothing changes
 */
export function foldConfusables(units: Units): Units {
  const words = disguisedWords(units, sureLetters(units));
  if (words.length === 0) return units;
  let result = '';
  let kept = 0;
  for (const { start, end, target } of words) {
    result += unitsToText(units, kept, start);
    for (const letter of unitsToText(units, start, end)) {
      result += readings[target]!.get(letter) ?? letter;
    }
    kept = end;
  }
  return toUnits(result + unitsToText(units, kept));
}

/** Scripts to which a word may be changed. A mask of scripts has bit 1 << script. */
const latin = 0;
const greek = 1;
const cyrillic = 2;
/** Script of all other letters. */
const other = 3;
const targets = [latin, greek, cyrillic];
/** Flag in addition to a mask of scripts: among Latin letters, the shape counts as Latin. */
const amongLatin = 8;
const everyShape = 15;
/**
 * Lower-case letters shaped like small capitals. Among Latin letters, they count as Latin; a word that consists only of
 * such letters is Cyrillic.
 */
const smallCapitals = new Map([...'вкмнт'].map((letter, index) => [letter, 'bkmht'[index]!]));

/** Last code point and script of each range. Only letters are looked up. */
const scriptRanges: readonly (readonly [number, number])[] = [
  [0x2af, latin],
  [0x36f, other],
  [0x3ff, greek],
  [0x52f, cyrillic],
  [0x1c7f, other],
  [0x1c8f, cyrillic],
  [0x1dff, other],
  [0x1eff, latin],
  [0x1fff, greek],
  [0x2c5f, other],
  [0x2c7f, latin],
  [0x2ddf, other],
  [0x2dff, cyrillic],
  [0xa63f, other],
  [0xa69f, cyrillic],
  [0xa71f, other],
  [0xa7ff, latin],
  [0xab2f, other],
  [0xab64, latin],
  [codePointCount, other],
];

/** Letters of each target script, indexed by their confusables. */
const readings = targets.map(() => new Map<string, string>());
/** Mask of the scripts that share a letter's shape, for every shared shape. */
const shared = new Map<string, number>();

for (const line of confusableLines.trim().split('\n')) {
  const letters = [...line];
  const ofToday = (first: number, last: number) =>
    letters.find((each) => each.charCodeAt(0) >= first && each.charCodeAt(0) <= last);
  const forms = [letters[0], ofToday(0x386, 0x3ce), ofToday(0x400, 0x45f)];
  for (const letter of letters) {
    // Hebrew, Arabic and other scripts written from right to left
    if (letter >= '\u0590' && letter < '\u0900') continue;
    const own = findScript(letter.codePointAt(0)!);
    let shapes = own === other ? 0 : 1 << own;
    for (const target of targets) {
      if (forms[target] === undefined) continue;
      shapes |= 1 << target;
      if (own !== target) readings[target]!.set(letter, forms[target]);
    }
    shared.set(letter, shapes | amongLatin);
  }
}
for (const [letter, reading] of smallCapitals) {
  readings[latin]!.set(letter, reading);
  shared.set(letter, (1 << cyrillic) | amongLatin);
}

/**
 * Returns the properties of a letter by which `disguisedWords` judges its word; −1 for anything that is not part of a
 * word. There are four fields of 4 bits, from the lowest: a mask of the scripts that have the letter's shape; a mask of
 * the letter's script; that mask again if the letter is sure and not a small capital; 1 if the letter has a script,
 * unlike marks and digits.
 */
function findLetter(codePoint: number): number {
  const found = classOf[codePoint]!;
  // Korean attaches endings to foreign words without a space.
  if ((found & ~mark) !== word || (codePoint >= 0xac00 && codePoint <= 0xd7a3)) return -1;
  // Marks and digits fit into every script.
  if ((found & mark) !== 0 || codePoint <= 0x39) return everyShape;
  const script = findScript(codePoint);
  const alone = script === other ? 0 : script === latin ? 1 | amongLatin : 1 << script;
  const shapes = shared.get(String.fromCodePoint(codePoint)) ?? alone;
  const passes = script !== latin && (shapes & amongLatin) !== 0;
  const sure = isSureLetter(shapes, 1 << script) && !passes ? 256 << script : 0;
  return shapes | (16 << script) | sure | 4096;
}

function isSureLetter(shapes: number, script: number): boolean {
  return (shapes & 7 & ~script) === 0;
}

/** Returns the script of a letter as a mask. */
function scriptMask(letter: number): number {
  return (letter >> 4) & 15;
}

function findScript(codePoint: number): number {
  let range = 0;
  while (codePoint > scriptRanges[range]![0]) range++;
  return scriptRanges[range]![1];
}

/** Result of `findLetter` for each code unit. */
const letters = Int16Array.from({ length: 0x10000 }, (_, unit) => findLetter(unit));
/** Script of each code unit that is a sure letter; 4 for any other unit. */
const sureScript = Uint8Array.from(letters, (letter) => {
  const script = letter < 0 ? 0 : scriptMask(letter);
  return script > 0 && isSureLetter(letter, script) ? 31 - Math.clz32(script) : 4;
});

/** Counts the sure letters of each script in a text, basic plane only. */
function sureLetters(units: Units): Int32Array {
  const counts = new Int32Array(5);
  for (let index = 0; index < units.length; index++) counts[sureScript[units[index]!]!]!++;
  return counts;
}

const spaceUnit = 0x20;

interface DisguisedWord {
  readonly start: number;
  readonly end: number;
  /** Bit mask of the scripts that the word's letters belong to. */
  readonly own: number;
  /** Script to which the word's letters are converted. */
  readonly target: number;
}

/** Finds the words that change their script. @param sure number of sure letters of each script */
function disguisedWords(units: Units, sure: Int32Array): DisguisedWord[] {
  const surest = targets.reduce(
    (best, target) => (sure[target]! > sure[best]! ? target : best),
    latin,
  );
  const found: DisguisedWord[] = [];
  let start = 0;
  /**
   * Properties (see `findLetter`) that at least one letter of the word has. `fits`: properties that all of its letters
   * have.
   */
  let any = 0;
  let fits = everyShape;
  let count = 0;
  let width = 1;
  /** Scripts of the previous word's sure letters (see `foldConfusables`), as a mask; small capitals do not count. */
  let sureBefore = 0;
  /** True if the previous word is the last one in `found`. */
  let foundBefore = false;
  for (let index = 0; index <= units.length; index += width) {
    const unit = index < units.length ? units[index]! : spaceUnit;
    const isHigh = (unit & 0xfc00) === 0xd800;
    const letter = isHigh ? findLetter(codePointAt(units, index)) : letters[unit]!;
    width = isHigh ? 2 : 1;
    if (letter >= 0) {
      any |= letter;
      fits &= letter;
      count += letter >> 12;
    } else {
      if (count > 0) {
        const own = scriptMask(any);
        const sureHere = (any >> 8) & 15;
        if (foundBefore && found.at(-1)!.own === sureHere) found.pop();
        const stays = own === 1 << surest || own === sureBefore;
        const target = stays
          ? -1
          : chooseTarget(own, findOtherScripts(own, fits, count), surest, sure);
        foundBefore = target >= 0;
        if (foundBefore) found.push({ start, end: index, own, target });
        sureBefore = sureHere;
      }
      start = index + width;
      any = 0;
      fits = everyShape;
      count = 0;
    }
  }
  return found;
}

/** Returns the possible target scripts of a word. @param fits mask of the shapes that all its letters have */
function findOtherScripts(own: number, fits: number, count: number): number {
  if (!isMixed(own)) return own === 1 << greek && count === 1 ? 0 : fits & 7 & ~own;
  const passes = (own & (1 << latin)) !== 0 && (fits & amongLatin) !== 0;
  return (fits & 7) | (passes ? 1 << latin : 0);
}

function isMixed(own: number): boolean {
  return (own & (own - 1)) !== 0;
}

/** Returns the target script of a word; −1 if the word keeps its script. */
function chooseTarget(own: number, others: number, surest: number, sure: Int32Array): number {
  const fitsSurest = (others & (1 << surest)) !== 0;
  if (isMixed(own)) {
    return fitsSurest ? surest : targets.findIndex((target) => (others & (1 << target)) !== 0);
  }
  if (own === 1 << latin && surest === greek) return -1;
  return fitsSurest && 10 * sure[31 - Math.clz32(own)]! <= sure[surest]! ? surest : -1;
}

/**
 * Flag: a letter of any other script. This flag and those below (disguise-flags.ts) show what a code unit, or any unit
 * of a word, may be in its original case, which is lost when a text is converted to lower case.
 */
export const otherScript = 1 << other;
/** Mask of Greek, Cyrillic and all scripts but Latin. */
export const foreign = (1 << greek) | (1 << cyrillic) | otherScript;
/**
 * Shift of the four bits that mark the scripts to which the word cannot change (the complement of `fits`). The four
 * bits below them are a mask of the scripts of the letters.
 */
const unfitShift = 4;
/** Flag: the letter is sure both in lower case and in upper case. */
const isSure = 1 << 8;
/**
 * Flag: the unit divides a run into two words, or is above U+FFFF, so the flags of the run do not show whether a word
 * changes.
 */
export const unsure = 1 << 9;

/**
 * Flags of each code unit, combined with those of its upper-case form, because the text may already be in lower case.
 */
export const confusableFlags = Uint16Array.from(letters, (letter, unit) => {
  if (letter < 0) return (classOf[unit]! & ~mark) === word ? unsure : 0;
  if (scriptMask(letter) === 0) return 0;
  let sure = isSure;
  let shapes = 0;
  let scripts = 0;
  const character = String.fromCharCode(unit);
  for (const form of character + character.toUpperCase()) {
    const each = findLetter(form.codePointAt(0)!);
    if (each < 0 || scriptMask(each) === 0) continue;
    shapes |= each & everyShape;
    scripts |= scriptMask(each);
    if (!isSureLetter(each, scriptMask(each))) sure = 0;
  }
  return scripts | ((~shapes & everyShape) << unfitShift) | sure;
});

/**
 * Tests if `foldConfusables` may change a text. Only the flags of the runs are needed, not their original case. The
 * result is false for most texts, even with letters of several scripts.
 * @param runs result of `findRuns`
 * @param flags flags of each run
 */
export function mayFold(runs: Int32Array, flags: Uint16Array): boolean {
  /** Lower and upper bounds of the number of sure letters of each script. */
  const least = new Int32Array(4);
  const most = new Int32Array(4);
  /** Mask of the scripts to which words in a single script may change, indexed by the script of the words. */
  const becomes = [0, 0, 0, 0];
  for (let run = 0, index = 0; run < runs.length; run += 3, index++) {
    const found = flags[index]!;
    const own = found & 15;
    if (own === 0) continue;
    if ((found & unsure) !== 0 && (own & foreign) !== 0) return true;
    const length = runs[run + 2]! - runs[run + 1]!;
    const script = 31 - Math.clz32(own);
    // A sure letter has only one shape.
    if ((found & isSure) !== 0 && !isMixed(own)) {
      most[script]! += length;
      least[script]!++;
      continue;
    }
    const fits = ~(found >> unfitShift) & everyShape;
    if (isMixed(own)) {
      if (findOtherScripts(own, fits, length) !== 0) return true;
      for (const each of [latin, greek, cyrillic, other]) {
        if ((own & (1 << each)) !== 0) most[each]! += length;
      }
      continue;
    }
    most[script]! += length;
    becomes[script]! |= findOtherScripts(own, fits, length);
  }
  return becomes.some((others, script) =>
    targets.some((target) => {
      const fits = (others & (1 << target)) !== 0 && 10 * least[script]! <= most[target]!;
      return fits && (target === latin || most[target]! > 0);
    }),
  );
}
