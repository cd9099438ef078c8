import type { Dictionaries } from '../text/dictionaries.js';
import { unpackText } from '../text/kept-text.js';
import { partLimit, sampleParts, type TextParts } from './parts.js';
import {
  findPassages,
  type Passage,
  type PlacedShingles,
  passagesInSample,
  placedShingles,
  type ShingledText,
} from './passages.js';
import type { Recipe } from './recipe.js';
import {
  createToTextRange,
  longestPassages,
  passagesMax,
  type TextRange,
  type ToTextRange,
} from './text-ranges.js';

/** A text, or its stored form (kept-text.ts). */
export type OverlapText = string | Uint8Array;

/**
 * Data about the other text of an overlap: the stored text itself, a sample of its shingles (parts.ts), or null if
 * neither is stored.
 */
export type OverlapSide = Uint8Array | TextParts | null;

export interface OverlapOptions {
  /** Minimum length of a reported passage, in words. */
  readonly minWords: number;
  /** True if passages include their texts. */
  readonly withTexts: boolean;
}

/** Overlap of a text with other texts. */
export interface Overlap {
  /** Number of words of the text. */
  readonly words: number;
  /** Share of the words contained in at least one other text: 0 to 1. */
  readonly share: number;
  /** Passages contained in at least one other text, longest first. */
  readonly passages: readonly MergedPassage[];
  /** Overlaps with the other texts, one for each, in the order in which these texts were given. */
  readonly sides: readonly OverlapWithSide[];
}

export interface OverlapWithSide {
  /** True if all shingles of the other text were known, not only a sample. */
  readonly isExact: boolean;
  /**
   * `ofThis`: share of the distinct shingles of this text that the match also has. `ofMatch`: share of the match's
   * distinct shingles that this text also has. Null unless the text of the match is stored.
   */
  readonly containment: { readonly ofThis: number; readonly ofMatch: number } | null;
  /** Share of this text's words in passages that the other text also contains: 0 to 1. */
  readonly share: number;
  /** The longest passages, in text order. */
  readonly passages: readonly OverlapPassage[];
}

export interface OverlapPassage extends TextRange {
  readonly words: number;
  /** Location in the other text; null if that text is not stored. */
  readonly inMatch: TextRange | null;
}

export interface MergedPassage extends TextRange {
  readonly words: number;
  /** Indexes of the other texts, largest share first. */
  readonly sides: readonly number[];
}

/** A text with the positions of its words. */
export interface PlacedText extends PlacedShingles {
  readonly text: string;
}

/** Passages that a text shares with one other text. */
export interface PassagesWithSide extends Omit<OverlapWithSide, 'passages'> {
  /** Word positions of all passages: `start, end, start, end, …`. */
  readonly all: Int32Array;
  /** The longest passages, in word positions. */
  readonly passages: readonly WordPassage[];
}

interface WordPassage {
  /** Index of the first word of the passage in the text. */
  readonly start: number;
  readonly end: number;
  /** Location in the other text, in UTF-16 code units; null if that text is not stored. */
  readonly inMatch: TextRange | null;
}

/*
 * Computing an overlap costs as much as signing all of the texts. The work is divided into one step per text, so that a
 * thread can do other work between the steps:
 *
 *   text ─► placeText ─┬─► passagesWith(other 1) ─┐
 *                      ├─► passagesWith(other 2) ─┼─► joinPassages
 *                      └─► …                      ┘
 */

/** Locates the words of a text. This costs as much as signing the text. */
export function placeText(
  given: OverlapText,
  recipe: Recipe,
  dictionaries: Dictionaries,
): PlacedText {
  const text = decodeSideText(given);
  return { text, ...placedShingles(text, recipe, dictionaries) };
}

/**
 * Finds the passages that a text shares with one other text. This costs as much as signing the other text, plus time
 * linear in the words of both.
 */
export function findSidePassages(
  page: ShingledText,
  other: OverlapSide,
  recipe: Recipe,
  { minWords, withTexts }: OverlapOptions,
  dictionaries: Dictionaries,
): PassagesWithSide {
  if (other === null) return { ...packed([], page), isExact: false, containment: null };
  if (!(other instanceof Uint8Array)) {
    const sample = sampleParts(other, recipe.parts!);
    const found = packed(passagesInSample(page, sample, minWords), page);
    return { ...found, isExact: sample.limit === partLimit, containment: null };
  }
  const match = unpackText(other);
  const placed = placedShingles(match, recipe, dictionaries);
  const toTextRange = createToTextRange(match, placed.words, withTexts);
  const found = packed(findPassages(page, placed, minWords), page, toTextRange);
  return { ...found, isExact: true, containment: countContainment(page, placed) };
}

/**
 * Merges the passages that a text shares with each of the other texts into its overlap, in time linear in the words of
 * the text and the number of passages.
 */
