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

/** The first lines of a page that its match lacks, in order. */
export interface NewPassages {
  readonly passages: readonly NewPassage[];
  /** True if there are more lines than are listed. */
  readonly truncated: boolean;
}

/** A new line. Positions are those in the main text, or in the text of all other lines. */
export interface NewPassage extends TextRange {
  readonly in: (typeof pageParts)[number];
  /** Position of the first character of `text`. It is that of the line if the line is short. */
  readonly textStart: number;
  /** The line as sites know it (matching/site-lines.ts). */
  readonly line: number;
  /** Number of pages of the page's site that have the line, if the site repeats it. */
  readonly onSite?: { readonly pages: number; readonly of: number };
  /** Number of new words in the line, in words of an alphabetic script. */
  readonly words: number;
  /** Runs of new words; empty if all words of the line are known, but not as this line. */
  readonly marks: readonly Pick<TextRange, 'start' | 'end'>[];
}

/** The main text of a page, and all its other lines. */
export const pageParts = ['main', 'rest'] as const;

/** A token sequence that is in both texts or in only one. Parts are in reading order. */
export interface DiffPart {
  readonly in: 'both' | 'a' | 'b';
  readonly text: string;
}
