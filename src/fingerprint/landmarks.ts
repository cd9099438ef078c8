import { type EvidenceWords, joined, readScript, wordFlags } from '../text/evidence-words.js';
import type { BandLayout } from './minhash.js';
import type { PageLines, PageWords } from './reading.js';

/*
 * Landmarks: hashes of the title, numbers and long words that distinguish a page from others of its template. All pages
 * of a template share bands, and an original may be less similar to its copy than to another page of the template. The
 * copy, however, keeps the landmarks. Landmarks follow the band tails in a sketch. Each takes 4 bytes; 0 means that the
 * page lacks this landmark:
 *
 *   │ 128 values │ tails of the bands │ title │ numbers together │ lines with numbers outside the main text │ up to five runs │
 *
 * A run is a sequence of adjacent numbers, or a single word. The longest are the rarest, so they become landmarks: three
 * with a number, two without, and more of one kind if there are fewer of the other.
 */
const landmarkCount = 8;
/** Number of bytes that the landmarks of a sketch take. */
export const landmarksBytes = 4 * landmarkCount;

const ofTitle = 0;
const ofNumbers = 1;
const ofRest = 2;
const ofRuns = 3;
const runCount = landmarkCount - ofRuns;
const numberRuns = 3;
/** Maximum number of runs with a number that are combined into one landmark. */
const togetherCount = 3;

const { beginsLine, beginsSentence, number: isNumber } = wordFlags;

/** Runs, longest first. Runs of equal length are ordered by hash. */
interface LongestRuns {
  readonly hashes: Uint32Array;
  readonly lengths: Uint32Array;
  count: number;
}

const newRuns = (): LongestRuns => ({
  hashes: new Uint32Array(runCount),
  lengths: new Uint32Array(runCount),
  count: 0,
});
/** Buffers that are reused for each text. */
const numbers = newRuns();
const others = newRuns();

/** Returns the landmarks of a main text, without those of its title and of the other lines of its page. */
export function findLandmarks({ count, hashes, flags, lengths }: EvidenceWords): Uint32Array {
  numbers.count = 0;
  others.count = 0;
  for (let start = 0, end = 0; start < count; start = end) {
    const kind = kindOf[flags[start]!]!;
    let length = 0;
    do {
      length += lengths[end]! * lettersOf[flags[end]!]!;
      end++;
    } while (
      end < count &&
      kind !== ofWord &&
      kindOf[flags[end]!] === kind &&
      !begins(flags[end]!)
    );
    const runs = kind === ofNumber ? numbers : others;
    if (runs === others && (length < runLengthMin || length > runLengthMax)) continue;
    // Most runs are shorter than the longest ones, so their hashes are not needed.
    if (runs.count < runCount || length >= runs.lengths[runCount - 1]!) {
      offer(runs, hashRun(hashes, start, end), length);
    }
  }
  const landmarks = new Uint32Array(landmarkCount);
  if (numbers.count > 1) {
    let together = numbers.count;
    for (let at = 0; at < Math.min(togetherCount, numbers.count); at++) {
      together = joined(together, numbers.hashes[at]!);
    }
    landmarks[ofNumbers] = hashed(together);
  }
  const withNumber = Math.min(numbers.count, Math.max(numberRuns, runCount - others.count));
  landmarks.set(numbers.hashes.subarray(0, withNumber), ofRuns);
  landmarks.set(
    others.hashes.subarray(0, runCount - withNumber).slice(0, others.count),
    ofRuns + withNumber,
  );
  return landmarks;
}

const [ofNumber, ofWord, ofCharacters] = [0, 1, 2];
/** Minimum length of a run without a number, in letters. Shorter words are not rare enough to tell pages apart. */
const runLengthMin = 8;
/** Maximum length of a run without a number. A longer run of characters is a sentence. */
const runLengthMax = 40;

/**
 * Kind of run that a word belongs to, by its flags. Characters of a script without spaces are a run up to the next number
 * or sentence.
 */
