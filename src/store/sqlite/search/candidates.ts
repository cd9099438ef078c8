import { fingerprintKey } from '../../../fingerprint/blocks.js';
import { hitsNeeded } from '../../../fingerprint/part-hits.js';
import { commonFrom, type TextParts } from '../../../fingerprint/parts.js';
import type { Fingerprint, Signature } from '../../../fingerprint/signature.js';
import { familyMax, nearMax, outsideMax } from '../../../matching/bounds.js';
import { comparer, foundBy } from '../../../matching/compare.js';
import {
  type ChosenContents,
  chooseByBands,
  chooseNearest,
  chooseOldest,
} from '../../../matching/family.js';
import type { MatchRule } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import type { Scope } from '../../contract/scope.js';
import { type Indexes, toHashKey, usesBlocks } from '../tables/contents.js';
import { readParts } from '../tables/stored-parts.js';
import { probesFor } from './block-index.js';
import type { ContentCache, StoredContent } from './content-cache.js';
import { type Liveness, type LivenessAt, type OldestContents, oldestLiving } from './liveness.js';
import { createMatchGroups, type MatchGroup } from './match-groups.js';
import type { SitesOfPage } from './sites.js';

export interface CandidateSearch {
  readonly collection: Collection;
  /** Signature of the page, with only the fields that the collection compares (`keptSignature`). */
  readonly signature: Signature;
  readonly rule: MatchRule;
  /** Lines that the sites of the page and of stored pages repeat. */
  readonly sites: SitesOfPage;
  /** False to skip computing what the page adds to its matches (see `QueryOperation.judges`). */
  readonly judges?: boolean | undefined;
  readonly now: number;
  /** Documents that may match; undefined: all. */
  readonly scope: Scope | undefined;
  /** Ids of documents that are left out of the matches. */
  readonly excluded: readonly string[];
  /** Maximum number of matches to return. */
  readonly limit: number;
  /** True for a query, which lists the nearest contents within the distance. A check compares the oldest ones. */
  readonly isListing?: boolean;
}

export interface FoundCandidates {
  /** Matches among the candidates, best first. */
  readonly groups: readonly MatchGroup[];
  /** Number of candidates that were compared. */
  readonly candidates: number;
  /** True if some candidates were not compared, because there were too many. */
  readonly isCut: boolean;
  /**
   * Number of matching contents of the host of the page, counted up to `familyMax`; 0 for a query. Contents that match
   * only by their parts do not count.
   */
  readonly family: number;
}

/** Maps the number of each found content to `foundBy` bits, which name the indexes that found the content. */
type FoundNumbers = Map<number, number>;

/**
 * Number of rows read from the index of parts after which a search looks up no further hashes. Reading this many rows
 * takes about 3 ms.
 */
const partRowsMax = 65_536;
/** Number of hashes looked up together in the index of parts. */
const hashesAtOnce = 256;

/**
 * Finds distinct candidate contents and compares them with the probe.
 *
 *   exact hash ──────────────► equal contents ──────────────────────────────┐
 *   fingerprint ──4 tables───► fingerprints within the distance ─────────────┤ the oldest
 *   sketch ──bands, and in ──► numbers of contents ──────────────────────────┼─► groups of matches
 *          │ families landmarks                                              │
 *   shingles ────parts───────► numbers of contents, some hits each ──────────┘
 *
 * The number of compared contents is limited, even if millions of similar pages (a family) are stored: see
 * matching/family.ts.
 */
