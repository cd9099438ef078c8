import { codePointPlace, textOfUnits, type Units } from './units.js';

/**
 * Numbers words from 0 in order of first occurrence, without creating strings: a word is looked up in the units of its
 * text, and its characters are copied once.
 *
 *   slots    │ 0   │ 2 # │ 0   │ 1 # │ …   open addressing: 1 + the number of a word and its hash, at or
 *                                          after the position given by the hash
 *   starts   0 4 6                   start of each word in `units`, then the end of the last
 *   units    j a v a g o
 *
 * An attacker could write a page whose words collide. So a word that finds no free slot within 32 steps goes into a
 * Map, whose hashes cannot be predicted.
 */
export interface InternedWords {
  count: number;
  /** Two integers per slot. */
  slots: Int32Array;
  /** Hash of each word, by word number. */
  hashes: Int32Array;
  starts: Int32Array;
  units: Uint16Array;
  readonly crowded: Map<string, number>;
}

const stepsMax = 32;

export function createInternedWords(): InternedWords {
  return {
    count: 0,
    slots: new Int32Array(2 * 2 ** 13),
    hashes: new Int32Array(2 ** 12),
    starts: new Int32Array(2 ** 12 + 1),
    units: new Uint16Array(2 ** 15),
    crowded: new Map(),
  };
}

/** Returns the number of the word from `start` to `end` (exclusive) in code units. */
export function internWord(words: InternedWords, text: Units, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text[at]!, 0x9e37_79b1);
  hash ^= hash >>> 15;
  const { slots } = words;
  const mask = slots.length - 1;
  let slot = (2 * hash) & mask;
  for (let step = 0; step < stepsMax; step++) {
    const found = slots[slot]! - 1;
    if (found < 0) {
      slots[slot] = words.count + 1;
      slots[slot + 1] = hash;
      return addWord(words, hash, text, start, end);
    }
    if (slots[slot + 1] === hash && isWord(words, found, text, start, end)) return found;
    slot = (slot + 2) & mask;
  }
  const found = words.crowded.get(textOfUnits(text, start, end));
  if (found !== undefined) return found;
  const number = addWord(words, hash, text, start, end);
  words.crowded.set(internedWord(words, number), number);
  return number;
}

/** Returns the word with this number. */
export function internedWord({ starts, units }: InternedWords, number: number): string {
  return textOfUnits(units, starts[number]!, starts[number + 1]!);
}

/** Compares two words by their UTF-8 bytes (code point order): negative if a comes first. */
export function compareInterned({ starts, units }: InternedWords, a: number, b: number): number {
  const [startA, startB] = [starts[a]!, starts[b]!];
  const lengthA = starts[a + 1]! - startA;
  const lengthB = starts[b + 1]! - startB;
  const length = Math.min(lengthA, lengthB);
  for (let at = 0; at < length; at++) {
    const unitA = units[startA + at]!;
    const unitB = units[startB + at]!;
    if (unitA !== unitB) return codePointPlace(unitA) - codePointPlace(unitB);
  }
  return lengthA - lengthB;
}

/** Forgets all words. */
export function clearInternedWords(words: InternedWords): void {
  words.count = 0;
  words.slots.fill(0);
  words.crowded.clear();
}

function isWord(
  { starts, units }: InternedWords,
  number: number,
  text: Units,
  start: number,
  end: number,
): boolean {
  const from = starts[number]!;
  if (starts[number + 1]! - from !== end - start) return false;
  for (let at = start; at < end; at++) {
    if (units[from + at - start] !== text[at]!) return false;
  }
  return true;
}

function addWord(
  words: InternedWords,
  hash: number,
  text: Units,
  start: number,
  end: number,
): number {
  const number = words.count++;
  const from = words.starts[number]!;
  const to = from + end - start;
  if (to > words.units.length) {
    const units = new Uint16Array(Math.max(to, 2 * words.units.length));
    units.set(words.units);
    words.units = units;
  }
  for (let at = start; at < end; at++) words.units[from + at - start] = text[at]!;
  words.hashes[number] = hash;
  words.starts[number + 1] = to;
  if (words.count === words.hashes.length) grow(words);
  return number;
}

/** Doubles the capacity; at most half of the slots are in use. */
function grow(words: InternedWords): void {
  const { count } = words;
  const hashes = new Int32Array(2 * count);
  hashes.set(words.hashes);
  words.hashes = hashes;
  const starts = new Int32Array(2 * count + 1);
  starts.set(words.starts);
  words.starts = starts;
  words.slots = new Int32Array(2 * words.slots.length);
  words.crowded.clear();
  for (let number = 0; number < count; number++) {
    if (!takeSlot(words, number)) words.crowded.set(internedWord(words, number), number);
  }
}

/** Takes the first free slot at or after the hash; returns false if the first 32 are taken. */
function takeSlot({ slots, hashes }: InternedWords, number: number): boolean {
  const mask = slots.length - 1;
  for (let step = 0; step < stepsMax; step++) {
    const slot = (2 * (hashes[number]! + step)) & mask;
    if (slots[slot] !== 0) continue;
    slots[slot] = number + 1;
    slots[slot + 1] = hashes[number]!;
    return true;
  }
  return false;
}
