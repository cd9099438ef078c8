import type { Database } from 'better-sqlite3';
import type { Fingerprint, Signature } from '../../fingerprint/signature.js';
import { compareMatches } from '../match-order.js';
import type { Match } from '../store.js';
import type { BlockIndex } from './block-index.js';

export interface MatchSearch {
  readonly collection: number;
  readonly signature: Signature;
  readonly maxDistance: number;
  /** Id of a document that is left out; null: none. */
  readonly excluded: string | null;
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

/** A content within the distance; better ones have a lower rank. */
interface Candidate {
  readonly content: number;
  readonly rank: number;
  readonly distance: number;
  readonly exact: boolean;
  readonly fingerprint: Fingerprint;
}

const noMatches: FoundMatches = {
  matches: [],
  best: undefined,
  truncated: false,
  candidates: 0,
};

/**
 * Finds matches in three steps, each over distinct things: fingerprints within the distance, their
 * contents, and of each content the oldest documents, only as many as can be in the answer. So
 * 200,000 documents of one content cost no more than one.
 */
export function createMatchSearch(db: Database, index: BlockIndex) {
  const selectContents = db.prepare<[number, number, number], ContentRow>(
    `SELECT number, exact_hash AS exactHash, feature_count AS featureCount FROM contents
     WHERE collection = ? AND fingerprint = (? << 32) | ?`,
  );
  const selectDocuments = db.prepare<[number, number], DocumentRow>(
    `SELECT id, metadata, stored_at AS storedAt FROM documents
     WHERE content = ? ORDER BY stored_at, id LIMIT ?`,
  );

  return function findMatches(search: MatchSearch): FoundMatches {
    const candidates = candidatesOf(search);
    if (candidates.length === 0) return noMatches;
    const wanted = Math.max(search.limit, 1) + 1;
    const matches: Match[] = [];
    // Contents of equal rank compete by the age of their documents; later ranks come after all.
    for (let rank = 0; rank <= search.maxDistance + 1 && matches.length < wanted; rank++) {
      const ofRank = candidates
        .filter((candidate) => candidate.rank === rank)
        .flatMap((candidate) => matchesOf(candidate, search.excluded, wanted));
      matches.push(...ofRank.sort(compareMatches).slice(0, wanted));
    }
    return {
      matches: matches.slice(0, search.limit),
      best: matches[0],
      truncated: matches.length > search.limit,
      candidates: candidates.length,
    };
  };

  function candidatesOf({ collection, signature, maxDistance }: MatchSearch): Candidate[] {
    const near = index.search(collection, signature.fingerprint, maxDistance);
    if (near.length === 0) return [];
    const exactHash = Buffer.from(signature.exactHash, 'hex');
    return near.flatMap(({ fingerprint, distance }) =>
      selectContents.all(collection, fingerprint.high, fingerprint.low).map((row) => {
        const exact = row.featureCount !== null && exactHash.equals(row.exactHash);
        const rank = exact ? 0 : distance + 1;
        return { content: row.number, rank, distance, exact, fingerprint };
      }),
    );
  }

  function matchesOf(candidate: Candidate, excluded: string | null, wanted: number): Match[] {
    const { content, distance, exact, fingerprint } = candidate;
    const matches: Match[] = [];
    for (const row of selectDocuments.all(content, excluded === null ? wanted : wanted + 1)) {
      const { id, metadata, storedAt } = row;
      if (id === excluded) continue;
      matches.push({ id, distance, similarity: null, exact, fingerprint, metadata, storedAt });
    }
    return matches;
  }
}

interface ContentRow {
  readonly number: number;
  readonly exactHash: Buffer;
  readonly featureCount: number | null;
}

interface DocumentRow {
  readonly id: string;
  readonly metadata: string | null;
  readonly storedAt: number;
}
