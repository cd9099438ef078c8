import { isDeepStrictEqual } from 'node:util';
import { diffArrays } from 'diff/lib/diff/array.js';
import { type Analysis, analyse, signatureAnalysis } from '../fingerprint/analyse.js';
import type {
  Comparable,
  ComparedContents,
  DiffPart,
  NewPassages,
} from '../fingerprint/comparable.js';
import { compareAnalyses } from '../fingerprint/explain.js';
import { type OverlapText, passagesBetween } from '../fingerprint/overlap.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { readingPlaces } from '../fingerprint/sign.js';
import {
  createToTextRange,
  passagesMax,
  type ToTextRange,
  textAround,
} from '../fingerprint/text-ranges.js';
import { findNewLines, type NewLine } from '../matching/additions.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { unpackPageText } from '../text/kept-text.js';
import { normalize } from '../text/normalize.js';
import type { PageText } from '../text/page-text.js';

/**
 * Time limit for computing a diff, which can take minutes if the texts are completely different. If the limit is
 * exceeded, the result has no diff.
 */
const diffTimeMaxMs = 500;

/** Maximum total number of terms and shingles in a cached analysis. An analysis of this size takes a few megabytes. */
const keptLengthMax = 100_000;

/** See `Signer.compare`. */
export function compareContents(
  a: Comparable,
  b: Comparable,
  recipe: Recipe,
  withDiff: boolean,
  dictionaries: Dictionaries,
): ComparedContents {
  const one = analyseSide(a, recipe, dictionaries, withDiff);
  const other = analyseSide(b, recipe, dictionaries, withDiff);
  return {
    ...compared(one, other, recipe),
    diff: one.tokens && other.tokens ? diffTokens(one.tokens, other.tokens, recipe) : null,
    passages: withDiff ? findCommonPassages(a, b, recipe, dictionaries) : null,
    newPassages: withDiff ? newPassages(one, other, placed(a, recipe, dictionaries)) : null,
  };
}

/**
 * See `Signer.explain`. Many matches are explained in several calls with the same probe, so the analysis of the last
 * probe is cached unless it is too large.
 */
export function createCompareWithAll(dictionaries: Dictionaries) {
  let kept: AnalysedProbe | undefined;

  function analysisOfProbe(probe: Comparable, recipe: Recipe): AnalysedProbe {
    if (kept !== undefined && isDeepStrictEqual([kept.probe, kept.recipe], [probe, recipe])) {
      return kept;
    }
    const analysis = analyseSide(probe, recipe, dictionaries, false);
    const places = placed(probe, recipe, dictionaries);
    const analysed = { probe, recipe, analysis, places };
    kept = analysisLength(analysis) <= keptLengthMax ? analysed : undefined;
    return analysed;
  }

  return function compareWithAll(
    probe: Comparable,
    others: readonly Comparable[],
    recipe: Recipe,
  ): ComparedContents[] {
    const { analysis: one, places } = analysisOfProbe(probe, recipe);
    return others.map((side) => {
      const other = analyseSide(side, recipe, dictionaries, false);
      return {
        ...compared(one, other, recipe),
        ...{ diff: null, passages: null, newPassages: newPassages(one, other, places) },
      };
    });
  };
}

interface AnalysedProbe {
  readonly probe: Comparable;
  readonly recipe: Recipe;
  readonly analysis: Analysis;
  readonly places: PlaceWords | null;
}

function analysisLength({ features, shingles }: Analysis): number {
  return (features?.terms.length ?? 0) + (shingles?.length ?? 0);
}

function compared(one: Analysis, other: Analysis, recipe: Recipe) {
  return {
    a: one.signature,
    b: other.signature,
    comparison: compareAnalyses(one, other, recipe),
  };
}

function analyseSide(
  side: Comparable,
  recipe: Recipe,
  dictionaries: Dictionaries,
  withTokens: boolean,
): Analysis {
  if (side.kind === 'signature') return signatureAnalysis(side.signature);
  const content =
    side.kind === 'content'
      ? side.content
      : ({ kind: 'text', ...unpackPageText(side.text) } as const);
  return analyse(content, recipe, dictionaries, withTokens);
}

/** Minimum number of words in a passage. Shorter matches are mere phrases. */
const passageWordsMin = 8;

