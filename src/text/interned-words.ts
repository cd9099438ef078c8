import { codePointPlace, textOfUnits, type Units } from './units.js';

/**
 * Numbers words from 0 in the order in which they are met, without a string for each: a word is
 * looked up at its place in a text, and its characters are copied once.
 *
 *   slots    │ 0   │ 2 # │ 0   │ 1 # │ …   open addressing: 1 + the number of a word and its hash, at the
 *                                          place by this hash or after it
 *   starts   0 4 6                   where in `units` each word begins; the last is where they all end
 *   units    j a v a g o
 *
 * The author of a page chooses its words and could choose words whose hashes collide. So a word
 * that finds no free slot in 32 steps goes to a Map, whose hashes cannot be predicted.
 */
export interface InternedWords {
  count: number;
  /** Two integers a slot. */
  slots: Int32Array;
  /** The hash of each word, by its number. */
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

/** The number of the word from `start` to `end` (exclusive) in code units. */
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

/** The word of a number. */
export function internedWord({ starts, units }: InternedWords, number: number): string {
  return textOfUnits(units, starts[number]!, starts[number + 1]!);
}

/**
 * Compares two words by their bytes in UTF-8 (the order of code points): negative if a comes first.
 */
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

/** Room for twice as many words; the slots stay half empty. */
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

/** Takes the first free slot from the hash on; false if none of the first 32 is free. */
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
