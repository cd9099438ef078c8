import type { Comparable, ComparedContents } from '../fingerprint/comparable.js';
import {
  type Overlap,
  type OverlapOptions,
  type OverlapSide,
  type OverlapText,
  overlapContents,
} from '../fingerprint/overlap.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { sign } from '../fingerprint/sign.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { packText, unpackText } from '../text/kept-text.js';
import { compareContents, createCompareWithAll } from './compare-contents.js';
import { failureOf, type TaskResult } from './messages.js';

/** Tasks that run on this thread or on another: synchronous methods of a signer. */
export interface Tasks {
  sign(content: Signable, recipe: Recipe): Signature;
  /** A signature or a coded failure for each, in their order. */
  signTogether(contents: readonly Signable[], recipe: Recipe): TaskResult[];
  packText(text: string): Uint8Array;
  signPacked(packed: Uint8Array, recipe: Recipe): Signature;
  compare(a: Comparable, b: Comparable, recipe: Recipe, withDiff: boolean): ComparedContents;
  explain(probe: Comparable, others: readonly Comparable[], recipe: Recipe): ComparedContents[];
  overlap(
    text: OverlapText,
    others: readonly OverlapSide[],
    recipe: Recipe,
    options: OverlapOptions,
  ): Overlap;
}

export function createTasks(dictionaries: Dictionaries): Tasks {
  return {
    sign: (content, recipe) => sign(content, recipe, dictionaries),
    signTogether: (contents, recipe) =>
      contents.map((content) => {
        try {
          return { output: sign(content, recipe, dictionaries) };
        } catch (error) {
          return failureOf(error);
        }
      }),
    packText,
    signPacked: (packed, recipe) =>
      sign({ kind: 'text', text: unpackText(packed) }, recipe, dictionaries),
    compare: (a, b, recipe, withDiff) => compareContents(a, b, recipe, withDiff, dictionaries),
    explain: createCompareWithAll(dictionaries),
    overlap: (text, others, recipe, options) =>
      overlapContents(text, others, recipe, options, dictionaries),
  };
}
