import { classOf, han, kana, mark, surrogate, syllabic, word } from './code-points.js';
import { disguiseFlags, flagsBeyond } from './disguise-flags.js';
import { codePointAt, type Units } from './units.js';

/** Flag on the class of a Han run that simplifying may change. */
export const changeable = 32;

/**
 * Returns the runs of a text. A run is a sequence of characters that are segmented in the same way. It is returned as
 * three numbers: its class (`word`, `syllabic` for pairs of code points, `han` or `han | changeable`), its start, and
 * its end (exclusive) in code units. The result is valid until the next call.
 *
 * The text is first divided into pieces of one group each: letters, Han and kana, syllables, or other characters. Then
 * the pieces of other characters are dropped. Processors often mispredict where a piece ends, so the loop has no branch
 * for this. It writes every position as the start of the next piece. If the group changes at a position, the entry is
 * kept; otherwise, the next position overwrites the entry.
 * @param traditional see simplify.ts
 */
export function findRuns(text: Units, traditional: Uint8Array): Int32Array {
  if (runs.length < 3 * text.length + 3) {
    runs = new Int32Array(6 * text.length);
    disguiseFlagsOfRuns = new Uint16Array(2 * text.length);
  }
  if (traditional !== tableOf) fillGroups(traditional);
  let written = 0;
  starts[0] = 0;
  flagsOf[0] = 0;
  for (let from = 0; from < text.length; from += blockLength) {
    const length = Math.min(blockLength, text.length - from);
    block.set(length === text.length ? text : text.subarray(from, from + length));
    const pieces = divideBlock(from, length);
    if (pieces < 0) return findRunsOfCodePoints(text, traditional);
    const last = from + length === text.length ? pieces + 1 : pieces;
    written = writeRuns(last, written);
    starts[0] = starts[pieces]!;
    flagsOf[0] = flagsOf[pieces]!;
  }
  return runs.subarray(0, written);
}

/**
 * Returns the disguise flags (disguise-flags.ts) of each run that the last call to `findRuns` returned, combined over
 * its code points. They cost nothing extra: the table look-up that separates the runs also yields these flags.
 */
export function flagsOfRuns(): Uint16Array {
  return disguiseFlagsOfRuns;
}

/**
 * Divides `block` into pieces. All arrays used here are constants of the module, because the compiler embeds the
 * addresses of constants in the code, and would load the address of a variable each time.
 * @param from start of the block in the text
 * @returns index of the last piece, which may continue in the next block; −1 if there are surrogates
 */
function divideBlock(from: number, length: number): number {
  let piece = 0;
  let flags = flagsOf[0]!;
  let before = flags;
  for (let index = 0; index < length; index++) {
    const group = groupOfUnit[block[index]!]!;
    if (group === halfOfPair) return -1;
    starts[piece + 1] = from + index;
    const changes = (((group ^ before) & groupMask) + groupMask) >>> groupBits;
    piece += changes;
    flags = (flags & (changes - 1)) | group;
    flagsOf[piece] = flags;
    before = group;
  }
  starts[piece + 1] = from + length;
  return piece;
}

/** Finds the runs of a text with surrogates, code point by code point. */
function findRunsOfCodePoints(text: Units, traditional: Uint8Array): Int32Array {
  let written = 0;
  let before = none;
  starts[0] = 0;
  flagsOf[0] = 0;
  for (let index = 0; index < text.length; index++) {
    const codePoint = codePointAt(text, index);
    let group = findGroup(codePoint, traditional[text[index]!]!);
    if (((group ^ before) & groupMask) !== 0) {
      starts[1] = index;
      written = writeRuns(1, written);
      starts[0] = index;
      flagsOf[0] = 0;
    }
    if (codePoint > 0xffff) group |= findGroup(codePoint, traditional[text[++index]!]!);
    flagsOf[0]! |= group;
    before = group;
  }
  starts[1] = text.length;
  return runs.subarray(0, writeRuns(1, written));
}

/** Appends the first `pieces` pieces to the runs, without those between runs. */
function writeRuns(pieces: number, written: number): number {
  let count = written;
  let run = written / 3;
  for (let piece = 0; piece < pieces; piece++) {
    const flags = flagsOf[piece]!;
    const kind = kindOfFlags[flags & kindMask]!;
    disguiseFlagsOfRuns[run] = flags >>> disguiseFlagsShift;
    run += kind === none ? 0 : 1;
    runs[count] = kind;
    runs[count + 1] = starts[piece]!;
    runs[count + 2] = starts[piece + 1]!;
    count += kind === none ? 0 : 3;
  }
  return count;
}

/** Block length in code units; longer texts are divided block by block. */
const blockLength = 2 ** 12;
const block = new Uint16Array(blockLength);
/** Start of each piece of a block in the text. */
const starts = new Int32Array(blockLength + 2);
/** Group of each piece, combined with the flags and disguise flags of its code points. */
const flagsOf = new Uint16Array(blockLength + 1);
let runs = new Int32Array(3 * blockLength + 3);
let disguiseFlagsOfRuns = new Uint16Array(blockLength + 1);

// Copied to constants of this module, because the compiler embeds such constants in the code, but reads an import again
// at each use.
const none = 0;
/** Groups of code points. A run has code points of one group only. */
const letters = 1;
const hanzi = 2;
const syllables = 3;
const halfOfPair = 4;
const groupBits = 3;
const groupMask = 2 ** groupBits - 1;
/** Flags on `hanzi`: the code point is kana, or simplifying may change it. */
const withKana = 8;
const withTraditional = 16;
/** Number of bits for the group and its flags; the disguise flags are in the bits above. */
const disguiseFlagsShift = 5;
const kindMask = 2 ** disguiseFlagsShift - 1;
/** Group of each class, with or without the mark flag. */
const groupOfClass = new Uint8Array(32);
for (const flag of [0, mark]) {
  groupOfClass[word | flag] = letters;
  groupOfClass[han | flag] = hanzi;
  groupOfClass[kana | flag] = hanzi | withKana;
  groupOfClass[syllabic | flag] = syllables;
}
/** Class of a run, by group and flags. */
const kindOfFlags = Uint8Array.from({ length: kindMask + 1 }, (_, flags) => {
  if ((flags & groupMask) !== hanzi) return [none, word, none, syllabic][flags & groupMask] ?? none;
  if ((flags & withKana) !== 0) return syllabic;
  return (flags & withTraditional) !== 0 ? han | changeable : han;
});
/** Result of `findGroup` for each code unit; `halfOfPair` for a surrogate, whose group depends on the whole pair. */
const groupOfUnit = new Uint16Array(0x10000);
/** The `traditional` table from which `groupOfUnit` was filled. All texts of a thread use the same table. */
let tableOf: Uint8Array | undefined;

function fillGroups(traditional: Uint8Array): void {
  for (let unit = 0; unit < groupOfUnit.length; unit++) {
    groupOfUnit[unit] =
      classOf[unit] === surrogate ? halfOfPair : findGroup(unit, traditional[unit]!);
  }
  tableOf = traditional;
}

/** Returns the group of a code point with its flags and disguise flags. @param isTraditional 1 or 0 */
function findGroup(codePoint: number, isTraditional: number): number {
  const group = groupOfClass[classOf[codePoint]!]!;
  if (group === none) return none;
  const found = codePoint > 0xffff ? flagsBeyond : disguiseFlags[codePoint]!;
  return group | (isTraditional * withTraditional) | (found << disguiseFlagsShift);
}
