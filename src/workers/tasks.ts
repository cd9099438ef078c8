import { sign } from '../fingerprint/sign.js';
import type { Dictionaries } from '../text/dictionaries.js';
import { packText, unpackText } from '../text/kept-text.js';
import { compareContents } from './compare-contents.js';
import type { Signer } from './signer.js';

/** What is computed on this thread or on another: methods of a signer, synchronously. */
export type Tasks = {
  readonly [Name in 'sign' | 'packText' | 'signPacked' | 'compare']: (
    ...input: Parameters<Signer[Name]>
  ) => Awaited<ReturnType<Signer[Name]>>;
};

export function createTasks(dictionaries: Dictionaries): Tasks {
  return {
    sign: (content, recipe) => sign(content, recipe, dictionaries),
    packText,
    signPacked: (packed, recipe) =>
      sign({ kind: 'text', text: unpackText(packed) }, recipe, dictionaries),
    compare: (a, b, recipe, withDiff) => compareContents(a, b, recipe, withDiff, dictionaries),
  };
}
