import type { Comparison } from './explain.js';
import type { OverlapPassage } from './overlap.js';
import type { Signable, Signature } from './signature.js';

/** One side of a comparison, with as much as is known of it. */
export type Comparable =
  | { readonly kind: 'content'; readonly content: Signable }
  /** A text in its stored form. */
  | { readonly kind: 'packed'; readonly text: Uint8Array }
  | { readonly kind: 'signature'; readonly signature: Signature };

export interface ComparedContents {
  readonly a: Signature;
  readonly b: Signature;
  readonly comparison: Comparison;
  /** Null if it was not asked for, takes too long, or one side has no text. */
  readonly diff: readonly DiffPart[] | null;
  /** Passages of a that stand in b, with their texts; null if not asked for, or one side has no text. */
  readonly passages: readonly OverlapPassage[] | null;
}

/** A piece that is in both texts or in one of them; pieces are in reading order. */
export interface DiffPart {
  readonly in: 'both' | 'a' | 'b';
  readonly text: string;
}
