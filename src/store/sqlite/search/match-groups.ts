import type { Fingerprint, Signature } from '../../../fingerprint/signature.js';
import type { Comparer } from '../../../matching/compare.js';
import type { BestMatch } from '../../../matching/match.js';
import { matchRank } from '../../../matching/match-rule.js';
import { createNearest } from '../../../matching/nearest.js';
import type { StoredContent } from './content-cache.js';

/** A group of contents that match equally well. Their documents are therefore ordered by age alone. */
export interface MatchGroup extends MatchRank {
  /** Numbers of the contents in the group. */
  readonly contents: number[];
}

/** A match with its rank, which determines the order of matches. */
export interface MatchRank {
  readonly match: BestMatch;
  /** Position in the order of matches: the smaller the rank, the better the match. */
  readonly rank: number;
}

/** A content with its number and the fields that are compared. */
interface NumberedContent {
  readonly number: number;
  readonly stored: StoredContent;
}

/**
 * Collects the matches of one search, and groups them.
 * @param page signature of the page
 * @param sharesHost tests if the oldest document of a content has the host of the page
 * @param judges false to skip computing what the page adds to its matches
 */
export function createMatchGroups(
  { judge }: Comparer<StoredContent>,
  page: Pick<Signature, 'sketch' | 'evidence'>,
  sharesHost: (content: number) => boolean,
  judges: boolean,
) {
  const matches = new Map<number, BestMatch>();
  const nearest = createNearest<NumberedContent>(
    page,
    ({ number, stored: { sketch } }) => ({ sketch, age: number }),
    ({ number }) => sharesHost(number),
  );

  return {
    add(number: number, match: BestMatch, stored: StoredContent): void {
      matches.set(number, match);
      if (judges && stored.evidence !== null) nearest.offer({ number, stored }, match);
    },
    /** Computes what the page adds to the nearest contents, and groups all matches. @returns best first */
    judged(): MatchGroup[] {
      const groups: MatchGroup[] = [];
      for (const { content, match } of nearest.chosen()) {
        matches.delete(content.number);
        const judged = judge(content.stored, match);
        if (judged !== null) groups.push(createGroup(content.number, judged));
      }
      // The other matches were not judged for what the page adds to them, so any two of equal rank are equally good.
      // Matches by parts are not grouped, because their containment may differ.
      const byRank = new Map<number, MatchGroup>();
      for (const [number, match] of matches) {
        const rank = matchRank(match);
        const isAlike = match.adds === null && match.part === undefined;
        const group = isAlike ? byRank.get(rank) : undefined;
        if (group !== undefined) group.contents.push(number);
        else if (isAlike) byRank.set(rank, createGroup(number, match, rank));
        else groups.push(createGroup(number, match, rank));
      }
      return [...groups, ...byRank.values()].sort((a, b) => a.rank - b.rank);
    },
  };
}

const createGroup = (number: number, match: BestMatch, rank = matchRank(match)): MatchGroup => ({
  match,
  rank,
  contents: [number],
});

/** A document of a match, as it is read. */
export interface DocumentRow extends Fingerprint {
  readonly id: string;
  readonly metadata: string | null;
  readonly storedAt: number;
  readonly lifetimeMs: number | null;
  readonly shingles: number | null;
}
