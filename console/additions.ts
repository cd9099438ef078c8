import type { Additions, Collection, Level, Match } from './api/types.js';
import type { Translate } from './text/language.js';
import { firstWords, lastWords } from './text/whole-words.js';

/** Descriptions of what a page adds to another page, in the user's language. */

const kinds = ['lines', 'words', 'numbers'] as const;

interface AdditionsInWords {
  /** True if the words were counted from stored evidence instead of a text. */
  readonly areEstimated?: boolean | undefined;
  /** True if the page is no duplicate only because its match is much longer. */
  readonly isShorter?: boolean | undefined;
}

/** Describes the additions in a few words, such as "adds 1 line, 7 new words, 2 new numbers". */
export function additionsInWords(
  adds: Additions | null,
  t: Translate,
  { areEstimated = false, isShorter = false }: AdditionsInWords = {},
): string {
  if (adds === null) return t('adds.unknown');
  if (adds.nothing) return t(isShorter ? 'adds.shorter' : 'adds.nothing');
  const list = kinds
    .filter((kind) => adds[kind] > 0)
    .map((kind) => {
      const words = t(`adds.${kind}${adds[kind] === 1 ? '.one' : ''}`, { count: adds[kind] });
      return areEstimated && kind === 'words' ? t('adds.about', { words }) : words;
    });
  return t('adds.some', { list: list.join(t('list.comma')) });
}

/** Tests if a page adds nothing to its match, and is no duplicate because the match is much longer. */
export function isOnlyShorter({ adds, level }: Pick<Match, 'adds' | 'level'>): boolean {
  return adds?.nothing === true && !isDuplicateAt(level, 'page');
}

/** Explains in a sentence why a page is, or is not, a duplicate at the level `page`. */
export function explainAdditions(adds: Additions | null, level: Level, t: Translate): string {
  if (adds === null) return t('adds.unknown.why');
  if (!adds.nothing) {
    if (level === 'article') return t('adds.article.why');
    return t(adds.words === 0 ? 'adds.order.why' : 'adds.some.why');
  }
  if (isOnlyShorter({ adds, level })) return t('adds.longer.why');
  const count = adds.siteLines?.length ?? 0;
  if (count === 0) return t('adds.nothing.why');
  return t('adds.sites.why', { lines: t(`adds.lines${count === 1 ? '.one' : ''}`, { count }) });
}

/** Values of `duplicateIf`, strictest first. */
export const levels = ['exact', 'page', 'article', 'similar'] as const satisfies Level[];

/**
 * Returns the level of a match in a list that also has documents below the thresholds of the collection; undefined for
 * those, since a check does not take them for similar.
 */
export function levelInList(
  { level, similarity, distance }: Pick<Match, 'level' | 'similarity' | 'distance'>,
  collection: Pick<Collection, 'minSimilarity' | 'maxDistance'> | undefined,
): Level | undefined {
  if (level !== 'similar' || collection === undefined) return level;
  const { minSimilarity, maxDistance } = collection;
  const isBelow = similarity === null ? distance > maxDistance : similarity < minSimilarity;
  return isBelow ? undefined : level;
}

/** Returns the level of a recorded match, of which only this is known. */
export function recordedLevel({
  exact,
  addsNothing,
}: {
  readonly exact: boolean;
  readonly addsNothing: boolean;
}): Level {
  if (exact) return 'exact';
  return addsNothing ? 'page' : 'similar';
}

/** Tests if a duplicate at the first level is one at the second, as docs/matching.md says. */
export function isDuplicateAt(level: Level, duplicateIf: Level): boolean {
  return levels.indexOf(level) <= levels.indexOf(duplicateIf);
}

/** Number of characters shown before and after marked words. */
const contextLength = 60;

interface MarkedPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

/**
 * Splits a line into marked and other pieces, and shortens the others to what is next to a mark, so that a change in a
 * long line is seen at once. A line without marks stays whole.
 * @param marks ranges of the text, in order
 */
export function foldMarked(
  text: string,
  marks: readonly { readonly start: number; readonly end: number }[],
): MarkedPiece[] {
  const shown = marks.filter(({ start }) => start < text.length);
  if (shown.length === 0) return [{ text, isMarked: false }];
  const pieces: MarkedPiece[] = [];
  let from = 0;
  for (const { start, end } of shown) {
    pieces.push({ text: fold(text.slice(from, start), from > 0, true), isMarked: false });
    pieces.push({ text: text.slice(start, end), isMarked: true });
    from = end;
  }
  pieces.push({ text: fold(text.slice(from), true, false), isMarked: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** Shortens text between two marks, or between a mark and an end of the line. */
function fold(text: string, followsMark: boolean, precedesMark: boolean): string {
  const head = followsMark ? contextLength : 0;
  const tail = precedesMark ? contextLength : 0;
  if (text.length <= head + tail + 1) return text;
  return `${firstWords(text, head)}…${tail === 0 ? '' : lastWords(text, tail)}`;
}
