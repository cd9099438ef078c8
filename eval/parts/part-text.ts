import { NeardupError } from '../../src/errors.js';
import { partsOf, type TextParts } from '../../src/fingerprint/parts.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import { weighedWords } from '../../src/fingerprint/sign.js';
import { containment } from '../../src/fingerprint/similarity.js';
import type { Dictionaries } from '../../src/text/dictionaries.js';
import { exactShingles } from '../shingles.js';

/** A text as the service sees it, and as the lists of pairs see it. */
export interface PartText {
  /** Number of words into which the service cuts it. */
  readonly words: number;
  /** Its parts, by the number of words of a shingle. */
  readonly parts: ReadonlyMap<number, TextParts>;
  /** The exact set of its shingles of `length` tokens. */
  readonly exact: (length: number) => Float64Array;
}

export interface Reader {
  readonly recipe: Recipe;
  readonly dictionaries: Dictionaries;
  /** Lengths of shingles. */
  readonly lengths: readonly number[];
}

/** Null if nothing is left of the text that could be compared. */
export function readPartText(text: string, reader: Reader): PartText | null {
  const { recipe, dictionaries, lengths } = reader;
  const exact = new Map<number, Float64Array>();
  try {
    const weighed = weighedWords({ kind: 'text', text }, recipe, dictionaries);
    const { words: sequence, lows } = weighed.sequence!;
    return {
      words: sequence.length,
      parts: new Map(lengths.map((words) => [words, partsOf(lows, { words })])),
      exact: (length) => {
        const shingles = exact.get(length) ?? exactShingles(text, length);
        exact.set(length, shingles);
        return shingles;
      },
    };
  } catch (error) {
    if (error instanceof NeardupError && error.code === 'text_empty') return null;
    throw error;
  }
}

/** Exact share of a text's shingles that another text has. */
export function exactContainment(text: PartText, inside: PartText, length: number): number {
  return containment(text.exact(length), inside.exact(length));
}
