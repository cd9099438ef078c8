import {
  contradictsMark,
  countLacking,
  type Evidence,
  hasLine,
  hasNumber,
  hasShingle,
} from '../fingerprint/evidence.js';
import {
  hashBeginning,
  hashEnding,
  isLongEnough,
  isNumberWord,
  isSentenceStart,
  type PageLines,
  type PageSentences,
  type Reading,
  sentenceEnd,
} from '../fingerprint/reading.js';
import { type ComparedSites, type SiteLines, withoutSiteLines } from './site-lines.js';

/*
 * The proof that a stored page already has everything that a page says. No part of it is an estimate, and no list of
 * words takes part.
 *
 *   1. Each line of the page is known to the stored page: it is one of its lines, or it is made of its pairs of words.
 *   2. The two are alike enough: the Jaccard similarity of their sets of pairs, numbers and lines, which are counted.
 *
 * Pairs have no places, so pieces of several stored lines could make up a line that nobody stored: "10 October, 18:00"
 * out of "10 October, 19:00" and "11 October, 18:00". So short lines, and lines that are short for their numbers, are
 * known only as a whole. In a text whose line breaks may be wraps, sentences take the place of lines; a list without
 * full stops is one sentence. And sentences have their edges: "No dogs on deck today" makes up neither "Dogs on deck"
 * nor "No dogs on deck". The similarity keeps a page that lists every value of a template from counting as proof for
 * each page of the template.
 *
 * If only lines outside the main text keep a page from a stricter level, the comparison is repeated without the lines
 * that sites repeat (site-lines.ts).
 */

/** Minimum similarity of a page and a stored page that has everything it says. */
export const provenSimilarityMin = 0.8;

/** A page with its lines and its evidence, whose shingles are as long as those of the stored page. */
export interface ProvenPage {
  readonly reading: Reading;
  readonly lines: PageLines;
  /** Sentences of a text whose line breaks may be wraps; null for a page of blocks. */
  readonly sentences: PageSentences | null;
  readonly evidence: Evidence;
}

/** Comparison of the lines of a page with a stored page. */
export interface Proof {
  /** Numbers of the lines that the stored page does not have, in order. */
  readonly unknown: readonly number[];
  /** Number of unknown lines of the main text. */
  readonly unknownMain: number;
  /** Jaccard similarity, 0 to 1: of pairs and numbers of the main texts, and of the lines outside them. */
  readonly similarity: number;
  /** Jaccard similarity of the pairs and numbers of the main texts. */
  readonly mainSimilarity: number;
}

/** Compares the lines of a page with a stored page. */
export function prove(page: ProvenPage, stored: Evidence): Proof {
  const { lines, evidence } = page;
  const hasSameMain = evidence.mainHash === stored.mainHash;
  const otherMarks = findOtherMarks(page.reading, stored);
  const unknown: number[] = [];
  let unknownMain = 0;
  let mark = 0;
  for (let line = hasSameMain ? lines.mainCount : 0; line < lines.hashes.length; line++) {
    while (otherMarks[mark]! < lines.starts[line]!) mark++;
    const hasOtherMark = otherMarks[mark]! < lines.starts[line + 1]!;
    const isKnown = () => hasLine(stored, lines.hashes[line]!) || isMadeOfPairs(page, line, stored);
    if (!hasOtherMark && isKnown()) continue;
    unknown.push(line);
    if (line < lines.mainCount) unknownMain++;
  }
  return { unknown, unknownMain, ...countSimilarity(evidence, stored) };
}

/** Comparison of a page with a stored page, from which its strictest level follows. */
export interface Proven extends Pick<Proof, 'similarity' | 'mainSimilarity'> {
  /** True if no line of the main text is unknown. */
  readonly hasMain: boolean;
  /** True if no line is unknown. */
  readonly hasAll: boolean;
}

/** Tests if only lines outside the main text stand between a page and a stricter level. */
export function needsSiteLines(page: Evidence, stored: Evidence, proven: Proven): boolean {
  if (!proven.hasMain) return false;
  if (page.mainHash === stored.mainHash) return !hasSameRest(page, stored);
  return !proven.hasAll || proven.similarity < provenSimilarityMin;
}

