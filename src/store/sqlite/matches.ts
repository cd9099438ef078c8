import type { Database } from 'better-sqlite3';
import type { Fingerprint } from '../../fingerprint/signature.js';
import type { Collection } from '../collection.js';
import type { SearchEffort } from '../figures.js';
import type { Match } from '../match.js';
import { compareMatches } from '../match-order.js';
import { type CandidateSearch, createCandidateSearch, type MatchGroup } from './candidates.js';
import type { Indexes } from './contents.js';

export interface MatchSearch extends CandidateSearch {
  /** Ids of documents that are left out. */
  readonly excluded: readonly string[];
  readonly limit: number;
}

export interface FoundMatches {
  /** The best ones, at most `limit`. */
  readonly matches: readonly Match[];
  /** Also where `limit` is 0. */
  readonly best: Match | undefined;
  readonly truncated: boolean;
  readonly candidates: number;
}

/**
 * Finds matches over distinct things: first contents, then of each content the oldest documents,
 * only as many as can be in the answer. So 200,000 documents of one content cost no more than one.
 */
export function createMatchSearch(
  db: Database,
  indexes: Indexes,
  hasExpiring: (collection: Collection) => boolean,
  onSearch: (effort: SearchEffort) => void,
) {
  const findCandidates = createCandidateSearch(db, indexes, hasExpiring);
  const selectDocuments = db.prepare<[number, number, number], DocumentRow>(documentsOfContent);

  return function findMatches(search: MatchSearch): FoundMatches {
    const { groups, candidates, probes } = findCandidates(search);
    onSearch({ probes, candidates });
    const wanted = Math.max(search.limit, 1) + 1;
    const matches: Match[] = [];
    for (const group of groups) {
      if (matches.length >= wanted) break;
      matches.push(...oldestOf(group, search, wanted));
    }
    return {
      matches: matches.slice(0, search.limit),
      best: matches[0],
      truncated: matches.length > search.limit,
      candidates,
    };
  };

  /** Contents of one group compete by the age of their documents: the first ones of all of them. */
  function oldestOf(
    group: MatchGroup,
    { excluded, now }: Pick<MatchSearch, 'excluded' | 'now'>,
    wanted: number,
  ): Match[] {
    const { contents, exact, similarity, distance } = group;
    let oldest: Match[] = [];
    for (const content of contents) {
      const atMost = wanted + excluded.length;
      for (const row of selectDocuments.all(content, now, atMost)) {
        const { id, metadata, storedAt, high, low } = row;
        if (excluded.includes(id)) continue;
        const fingerprint = { high, low };
        oldest.push({ id, distance, similarity, exact, fingerprint, metadata, storedAt });
      }
      if (oldest.length > keptAtMost) oldest = oldest.sort(compareMatches).slice(0, wanted);
    }
    return oldest.sort(compareMatches).slice(0, wanted);
  }
}

/** Documents of a group that are held before those too young for the answer are let go. */
const keptAtMost = 4096;

/**
 * Of a content, at a time, the oldest ones, at most so many. With a bare `?` as its limit, SQLite would
 * prepare a statement anew each time (docs/decisions/0081).
 */
export const documentsOfContent = `
  SELECT id, metadata, stored_at AS storedAt,
    (fingerprint >> 32) & 0xffffffff AS high, fingerprint & 0xffffffff AS low
  FROM documents JOIN contents ON contents.number = documents.content
  WHERE documents.content = ? AND (expires_at IS NULL OR expires_at > ?) ORDER BY stored_at, id LIMIT +?`;

interface DocumentRow extends Fingerprint {
  readonly id: string;
  readonly metadata: string | null;
  readonly storedAt: number;
}
