import type { Comparable, ComparedContents } from '../fingerprint/comparable.js';
import {
  findSidePassages,
  joinPassages,
  type Overlap,
  type OverlapOptions,
  type OverlapSide,
  type OverlapText,
  type PassagesWithSide,
  type PlacedText,
  placeText,
} from '../fingerprint/overlap.js';
import type { ShingledText } from '../fingerprint/passages.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { sign } from '../fingerprint/sign.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import { createWriter, type PackedFields, transferSignature } from '../fingerprint/transfer.js';
import { compareMeasured } from '../matching/compare.js';
import type { BestMatch } from '../matching/match.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { packText, unpackPageText } from '../text/kept-text.js';
import type { PageText } from '../text/page-text.js';
import { compareContents, createCompareWithAll } from './compare-contents.js';
import { lineTexts } from './line-texts.js';
import { type TaskFailure, toFailure } from './messages.js';

/** Packed signatures of the inputs that could be signed, in the order of the inputs. */
export interface SignedTogether extends PackedFields {
  /** One for each input: null if it was signed. */
  readonly failures: readonly (TaskFailure | null)[];
}

/** Tasks that run on the calling thread or on another one. They implement the methods of a `Signer` synchronously. */
export interface Tasks {
  sign(content: Signable, recipe: Recipe): Signature;
  signTogether(contents: readonly Signable[], recipe: Recipe): SignedTogether;
  packText(page: PageText): Uint8Array;
  signPacked(packed: Uint8Array, recipe: Recipe): Signature;
  compare(a: Comparable, b: Comparable, recipe: Recipe, withDiff: boolean): ComparedContents;
  compareMeasured(...compared: Parameters<typeof compareMeasured>): BestMatch;
  explain(probe: Comparable, others: readonly Comparable[], recipe: Recipe): ComparedContents[];
  lineTexts(packed: Uint8Array, wanted: readonly number[], recipe: Recipe): Map<number, string>;
  placeText(text: OverlapText, recipe: Recipe): PlacedText;
  passagesWith(
    page: ShingledText,
    other: OverlapSide,
    recipe: Recipe,
    options: OverlapOptions,
  ): PassagesWithSide;
  joinPassages(page: PlacedText, sides: readonly PassagesWithSide[], withTexts: boolean): Overlap;
}

export function createTasks(dictionaries: Dictionaries): Tasks {
  return {
    sign: (content, recipe) => sign(content, recipe, dictionaries),
    signTogether(contents, recipe) {
      const { writer, packed } = createWriter();
      const failures = contents.map((content) => {
        try {
          transferSignature(writer, sign(content, recipe, dictionaries));
          return null;
        } catch (error) {
          return toFailure(error);
        }
      });
      return { failures, ...packed() };
    },
    packText,
    signPacked: (packed, recipe) =>
      sign({ kind: 'text', ...unpackPageText(packed) }, recipe, dictionaries),
    compare: (a, b, recipe, withDiff) => compareContents(a, b, recipe, withDiff, dictionaries),
    compareMeasured,
    explain: createCompareWithAll(dictionaries),
    lineTexts: (packed, wanted, recipe) => lineTexts(packed, wanted, recipe, dictionaries),
    placeText: (text, recipe) => placeText(text, recipe, dictionaries),
    passagesWith: (page, other, recipe, options) =>
      findSidePassages(page, other, recipe, options, dictionaries),
    joinPassages,
  };
}
