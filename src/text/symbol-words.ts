import { word } from './code-points.js';
import {
  highHalf,
  isAlphabetic,
  isArrow,
  isCloser,
  isDigit,
  isOpener,
  isWordSymbol,
  joiner,
  plain,
  roleOf,
  signs,
  wordSymbol,
} from './symbols.js';
import { codePointAt, type Units } from './units.js';

/**
 * Returns the runs (runs.ts) of a normalised text, including meaningful signs.
 *
 *   c++   -5   .net   #tag   3.14   12:30   2024-05-01   1e-5   at&t   a@b.org   https://a.org/b
 *   ├─┤   ├┤   ├──┤   ├──┤   ├──┤   ├───┤   ├────────┤   ├──┤   ├──┤   ├─────┤   ├─────────────┤
 *
 *   5 %   $5   a < b   3-5   x+y   👍🎉
 *   │ │   ││   │ │ │   │││   │││   ├┤├┤
 *
 * A sign that modifies a word, such as the minus of -5, becomes part of the word. A symbol, such as %, is a word, and
 * so is a sign between two operands; spaces around these make no difference. Everything else is ordinary punctuation:
 * hyphens between alphabetic words, dashes, bullets, emphasis, full stops.
 *
 * Only the gap between two runs is examined, usually one space, so a text without signs costs one look-up per run. Each
 * unit is read a bounded number of times: reading resumes at the end of an address, and look-ahead stops at the next
 * sign or run.
 * @param runs result of `findRuns`
 * @returns valid until the next call
 */
export function withSymbols(text: Units, runs: Int32Array): Int32Array {
  start(text);
  /** Index of the first run that is not yet written. */
  let kept = 0;
  for (let run = 0; ; run += 3) {
    run = nextSign(text, runs, run);
    const end = run === 0 ? 0 : Math.max(runs[run - 1]!, addressEnd);
    if (run === runs.length) {
      if (kept === 0 && end === text.length) return runs;
      copy(runs, kept, run);
      if (end < text.length) readRun(none, end, text.length, text.length);
      return out.subarray(0, written);
    }
    copy(runs, kept, run);
    kept = run + 3;
    lastRunStart = run === 0 ? 0 : runs[run - 2]!;
    readRun(runs[run]!, end, runs[run + 1]!, runs[run + 2]!);
    // An address may span several runs.
    while (kept < runs.length && runs[kept + 1]! < addressEnd) {
      const last = runs[kept + 2]!;
      if (last > addressEnd) add(addressEnd, last, runs[kept]);
      kept += 3;
      run += 3;
    }
  }
}

/**
 * Returns the index of the first run, from `run` on, that may have a meaningful sign before it.
 * @returns the length of `runs` if there is none
 */
function nextSign(text: Units, runs: Int32Array, run: number): number {
  let at = run;
  let end = at === 0 ? 0 : runs[at - 1]!;
  for (; at < runs.length; at += 3) {
    const from = runs[at + 1]!;
    const first = text[end]!;
    const role = roles[first]!;
    if (from - end === 1) {
      if (role > joinerRole) return at;
      if (role === joinerRole && (first === stop || digits[text[from]!] === 1)) {
        if (at > 0 && runs[at] === wordRun && runs[at - 3] === wordRun) return at;
        if (at === 0) return at;
      }
    } else if (from - end === 2) {
      if (role > joinerRole || roles[text[end + 1]!] !== plainRole) return at;
    } else if (from > end) return at;
    end = runs[at + 2]!;
  }
  return at;
}

function copy(runs: Int32Array, from: number, to: number): void {
  if (to - from > 48) out.set(runs.subarray(from, to), written);
  else {
    const target = out;
    const shift = written - from;
    for (let at = from; at < to; at++) target[at + shift] = runs[at]!;
  }
  written += to - from;
}

/** Reads the gap before a run, then the run. */
function readRun(as: number, gap: number, from: number, to: number): void {
  kind = as;
  gapStart = gap;
  runStart = from;
  runEnd = to;
  prefix = 0;
  joins = false;
  readGap();
  if (kind === none || addressEnd >= runEnd) return;
  if (joins) out[written - 1] = runEnd;
  else add(Math.max(runStart - prefix, addressEnd), runEnd, kind);
}

