import type { Extracted, Page } from '../extract/extract.js';
import type { PageFacts } from '../extract/page-facts.js';
import type { Comparable, ComparedContents } from '../fingerprint/comparable.js';
import type { Overlap, OverlapOptions, OverlapSide, OverlapText } from '../fingerprint/overlap.js';
import type { TextParts } from '../fingerprint/parts.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import type { Errand } from '../shares/lanes.js';

/** Computes signatures, on this thread or on another; the result is the same. */
export interface Signer extends SignerOperations {
  /**
   * The same operations for background work: if a queue is full, they wait for room instead of
   * being refused with `overloaded`. The caller limits how many wait.
   */
  readonly patient: SignerOperations;
}

/**
 * Operations that wait for a thread take turns with those of other clients; their signal aborts
 * them.
 */
export interface SignerOperations {
  /**
   * @throws NeardupError `text_empty` if nothing comparable is left of the content,
   *   `overloaded` if too many long texts are waiting
   */
  sign(content: Signable, recipe: Recipe, errand?: Errand): Promise<Signature>;
  /** The form in which a text is stored; see text/kept-text.ts. */
  packText(text: string, errand?: Errand): Promise<Uint8Array>;
  /** The signature of a text in its stored form. */
  signPacked(packed: Uint8Array, recipe: Recipe, errand?: Errand): Promise<Signature>;
  /**
   * Parts of a text in its stored form, and how many of them another text has. Cost: as signing it.
   * @param page all of its parts
   * @returns null if the text has no parts
   */
  countParts(
    packed: Uint8Array,
    page: TextParts,
    recipe: Recipe,
    errand?: Errand,
  ): Promise<CountedParts | null>;
  /**
   * Compares two contents, and returns the reasons of their likeness.
   * @param withDiff true to compare the texts word by word as well, which can take long
   */
  compare(
    a: Comparable,
    b: Comparable,
    recipe: Recipe,
    withDiff: boolean,
    errand?: Errand,
  ): Promise<ComparedContents>;
  /**
   * The same of a content and each of several others, in their order, without differences. Cost: an
   * analysis of each, all on one thread in one go, and one of the first unless the thread has just
   * explained the same content.
   */
  explain(
    probe: Comparable,
    others: readonly Comparable[],
    recipe: Recipe,
    errand?: Errand,
  ): Promise<ComparedContents[]>;
  /**
   * Passages of a text that others contain. Each text is a task of its own, one after the other, so that
   * clients take turns between them. Cost: as signing each once, and for each other text linear in the words of this one.
   * @param recipe has parts
   * @throws NeardupError `overloaded`; the reason of the signal
   */
  overlap(
    text: OverlapText,
    others: readonly OverlapSide[],
    recipe: Recipe,
    options: OverlapOptions,
    errand?: Errand,
  ): Promise<Overlap>;
  /**
   * The signature of the text of a page, in one task.
   * @param keepText true to return the text as well
   * @throws NeardupError `extraction_failed` if the page cannot be read within its limits of time
   *   and memory; `payload_too_large` beyond a limit of size; `text_empty`; `overloaded` if too
   *   many pages are waiting, or if the machine is too busy to read this one
   */
  signPage(page: Page, recipe: Recipe, keepText: boolean, errand?: Errand): Promise<SignedPage>;
  /** The text of a page and how it was found. @throws like `signPage`, but not `text_empty` */
  extract(page: Page, errand?: Errand): Promise<Extracted>;
  /** Returns the amount of waiting work, and the number of threads that were lost since the start. */
  load(): SignerLoad;
  /** Rejects with `not_ready` if a thread was lost and none replaces it. */
  checkThreads(): Promise<void>;
  close(): Promise<void>;
}

/** Numbers of distinct parts. */
export interface CountedParts {
  readonly total: number;
  readonly shared: number;
}

export interface SignerLoad {
  /** Long texts that wait for a thread. */
  readonly signingQueue: number;
  /** Pages that wait for a thread. */
  readonly pageQueue: number;
  /** Signing threads that ended by themselves. */
  readonly lostSigningThreads: number;
  /** Page processes that ended, or were ended, while reading a page. */
  readonly lostPageThreads: number;
}

export interface SignedPage {
  readonly signature: Signature;
  /** The text in its stored form; null unless requested. */
  readonly text: Uint8Array | null;
  /** Name and version of what took the text from the page. */
  readonly extractor: string;
  /** Facts that the page states about itself. */
  readonly page: PageFacts;
}