/** Tests if a page has nothing but lines of its site. It is then a duplicate only of pages that have these lines. */
export function isOnlySiteLines({ main, rest }: Evidence, site: SiteLines): boolean {
  return [main, rest].every((lines) => withoutSiteLines(lines, [site]).hashes.length === 0);
}

/** Returns a page without the lines of its site, and without those of the site of the page that it is compared with. */
export function leaveOutSites(page: Evidence, { page: own, stored }: ComparedSites): Evidence {
  return { ...page, rest: withoutSiteLines(page.rest, [own, stored]) };
}

/** Tests if two pages have the same lines outside their main texts. */
function hasSameRest(a: Evidence, b: Evidence): boolean {
  return countLacking(a.rest, b.rest) === 0 && countLacking(b.rest, a.rest) === 0;
}

/** Tests if two pages are equal but for the lines of their sites. */
export function isSameWithoutSites(page: Evidence, stored: Evidence, sites: ComparedSites) {
  if (page.mainHash !== stored.mainHash) return false;
  return hasSameRest(leaveOutSites(page, sites), leaveOutSites(stored, sites));
}

/** Counts the similarity of two pages from their evidence. Their shingles must be equally long. */
export function countSimilarity(a: Evidence, b: Evidence) {
  const isSame = a.mainHash === b.mainHash;
  const lackingLines = countLacking(a.rest, b.rest);
  const size = ({ shingles, numbers }: Evidence) => shingles.hashes.length + numbers.length;
  const share = (own: number, other: number, lacked: number) =>
    own + other === 0 ? 1 : (own - lacked) / (other + lacked);
  const main = isSame ? 0 : countLackingPairs(b, a);
  const otherMain = isSame ? size(a) : size(b);
  return {
    mainSimilarity: share(size(a), otherMain, main),
    similarity: share(
      size(a) + a.rest.hashes.length,
      otherMain + b.rest.hashes.length,
      main + lackingLines,
    ),
  };
}

const asSet = (hashes: Uint32Array) => ({ hashes, bits: 16 });

/** Tests if a line is made of the pairs and numbers of a stored text. */
function isMadeOfPairs(page: ProvenPage, line: number, stored: Evidence): boolean {
  const { reading, lines, sentences } = page;
  const [start, end] = [lines.starts[line]!, lines.starts[line + 1]!];
  if (sentences !== null) return arePartsKnown(reading, sentences, stored, start, end);
  return (
    isLongEnough(reading, start, end) &&
    areNumbersKnown(reading, stored, start, end) &&
    areSentencesKnown(reading, stored, start, end)
  );
}

/** Tests the numbers among some words. Pairs contain them as well, but their hashes are cut, and may agree by chance. */
function areNumbersKnown({ words, flags }: Reading, stored: Evidence, start: number, end: number) {
  for (let at = start; at < end; at++) {
    if (isNumberWord(flags[at]!) && !hasNumber(stored, words[at]!)) return false;
  }
  return true;
}

/** Tests the sentences of a line of a page, whose neighbours are other blocks. */
function areSentencesKnown(reading: Reading, stored: Evidence, start: number, end: number) {
  const { shingles, lengths, full } = reading;
  for (let from = start, to = start; from < end; from = to) {
    to = sentenceEnd(reading, from, end);
    if (!hasShingle(stored, hashBeginning(reading, full, from, to))) return false;
    if (!hasShingle(stored, hashEnding(reading, full, from, to))) return false;
    for (let at = from; at + lengths[at]! <= to && lengths[at]! > 0; at++) {
      if (!hasShingle(stored, shingles[at]!)) return false;
    }
  }
  return true;
}

/**
 * Tests a line of a text whose line breaks may be wraps. Sentences take the place of lines there: each that has words in
 * the line is known as a whole, or is long enough, and its part in the line is made of known pairs.
 */