// State of one call, in variables of the module, because a closure for each text costs more.
let source: Units = new Uint16Array(0);
/** Runs found so far, in the form of `findRuns`. They do not overlap, and none is empty. */
let out = new Int32Array(2 ** 12);
let written = 0;
/** Bounds of the current gap; `kind` is the class of the run after it. */
let gapStart = 0;
let runStart = 0;
let runEnd = 0;
let kind = 0;
let lastRunStart = 0;
/** Number of units directly before the next run that become part of it. */
let prefix = 0;
/** True if the next run belongs to the last word. */
let joins = false;
/** Sign by which numbers were joined into the current word, such as the hyphen of a date. */
let chain = 0;
/** Number of dots between digits in the current word. */
let dots = 0;
/** Start of the word that `chain` and `dots` describe. */
let wordOfState = -1;
let addressEnd = 0;

// Copied to constants of this module, because the compiler embeds such constants in the code, but reads an import again
// at each use.
const roles = roleOf;
const digits = isDigit;
const plainRole = plain;
const joinerRole = joiner;
const wordRun = word;
const none = 0;
const space = 0x20;
const { plus, hyphen, hash, atSign, star, slash, stop, comma, colon } = signs;
const { equals, less, greater, ampersand, caret, tilde, bang, apostrophe, quote } = signs;

function start(text: Units): void {
  const most = 3 * (text.length + 1);
  if (out.length < most) out = new Int32Array(2 * most);
  source = text;
  written = 0;
  addressEnd = 0;
  wordOfState = -1;
}

function add(from: number, to: number, as: number = word): void {
  out[written] = as;
  out[written + 1] = from;
  out[written + 2] = to;
  written += 3;
}

function readGap(): void {
  const first = source[gapStart]!;
  const followsWord = gapStart > 0 && endsAt(gapStart) && out[written - 3] === word;
  if (followsWord && kind === word && runStart - gapStart === 1) {
    readInner(first);
    return;
  }
  if (followsWord && runStart - gapStart === 3 && kind === word && isAuthority(gapStart)) {
    readUrl();
    return;
  }
  /** True while there are only spaces and closing brackets between the last word and `at`. */
  let follows = gapStart > 0 && endsAt(gapStart);
  for (let at = gapStart; at < runStart; ) {
    const unit = source[at]!;
    const role = roleOf[unit]!;
    if (role === plain) {
      follows &&= unit === space || isCloser(unit);
      at++;
    } else if (role === highHalf || role === wordSymbol) {
      const codePoint = codePointAt(source, at);
      const end = at + (codePoint > 0xffff ? 2 : 1);
      const isOne = isWordSymbol(codePoint) && (!isArrow(codePoint) || (follows && meets(end)));
      if (isOne) add(at, end);
      follows = isOne;
      at = end;
    } else {
      let end = at + 1;
      while (end < runStart && source[end] === unit) end++;
      const signEnd = readSign(at, end, follows);
      follows = signEnd > 0;
      at = Math.max(end, signEnd);
    }
  }
}

/** Reads the single unit between two runs of letters and digits. */
function readInner(unit: number): void {
  const lastWord = out[written - 2]!;
  if (wordOfState !== lastWord) {
    wordOfState = lastWord;
    chain = 0;
    dots = 0;
  }
  const before = source[gapStart - 1]!;
  const after = source[runStart]!;
  const digits = isDigit[before]! & isDigit[after]!;
  switch (unit) {
    case stop:
      if (digits === 1) {
        joins = true;
        dots++;
      } else if (isWww()) readUrl();
      else joins = (isAlphabetic(before) || hasLetter()) && isAlphanumeric(after);
      return;
    case comma:
    case colon:
    case apostrophe:
    case quote:
      joins = digits === 1;
      return;
    case hyphen:
    case slash:
      joins = digits === 1 ? isChained(unit) : unit === hyphen && joinsVersion(before, after);
      if (!joins && (digits === 1 || (isSmallBefore() && isSmallRun()))) add(gapStart, runStart);
      return;
    case plus:
      joins = joinsVersion(before, after);
      if (!joins) add(gapStart, runStart);
      return;
    case ampersand:
      joins = true;
      return;
    case atSign:
      readMail();
      return;
    case hash:
      if (isAlphabetic(before) && (gapStart - lastRunStart === 1 || isDigit[after] === 0)) {
        out[written - 1] = runStart;
      } else prefix = 1;
      return;
    case star:
    case equals:
    case less:
    case greater:
    case caret:
      add(gapStart, runStart);
      return;
    case tilde:
      if (digits === 1) add(gapStart, runStart);
      return;
    default:
      if (roleOf[unit] === wordSymbol) add(gapStart, runStart);
  }
}