const kindOf = Uint8Array.from({ length: 256 }, (_, flags) => {
  if ((flags & isNumber) !== 0) return ofNumber;
  return readScript(flags) === 0 ? ofWord : ofCharacters;
});
/** Letters of a code unit, by flags: a Han character counts as three letters, about the length of a syllable. */
const lettersOf = Uint8Array.from({ length: 256 }, (_, flags) => (readScript(flags) === 1 ? 3 : 1));

function begins(flags: number): boolean {
  return (flags & (beginsLine | beginsSentence)) !== 0;
}

function hashRun(hashes: Int32Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = joined(hash, hashes[at]!);
  return hashed(hash);
}

/** Adds the landmark of the lines with a number outside the main text, which tell the occasions of an event apart. */
export function withRestLandmark(
  landmarks: Uint32Array,
  { flags }: PageWords,
  { starts, hashes, mainCount }: PageLines,
): Uint32Array {
  let together = 0;
  for (let line = mainCount; line < hashes.length; line++) {
    let at = starts[line]!;
    while (at < starts[line + 1]! && (flags[at]! & isNumber) === 0) at++;
    if (at < starts[line + 1]!) together = joined(together, hashes[line]!);
  }
  if (together !== 0) landmarks[ofRest] = hashed(together);
  return landmarks;
}

/** Adds a run if it is one of the longest and not yet included. */
function offer(runs: LongestRuns, hash: number, length: number): void {
  const { hashes, lengths } = runs;
  let place = runs.count;
  while (
    place > 0 &&
    (lengths[place - 1]! < length || (lengths[place - 1] === length && hashes[place - 1]! > hash))
  ) {
    place--;
  }
  if (place === runCount || (place > 0 && hashes[place - 1] === hash)) return;
  if (runs.count < runCount) runs.count++;
  for (let at = runs.count - 1; at > place; at--) {
    hashes[at] = hashes[at - 1]!;
    lengths[at] = lengths[at - 1]!;
  }
  hashes[place] = hash;
  lengths[place] = length;
}

/**
 * Mixes bits so that every output bit depends on every input bit (MurmurHash3, fmix32). Never returns 0, because 0
 * stands for an absent landmark.
 */
function hashed(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

/** Returns a sketch with landmarks appended. */
export function withLandmarks(sketch: Uint8Array, landmarks: Uint32Array): Uint8Array {
  const marked = new Uint8Array(sketch.length + landmarksBytes);
  marked.set(sketch);
  const view = new DataView(marked.buffer, sketch.length);
  for (let at = 0; at < landmarkCount; at++) view.setUint32(4 * at, landmarks[at]!);
  return marked;
}

/** Adds the landmark of a title. @param words hashes of the title's words; empty if there is no title */
export function withTitleLandmark(landmarks: Uint32Array, words: Uint16Array): Uint32Array {
  if (words.length > 0) landmarks[ofTitle] = hashed([...words].sort(byValue).reduce(joined, 0));
  return landmarks;
}

const byValue = (a: number, b: number) => a - b;

/**
 * Returns the keys of a sketch's landmarks, which never equal keys of bands (`bandKeys`). Two landmarks of a page are
 * equal only by chance.
 */
export function landmarkKeys(sketch: Uint8Array, { count }: BandLayout): number[] {
  const landmarks = new Set(readLandmarks(sketch));
  landmarks.delete(0);
  return Array.from(landmarks, (landmark) => count * 2 ** 40 + landmark);
}

/** Returns a function that counts the landmarks shared with another sketch. */
export function createLandmarkCounter(sketch: Uint8Array): (other: Uint8Array) => number {
  const own = readLandmarks(sketch);
  return (other) => {
    let shared = 0;
    for (let at = 0; at < landmarkCount; at++) {
      const landmark = readLandmark(other, at);
      if (landmark !== 0 && own.includes(landmark)) shared++;
    }
    return shared;
  };
}

function readLandmarks(sketch: Uint8Array): number[] {
  return Array.from({ length: landmarkCount }, (_, at) => readLandmark(sketch, at));
}

function readLandmark(sketch: Uint8Array, at: number): number {
  const from = sketch.length - landmarksBytes + 4 * at;
  const high = (sketch[from]! << 24) | (sketch[from + 1]! << 16);
  return (high | (sketch[from + 2]! << 8) | sketch[from + 3]!) >>> 0;
}
