import type { Database } from 'better-sqlite3';
import { type BandLayout, firstSharedBand } from '../../../fingerprint/minhash.js';
import { hitsNeeded } from '../../../fingerprint/part-hits.js';
import type { TextParts } from '../../../fingerprint/parts.js';
import type { Fingerprint, Signature } from '../../../fingerprint/signature.js';
import { comparer, foundBy } from '../../../matching/compare.js';
import type { BestMatch, MatchRule } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import { type Indexes, prefixOf, usesBlocks } from '../tables/contents.js';
import { readParts } from '../tables/stored-parts.js';
import { probesFor } from './block-index.js';
import type { ContentCache, StoredContent } from './content-cache.js';
import { createMatchGroups, type MatchGroup, type MatchRank, ranked } from './match-groups.js';
import { createPresentDocuments } from './present-documents.js';

export interface CandidateSearch {
  readonly collection: Collection;
  /** In the form in which the collection stores it. */
  readonly signature: Signature;
  readonly rule: MatchRule;
  readonly now: number;
}

export interface FoundCandidates {
  /** The matches among the candidates, best first. */
  readonly groups: readonly MatchGroup[];
  /** The number of all candidates. */
  readonly candidates: number;
}

export interface ComparedCandidate {
  /** Whether a document that has not expired has this content. */
  readonly isLive: boolean;
  /** null: the content does not match. */
  readonly match: MatchRank | null;
  readonly stored: StoredContent;
}

/** How many fingerprints a search looks at in one step: about 3 ms. */
const lookedAtMax = 65_536;
/** Most candidates that are read without being remembered: others would lose their places. */
const manyContents = 32;

/**
 * Finds the contents that are candidates, each once, and compares them with the probe.
 *
 *   fingerprint ──4 tables──► fingerprints within the distance ──► contents ─┐
 *   sketch ──────bands──────► numbers of contents ──────────────► contents ─┼─► groups of matches
 *   shingles ────parts──────► numbers of contents, some hits each ► contents ─┘
 *
 * Contents are read one at a time, and only the numbers of those that match are stored. So 100,000
 * contents of one template take some megabytes, and about 3 µs for each content that is compared
 * (docs/decisions/0014). If there are more candidates than may be compared in one step,
 * `long-search.ts` combines the parts below.
 */