/**
 * Tests if a sign belongs to a date, a telephone number or a similar row of numbers, in which the sign occurs at least
 * twice.
 */
function isChained(unit: number): boolean {
  if (chain === unit || (source[runEnd] === unit && isDigit[source[runEnd + 1]!] === 1)) {
    chain = unit;
    return true;
  }
  return false;
}

/** Tests for a version or exponent: 1.2.3-rc1, v1.2-beta, 1e-5. */
function joinsVersion(before: number, after: number): boolean {
  if (dots > 1 || (dots === 1 && (source[out[written - 2]!]! | 0x20) === 0x76))
    return isAlphabetic(after);
  if ((before | 0x20) !== 0x65 || isDigit[after] === 0 || gapStart - lastRunStart < 2) return false;
  for (let at = lastRunStart; at < gapStart - 1; at++) if (isDigit[source[at]!] === 0) return false;
  return true;
}

/** Tests if the last run has an alphabetic letter. */
function hasLetter(): boolean {
  for (let at = lastRunStart; at < gapStart; at++) if (isAlphabetic(source[at]!)) return true;
  return false;
}

/**
 * Reads a sign, or a row of the same sign such as ++, in the gap between two words.
 * @param follows true if an operand precedes the sign
 * @returns the end of the word to which the sign belongs; 0 if it belongs to none
 */
function readSign(at: number, end: number, follows: boolean): number {
  const unit = source[at]!;
  const count = end - at;
  switch (unit) {
    case plus:
      return readPlus(at, end, follows);
    case hyphen:
      return count > 1 ? 0 : readHyphen(at, end, follows);
    case hash:
      return count > 1 ? 0 : readHash(at, end);
    case atSign:
      if (count > 1 || !touchesRun(end) || followsWord(at)) return 0;
      return kind === word ? takePrefix(at, end) : addSign(at, end);
    case stop:
      return count === 1 && isAfterBreak(at) && touchesRun(end) && isAlphanumeric(source[end]!)
        ? takePrefix(at, end)
        : 0;
    case star:
    case slash:
      if (!follows || count > (unit === star ? 2 : 1)) return 0;
      if (count === 1 && isSpaced(at, end)) return meets(end) ? addSign(at, end) : 0;
      return isBare(at, end) && isSmallBefore() && isSmallAfter(end) ? addSign(at, end) : 0;
    case ampersand:
      return count <= 2 && follows && meets(end) ? addSign(at, end) : 0;
    case caret:
      return touchesRun(end) || source[end] === hyphen ? addSign(at, end) : 0;
    case tilde:
      if (touchesNumber(end)) return addSign(at, end);
      return isSpaced(at, end) && follows && isSmallBefore() && isSmallAfter(end)
        ? addSign(at, end)
        : 0;
    case equals:
    case less:
    case greater:
    case bang:
      return readComparison(at, end, follows);
    default:
      return 0;
  }
}

/** Reads a plus: c++, 18+, +5, 5% + 3%, salt + pepper. */
function readPlus(at: number, end: number, follows: boolean): number {
  if (followsWord(at) && !touchesRun(end) && roleOf[source[end]!] !== wordSymbol) {
    return takeSuffix(end);
  }
  if (end - at > 1) return followsWord(at) ? takeSuffix(end) : 0;
  if (touchesNumber(end) && !(endsAt(at) && isSymbolBefore(at))) return takePrefix(at, end);
  if (endsAt(at) || roleOf[source[end]!] === wordSymbol) return addSign(at, end);
  return follows && meets(end) ? addSign(at, end) : 0;
}

