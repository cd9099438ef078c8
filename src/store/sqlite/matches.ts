import type { Database } from 'better-sqlite3';
import type { Fingerprint } from '../../fingerprint/signature.js';
import type { Collection } from '../collection.js';
import type { SearchEffort } from '../figures.js';
import type { Match } from '../match.js';
import { compareMatches } from '../match-order.js';
import { documentBytes, pageOf, replyBytesMax } from '../reply-bytes.js';
import { type CandidateSearch, createCandidateSearch, type MatchGroup } from './candidates.js';
import type { Indexes } from './contents.js';
import { createPresentDocuments, presentByAge, presentByExpiry } from './present-documents.js';

export interface MatchSearch extends CandidateSearch {
  /** Ids of documents that are left out. */
  readonly excluded: readonly string[];
  readonly limit: number;
}

export interface FoundMatches {
  /** The best ones, at most `limit`, to the one that reaches `replyBytesMax`. */
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
  const selectByExpiry = db.prepare<[number, number, number, number], DocumentRow>(
    `${selectColumns} WHERE ${presentByExpiry} ${oldestFirst}`,
  );
  const present = createPresentDocuments(db);

  return function findMatches(search: MatchSearch): FoundMatches {
    const { groups, candidates, probes } = findCandidates(search);
    onSearch({ probes, candidates });
    const found: Match[] = [];
    let shown = 0;
    let bytes = 0;
    for (const group of groups) {
      for (const match of oldestOf(group, search)) {
        found.push(match);
        if (shown >= search.limit || bytes >= replyBytesMax) continue;
        shown += 1;
        bytes += documentBytes(match);
      }
      if (found.length > shown) break;
    }
    const matches = found.slice(0, shown);
    return { matches, best: found[0], truncated: found.length > shown, candidates };
  };

  /** Contents of one group compete by the age of their documents: the first ones of all of them. */
  function oldestOf(
    group: MatchGroup,
    search: Pick<MatchSearch, 'collection' | 'excluded' | 'limit' | 'now'>,
  ): Match[] {
    const { excluded, limit } = search;
    const { contents, exact, similarity, distance } = group;
    const atMost = limit + 1 + excluded.length;
    const oldest: Match[] = [];
    let bytes = 0;
    for (const content of contents) {
      let bytesOfContent = 0;
      for (const row of rowsOf(content, search, atMost)) {
        const { id, metadata, storedAt, high, low } = row;
        if (excluded.includes(id)) continue;
        const fingerprint = { high, low };
        oldest.push({ id, distance, similarity, exact, fingerprint, metadata, storedAt });
        if (bytesOfContent > replyBytesMax) break;
        bytesOfContent += documentBytes(row);
      }
      bytes += bytesOfContent;
      if (oldest.length <= keptAtMost && bytes <= keptBytesMax) continue;
      letGo(oldest, limit);
      bytes = 0;
    }
    letGo(oldest, limit);
    return oldest;
  }

  /** To ask for rows one by one costs more, and many might be large. */
  function rowsOf(
    content: number,
    { collection, now }: Pick<MatchSearch, 'collection' | 'now'>,
    atMost: number,
  ): Iterable<DocumentRow> {
    if (hasExpiring(collection) && present.areFewerByExpiry(content, now)) {
      return selectByExpiry.iterate(content, content, now, atMost);
    }
    return atMost <= rowsAtOnce
      ? selectDocuments.all(content, now, atMost)
      : selectDocuments.iterate(content, now, atMost);
  }
}

/** Leaves those that the answer may need, in order: one more than it can show. */
function letGo(matches: Match[], limit: number): void {
  matches.sort(compareMatches);
  const shown = pageOf(matches, limit, documentBytes);
  matches.length = Math.min(matches.length, shown.length + 1);
}

/** Documents of a group that are held before those too young for the answer are let go. */
const keptAtMost = 4096;
const keptBytesMax = 4 * replyBytesMax;
const rowsAtOnce = 32;

const selectColumns = `
  SELECT id, metadata, stored_at AS storedAt,
    (fingerprint >> 32) & 0xffffffff AS high, fingerprint & 0xffffffff AS low
  FROM documents JOIN contents ON contents.number = documents.content`;

const oldestFirst = 'ORDER BY stored_at, id LIMIT +?';

/**
 * Of a content, at a time, the oldest ones, at most so many. With a bare `?` as its limit, SQLite would
 * prepare a statement anew each time (docs/decisions/0081).
 */
export const documentsOfContent = `${selectColumns} WHERE ${presentByAge} ${oldestFirst}`;

interface DocumentRow extends Fingerprint {
  readonly id: string;
  readonly metadata: string | null;
  readonly storedAt: number;
}
