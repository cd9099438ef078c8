import type { Database } from 'better-sqlite3';
import type { Collection } from '../../contract/collections.js';
import type { SearchEffort } from '../../contract/statistics.js';
import type { Indexes } from '../tables/contents.js';
import {
  type CandidateSearch,
  createCandidates,
  type FoundCandidates,
  probesOf,
} from './candidates.js';
import type { ContentCache } from './content-cache.js';
import { createMatchedDocuments, type ReadMatches } from './matched-documents.js';

export interface FoundMatches extends ReadMatches, Pick<FoundCandidates, 'family'> {
  /** Number of contents that were compared. */
  readonly candidates: number;
  /** True if others were left out. */
  readonly isCut: boolean;
}

/**
 * Finds matches in two steps: first distinct contents, then the oldest documents of each content,
 * only as many as can be in the answer.
 */
export function createMatchSearch(
  db: Database,
  indexes: Indexes,
  cache: ContentCache,
  mayHoldGone: (collection: Collection) => boolean,
  onSearch: (effort: SearchEffort) => void,
) {
  const findCandidates = createCandidates(db, indexes, cache, mayHoldGone);
  const readDocuments = createMatchedDocuments(db, mayHoldGone);

  return function findMatches(search: CandidateSearch): FoundMatches {
    const { groups, candidates, isCut, family } = findCandidates(search);
    const { matches, best, truncated } = readDocuments(groups, search);
    onSearch({ probes: probesOf(search), candidates });
    return { matches, best, truncated, candidates, isCut, family };
  };
}