export function createCandidates(
  indexes: Indexes,
  cache: ContentCache,
  livenessAt: LivenessAt,
  contentKinds: (collection: Collection) => readonly boolean[],
) {
  const { blocks, bands, contentsByFingerprint, contentsByHash, parts } = indexes;

  return function find(search: CandidateSearch): FoundCandidates {
    const { collection, signature, rule, sites, isListing, judges = true } = search;
    const found: FoundNumbers = new Map();
    const isLive = livenessAt(collection, search.now, search.scope);
    findEqual(search, found);
    let isCut = findByBands(search, isLive, found);
    isCut = findNear(search, isLive, found) || isCut;
    isCut = findByParts(search, livenessAt(collection, search.now), isLive, found) || isCut;
    if (found.size === 0) return { groups: [], candidates: 0, isCut, family: 0 };
    const probe = { ...signature, exactHash: signature.exactHash.toUpperCase() };
    const compared = comparer<StoredContent>(
      probe,
      { recipe: collection.recipe, rule },
      ({ parts: packed }) => packed && readParts(packed),
      ({ number }) => sites.ofContent(number, search.excluded),
    );
    const groups = createMatchGroups(compared, signature, sites.sharesHost, judges);
    let candidates = 0;
    let alike = 0;
    for (const [number, by] of found) {
      const stored = cache.read(number);
      const match = stored && compared.compare(stored, by);
      if (match === undefined || isLive?.(number) === false) continue;
      candidates += 1;
      if (match === null) continue;
      if (match.part === undefined && !isListing && sites.sharesHost(number)) alike += 1;
      groups.add(number, match, stored!);
    }
    const family = Math.min(alike, familyMax);
    return { groups: groups.judged(), candidates, isCut, family };
  };

  /**
   * Finds contents that share a band with the page. If some band has too many, also finds contents that share a
   * landmark.
   * @returns true if some band has more contents than are compared
   */
  function findByBands(
    { collection, signature: { sketch } }: CandidateSearch,
    isLive: Liveness,
    found: FoundNumbers,
  ): boolean {
    const { generation, recipe } = collection;
    if (sketch === null || recipe.bands === null) return false;
    const givenUp = new Set<number>();
    const oldest = (key: number, atMost: number) => {
      const found = oldestLiving((most) => bands.search(generation, key, most), atMost, isLive);
      if (found.isCut) givenUp.add(key);
      return found.contents;
    };
    const { chosen, isCut } = chooseByBands(sketch, recipe.bands, oldest, (key) =>
      givenUp.has(key),
    );
    for (const number of chosen) note(found, number, foundBy.band);
    return isCut;
  }

  /** Finds contents with the same exact hash. No other search, and no bound of one, can leave them out. */
  function findEqual({ collection, signature }: CandidateSearch, found: FoundNumbers): void {
    const key = toHashKey(Buffer.from(signature.exactHash, 'hex'));
    for (const number of contentsByHash.search(collection.generation, key)) {
      if (cache.read(number)?.exactHash === signature.exactHash.toUpperCase()) {
        note(found, number, foundBy.band);
      }
    }
  }

  /**
   * Finds contents whose fingerprints are within the distance. @returns true if there may be more such contents than
   * are compared
   */
  function findNear(search: CandidateSearch, isLive: Liveness, found: FoundNumbers): boolean {
    const { collection, limit, excluded, isListing } = search;
    if (!usesBlocks(collection.recipe)) return false;
    const most = Math.max(nearMax, limit + 1 + excluded.length);
    const choices = isListing
      ? [nearest(search, isLive, most)]
      : contentKinds(collection).map((bare) => oldest(search, bare, isLive, most));
    for (const { chosen } of choices) {
      for (const number of chosen) note(found, number, foundBy.nothing);
    }
    return choices.some(({ isCut }) => isCut);
  }

  function oldest(
    { collection: { generation }, signature: { fingerprint: own }, rule }: CandidateSearch,
    bare: boolean,
    isLive: Liveness,
    most: number,
  ): ChosenContents<number> {
    const contentsOf = (fingerprint: Fingerprint) =>
      withFingerprint(generation, fingerprint, bare, most + 1, isLive);
    const isOther = ({ high, low }: Fingerprint) => high !== own.high || low !== own.low;
    for (let atMost = most + 2; ; atMost *= 4) {
      const near = blocks.oldest(generation, own, bare, rule.maxDistance, atMost);
      const all = near.fingerprints.filter(isOther).map(contentsOf);
      const others = all.map(({ contents }) => contents).filter(({ length }) => length > 0);
      // Some of the oldest fingerprints may have only contents without a live document.
      const isShort = near.isCut && others.length <= most;
      if (isShort && countOutside(all) <= outsideMax) continue;
      const ofPage = contentsOf(own);
      const choice = chooseOldest(ofPage.contents, others, most, (a, b) => a - b);
      const isGivenUp = isShort || [ofPage, ...all].some(({ isCut }) => isCut);
      return { ...choice, isCut: choice.isCut || isGivenUp };
    }
  }

  function nearest(
    { collection, signature, rule }: CandidateSearch,
    isLive: Liveness,
    most: number,
  ): ChosenContents<number> {
    const { generation } = collection;
    const kinds = contentKinds(collection);
    for (let atMost = most; ; atMost *= 4) {
      const ofKinds = kinds.map((bare) =>
        blocks
          .nearest(generation, signature.fingerprint, bare, rule.maxDistance, atMost)
          .map((each) => ({ ...each, bare })),
      );
      const near = ofKinds.flat().sort((a, b) => a.distance - b.distance);
      const all: OldestContents[] = [];
      const choice = chooseNearest(near, most, ({ fingerprint, bare }, count) => {
        all.push(withFingerprint(generation, fingerprint, bare, count, isLive));
        return all.at(-1)!.contents;
      });
      // Some of the nearest fingerprints may have only contents without a live document.
      const isShort = !choice.isCut && ofKinds.some(({ length }) => length === atMost);
      if (isShort && countOutside(all) <= outsideMax) continue;
      const isGivenUp = isShort || all.some(({ isCut }) => isCut);
      return { ...choice, isCut: choice.isCut || isGivenUp };
    }
  }

  /** Returns the oldest live contents with a fingerprint, with evidence or, if `bare`, without. */
  function withFingerprint(
    generation: number,
    fingerprint: Fingerprint,
    bare: boolean,
    atMost: number,
    isLive: Liveness,
  ): OldestContents {
    const key = fingerprintKey(fingerprint, bare);
    return oldestLiving(
      (length) => contentsByFingerprint.search(generation, key, length),
      atMost,
      isLive,
    );
  }

  /**
   * Finds contents that have parts in common with the page. Contents outside the scope make a hash common as well, because
   * later contents are not indexed under it.
   * @param isLiveAnywhere the liveness without the scope
   * @returns true if some hashes were not looked up
   */
  function findByParts(
    { collection, signature, rule }: CandidateSearch,
    isLiveAnywhere: Liveness,
    isLive: Liveness,
    found: FoundNumbers,
  ): boolean {
    const probe = probeParts(collection, signature, rule);
    if (probe === null) return false;
    const { hashes } = probe;
    const hits = new Map<number, number>();
    let common = 0;
    let at = 0;
    for (; at < hashes.length && rowsRead(common, hits, isLive) < partRowsMax; at += hashesAtOnce) {
      const some = hashes.subarray(at, at + hashesAtOnce);
      common += parts.count(collection.generation, some, isLiveAnywhere, hits);
    }
    const needed = hitsNeeded(probe);
    for (const [number, count] of hits) if (count >= needed) note(found, number, foundBy.parts);
    return at < hashes.length;
  }
}

