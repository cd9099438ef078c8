import { type ErrorCode, NeardupError } from '../errors.js';
import type { Recipe } from '../fingerprint/recipe.js';
import { sign } from '../fingerprint/sign.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import { loadDictionaries } from '../text/dictionaries.js';

/** What a signing thread runs: it loads the dictionaries once and signs what it is sent. */
const dictionaries = loadDictionaries();

export interface SigningTask {
  readonly content: Signable;
  readonly recipe: Recipe;
}

/** A coded failure crosses the thread as a value, because errors lose their fields on the way. */
export type SigningResult =
  | { readonly signature: Signature }
  | { readonly code: ErrorCode; readonly message: string };

export default function signingTask({ content, recipe }: SigningTask): SigningResult {
  try {
    return { signature: sign(content, recipe, dictionaries) };
  } catch (error) {
    if (error instanceof NeardupError) return { code: error.code, message: error.message };
    throw error;
  }
}
