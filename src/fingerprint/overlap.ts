import type { Dictionaries } from '../text/dictionaries.js';
import { unpackText } from '../text/kept-text.js';
import { partLimit, sampleOf, type TextParts } from './parts.js';
import {
  type Passage,
  type PlacedShingles,
  passagesIn,
  passagesInSample,
  placedShingles,
  wordsIn,
} from './passages.js';
import type { Recipe } from './recipe.js';
import {
  longestPassages,
  passagesMax,
  type Stretch,
  stretcher,
  type ToStretch,
} from './stretches.js';

/** A text: as it was sent, or in its stored form. */
export type OverlapText = string | Uint8Array;

/** What is known of a text that another may overlap: itself, the sample of its parts, or nothing. */
export type OverlapSide = Uint8Array | TextParts | null;

export interface OverlapOptions {
  /** Shorter passages are left out. */
  readonly minWords: number;
  /** Whether passages come with their texts. */
  readonly withTexts: boolean;
}

/** Where a text overlaps others. */
export interface Overlap {
  /** How many words the text has. */
  readonly words: number;
  /** The share of them that stands in any of the others: 0 to 1. */
  readonly share: number;
  /** Stretches of the text that stand in any of the others, the longest first. */
  readonly passages: readonly MergedPassage[];
  /** By each other text, in their order. */
  readonly sides: readonly OverlapWithSide[];
}

export interface OverlapWithSide {
  /** Whether all of its shingles were there to look at, and not only a sample. */
  readonly isExact: boolean;
  /** Of the distinct shingles of each, the share that the other has; null: the other is not known whole. */
  readonly containment: { readonly ofThis: number; readonly ofMatch: number } | null;
  /** Of the words of the text. */
  readonly share: number;
  /** The longest ones, in the order of the text. */
  readonly passages: readonly OverlapPassage[];
}

export interface OverlapPassage extends Stretch {
  readonly words: number;
  /** In the other text; null: it is not kept. */
  readonly inMatch: Stretch | null;
}

export interface MergedPassage extends Stretch {
  readonly words: number;
  /** The numbers of the other texts, the one with the most of it first. */
  readonly sides: readonly number[];
}

/** See `Signer.overlap`. */
export function overlapContents(
  given: OverlapText,
  others: readonly OverlapSide[],
  recipe: Recipe,
  { minWords, withTexts }: OverlapOptions,
  dictionaries: Dictionaries,
): Overlap {
  const text = textOf(given);
  const page = placedShingles(text, recipe, dictionaries);
  const words = page.words.starts.length;
  const stretch = stretcher(text, page.words, withTexts);
  const found = others.map((other) => {
    if (other === null) return { all: [], isExact: false, told: [], containment: null };
    if (!(other instanceof Uint8Array)) {
      const sample = sampleOf(other, recipe.parts!);
      const all = passagesInSample(page, sample, minWords);
      const told = toldOf(all, stretch, undefined);
      return { all, isExact: sample.limit === partLimit, told, containment: null };
    }
    const match = unpackText(other);
    const placed = placedShingles(match, recipe, dictionaries);
    const all = passagesIn(page, placed, minWords);
    return {
      all,
      isExact: true,
      told: toldOf(all, stretch, stretcher(match, placed.words, withTexts)),
      containment: containmentIn(page, placed),
    };
  });
  const sides = found.map(({ all, isExact, told, containment }) => ({
    isExact,
    containment,
    share: wordsIn(all) / words,
    passages: told,
  }));
  return {
    words,
    share: wordsIn(found.flatMap(({ all }) => all)) / words,
    passages: merged(found.map(({ all }) => all))
      .sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)
      .slice(0, passagesMax)
      .map(({ start, end, sides }) => ({ ...stretch(start, end), words: end - start, sides })),
    sides,
  };
}

function containmentIn({ hashes }: PlacedShingles, match: PlacedShingles) {
  const [page, other] = [new Set(hashes), new Set(match.hashes)];
  let both = 0;
  for (const hash of page) both += Number(other.has(hash));
  return { ofThis: both / page.size, ofMatch: both / other.size };
}

/** Where a text stands in one other; the longest passages, in the order of the text. */
export function passagesBetween(
  given: OverlapText,
  other: OverlapText,
  recipe: Recipe,
  { minWords, withTexts }: OverlapOptions,
  dictionaries: Dictionaries,
): OverlapPassage[] {
  const [text, match] = [given, other].map(textOf) as [string, string];
  const page = placedShingles(text, recipe, dictionaries);
  const placed = placedShingles(match, recipe, dictionaries);
  const inMatch = stretcher(match, placed.words, withTexts);
  return toldOf(
    passagesIn(page, placed, minWords),
    stretcher(text, page.words, withTexts),
    inMatch,
  );
}

const textOf = (text: OverlapText) => (typeof text === 'string' ? text : unpackText(text));

/** The longest ones, in their order. */
function toldOf(
  passages: readonly Passage[],
  stretch: ToStretch,
  inMatch: ToStretch | undefined,
): OverlapPassage[] {
  return longestPassages(passages).map(({ start, end, inMatch: other }) => ({
    ...stretch(start, end),
    words: end - start,
    inMatch: other && inMatch ? inMatch(other.start, other.end) : null,
  }));
}

/** Stretches of words that passages cover without a gap, and the sides that they stand in. */
function merged(bySide: readonly (readonly Passage[])[]) {
  const all = bySide
    .flatMap((passages, side) => passages.map(({ start, end }) => ({ start, end, side })))
    .sort((a, b) => a.start - b.start);
  const stretches: { start: number; end: number; covered: Map<number, number> }[] = [];
  for (const { start, end, side } of all) {
    let last = stretches.at(-1);
    if (last === undefined || start >= last.end) {
      last = { start, end, covered: new Map() };
      stretches.push(last);
    }
    last.end = Math.max(last.end, end);
    last.covered.set(side, (last.covered.get(side) ?? 0) + end - start);
  }
  return stretches.map(({ start, end, covered }) => {
    const sides = [...covered].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([side]) => side);
    return { start, end, sides };
  });
}
