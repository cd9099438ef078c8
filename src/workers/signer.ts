import type { Extracted, Page } from '../extract/extract.js';
import type { PageFacts } from '../extract/page-facts.js';
import type { Comparable, ComparedContents } from '../fingerprint/comparable.js';
import type { Overlap, OverlapOptions, OverlapSide, OverlapText } from '../fingerprint/overlap.js';
import type { Recipe } from '../fingerprint/recipe.js';
import type { Signable, Signature } from '../fingerprint/signature.js';
import type { MeasuredContent } from '../matching/compare.js';
import type { BestMatch, Closeness } from '../matching/match.js';
import type { ComparedSites } from '../matching/site-lines.js';
import type { TaskContext } from '../quota/task-context.js';
import type { PageText } from '../text/page-text.js';

/** Computes signatures, on this thread or on others, with the same result. */
export interface Signer extends SignerOperations {
  /**
   * The same operations for background work. If a queue is full, they wait for room instead of failing with
   * `overloaded`. The caller must limit the number of waiting calls.
   */
  readonly withBackpressure: SignerOperations;
}

/**
 * Operations that may run on another thread. Clients take turns. The `context` of an operation names the client, and
 * has a signal that aborts the operation.
 */
export interface SignerOperations {
  /**
   * @throws NeardupError `text_empty` if the text or the features contain nothing to compare, `overloaded` if too many
   *   long texts are waiting
   */
  sign(content: Signable, recipe: Recipe, context?: TaskContext): Promise<Signature>;
  /** Packs a text for storage; see text/kept-text.ts. */
  packText(page: PageText, context?: TaskContext): Promise<Uint8Array>;
  /** Signs a packed text. */
  signPacked(packed: Uint8Array, recipe: Recipe, context?: TaskContext): Promise<Signature>;
  /**
   * Compares two inputs by every measure, and returns the reasons for their similarity.
   * @param withDiff true to add a word diff, which can take long
   */
  compare(
    a: Comparable,
    b: Comparable,
    recipe: Recipe,
    withDiff: boolean,
    context?: TaskContext,
  ): Promise<ComparedContents>;
  /**
   * Computes what a page adds to a stored text whose distance and similarity to the page are already known
   * (matching/compare.ts).
   * @param sites lines that are left out where a check leaves them out
   */
  compareMeasured(
    closeness: Closeness,
    page: MeasuredContent,
    content: MeasuredContent,
    sites: ComparedSites | null,
    context?: TaskContext,
  ): Promise<BestMatch>;
  /**
   * Compares a probe with several other inputs, in the given order, without diffs. All comparisons are one task on one
   * thread. The cost is one analysis of each input, and one of the probe unless the last call on the same thread had
   * the same probe.
   */
  explain(
    probe: Comparable,
    others: readonly Comparable[],
    recipe: Recipe,
    context?: TaskContext,
  ): Promise<ComparedContents[]>;
  /**
   * Finds lines of a packed text.
   * @param wanted the lines, as sites know them (matching/site-lines.ts)
   * @returns the first 500 characters of each line that the text has
   */
  lineTexts(
    packed: Uint8Array,
    wanted: readonly number[],
    recipe: Recipe,
    context?: TaskContext,
  ): Promise<Map<number, string>>;
  /**
   * Finds the passages of a text that other texts contain. The comparison with each of the other texts is a separate
   * task, so that tasks of other clients can run in between. Each of these texts is read from `others` only when its
   * task is next. The cost is that of signing all texts, plus time linear in the number of words of `text` for each of
   * the others.
   * @param recipe must have parts
   * @throws NeardupError `overloaded`; the reason of the signal
   */
  overlap(
    text: OverlapText,
    others: AsyncIterable<OverlapSide> | Iterable<OverlapSide>,
    recipe: Recipe,
    options: OverlapOptions,
    context?: TaskContext,
  ): Promise<Overlap>;
  /**
   * Extracts the text of a page and signs it, in one task.
   * @param keepText true to return the text as well
   * @throws NeardupError `extraction_failed` if the page cannot be read or exceeds a limit of time or memory;
   *   `payload_too_large` if it exceeds a limit of size; `text_empty` if its text contains nothing to compare;
   *   `overloaded` if too many pages are waiting, or if the machine is too busy to read this page
   */
  signPage(
    page: Page,
    recipe: Recipe,
    keepText: boolean,
    context?: TaskContext,
  ): Promise<SignedPage>;
  /** Extracts the text and metadata of a page. @throws the errors of `signPage`, except `text_empty` */
  extract(page: Page, context?: TaskContext): Promise<Extracted>;
  /** Amount of waiting work, and number of threads lost since the start. */
  load(): SignerLoad;
  /** Rejects with `not_ready` if a thread was lost and no replacement works. */
  checkThreads(): Promise<void>;
  close(): Promise<void>;
}

export interface SignerLoad {
  /** Number of long texts waiting for a thread. */
  readonly signingQueue: number;
  /** Number of pages waiting for a process. */
  readonly pageQueue: number;
  /** Number of signing threads that ended unexpectedly. */
  readonly lostSigningThreads: number;
  /** Number of page processes that ended, or were killed, after they had been assigned a page. */
  readonly lostPageThreads: number;
}

export interface SignedPage {
  readonly signature: Signature;
  /** Text in packed form (text/kept-text.ts); null unless requested. */
  readonly text: Uint8Array | null;
  /** Name and version of the extractor. */
  readonly extractor: string;
  /** Metadata of the page. */
  readonly page: PageFacts;
}
