import { NeardupError } from '../../src/errors.js';
import { containment } from '../../src/fingerprint/explain.js';
import { hashParts, type TextParts } from '../../src/fingerprint/parts.js';
import type { Recipe } from '../../src/fingerprint/recipe.js';
import { weighedWords } from '../../src/fingerprint/sign.js';
import type { Dictionaries } from '../../src/text/dictionaries.js';
import { exactShingles } from '../shingles.js';

/** A text in the representations of the service and of the pair lists. */
export interface PartText {
  /** Number of words in the service's segmentation. */
  readonly words: number;
  /** Parts by number of words in a shingle. */
  readonly parts: ReadonlyMap<number, TextParts>;
  /** Returns the exact set of shingles of `length` tokens. */
  readonly exact: (length: number) => Float64Array;
}

export interface Reader {
  readonly recipe: Recipe;
  readonly dictionaries: Dictionaries;
  /** Lengths of shingles. */
  readonly lengths: readonly number[];
}

/** Null if no comparable text remains. */
export function readPartText(text: string, reader: Reader): PartText | null {
  const { recipe, dictionaries, lengths } = reader;
  const exact = new Map<number, Float64Array>();
  try {
    const weighed = weighedWords({ kind: 'text', text }, recipe, dictionaries);
    const { words: sequence, lows } = weighed.sequence!;
    return {
      words: sequence.length,
      parts: new Map(lengths.map((words) => [words, hashParts(lows, { words })])),
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

/** Exact share of a text's shingles that another text contains. */
export function exactContainment(text: PartText, inside: PartText, length: number): number {
  return containment(text.exact(length), inside.exact(length));
}
