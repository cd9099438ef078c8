import type { Comparison } from './explain.js';
import type { OverlapPassage } from './overlap.js';
import type { Signable, Signature } from './signature.js';
import type { Stretch } from './stretches.js';

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
  /** Null if it was not requested, takes too long, or one side has no text. */
  readonly diff: readonly DiffPart[] | null;
  /** Passages of a that b contains, with their texts; null if not requested, or if one side has no text. */
  readonly passages: readonly OverlapPassage[] | null;
  /** Passages of a that are new to b; null if not requested, or if a has no text. */
  readonly newPassages: NewPassages | null;
}

/** The longest passages of new words, in the order of the text. */
export interface NewPassages {
  readonly passages: readonly NewPassage[];
  /** True if there are more. */
  readonly truncated: boolean;
}

export interface NewPassage extends Stretch {
  /** Length in words of an alphabet. */
  readonly words: number;
  /** Kinds of statements in it; none: ordinary words. */
  readonly kinds: readonly NewKind[];
}

export const newKinds = ['number', 'name', 'negation'] as const;
export type NewKind = (typeof newKinds)[number];

/** A piece that is in both texts or in one of them; pieces are in reading order. */
export interface DiffPart {
  readonly in: 'both' | 'a' | 'b';
  readonly text: string;
}
