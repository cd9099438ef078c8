import type { CountedWords } from './count-words.js';
import { hasDigit, mayName } from './word-kinds.js';
import { recordLayout } from './word-records.js';

/**
 * What tells two alike texts apart, in 48 bytes: how a text begins, which numbers it has, and which
 * names it often has. Two stories by one template share most of their shingles, and differ here.
 *
 *   bytes 0 to 15    the first 24 words, as a set of 128 places
 *   bytes 16 to 31   the 48 most frequent names, as a set of 128 places
 *   bytes 32 to 43   the words with a digit, as a set of 96 places
 *   byte 44          the level of the numbers: 0 each has two places, one in each half of the set; 1 each
 *                    has one place; 2 about half of them have one, 3 a quarter
 *   bytes 45 to 47   the subjects: bit n says whether the n-th place of the first set is of a name that
 *                    is among the 32 most frequent ones
 *
 * The place of a word comes from its hash. A name is a feature of two code points or more, with a
 * letter, and not of hiragana alone, which are mostly endings. A set of too many numbers would have
 * every place, so it keeps those whose hash begins with zeros, as many as its level says (Flajolet and
 * Martin: Probabilistic Counting, 1985).
 */
export const traitsLength = 48;

const firstWords = 24;
const wordPlaces = 128;
const namesAt = 16;
const namesMax = 48;
const numbersAt = 32;
const numberPlaces = 96;
const halfOfNumbers = numberPlaces / 2;
const levelAt = 44;
/** Up to so many numbers have two places each. */
const pairedMax = 16;
/** More numbers than this raise the level. */
const numbersMax = 36;
const subjectsAt = 45;
/** A subject is among so many most frequent names, and occurs more than once. */
const subjectRank = 32;

const { recordSize, lowField } = recordLayout;

/** The traits of a text. @param counted its features as `countWords` gives them, none left out */
export function traitsOf(counted: CountedWords): Uint8Array {
  const traits = new Uint8Array(traitsLength);
  const featuresOfBeginning = writeBeginning(traits, counted);
  findNumbersAndNames(counted);
  writeNumbers(traits);
  writeNames(traits, counted, featuresOfBeginning);
  return traits;
}

/** Returns how many features the beginning has. */
function writeBeginning(traits: Uint8Array, { words, lows, features }: CountedWords): number {
  const end = Math.min(firstWords, words.length);
  // Features come in the order of their first occurrence.
  let met = 0;
  for (let index = 0; index < end; index++) {
    addPlace(traits, 0, placeOfWord(lows[index]!));
    met += Number(words[index] === features[met]);
  }
  return met;
}

/**
 * Finds the numbers and the names of a document. Processors often mispredict which kind a word is, so
 * each word is written down, and the next one overwrites it where it does not belong, as in
 * `countWords`.
 */
function findNumbersAndNames({ features, counts, kinds, records: { values } }: CountedWords): void {
  const { length } = features;
  if (found.single.length <= length) found = createFound(2 * length);
  const { numbers, repeated, single, telling } = found;
  let [tellingCount, singleCount] = [0, 0];
  for (let index = 0; index < length; index++) {
    const kind = kinds[index]!;
    const isName = (kind >>> nameShift) & 1;
    // 1 for a word that occurs once, 0 for others.
    const once = (counts[index]! - 2) >>> 31;
    telling[tellingCount] = index;
    tellingCount += ((kind >>> digitShift) & 1) | (isName & ~once);
    single[singleCount] = index;
    singleCount += isName & once;
  }
  let [numberCount, repeatedCount] = [0, 0];
  for (let at = 0; at < tellingCount; at++) {
    const index = telling[at]!;
    if ((kinds[index]! & hasDigit) !== 0) {
      numbers[numberCount++] = values[recordSize * features[index]! + lowField]!;
    }
    repeated[repeatedCount] = index;
    repeatedCount += Number(kinds[index]! >= mayName && counts[index]! > 1);
  }
  found.numberCount = numberCount;
  found.repeatedCount = repeatedCount;
  found.singleCount = singleCount;
}

const digitShift = Math.log2(hasDigit);
const nameShift = Math.log2(mayName);

/** What a document has; reused, as `out` of count-words.ts. Names are indexes of features. */
let found = createFound(2 ** 10);

