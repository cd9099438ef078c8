import type { Database } from 'better-sqlite3';
import type { CollectionKey } from '../../contract/collections.js';
import { createPresentDocuments } from './present-documents.js';

/** Returns true if a content has a live document. Undefined if every content has one, so that no test is needed. */
export type Liveness = ((content: number) => boolean) | undefined;

/** Returns the liveness of the contents of a collection at a time. */
export type LivenessAt = (collection: CollectionKey, now: number) => Liveness;

/**
 * Until the sweep, the indexes still contain contents whose documents have all been deleted or have expired. They must
 * not change an answer, so what takes a limited number of contents from an index counts only live ones. A liveness
 * caches its results, because a search may find a content under several keys; so it must not outlive its operation.
 */
export function createLiveness(
  db: Database,
  mayHaveOrphans: (collection: CollectionKey) => boolean,
): LivenessAt {
  const present = createPresentDocuments(db);

  return (collection, now) => {
    if (!mayHaveOrphans(collection)) return undefined;
    const known = new Map<number, boolean>();
    return (content) => {
      const isLive = known.get(content) ?? present.isAny(content, now);
      known.set(content, isLive);
      return isLive;
    };
  };
}

/**
 * Returns the oldest contents that have a live document, at most `atMost`. However many others are in front of them,
 * they do not count, so that the result does not depend on when the sweep deletes these.
 * @param oldest returns the oldest contents with a key, at most the given number
 */
export function oldestLiving(
  oldest: (atMost: number) => number[],
  atMost: number,
  isLive: Liveness,
): number[] {
  if (isLive === undefined) return oldest(atMost);
  for (let length = atMost; ; length *= 4) {
    const numbers = oldest(length);
    const living: number[] = [];
    for (const number of numbers) {
      if (isLive(number)) living.push(number);
      if (living.length === atMost) return living;
    }
    if (numbers.length < length) return living;
  }
}
