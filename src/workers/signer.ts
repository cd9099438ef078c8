import type { Extracted, Page } from '../extract/extract.js';
import type { Comparable, ComparedContents } from '../fingerprint/comparable.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import type { Errand } from '../shares/lanes.js';

/** Computes signatures, on this thread or on another; the result is the same. */
export interface Signer extends SignerOperations {
  /**
   * The same for work that nobody waits for at this moment: what finds a queue full waits for room
   * instead of being refused with `overloaded`. How many wait is up to the caller.
   */
  readonly patient: SignerOperations;
}

/** What waits for a thread waits in turn with what others ask for, and not when its signal is given. */
export interface SignerOperations {
  /**
   * @throws NeardupError `text_empty` if nothing comparable is left of the content,
   *   `overloaded` if too many long texts wait already
   */
  sign(content: Signable, recipe: Recipe, errand?: Errand): Promise<Signature>;
  /** The form in which a text is kept; see text/kept-text.ts. */
  packText(text: string, errand?: Errand): Promise<Uint8Array>;
  /** The signature of a text that is in the form in which it is kept. */
  signPacked(packed: Uint8Array, recipe: Recipe, errand?: Errand): Promise<Signature>;
  /**
   * How alike two contents are, and why.
   * @param withDiff whether the texts are compared word by word, too, which can take long
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
   * analysis of each and one of the first, all on one thread in one go.
   */
  explain(
    probe: Comparable,
    others: readonly Comparable[],
    recipe: Recipe,
    errand?: Errand,
  ): Promise<ComparedContents[]>;
  /**
   * The signature of the text of a page, in one go.
   * @param keepText whether the text is wanted, too
   * @throws NeardupError `extraction_failed` if the page cannot be read, or not in the time and
   *   memory that it may take; `payload_too_large` beyond a limit; `text_empty`; `overloaded` if too
   *   many pages wait already, or the machine is too busy to read this one
   */
  signPage(page: Page, recipe: Recipe, keepText: boolean, errand?: Errand): Promise<SignedPage>;
  /** The text of a page and how it was found. @throws as `signPage`, but for `text_empty` */
  extract(page: Page, errand?: Errand): Promise<Extracted>;
  /** How much waits at this moment, and how many threads were lost since the start. */
  load(): SignerLoad;
  /** Rejects with `not_ready` if a thread was lost and none works in its place. */
  checkThreads(): Promise<void>;
  close(): Promise<void>;
}

export interface SignerLoad {
  /** Long texts that wait for a thread. */
  readonly signingQueue: number;
  /** Pages that wait for a thread. */
  readonly pageQueue: number;
  /** Threads that ended though nobody had ended them. */
  readonly lostSigningThreads: number;
  /** Threads that ended, or were ended, with the page that they read. */
  readonly lostPageThreads: number;
}

export interface SignedPage {
  readonly signature: Signature;
  /** In the form in which it is kept; null unless it was asked for. */
  readonly text: Uint8Array | null;
  /** Name and version of what took the text from the page. */
  readonly extractor: string;
}