function createFound(length: number) {
  return {
    /** Bits 31 to 0 of the hashes of the words with a digit. */
    numbers: new Int32Array(length),
    numberCount: 0,
    /** The names that occur more than once. */
    repeated: new Int32Array(length),
    repeatedCount: 0,
    /** The other names. */
    single: new Int32Array(length),
    singleCount: 0,
    /** Room for the numbers and the repeated names together. */
    telling: new Int32Array(length),
    /** Room for `mostFrequentFirst`. */
    sorted: new Int32Array(length),
  };
}

/** How two texts differ by their traits. */
export interface TraitDifference {
  /** The Jaccard similarity of the first words, 0 to 1. */
  readonly beginning: number;
  /**
   * Which share of the numbers of the text that has fewer the other has, too, 0 to 1, less what is
   * expected by chance; 1 if either has none, or if it cannot be told.
   */
  readonly numbers: number;
  /** How many numbers `numbers` is about. */
  readonly comparedNumbers: number;
  /** How many subjects each text has, at least, that the other neither begins with nor often has. */
  readonly ownSubjects: number;
}

export function compareTraits(a: Uint8Array, b: Uint8Array): TraitDifference {
  let [both, either] = [0, 0];
  for (let at = 0; at < namesAt; at++) {
    both += bitCounts[a[at]! & b[at]!]!;
    either += bitCounts[a[at]! | b[at]!]!;
  }
  const ownOfA = ownSubjectsOf(a, b);
  return {
    beginning: either === 0 ? 1 : both / either,
    ...compareNumbers(a, b),
    ownSubjects: ownOfA === 0 ? 0 : Math.min(ownOfA, ownSubjectsOf(b, a)),
  };
}

/**
 * At the higher of the two levels. There the numbers of the lower level are in the first part of its
 * set, and two places of the other set fall together.
 */
function compareNumbers(a: Uint8Array, b: Uint8Array): ComparedNumbers {
  const [low, high] = a[levelAt]! <= b[levelAt]! ? [a, b] : [b, a];
  const apart = high[levelAt]! - low[levelAt]!;
  // More than two places would fall together.
  if (apart > 1) return nothingCompared;
  const inPairs = high[levelAt] === 0;
  const bytes = (inPairs || apart === 1 ? halfOfNumbers : numberPlaces) / 8;
  const first = compareSets(low, apart === 1 ? joinPlaces(high) : high, numbersAt, bytes);
  if (first.fewer === 0) return nothingCompared;
  const second = inPairs ? compareSets(low, high, numbersAt + bytes, bytes) : first;
  // A number that the other text lacks is missed only where both its places are taken.
  const shared = Math.min(first.both / first.fewer, second.both / second.fewer);
  const byChance = inPairs ? first.density * second.density : first.density;
  if (byChance > 0.5) return nothingCompared;
  const numbers = Math.max(0, (shared - byChance) / (1 - byChance));
  return { numbers, comparedNumbers: first.fewer };
}

type ComparedNumbers = Pick<TraitDifference, 'numbers' | 'comparedNumbers'>;

const nothingCompared: ComparedNumbers = { numbers: 1, comparedNumbers: 0 };

/** Traits of which only the numbers are written, each two places as one, in the first half of the set. */
function joinPlaces(traits: Uint8Array): Uint8Array {
  for (let at = 0; at < halfOfNumbers / 8; at++) {
    const [lower, upper] = [traits[numbersAt + 2 * at]!, traits[numbersAt + 2 * at + 1]!];
    joined[numbersAt + at] = joinedPlaces[lower]! | (joinedPlaces[upper]! << 4);
  }
  return joined;
}

const joined = new Uint8Array(traitsLength);
/** Of each byte, the four bits that say whether its first, second... two bits have one that is set. */
const joinedPlaces = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3].reduce((bits, pair) => bits | (Number(((byte >> (2 * pair)) & 3) !== 0) << pair), 0),
);

function compareSets(a: Uint8Array, b: Uint8Array, from: number, bytes: number) {
  let [ofA, ofB, both] = [0, 0, 0];
  for (let at = from; at < from + bytes; at++) {
    const [ofOne, ofOther] = [a[at]!, b[at]!];
    ofA += bitCounts[ofOne]!;
    ofB += bitCounts[ofOther]!;
    both += bitCounts[ofOne & ofOther]!;
  }
  return { both, fewer: Math.min(ofA, ofB), density: Math.max(ofA, ofB) / (8 * bytes) };
}

