import type { Dictionaries } from '../text/dictionaries.js';
import { featureTest } from '../text/lexicon.js';
import { type WordPlaces, wordPlaces } from '../text/word-places.js';
import { countWords } from './count-words.js';
import { shingleHashes } from './minhash.js';
import { defaultParts, type PartSample } from './parts.js';
import type { Recipe } from './recipe.js';
import { cutText } from './sign.js';

/** All shingles of a text in order, including repeated ones, as they are hashed for parts (parts.ts). */
export interface ShingledText {
  /** Hash of each shingle, as in `hashParts`; a shingle begins with the word of the same index. */
  readonly hashes: Uint32Array;
  /** Number of distinct hashes. */
  readonly distinct: number;
  /** Number of words in a shingle. */
  readonly size: number;
  /** Number of words in the text. */
  readonly wordCount: number;
}

/** Shingles with the positions of their words. */
export interface PlacedShingles extends ShingledText {
  readonly words: WordPlaces;
}

/** Words from `start` to `end`, exclusive, that are also in another text. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  /** Position in the other text; null if unknown. */
  readonly inMatch: { readonly start: number; readonly end: number } | null;
}

/**
 * Locates the words of a text, and hashes its shingles. Their length is that of the recipe's parts, or of
 * `defaultParts` if the recipe has no parts.
 */
export function placedShingles(text: string, recipe: Recipe, shared: Dictionaries): PlacedShingles {
  const cut = cutText(text, recipe, shared);
  const { dictionaries } = cut;
  const { lexicon } = dictionaries;
  // Locates the words first, because that needs no counts, and both steps use the word numbers.
  const words = wordPlaces(text, cut, recipe, dictionaries);
  const { lows } = countWords(cut.words, featureTest(recipe, lexicon), lexicon, recipe.hash);
  const size = (recipe.parts ?? defaultParts).words;
  const hashes = new Uint32Array(shingleHashes(lows, size).buffer);
  const distinct = new Set(hashes).size;
  return { hashes, distinct, size, wordCount: words.starts.length, words };
}

/**
 * Maximum number of words between two passages, in either text, for them to be joined into one edited passage.
 */
const gapMax = 8;
/**
 * Maximum number of positions in the other text that are tried for a shingle, because a phrase may occur very often.
 */
const placesMax = 16;

/**
 * Finds the passages of `page` that also occur in `match`, and returns them in page order. The search is greedy from
 * the left: each passage is made as long as possible, and no word belongs to more than one. If a passage could match at
 * several places in `match`, the place that gives the longest passage is chosen. (Like the greedy string tiling of
 * Wise: YAP3, 1996, but without the search for the longest tile first.) Linear in both lengths.
 * @param wordsMin minimum length of a passage
 */
export function findPassages(page: ShingledText, match: ShingledText, wordsMin: number): Passage[] {
  const places = indexPlaces(match.hashes);
  const found: Passage[] = [];
  let next = 0;
  for (let at = 0; at < page.hashes.length; ) {
    let best = { from: -1, length: 0 };
    for (const from of places.get(page.hashes[at]!) ?? nowhere) {
      let length = 1;
      while (isSame(page.hashes, at + length, match.hashes, from + length)) length += 1;
      // Among equally long passages, the first one after the previous passage is chosen.
      const isBetter = length > best.length || (length === best.length && best.from < next);
      if (isBetter) best = { from, length };
    }
    if (best.length === 0) {
      at += 1;
      continue;
    }
    next = best.from + best.length;
    const inMatch = wordRange(best.from, best.length, match);
    found.push({ ...wordRange(at, best.length, page), inMatch });
    at += best.length;
  }
  return joined(found).filter(({ start, end }) => end - start >= wordsMin);
}

/**
 * Finds passages as `findPassages` does, but from only a sample of the other text's shingles. Each passage begins and
 * ends with a shingle of the sample. A shingle whose hash is below the limit but not in the sample ends a passage,
 * because the other text cannot contain such a shingle.
 */
export function passagesInSample(
  page: ShingledText,
  { hashes, limit }: Pick<PartSample, 'hashes' | 'limit'>,
  wordsMin: number,
): Passage[] {
  const sample = new Set(hashes);
  const found: Passage[] = [];
  let first = -1;
  let last = -1;
  const end = () => {
    if (first >= 0) found.push({ ...wordRange(first, last - first + 1, page), inMatch: null });
    first = -1;
  };
  for (let at = 0; at < page.hashes.length; at++) {
    const hash = page.hashes[at]!;
    if (hash >= limit) continue;
    if (sample.has(hash)) {
      if (first < 0) first = at;
      last = at;
    } else end();
  }
  end();
  return found.filter(({ start, end }) => end - start >= wordsMin);
}

function indexPlaces(hashes: Uint32Array): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (let at = 0; at < hashes.length; at++) {
    const known = places.get(hashes[at]!);
    if (known === undefined) places.set(hashes[at]!, [at]);
    else if (known.length < placesMax) known.push(at);
  }
  return places;
}

function isSame(a: Uint32Array, atA: number, b: Uint32Array, atB: number): boolean {
  return atA < a.length && atB < b.length && a[atA] === b[atB];
}

/** Returns the range of words that `count` consecutive shingles cover, beginning with shingle `first`. */
function wordRange(first: number, count: number, { size, wordCount }: ShingledText) {
  return { start: first, end: Math.min(first + count + size - 1, wordCount) };
}

/** Merges passages that overlap, or that have only a small gap between them in both texts. */
function joined(passages: readonly Passage[]): Passage[] {
  const all: Passage[] = [];
  for (const passage of passages) {
    const before = all.at(-1);
    if (before === undefined || !follows(before, passage)) {
      // Words at the start of this passage may also end the previous one. No word may be in both, so they are cut off.
      const cut = Math.max(0, (before?.end ?? 0) - passage.start);
      const inMatch = { start: passage.inMatch!.start + cut, end: passage.inMatch!.end };
      const start = passage.start + cut;
      if (start < passage.end) all.push({ start, end: passage.end, inMatch });
      continue;
    }
    const inMatch = { start: before.inMatch!.start, end: passage.inMatch!.end };
    all[all.length - 1] = { start: before.start, end: passage.end, inMatch };
  }
  return all;
}

function follows(before: Passage, { start, inMatch }: Passage): boolean {
  const gap = inMatch!.start - before.inMatch!.end;
  const overlap = before.inMatch!.end - before.inMatch!.start;
  return start - before.end <= gapMax && gap <= gapMax && gap > -Math.min(gapMax, overlap);
}

const nowhere: readonly number[] = [];
