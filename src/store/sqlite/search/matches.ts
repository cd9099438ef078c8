import type { Database } from 'better-sqlite3';
import { NeardupError } from '../../../errors.js';
import type { Collection } from '../../contract/collections.js';
import type { SearchEffort } from '../../contract/statistics.js';
import type { Indexes } from '../tables/contents.js';
import { createCandidates, probesOf } from './candidates.js';
import type { ContentCache } from './content-cache.js';
import type { ContentChanges } from './content-changes.js';
import { createLongSearches, type LongSearch, type MatchSearch } from './long-search.js';
import { createMatchedDocuments, type ReadMatches } from './matched-documents.js';
import { Suspended, type Suspensions } from './suspensions.js';

export interface FoundMatches extends ReadMatches {
  readonly candidates: number;
}

/**
 * Finds matches in two steps: first distinct contents, then the oldest documents of each content,
 * only as many as can be in the answer.
 *
 * If there is more to compare than its group has time for, the search throws a `Suspended`. Its
 * operation must be executed again when the suspended search has ended.
 */
export function createMatchSearch(
  db: Database,
  indexes: Indexes,
  cache: ContentCache,
  mayHoldGone: (collection: Collection) => boolean,
  changes: ContentChanges,
  suspensions: Suspensions,
  isLive: (collection: Collection) => boolean,
  onSearch: (effort: SearchEffort) => void,
) {
  const candidates = createCandidates(db, indexes, cache, mayHoldGone);
  const documents = createMatchedDocuments(db, mayHoldGone);
  const longSearch = createLongSearches(candidates, documents, changes, suspensions.limits, isLive);

  /** @throws Suspended; NeardupError `too_many_candidates` */
  return function findMatches(search: MatchSearch): FoundMatches {
    const long = suspensions.resumed();
    if (long !== undefined && isSame(long.search, search)) return endOf(long, search);
    const few = candidates.findFew(search, suspensions.candidatesLeft());
    if (few === undefined) throw new Suspended(longSearch(search));
    suspensions.compared(few.candidates);
    return found(search, documents.readGroups(few.groups, search), few.candidates, false);
  };

  function endOf(long: LongSearch, search: MatchSearch): FoundMatches {
    const answer = long.answer(search.excluded);
    if (answer === undefined) throw new Suspended(long);
    const { candidates, isPartial } = answer;
    if (isPartial && !search.mayBePartial) throw tooManyCandidates(search);
    return found(search, answer.found, candidates, isPartial);
  }

  function found(
    search: MatchSearch,
    { matches, best, truncated }: ReadMatches,
    candidates: number,
    isPartial: boolean,
  ): FoundMatches {
    onSearch({ probes: probesOf(search), candidates });
    return { matches, best, truncated: truncated || isPartial, candidates };
  }

  function tooManyCandidates({ collection: { name } }: MatchSearch): NeardupError {
    return new NeardupError(
      'too_many_candidates',
      `Cannot check the document: more than ${suspensions.limits.candidatesMax} contents of collection "${name}" share a part with it; leave out what they have in common, such as a template, or add it without a check`,
    );
  }
}

/**
 * Whether the result of one search answers the other: a document found by its id may have changed.
 */
function isSame(a: MatchSearch, b: MatchSearch): boolean {
  return (
    a.collection.generation === b.collection.generation &&
    a.signature.exactHash === b.signature.exactHash &&
    a.signature.fingerprint.high === b.signature.fingerprint.high &&
    a.signature.fingerprint.low === b.signature.fingerprint.low &&
    a.signature.featureCount === b.signature.featureCount
  );
}