function ownSubjectsOf(text: Uint8Array, other: Uint8Array): number {
  let [count, rank] = [0, 0];
  for (let at = 0; at < namesAt; at++) {
    const places = text[at]!;
    let own = places & ~(other[at]! | other[namesAt + at]!);
    for (; own !== 0; own &= own - 1) {
      const before = (own & -own) - 1;
      count += Number(hasPlace(text, subjectsAt, rank + bitCounts[places & before]!));
    }
    rank += bitCounts[places]!;
  }
  return count;
}

function writeNames(
  traits: Uint8Array,
  { features, counts, records: { values } }: CountedWords,
  featuresOfBeginning: number,
): void {
  const { repeatedCount, single, singleCount } = found;
  const placeOf = (index: number) => placeOfWord(values[recordSize * features[index]! + lowField]!);
  const repeated = mostFrequentFirst(counts);
  const frequent = Math.min(repeatedCount, namesMax);
  for (let at = 0; at < frequent; at++) {
    const index = repeated[at]!;
    const place = placeOf(index);
    addPlace(traits, namesAt, place);
    if (index < featuresOfBeginning && at < subjectRank) {
      addPlace(traits, subjectsAt, rankOf(traits, place));
    }
  }
  const others = Math.min(singleCount, namesMax - frequent);
  for (let at = 0; at < others; at++) addPlace(traits, namesAt, placeOf(single[at]!));
}

/**
 * The names that occur more than once, the most frequent first, as far as it matters; of equally
 * frequent ones the earlier.
 */
function mostFrequentFirst(counts: Int32Array): Int32Array {
  const { repeated, repeatedCount, sorted } = found;
  if (repeatedCount <= subjectRank) return repeated;
  withCount.fill(0);
  for (let at = 0; at < repeatedCount; at++) withCount[countUpTo(counts[repeated[at]!]!)]!++;
  let next = repeatedCount;
  for (let count = 0; count <= countMax; count++) {
    next -= withCount[count]!;
    withCount[count] = next;
  }
  for (let at = 0; at < repeatedCount; at++) {
    const index = repeated[at]!;
    sorted[withCount[countUpTo(counts[index]!)]!++] = index;
  }
  return sorted;
}

/** Larger counts are counted as this one. */
const countMax = 255;
const countUpTo = (count: number): number => Math.min(count, countMax);
/** How many names have each count, then where the next of them goes. */
const withCount = new Int32Array(countMax + 1);

/** How many places of the first set are before this one. */
function rankOf(traits: Uint8Array, place: number): number {
  let rank = bitCounts[traits[place >> 3]! & ((1 << (place & 7)) - 1)]!;
  for (let at = 0; at < place >> 3; at++) rank += bitCounts[traits[at]!]!;
  return rank;
}

/** How many bits each byte has. */
const bitCounts = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let bits = byte; bits !== 0; bits &= bits - 1) count++;
  return count;
});

function writeNumbers(traits: Uint8Array): void {
  const { numbers } = found;
  let { numberCount } = found;
  if (numberCount <= pairedMax) {
    for (let index = 0; index < numberCount; index++) {
      const low = numbers[index]!;
      addPlace(traits, numbersAt, placeOfNumber(low, halfOfNumbers));
      addPlace(traits, numbersAt, halfOfNumbers + placeOfNumber(low << 16, halfOfNumbers));
    }
    return;
  }
  let level = 1;
  while (numberCount > numbersMax && level < 24) {
    let left = 0;
    for (let index = 0; index < numberCount; index++) {
      if (numbers[index]! >>> (32 - level) === 0) numbers[left++] = numbers[index]!;
    }
    numberCount = left;
    level++;
  }
  traits[levelAt] = level;
  for (let index = 0; index < numberCount; index++) {
    addPlace(traits, numbersAt, placeOfNumber(numbers[index]! << (level - 1), numberPlaces));
  }
}

/** Numbers of one place among few have neighbouring places among more. */
const placeOfNumber = (bits: number, places: number): number =>
  Math.floor(((bits >>> 0) * places) / 2 ** 32);
const placeOfWord = (low: number): number => (low >>> 8) & (wordPlaces - 1);

function addPlace(bytes: Uint8Array, from: number, place: number): void {
  bytes[from + (place >> 3)]! |= 1 << (place & 7);
}

function hasPlace(bytes: Uint8Array, from: number, place: number): boolean {
  return (bytes[from + (place >> 3)]! & (1 << (place & 7))) !== 0;
}
