import type { Database } from 'better-sqlite3';
import { compareNeighbours, fingerprintKey, hammingDistance } from '../../../fingerprint/blocks.js';
import type { Fingerprint, Signature } from '../../../fingerprint/signature.js';
import { outsideMax } from '../../../matching/bounds.js';
import { comparer, foundBy } from '../../../matching/compare.js';
import type { Match } from '../../../matching/match.js';
import type { Collection } from '../../contract/collections.js';
import type { ListNear, NearPage, NearPlace } from '../../contract/near.js';
import { documentBytes, isFull } from '../../rules/reply-bytes.js';
import type { Catalog } from '../tables/catalog.js';
import type { Indexes } from '../tables/contents.js';
import type { ContentCache, StoredContent } from './content-cache.js';
import { createMatchedDocuments, toMatch } from './matches.js';
import type { FindOldest } from './oldest-documents.js';

/** Part of a place behind all documents of a content. */
const noLaterDocument = { storedAt: Number.MAX_SAFE_INTEGER, id: '' };

export interface NearSearch extends Pick<ListNear, 'maxDistance' | 'after' | 'limit' | 'now'> {
  readonly collection: Collection;
  /** Signature of the page, with only the fields that the collection compares (`keptSignature`). */
  readonly signature: Signature;
  /** Ids of documents that are left out. */
  readonly excluded: readonly string[];
}

/**
 * Lists all documents whose fingerprints are within a distance, in pages.
 *
 *   distance 0   fingerprint 3e59…   content 7   ▏1999▕▏2004▕
 *                                    content 9   ▏2001▕
 *   distance 1   fingerprint 3e58…   content 4   ▏2003▕
 *
 * The place of a document is made of values that stay the same as long as the document has its content: the distance
 * and value of the fingerprint, the number of the content, and its own time and id. So a page begins after the place of
 * the last document of the page before, whatever was stored or deleted meanwhile. Each page searches the blocks again, and
 * ends early behind `outsideMax` contents that add nothing to it, such as those that wait for the sweep.
 *
 * Rejected: pages of a list by similarity. Which contents the bands find depends on their number, so a list of them
 * has no places that stay.
 */
export function createNearList(
  db: Database,
  { blocks, contentsByFingerprint }: Pick<Indexes, 'blocks' | 'contentsByFingerprint'>,
  cache: ContentCache,
  findOldest: FindOldest,
  { mayHaveOrphans, contentKinds }: Pick<Catalog, 'mayHaveOrphans' | 'contentKinds'>,
) {
  const { readAfter } = createMatchedDocuments(db, findOldest, mayHaveOrphans);

  return function list(search: NearSearch): NearPage {
    const { collection, signature, maxDistance, after, limit, excluded } = search;
    const { fingerprint } = signature;
    const probe = { ...signature, exactHash: signature.exactHash.toUpperCase() };
    const rule = { maxDistance, minSimilarity: 0, shortMinSimilarity: 0 };
    const { compare } = comparer<StoredContent>(
      probe,
      { recipe: collection.recipe, rule },
      () => null,
    );
    const matches: Match[] = [];
    let candidates = 0;
    let last: NearPlace | null = null;
    let behind: NearPlace | null = null;
    const { near, isCut } = nearest(search, limit + 1);
    for (const found of near) {
      for (const { number, stored } of contentsOf(collection, found, after)) {
        if (candidates > limit + outsideMax) {
          return { fingerprint, matches, candidates, next: behind };
        }
        candidates += 1;
        const match = compare(stored, foundBy.nothing)!;
        const from = after?.content === number ? after : null;
        const wanted = limit - matches.length + 1 + excluded.length;
        for (const row of readAfter(number, from, search, wanted)) {
          if (excluded.includes(row.id)) continue;
          if (matches.length === limit || isFull(matches, documentBytes)) {
            return { fingerprint, matches, candidates, next: last };
          }
          matches.push(toMatch({ match }, row, search));
          last = { fingerprint: found, content: number, storedAt: row.storedAt, id: row.id };
        }
        behind = { fingerprint: found, content: number, ...noLaterDocument };
      }
    }
    const end = { content: Number.MAX_SAFE_INTEGER, ...noLaterDocument };
    const next = isCut ? { fingerprint: near.at(-1)!, ...end } : null;
    return { fingerprint, matches, candidates, next };
  };

  /** Returns the nearest fingerprints of the list from the one in `after` on, at most `most`. */
  function nearest(
    { collection, signature: { fingerprint: probe }, maxDistance, after }: NearSearch,
    most: number,
  ) {
    const from = after && {
      fingerprint: after.fingerprint,
      distance: hammingDistance(after.fingerprint, probe),
    };
    const found = contentKinds(collection)
      .flatMap((bare) =>
        blocks.nearest(collection.generation, probe, bare, maxDistance, most, from),
      )
      .sort(compareNeighbours);
    // Contents with evidence and others may have the same fingerprint.
    const distinct = found.filter(
      (each, at) => at === 0 || compareNeighbours(found[at - 1]!, each) < 0,
    );
    const near = distinct.slice(0, most).map(({ fingerprint }) => fingerprint);
    return { near, isCut: near.length === most };
  }

  /** Returns the contents with a fingerprint, oldest first, from the one in `after` on. */
  function* contentsOf(
    collection: Collection,
    fingerprint: Fingerprint,
    after: NearPlace | null,
  ): Generator<{ readonly number: number; readonly stored: StoredContent }> {
    const isSame = ({ high, low }: Fingerprint) =>
      high === fingerprint.high && low === fingerprint.low;
    const first = after !== null && isSame(after.fingerprint) ? after.content : 0;
    const numbers = contentKinds(collection).flatMap((bare) =>
      contentsByFingerprint.search(collection.generation, fingerprintKey(fingerprint, bare)),
    );
    for (const number of numbers.sort((a, b) => a - b)) {
      if (number < first) continue;
      const stored = cache.read(number);
      // Different fingerprints may have the same key.
      if (stored !== undefined && isSame(stored.fingerprint)) yield { number, stored };
    }
  }
}
