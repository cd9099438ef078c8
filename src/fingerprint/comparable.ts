import type { Comparison } from './explain.js';
import type { Signable, Signature } from './signature.js';

/** One side of a comparison: as much as is known of it. */
export type Comparable =
  | { readonly kind: 'content'; readonly content: Signable }
  /** A text in the form in which it is kept. */
  | { readonly kind: 'packed'; readonly text: Uint8Array }
  | { readonly kind: 'signature'; readonly signature: Signature };

export interface ComparedContents {
  readonly a: Signature;
  readonly b: Signature;
  readonly comparison: Comparison;
  /** Null where it was not asked for, takes too long, or a side has no text. */
  readonly diff: readonly DiffPart[] | null;
}

/** A piece of text that stands in both texts or in one of them, in reading order. */
export interface DiffPart {
  readonly in: 'both' | 'a' | 'b';
  readonly text: string;
}