function findCommonPassages(
  a: Comparable,
  b: Comparable,
  recipe: Recipe,
  dictionaries: Dictionaries,
) {
  const [text, other] = [sideText(a), sideText(b)];
  if (text === null || other === null) return null;
  const options = { minWords: passageWordsMin, withTexts: true };
  return passagesBetween(text, other, recipe, options, dictionaries);
}

/** Returns functions that convert ranges of words to ranges of the main text and of the other lines. */
type PlaceWords = Readonly<Record<NewLine['in'], PlacedText>>;

interface PlacedText {
  readonly text: string;
  readonly toTextRange: ToTextRange;
}

/**
 * Returns the places of the words of a side; null if it has no text. The first call for a part of the page locates all
 * its words, which takes longer than an analysis.
 */
function placed(side: Comparable, recipe: Recipe, dictionaries: Dictionaries): PlaceWords | null {
  const page = sidePage(side);
  if (page === null) return null;
  const places = (text: string): PlacedText => {
    let known: ToTextRange | undefined;
    const toTextRange: ToTextRange = (start, end) => {
      known ??= createToTextRange(text, readingPlaces(text, recipe, dictionaries), false);
      return known(start, end);
    };
    return { text, toTextRange };
  };
  return { main: places(page.text), rest: places(page.rest ?? '') };
}

function newPassages(
  { signature: page }: Analysis,
  { signature: match }: Analysis,
  places: PlaceWords | null,
): NewPassages | null {
  const isExact = page.exactHash === match.exactHash;
  const found = isExact ? [] : findNewLines(page.evidence, match.evidence);
  if (found === null || places === null) return null;
  return {
    passages: found
      .slice(0, passagesMax)
      .map(({ in: part, start, end, words, runs, line: hash }) => {
        const { text, toTextRange } = places[part];
        const line = toTextRange(start, end);
        const marks = runs.slice(0, marksMax).map((run) => toTextRange(run.start, run.end));
        return {
          in: part,
          words,
          line: hash,
          ...line,
          ...textAround(text, line, marks[0]?.start),
          marks,
        };
      }),
    truncated: found.length > passagesMax,
  };
}

/** Maximum number of marked runs of words in a line. */
const marksMax = 100;

function sidePage(side: Comparable): PageText | null {
  if (side.kind === 'packed') return unpackPageText(side.text);
  return side.kind === 'content' && side.content.kind === 'text' ? side.content : null;
}

function sideText(side: Comparable): OverlapText | null {
  if (side.kind === 'packed') return side.text;
  return side.kind === 'content' && side.content.kind === 'text' ? side.content.text : null;
}

/**
 * Computes a diff of two texts by tokens (Myers: An O(ND) Difference Algorithm, 1986), so that Chinese text is compared
 * by word. Differences that the recipe ignores, such as case and line breaks, are ignored. Text that occurs in both is
 * returned as it is written in `b`.
 */
function diffTokens(a: readonly string[], b: readonly string[], recipe: Recipe): DiffPart[] | null {
  if (normalize(a.join(''), recipe) === normalize(b.join(''), recipe)) {
    return b.length === 0 ? [] : [{ in: 'both', text: b.join('') }];
  }
  const readAs = new Map<string, string>();
  const read = (text: string): ReadToken => {
    let reading = readAs.get(text);
    if (reading === undefined) {
      reading = normalize(text, recipe) || ' ';
      readAs.set(text, reading);
    }
    return { text, reading };
  };
  const changes = diffArrays(withWholeSpaces(a).map(read), withWholeSpaces(b).map(read), {
    timeout: diffTimeMaxMs,
    comparator: (one, other) => one.reading === other.reading,
  });
  if (changes === undefined) return null;
  return changes.map(({ added, removed, value }) => ({
    in: added ? 'b' : removed ? 'a' : 'both',
    text: value.map(({ text }) => text).join(''),
  }));
}

/** A token in two forms: as written in the text, and normalized under the recipe. */
interface ReadToken {
  readonly text: string;
  readonly reading: string;
}

/** Joins each run of white space into one token, because the recipe reads it as one space. */
function withWholeSpaces(tokens: readonly string[]): string[] {
  const whole: string[] = [];
  let spaceBefore = false;
  for (const token of tokens) {
    const isSpace = token.trim() === '';
    if (isSpace && spaceBefore) whole[whole.length - 1] += token;
    else whole.push(token);
    spaceBefore = isSpace;
  }
  return whole;
}