function arePartsKnown(
  reading: Reading,
  { starts, wholes, ofWords }: PageSentences,
  stored: Evidence,
  start: number,
  end: number,
): boolean {
  for (let at = ofWords[start]!; starts[at]! < end; at++) {
    const isKnown =
      wholes[at] === 0
        ? isPartKnown(reading, stored, [start, end], [starts[at]!, starts[at + 1]!])
        : hasShingle(stored, wholes[at]!);
    if (!isKnown) return false;
  }
  return true;
}

/**
 * Tests the part of a sentence in a line: the pairs with words of it, and the edges of the sentence that are there. The
 * last sentence of a text may be cut, so its end is not looked up.
 */
function isPartKnown(
  reading: Reading,
  stored: Evidence,
  [start, end]: readonly [number, number],
  [from, to]: readonly [number, number],
): boolean {
  const { flags, words, shingles, lengths, mainCount, full } = reading;
  const [first, last] = from < mainCount ? [0, mainCount] : [mainCount, words.length];
  const [begins, ends] = [Math.max(start, from), Math.min(end, to)];
  if (!areNumbersKnown(reading, stored, begins, ends)) return false;
  for (let at = Math.max(from, begins - shingleWordsMax); at < ends; at++) {
    const after = at + lengths[at]!;
    if (lengths[at] === 0 || after <= begins || after > to) continue;
    if (!hasShingle(stored, shingles[at]!)) return false;
  }
  const isEdgeKnown = (at: number, hash: number) =>
    arePairsAcrossKnown(reading, stored, first, at) || hasShingle(stored, hash);
  const hasBeginning = from >= start && isSentenceStart(flags[from]!);
  if (hasBeginning && !isEdgeKnown(from, hashBeginning(reading, full, from, to))) return false;
  return to > end || to === last || isEdgeKnown(to, hashEnding(reading, full, from, to));
}

/**
 * Tests if the words before a sentence stand before it in the stored page as well, which then has other line breaks
 * or punctuation there.
 * @param first index of the first word of the text
 */
function arePairsAcrossKnown(reading: Reading, stored: Evidence, first: number, sentence: number) {
  const { shingles, lengths } = reading;
  let across = 0;
  for (let at = Math.max(first, sentence - shingleWordsMax); at < sentence; at++) {
    if (lengths[at] === 0 || at + lengths[at]! <= sentence) continue;
    if (!hasShingle(stored, shingles[at]!)) return false;
    across++;
  }
  return across > 0;
}

/** Maximum number of words of a shingle in a long text. */
const shingleWordsMax = 14;

/** Returns the words that have a mark (text/spelling.ts) other than the same word of the stored page, in order. */
function findOtherMarks({ marks }: Reading, stored: Evidence): number[] {
  const words: number[] = [];
  for (let at = 0; at < marks.length; at += 2) {
    if (contradictsMark(stored, marks[at + 1]!)) words.push(marks[at]!);
  }
  return words;
}

/**
 * Tests, by evidence alone, if the main text of a stored page says everything that another main text says. Without the
 * words, only whole lines count, and all pairs of a text whose line breaks may be wraps.
 */
export function isMainContained(stored: Evidence, page: Evidence): boolean {
  if (stored.mainHash === page.mainHash) return true;
  if (page.marks.some((mark) => contradictsMark(stored, mark))) return false;
  if (countLacking(page.main, stored.main) === 0) return true;
  return !page.isBlocks && page.full === stored.full && countLackingPairs(stored, page) === 0;
}

/** Counts the pairs and numbers of a main text that the main text of a stored page lacks. */
export function countLackingPairs(stored: Evidence, { shingles, numbers }: Evidence): number {
  return (
    countLacking(shingles, stored.shingles) + countLacking(asSet(numbers), asSet(stored.numbers))
  );
}

/** Counts the lines of a stored page that a page lacks. Equal main texts lack no line of each other. */
export function countGoneLines(stored: Evidence, page: Evidence): number {
  const ofMain = stored.mainHash === page.mainHash ? 0 : countLacking(stored.main, page.main);
  return ofMain + countLacking(stored.rest, page.rest);
}