/** Reads a hyphen that is neither a bullet nor a dash: -5, -.5, -$5, 5% - 3%, x - y. */
function readHyphen(at: number, end: number, follows: boolean): number {
  if (source[end] === greater) return follows && meets(end + 1) ? addSign(at, end + 1) : 0;
  if (source[end] === caret) return addSign(at, end);
  if (touchesNumber(end)) {
    const isMinus =
      follows && source[at - 1] !== space && (isCloser(source[at - 1]!) || isSymbolBefore(at));
    return isMinus ? addSign(at, end) : takePrefix(at, end);
  }
  if (source[end] === stop && touchesNumber(end + 1)) return takePrefix(at, end + 1);
  if (roleOf[source[end]!] === wordSymbol) {
    return isDigit[source[end + 1]!] === 1 ? addSign(at, end) : 0;
  }
  if (!follows || !(isSpaced(at, end) || isBare(at, end))) return 0;
  return isSmallBefore() && isSmallAfter(end) && !isTitle(end) ? addSign(at, end) : 0;
}

/** Reads a hash sign that is not a heading: c#, #tag, #1. */
function readHash(at: number, end: number): number {
  if (followsWord(at))
    return isAlphabetic(source[at - 1]!) && !touchesRun(end) ? takeSuffix(end) : 0;
  if (!touchesRun(end)) return 0;
  if (kind === word) return takePrefix(at, end);
  return endsAt(at) ? 0 : addSign(at, end);
}

/** Reads a comparison: a < b, a >= b, a != b, a == b, a => b, < 5. */
function readComparison(at: number, end: number, follows: boolean): number {
  if (source[at] === bang && source[end] !== equals) {
    const isNegation = isOpener(source[at - 1]!) || source[at - 1] === ampersand;
    return isNegation && end - at === 1 && touchesRun(end) && kind === word
      ? takePrefix(at, end)
      : 0;
  }
  let last = end;
  while (last < runStart && isComparison(source[last]!)) last++;
  if (last - at > 3) return 0;
  const isEquation = source[at] === equals || source[at] === bang;
  // Without an operand before it, the end of a comment or an arrow (`-->`) is no comparison with the number after it.
  const isComplete = isEquation
    ? follows || meets(last)
    : meets(last) && (follows || (source[at - 1] !== hyphen && isNumberAfter(last)));
  return isComplete ? addSign(at, last) : 0;
}

function takePrefix(at: number, end: number): number {
  prefix = runStart - at;
  return end;
}

function takeSuffix(end: number): number {
  out[written - 1] = end;
  return end;
}

function addSign(at: number, end: number): number {
  add(at, end);
  return end;
}

function endsAt(at: number): boolean {
  return written > 0 && out[written - 1] === at;
}

/** Tests if a run of letters and digits ends at this position. */
function followsWord(at: number): boolean {
  return at === gapStart && endsAt(at) && out[written - 3] === word;
}

/** Tests if a symbol after a number ends at this position, as in 5%-10%. */
function isSymbolBefore(at: number): boolean {
  if (!endsAt(at) || at === gapStart) return false;
  return isDigit[source[out[written - 2]! - 1]!] === 1;
}

function touchesRun(end: number): boolean {
  return end === runStart && kind !== none;
}

function touchesNumber(end: number): boolean {
  return end === runStart && kind === word && isDigit[source[end]!] === 1;
}

function isSignedNumber(at: number): boolean {
  return (source[at] === hyphen || source[at] === plus) && touchesNumber(at + 1);
}

function isSpaced(at: number, end: number): boolean {
  return source[at - 1] === space && source[end] === space;
}

function isBare(at: number, end: number): boolean {
  return source[at - 1] !== space && source[end] !== space;
}

/** Tests for the start of the text, or for a space, an opening bracket or a sign before this position. */
function isAfterBreak(at: number): boolean {
  if (at === 0) return true;
  const before = source[at - 1]!;
  return before === space || isOpener(before) || (at > gapStart && roleOf[before]! > joiner);
}

/** Returns the earliest start of the next operand, after spaces and opening brackets. */
function operandStart(end: number): number {
  let at = end;
  while (at < runStart && (source[at] === space || isOpener(source[at]!))) at++;
  return at;
}