export function createCandidates(
  db: Database,
  indexes: Indexes,
  cache: ContentCache,
  mayHoldGone: (collection: Collection) => boolean,
) {
  const { blocks, bands, contentsByFingerprint, parts } = indexes;
  const present = createPresentDocuments(db);
  /**
   * Compares contents with the probe of one search.
   * @param areMany whether contents are read from memory where that has them
   */
  function comparerFor(search: CandidateSearch, areMany: boolean) {
    const { collection, signature, rule, now } = search;
    const { recipe } = collection;
    const probe = { ...signature, exactHash: signature.exactHash.toUpperCase() };
    const compared = comparer(probe, { recipe, rule }, partsOf);
    const contentOf = areMany ? cache.recall : cache.read;

    /**
     * @param found how the content was found; undefined: not known
     * @returns undefined if the content is gone or is no candidate
     */
    function compare(number: number, found: number | undefined): ComparedCandidate | undefined {
      const stored = contentOf(number);
      if (stored === undefined) return undefined;
      const match = compared.compare(stored, found ?? waysToFind(stored, search));
      if (match === undefined) return undefined;
      // If all documents of a content have expired, the content stays until the sweep.
      const isLive = !mayHoldGone(collection) || present.isAny(number, now);
      return { isLive, match: match && ranked(match), stored };
    }

    const judge = (stored: StoredContent, match: BestMatch) =>
      ranked(compared.judge(stored, match));
    const groups = (most?: number) => createMatchGroups(compared, most);
    return { compare, judge, groups };
  }

  /** Returns the `foundBy` bits that the indexes would give for a content now. */
  function waysToFind(content: StoredContent, search: CandidateSearch): number {
    const { collection, signature, rule } = search;
    const asked = askedParts(collection, signature, rule);
    const sharesBand = shareBand(signature.sketch, content.sketch, collection.recipe.bands);
    const sharesParts = asked !== null && content.parts !== null && share(asked, content.parts);
    return (sharesBand ? foundBy.band : 0) | (sharesParts ? foundBy.parts : 0);
  }

  function share({ collection, page }: AskedParts, stored: Uint8Array): boolean {
    return parts.shares(collection, readParts(stored).indexed, page.hashes, hitsNeeded(page));
  }

  /** undefined: there are more than `limit`, or too many to look at; nothing was compared. */
  function findFew(search: CandidateSearch, limit: number): FoundCandidates | undefined {
    const { collection, signature, rule } = search;
    const { generation, recipe } = collection;
    const { fingerprint, sketch } = signature;
    let sharing: Set<number> | undefined;
    if (sketch !== null && recipe.bands !== null) {
      sharing = bands.searchFew(generation, sketch, recipe.bands, limit);
      if (sharing === undefined) return undefined;
    }
    let near: number[] = [];
    if (usesBlocks(recipe)) {
      const found = blocks.searchFew(generation, fingerprint, rule.maxDistance, lookedAtMax);
      if (found === undefined) return undefined;
      if (found.length > 0) near = contentsOf(generation, prefixesOf(found), limit);
    }
    const inParts = findByParts(search);
    if (inParts === undefined) return undefined;
    const count = near.length + (sharing?.size ?? 0) + inParts.size;
    if (count > limit) return undefined;
    let candidates = 0;
    if (count === 0) return { groups: [], candidates };
    const { compare, groups } = comparerFor(search, count > manyContents);
    const found = groups();
    const look = (number: number, sharesBand: boolean) => {
      const sharesParts = inParts.delete(number);
      const compared = compare(
        number,
        (sharesBand ? foundBy.band : 0) | (sharesParts ? foundBy.parts : 0),
      );
      if (compared?.isLive !== true) return;
      candidates += 1;
      if (compared.match !== null) found.add(number, compared.match, compared.stored);
    };
    for (const number of near) look(number, sharing?.delete(number) === true);
    if (sharing !== undefined) for (const number of sharing) look(number, true);
    for (const number of inParts) look(number, false);
    return { groups: found.judged(), candidates };
  }

  /** The contents that share parts; undefined: there is too much to look up. */
  function findByParts({ collection, signature, rule }: CandidateSearch): Set<number> | undefined {
    const asked = askedParts(collection, signature, rule);
    if (asked === null) return new Set();
    const { hashes } = asked.page;
    if (hashes.length > hashesMax) return undefined;
    const hits = new Map<number, number>();
    let read = 0;
    for (const some of slicesOf(hashes)) {
      read += parts.count(collection.generation, some, hits);
      if (read > lookedAtMax) return undefined;
    }
    return enoughHits(hits, asked.page);
  }

  /** Each content once, as the prefixes are distinct; if there are more than `limit`, not all. */
  function contentsOf(generation: number, prefixes: ReadonlySet<number>, limit: number): number[] {
    const numbers: number[] = [];
    for (const prefix of prefixes) {
      const left = limit - numbers.length;
      if (left < 0) break;
      for (const number of contentsByFingerprint.search(generation, [prefix], left)) {
        numbers.push(number);
      }
    }
    return numbers;
  }

  /** Collects the numbers of all contents that may be candidates; yields the work of each step. */
  function* collect(
    { collection, signature, rule }: CandidateSearch,
    { sharing, near, inParts }: CollectedNumbers,
  ): Generator<number, void> {
    const { generation, recipe } = collection;
    const { fingerprint, sketch } = signature;
    const asked = askedParts(collection, signature, rule);
    if (asked !== null) {
      const { hashes } = asked.page;
      const hits = new Map<number, number>();
      for (const some of slicesOf(hashes)) {
        const read = parts.count(generation, some, hits);
        yield some.length * hashWork + read * rowWork;
      }
      for (const number of enoughHits(hits, asked.page)) inParts.add(number);
    }
    if (sketch !== null && recipe.bands !== null) {
      for (const page of bands.pages(generation, sketch, recipe.bands)) {
        for (const number of page) sharing.add(number);
        yield page.length * rowWork;
      }
    }
    if (!usesBlocks(recipe)) return;
    const prefixes = new Set<number>();
    for (const { found, lookedAt } of blocks.ranges(generation, fingerprint, rule.maxDistance)) {
      for (const prefix of prefixesOf(found)) prefixes.add(prefix);
      yield lookedAt * rowWork;
    }
    for (const prefix of prefixes) {
      for (const page of contentsByFingerprint.pages(generation, prefix)) {
        for (const number of page) if (!sharing.has(number)) near.add(number);
        yield 1 + page.length * rowWork;
      }
    }
  }

  return { findFew, collect: collect, comparerFor };
}

