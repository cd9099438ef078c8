import type { Database } from 'better-sqlite3';
import { outsideMax } from '../../../matching/bounds.js';
import type { CollectionKey } from '../../contract/collections.js';
import type { Scope } from '../../contract/scope.js';
import type { FindOldest } from './oldest-documents.js';
import { createPresentDocuments } from './present-documents.js';

/**
 * Returns true if a content has a live document in the scope of a search. Undefined if every content has one, so that no
 * test is needed.
 */
export type Liveness = LivenessTest | undefined;

interface LivenessTest {
  (content: number): boolean;
  /** Returns true if a content has a live document, but none in the scope. Undefined without a scope. */
  readonly isOutside?: (content: number) => boolean;
}

/** Returns the liveness of the contents of a collection at a time. */
export type LivenessAt = (collection: CollectionKey, now: number, scope?: Scope) => Liveness;

/**
 * Until the sweep, the indexes still contain contents whose documents have all been deleted or have expired. They must
 * not change an answer, so what takes a limited number of contents from an index counts only live ones. A search with a
 * scope treats contents without a document in it in the same way. A liveness caches its results, because a search may
 * find a content under several keys; so it must not outlive its operation.
 */
export function createLiveness(
  db: Database,
  mayHaveOrphans: (collection: CollectionKey) => boolean,
  findOldest: FindOldest,
): LivenessAt {
  const present = createPresentDocuments(db);

  return (collection, now, scope) => {
    const isLive = mayHaveOrphans(collection)
      ? remembered((content) => present.isAny(content, now))
      : undefined;
    if (scope === undefined) return isLive;
    const isInside = remembered(
      // Documents that have all expired, of which there may be very many, are not read one by one.
      (content) => isLive?.(content) !== false && findOldest(content, { now, scope }) !== undefined,
    );
    const isOutside = (content: number) => isLive?.(content) !== false && !isInside(content);
    return Object.assign(isInside, { isOutside });
  };
}

function remembered(test: (content: number) => boolean) {
  const known = new Map<number, boolean>();
  return (content: number): boolean => {
    const result = known.get(content) ?? test(content);
    known.set(content, result);
    return result;
  };
}

/** Contents that were taken from an index, oldest first. */
export interface OldestContents {
  readonly contents: number[];
  /** Number of contents in front of them that have live documents, but only outside the scope. */
  readonly outside: number;
  /** True if the search gave up among contents outside its scope, so that there may be more. */
  readonly isCut: boolean;
}

/**
 * Returns the oldest contents that have a live document, at most `atMost`. However many others are in front of them,
 * they do not count, so that the result does not depend on when the sweep deletes these. Of those that are only outside
 * the scope, `outsideMax` do not count.
 * @param oldest returns the oldest contents with a key, at most the given number
 */
export function oldestLiving(
  oldest: (atMost: number) => number[],
  atMost: number,
  isLive: Liveness,
): OldestContents {
  if (isLive === undefined) return { contents: oldest(atMost), outside: 0, isCut: false };
  for (let length = atMost; ; length *= 4) {
    const numbers = oldest(length);
    const contents: number[] = [];
    let outside = 0;
    for (const number of numbers) {
      if (isLive(number)) contents.push(number);
      else if (isLive.isOutside?.(number)) outside += 1;
      const isCut = outside > outsideMax;
      if (isCut || contents.length === atMost) return { contents, outside, isCut };
    }
    if (numbers.length < length) return { contents, outside, isCut: false };
  }
}