/** Tests if an operand comes next. */
function meets(end: number): boolean {
  const at = operandStart(end);
  if (at === runStart) return kind !== none;
  return isWordSymbol(codePointAt(source, at)) || isSignedNumber(at);
}

function isNumberAfter(end: number): boolean {
  const at = operandStart(end);
  return touchesNumber(at) || isSignedNumber(at) || roleOf[source[at]!] === wordSymbol;
}

/** Tests if the last word is a number, a single letter or a symbol. */
function isSmallBefore(): boolean {
  if (out[written - 3] !== word) return false;
  const end = out[written - 1]!;
  return end - out[written - 2]! === 1 || isDigit[source[end - 1]!] === 1;
}

/** Tests if the next operand is a number, a letter with at most one digit, or a symbol. */
function isSmallAfter(end: number): boolean {
  const at = operandStart(end);
  return at === runStart ? isSmallRun() : isNumberAfter(end);
}

function isSmallRun(): boolean {
  if (kind !== word) return false;
  const length = runEnd - runStart;
  return (
    isDigit[source[runStart]!] === 1 ||
    length === 1 ||
    (length === 2 && isDigit[source[runStart + 1]!] === 1)
  );
}

/**
 * Tests for a title that consists of a number, a dash and a sentence: "Chapter 5 - A new hope", "Top 10 - I like them".
 */
function isTitle(end: number): boolean {
  const next = source[operandStart(end)]! | 0x20;
  return (next === 0x61 || next === 0x69) && isDigit[source[out[written - 1]! - 1]!] === 1;
}

function isAlphanumeric(unit: number): boolean {
  return isDigit[unit] === 1 || isAlphabetic(unit);
}

function isComparison(unit: number): boolean {
  return unit === equals || unit === less || unit === greater;
}

function isAuthority(at: number): boolean {
  return source[at] === colon && source[at + 1] === slash && source[at + 2] === slash;
}

function isWww(): boolean {
  if (gapStart - lastRunStart !== 3) return false;
  for (let at = lastRunStart; at < gapStart; at++) if ((source[at]! | 0x20) !== 0x77) return false;
  return true;
}

/** Extends the last word to the end of the address, without trailing punctuation. */
function readUrl(): void {
  let end = runStart;
  while (end < source.length && isOfUrl(source[end]!)) end++;
  while (end > runStart && !isAlphanumeric(source[end - 1]!) && !isSignOfUrl(source[end - 1]!))
    end--;
  out[written - 1] = end;
  addressEnd = end;
}

/** Tests for a character of an address: ASCII except spaces, quotes and angle brackets, and the dot of a Turkish İ. */
function isOfUrl(unit: number): boolean {
  if (unit === dotAbove) return true;
  return unit > space && unit < 0x7f && unit !== 0x22 && unit !== less && unit !== greater;
}

/** Normalising turns İ into an i followed by this mark. */
const dotAbove = 0x307;

/** Tests for a sign that may end an address, such as the = of a key without a value, or an empty fragment's #. */
function isSignOfUrl(unit: number): boolean {
  return unit === equals || unit === hash || unit === hyphen || unit === plus || unit === 0x25;
}

/** Joins the words on both sides of an at sign. */
function readMail(): void {
  let first = gapStart;
  while (first > addressEnd && isOfMail(source[first - 1]!)) first--;
  while (first < gapStart && !isAlphanumeric(source[first]!)) first++;
  while (written > 0 && out[written - 1]! > first) {
    written -= 3;
    first = Math.min(first, out[written + 1]!);
  }
  let end = runStart;
  while (end < source.length && (isAlphanumeric(source[end]!) || isOfHost(source[end]!))) end++;
  while (end > runStart && isOfHost(source[end - 1]!)) end--;
  if (end === runStart) end = runEnd;
  add(first, end);
  addressEnd = end;
}

function isOfMail(unit: number): boolean {
  if (unit === dotAbove) return true;
  return unit < 0x7f && (isAlphanumeric(unit) || isOfHost(unit) || unit === plus || unit === 0x5f);
}

function isOfHost(unit: number): boolean {
  return unit === hyphen || unit === stop || unit === dotAbove;
}