export type Candidates = ReturnType<typeof createCandidates>;

/** Numbers of contents; each is in one of the first two sets at most. */
export interface CollectedNumbers {
  /** Contents that share a band with the probe. */
  readonly sharing: Set<number>;
  /** Contents whose fingerprint shares its first 48 bits with one that is within the distance. */
  readonly near: Set<number>;
  /** Contents that share enough parts, perhaps in one of the others, too. */
  readonly inParts: Set<number>;
}

/** How many hashes a search looks up in one step, and a long one at once: about 10 ms and 0.3 ms. */
const hashesMax = 8192;
const hashesAtOnce = 256;
/** The work of looking up a hash; comparing a content is 1. */
const hashWork = 1 / 3;

/** What a search asks the index of parts. */
interface AskedParts {
  readonly collection: number;
  readonly page: TextParts;
}

/** null: it does not look for parts. */
function askedParts(
  { generation, recipe }: Collection,
  { parts }: Signature,
  { minContainment }: MatchRule,
): AskedParts | null {
  if (minContainment === undefined || parts === null || !recipe.parts) return null;
  return { collection: generation, page: parts };
}

function* slicesOf(hashes: Uint32Array): Generator<Uint32Array, void> {
  for (let from = 0; from < hashes.length; from += hashesAtOnce) {
    yield hashes.subarray(from, from + hashesAtOnce);
  }
}

function enoughHits(hits: ReadonlyMap<number, number>, page: TextParts): Set<number> {
  const needed = hitsNeeded(page);
  const enough = new Set<number>();
  for (const [number, count] of hits) if (count >= needed) enough.add(number);
  return enough;
}

/** The work of reading a row of an index; comparing a content is 1. */
const rowWork = 1 / 16;

/** How many reads of the indexes a search takes. */
export function probesOf({ collection: { recipe }, signature, rule }: CandidateSearch): number {
  const ofBands = signature.sketch === null ? 0 : (recipe.bands?.count ?? 0);
  const ofParts = rule.minContainment === undefined ? 0 : (signature.parts?.hashes.length ?? 0);
  return ofBands + ofParts + (usesBlocks(recipe) ? probesFor(rule.maxDistance) : 0);
}

function prefixesOf(near: readonly { readonly fingerprint: Fingerprint }[]): Set<number> {
  return new Set(near.map(({ fingerprint }) => prefixOf(fingerprint)));
}

function shareBand(a: Uint8Array | null, b: Uint8Array | null, bands: BandLayout | null): boolean {
  if (a === null || b === null || bands === null) return false;
  return firstSharedBand(a, b, bands) < bands.count;
}

const partsOf = ({ parts }: StoredContent) => (parts === null ? null : readParts(parts));