/**
 * Returns the number of rows of live contents that a search has read.
 * @param common number of common hashes
 * @param hits numbers of hashes found in each content
 */
function rowsRead(common: number, hits: ReadonlyMap<number, number>, isLive: Liveness): number {
  let rows = common * commonFrom;
  for (const count of hits.values()) rows += count;
  if (isLive === undefined || rows < partRowsMax) return rows;
  for (const [number, count] of hits) if (!isLive(number)) rows -= count;
  return rows;
}

/** Returns the number of fingerprints whose contents are all outside the scope. */
const countOutside = (all: readonly OldestContents[]): number =>
  all.filter(({ contents, outside }) => contents.length === 0 && outside > 0).length;

function note(found: FoundNumbers, number: number, by: number): void {
  found.set(number, (found.get(number) ?? 0) | by);
}

/** Returns the parts of the page, or null if the search does not use parts. */
function probeParts(
  { recipe }: Collection,
  { parts }: Signature,
  { minContainment }: MatchRule,
): TextParts | null {
  return minContainment === undefined || !recipe.parts ? null : parts;
}

/** Returns the number of index look-ups that a search makes, not counting those for landmarks. */
export function countProbes({ collection: { recipe }, signature, rule }: CandidateSearch): number {
  const ofBands = signature.sketch === null ? 0 : (recipe.bands?.count ?? 0);
  const ofParts = rule.minContainment === undefined ? 0 : (signature.parts?.hashes.length ?? 0);
  return ofBands + ofParts + (usesBlocks(recipe) ? probesFor(rule.maxDistance) : 0);
}
