import type { Comparison } from './explain.js';
import type { OverlapPassage } from './overlap.js';
import type { Signable, Signature } from './signature.js';
import type { TextRange } from './text-ranges.js';

/** One of two inputs to compare (text, features, or a stored signature), in the fullest form that is available. */
export type Comparable =
  | { readonly kind: 'content'; readonly content: Signable }
  /** Text as it is stored (text/kept-text.ts). */
  | { readonly kind: 'packed'; readonly text: Uint8Array }
  | { readonly kind: 'signature'; readonly signature: Signature };

export interface ComparedContents {
  readonly a: Signature;
  readonly b: Signature;
  readonly comparison: Comparison;
  /** Diff of the two texts; null if not requested, if computing it took too long, or if one side has no text. */
  readonly diff: readonly DiffPart[] | null;
  /** Passages of a that b contains, with their texts; null if not requested, or if one side has no text. */
  readonly passages: readonly OverlapPassage[] | null;
  /** Passages of a that are new to b; null if not requested, or if a has no text. */
  readonly newPassages: NewPassages | null;
}

/** The longest passages of new words, in text order. */
export interface NewPassages {
  readonly passages: readonly NewPassage[];
  /** True if there are more passages than are listed. */
  readonly truncated: boolean;
}

export interface NewPassage extends TextRange {
  /** Length of the passage, in words of an alphabetic script. */
  readonly words: number;
  /** Kinds of facts in the passage; empty if it has only ordinary words. */
  readonly kinds: readonly NewKind[];
}

export const newKinds = ['number', 'name', 'negation'] as const;
export type NewKind = (typeof newKinds)[number];

/** A token sequence that is in both texts or in only one. Parts are in reading order. */
export interface DiffPart {
  readonly in: 'both' | 'a' | 'b';
  readonly text: string;
}
