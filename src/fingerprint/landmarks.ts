import { type EvidenceWords, joined, readScript, wordFlags } from '../text/evidence-words.js';
import type { BandLayout } from './minhash.js';

/*
 * Landmarks: hashes of the title, numbers and names that distinguish a page from others of its template. All pages of a
 * template share bands, and an original may be less similar to its copy than to another page of the template. The copy,
 * however, keeps the landmarks. Landmarks follow the band tails in a sketch. Each takes 4 bytes; 0 means that the page
 * lacks this landmark:
 *
 *   │ 128 values │ tails of the bands │ title │ numbers together │ up to six runs │
 *
 * A run is a sequence of numbers and names, such as "Boeing 747". The longest runs are the rarest, so they become
 * landmarks: three runs with a number, three without, and more of one kind if there are fewer of the other.
 */
const landmarkCount = 8;
/** Number of bytes that the landmarks of a sketch take. */
export const landmarksBytes = 4 * landmarkCount;

const ofTitle = 0;
const ofNumbers = 1;
const ofRuns = 2;
const runCount = landmarkCount - ofRuns;
/** Maximum number of runs with a number that are combined into one landmark. */
const togetherCount = 3;

const { begins, number: isNumber, name: isName } = wordFlags;

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
const names = newRuns();

/** Returns the landmarks of a text without the landmark of its title. */
export function findLandmarks({ count, hashes, flags, lengths }: EvidenceWords): Uint32Array {
  numbers.count = 0;
  names.count = 0;
  for (let at = 0; at < count; ) {
    if ((flags[at]! & (isNumber | isName)) === 0) {
      at++;
      continue;
    }
    let [hash, length, held] = [0, 0, 0];
    do {
      held |= flags[at]!;
      hash = joined(hash, hashes[at]!);
      // A Han character counts as three letters, about the length of a syllable.
      length += lengths[at]! * (readScript(flags[at]!) === 1 ? 3 : 1);
      at++;
    } while (at < count && (flags[at]! & (isNumber | isName)) !== 0 && (flags[at]! & begins) === 0);
    offer((held & isNumber) !== 0 ? numbers : names, hashed(hash), length);
  }
  const landmarks = new Uint32Array(landmarkCount);
  if (numbers.count > 1) {
    let together = numbers.count;
    for (let at = 0; at < Math.min(togetherCount, numbers.count); at++) {
      together = joined(together, numbers.hashes[at]!);
    }
    landmarks[ofNumbers] = hashed(together);
  }
  const half = runCount / 2;
  const ofNames = Math.min(names.count, Math.max(half, runCount - numbers.count));
  const most = Math.min(numbers.count, runCount - ofNames);
  landmarks.set(numbers.hashes.subarray(0, most), ofRuns);
  landmarks.set(names.hashes.subarray(0, ofNames), ofRuns + most);
  return landmarks;
}

/** Adds a run if it is one of the longest and not yet included. */
function offer(runs: LongestRuns, hash: number, length: number): void {
  const { hashes, lengths } = runs;
  const isAfter = (at: number) =>
    lengths[at]! > length || (lengths[at] === length && hashes[at]! <= hash);
  let place = runs.count;
  while (place > 0 && !isAfter(place - 1)) place--;
  if (place === runCount || (place > 0 && hashes[place - 1] === hash)) return;
  if (runs.count < runCount) runs.count++;
  hashes.copyWithin(place + 1, place, runs.count - 1);
  lengths.copyWithin(place + 1, place, runs.count - 1);
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

/**
 * Replaces the landmark of the title in a sketch.
 * @param words hashes of the title's words; empty if there is no title
 */
export function withTitleLandmark(sketch: Uint8Array, words: Uint16Array): Uint8Array {
  const titled = sketch.slice();
  const landmark = words.length === 0 ? 0 : hashed([...words].sort(byValue).reduce(joined, 0));
  const at = titled.length - landmarksBytes + 4 * ofTitle;
  new DataView(titled.buffer).setUint32(at, landmark);
  return titled;
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