export function joinPassages(
  { text, words, wordCount }: PlacedText,
  sides: readonly PassagesWithSide[],
  withTexts: boolean,
): Overlap {
  const toTextRange = createToTextRange(text, words, withTexts);
  const isCovered = new Uint8Array(wordCount);
  for (const { all } of sides) cover(isCovered, all);
  return {
    words: wordCount,
    share: count(isCovered) / wordCount,
    passages: longestRanges(sides, wordCount).map(({ start, end, sides }) => ({
      ...toTextRange(start, end),
      words: end - start,
      sides,
    })),
    sides: sides.map(({ all: _, passages, ...side }) => ({
      ...side,
      passages: passages.map((passage) => placedPassage(passage, toTextRange)),
    })),
  };
}

/** Packs passages for transfer. @param inMatch converts word positions in the other text to a range of that text */
function packed(
  found: readonly Passage[],
  { wordCount }: Pick<ShingledText, 'wordCount'>,
  inMatch?: ToTextRange,
): Pick<PassagesWithSide, 'all' | 'share' | 'passages'> {
  const all = new Int32Array(2 * found.length);
  for (const [index, { start, end }] of found.entries()) all.set([start, end], 2 * index);
  const passages = longestPassages(found).map(({ start, end, inMatch: other }) => ({
    start,
    end,
    inMatch: other && inMatch ? inMatch(other.start, other.end) : null,
  }));
  const isCovered = new Uint8Array(wordCount);
  cover(isCovered, all);
  return { all, share: count(isCovered) / wordCount, passages };
}

function placedPassage(
  { start, end, inMatch }: WordPassage,
  toTextRange: ToTextRange,
): OverlapPassage {
  return { ...toTextRange(start, end), words: end - start, inMatch };
}

/** Marks the words that passages cover. */
function cover(isCovered: Uint8Array, all: Int32Array): void {
  for (let at = 0; at < all.length; at += 2) isCovered.fill(1, all[at]!, all[at + 1]!);
}

function count(words: Uint8Array): number {
  let sum = 0;
  for (const word of words) sum += word;
  return sum;
}

function countContainment(page: ShingledText, match: ShingledText) {
  const others = new Set(match.hashes);
  for (const hash of page.hashes) others.delete(hash);
  const both = match.distinct - others.size;
  return { ofThis: both / page.distinct, ofMatch: both / match.distinct };
}

/** Returns the longest passages of a text that another text contains, in text order. */
export function passagesBetween(
  given: OverlapText,
  other: OverlapText,
  recipe: Recipe,
  { minWords, withTexts }: OverlapOptions,
  dictionaries: Dictionaries,
): OverlapPassage[] {
  const [text, match] = [given, other].map(decodeSideText) as [string, string];
  const page = placedShingles(text, recipe, dictionaries);
  const placed = placedShingles(match, recipe, dictionaries);
  const inMatch = createToTextRange(match, placed.words, withTexts);
  const toTextRange = createToTextRange(text, page.words, withTexts);
  const { passages } = packed(findPassages(page, placed, minWords), page, inMatch);
  return passages.map((passage) => placedPassage(passage, toTextRange));
}

const decodeSideText = (text: OverlapText) => (typeof text === 'string' ? text : unpackText(text));

/**
 * A range of words that passages cover without a gap, with the indexes (`sides`) of the other texts that contain these
 * passages. The text that contains the most words of the range is first.
 */
interface JoinedRange {
  readonly start: number;
  readonly end: number;
  readonly sides: readonly number[];
}

/** Returns the longest ranges, longest first. */
function longestRanges(sides: readonly PassagesWithSide[], wordCount: number): JoinedRange[] {
  // Adjacent passages must remain separate ranges. Marking the words of passages would merge them, so `isJoined` marks
  // the boundaries inside passages: element i is 1 if one passage contains both word i − 1 and word i.
  const starts = new Uint8Array(wordCount);
  const isJoined = new Uint8Array(wordCount);
  for (const { all } of sides) {
    for (let at = 0; at < all.length; at += 2) {
      starts[all[at]!] = 1;
      isJoined.fill(1, all[at]! + 1, all[at + 1]!);
    }
  }
  const ranges: { start: number; end: number }[] = [];
  for (let start = 0; start < wordCount; start++) {
    if (starts[start] === 0 || isJoined[start] === 1) continue;
    let end = start + 1;
    while (end < wordCount && isJoined[end] === 1) end += 1;
    ranges.push({ start, end });
  }
  const longest = ranges
    .sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)
    .slice(0, passagesMax);
  const words = wordsOfRanges(longest, sides, wordCount);
  return longest.map((range, index) => {
    const byWords = [...words[index]!].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return { ...range, sides: byWords.map(([side]) => side) };
  });
}

/** Counts, for each range, the words that each other text contains. @returns one map per range, from text to count */
function wordsOfRanges(
  ranges: readonly { readonly start: number; readonly end: number }[],
  sides: readonly PassagesWithSide[],
  wordCount: number,
): Map<number, number>[] {
  const rangeAt = new Int16Array(wordCount).fill(-1);
  for (const [index, { start, end }] of ranges.entries()) rangeAt.fill(index, start, end);
  const words = ranges.map(() => new Map<number, number>());
  for (const [side, { all }] of sides.entries()) {
    for (let at = 0; at < all.length; at += 2) {
      const bySide = words[rangeAt[all[at]!]!];
      bySide?.set(side, (bySide.get(side) ?? 0) + all[at + 1]! - all[at]!);
    }
  }
  return words;
}
