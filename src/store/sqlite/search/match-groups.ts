import type { Comparer } from '../../../matching/compare.js';
import type { BestMatch } from '../../../matching/match.js';
import { rankOf } from '../../../matching/match-order.js';
import { createNearest } from '../../../matching/nearest.js';
import type { StoredContent } from './content-cache.js';

/** Contents that match equally well. Only the age of their documents orders them. */
export interface MatchGroup extends MatchRank {
  /** Numbers of contents. */
  readonly contents: number[];
}

/** A match with its rank in the response. */
export interface MatchRank extends BestMatch {
  /** Smaller is better. */
  readonly rank: number;
}

export const ranked = (match: BestMatch): MatchRank => ({ ...match, rank: rankOf(match) });

/** A content by number, with its compared fields. */
interface NumberedContent {
  readonly number: number;
  readonly stored: StoredContent;
}

/**
 * Groups the matches of one search and keeps only their numbers.
 * @param sketch of the page
 * @param judges false to leave the additions unknown
 */
export function createMatchGroups(
  { judge }: Comparer<StoredContent>,
  sketch: Uint8Array | null,
  judges: boolean,
) {
  const groups = new Map<string | number, MatchGroup>();
  const nearest = createNearest<NumberedContent>(sketch, ({ stored }) => stored);

  function join(number: number, match: MatchRank): void {
    const group = groups.get(keyOf(match));
    if (group !== undefined) group.contents.push(number);
    else groups.set(keyOf(match), { ...match, contents: [number] });
  }

  function leave(number: number, match: MatchRank): void {
    const { contents } = groups.get(keyOf(match))!;
    contents.splice(contents.indexOf(number), 1);
    if (contents.length === 0) groups.delete(keyOf(match));
  }

  return {
    add(number: number, match: MatchRank, stored: StoredContent): void {
      join(number, match);
      if (judges && stored.evidence !== null) nearest.offer({ number, stored }, match);
    },
    /** Moves the nearest contents to the groups given by the page's additions to them. @returns best first */
    judged(): MatchGroup[] {
      for (const { content, match } of nearest.chosen()) {
        leave(content.number, ranked(match));
        join(content.number, ranked(judge(content.stored, match)));
      }
      return [...groups.values()].sort((a, b) => a.rank - b.rank);
    },
  };
}

/** Matches with equal keys have the same rank and report the same additions. */
function keyOf({ rank, adds, covers }: MatchRank): string | number {
  return adds === null ? rank : JSON.stringify([rank, adds, covers]);
}
