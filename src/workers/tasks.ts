import type { Recipe } from '../fingerprint/recipe.js';
import { sign } from '../fingerprint/sign.js';
import type { Signable } from '../fingerprint/signature.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { packText, unpackText } from '../text/kept-text.js';
import { compareContents } from './compare-contents.js';
import { failureOf, type TaskResult } from './messages.js';
import type { Signer } from './signer.js';

/** What is computed on this thread or on another: methods of a signer, synchronously. */
export type Tasks = {
  readonly [Name in 'sign' | 'packText' | 'signPacked' | 'compare']: (
    ...input: Parameters<Signer[Name]>
  ) => Awaited<ReturnType<Signer[Name]>>;
} & {
  /** A signature or a coded failure for each, in their order. */
  signTogether(contents: readonly Signable[], recipe: Recipe): TaskResult[];
};

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
  };
}
