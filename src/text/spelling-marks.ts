import { word } from './code-points.js';
import {
  acute,
  circumflex,
  combining,
  dotAbove,
  grave,
  markKindOf,
  roleOf,
  smallI,
} from './letter-forms.js';
import type { Units } from './units.js';

/*
 * Marks that a spelling leaves out, such as the accent of a word. Two words that differ only in marks are equal, unless
 * both have marks and these contradict each other (spelling.ts).
 */

/** A mark, with the index of its letter in the text. */
export interface FoundMark {
  readonly at: number;
  readonly kind: number;
  readonly value: number;
}

/** Kinds of marks, as in spelling-tables.ts. */
const stress = 0x53;
export const dots = 0x49;
export const lastYeh = 0x59;
export const unmarked = 0x4e;
export const sharp = 0x5a;
export const dotlessI = 0x131;
export const [sharpS, smallS] = [0xdf, 0x73] as const;

/** Returns the kind of mark that is lost when a letter or a combining mark is replaced. */
export function kindOfMark(unit: number): number {
  if (unit === sharpS) return sharp;
  if (roleOf[unit] !== combining) return markKindOf[unit]!;
  if (unit === dotAbove) return dots;
  return unit === grave || unit === acute || unit === circumflex ? stress : unmarked;
}

/**
 * Returns the last mark of a letter. Decomposes the letter first, because NFKC composes only some letters with their
 * marks.
 */
export function markIn(unit: number): number {
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
 * Packs the marks of words for the evidence of a text (fingerprint/evidence.ts). Two kinds are combined into one mark for
 * each word: the positions of all stress marks, and the dots of all i.
 * @param hasDotless if false, an i without a dot is only a lower-case letter of another keyboard
 * @returns pairs: the number of a run, then one of its marks
 */
export function packMarks(
  { units, runs }: { readonly units: Units; readonly runs: ArrayLike<number> },
  found: readonly FoundMark[],
  hasDotless: boolean,
): number[] {
  const packed: number[] = [];
  let next = 0;
  for (let run = 0; run < runs.length && next < found.length; run += 3) {
    const [start, end] = [runs[run + 1]!, runs[run + 2]!];
    while (next < found.length && found[next]!.at < start) next++;
    const first = next;
    while (next < found.length && found[next]!.at < end) next++;
    if (runs[run] !== word || first === next) continue;
    const hash = hashUnits(units, start, end);
    let [stresses, allDots, dotsKnown] = [0, 0, 0];
    for (const { at, kind, value } of found.slice(first, next)) {
      const place = at - start;
      if (kind === stress) stresses = mixed(stresses ^ (place + 1));
      else if (kind === dots) {
        dotsKnown++;
        allDots = mixed(allDots ^ (2 * place + Number(value === dotlessI) + 1));
      } else packed.push(run / 3, packMark(hash, place, kind, value));
    }
    if (stresses !== 0) packed.push(run / 3, packMark(hash, 0, stress, stresses));
    if (dotsKnown > 0 && hasDotless && dotsKnown >= countOfI(units, start, end)) {
      packed.push(run / 3, packMark(hash, 0, dots, allDots));
    }
  }
  return packed;
}

function countOfI(units: Units, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (units[at] === smallI) count++;
  return count;
}

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
