import type { Database } from 'better-sqlite3';
import { matchEffect } from '../../../matching/decide.js';
import type { BestMatch, Level } from '../../../matching/match.js';
import { compareUtf8 } from '../../../matching/match-rule.js';
import type { Scope } from '../../contract/scope.js';
import { isInScope } from '../../rules/scope.js';
import { livesAsLong } from '../../rules/versions.js';
import { hashSite } from '../tables/site-hash.js';
import type { DocumentRow, MatchGroup, MatchRank } from './match-groups.js';
import { presentOnly } from './present-documents.js';

/** Fields of a check that determine which documents may refuse its page. */
export interface Refusal {
  readonly duplicateIf: Level;
  /** Lifetime that the check requests for the page, in milliseconds; null: the page never expires. */
  readonly lifetimeMs: number | null;
}

/** Documents that may refuse a page, at a time. */
interface Living {
  /** Ids of documents that may not. */
  readonly excluded: readonly string[];
  /** Documents that may; undefined: all. */
  readonly scope?: Scope | undefined;
  readonly now: number;
}

/** A document that refuses a page, and the match of its content. */
export interface RefusingDocument {
  readonly ranked: MatchRank;
  readonly row: DocumentRow;
}

/**
 * Finds the document that refuses a page whose best match does not live as long as the page: of the best contents that
 * have such documents, the one that was requested to live longest, then the oldest. An index has the documents of each
 * shared content in this order, so a content with 200,000 documents costs no more than a content with one.
 */
export function createLongestLived(db: Database, selectColumns: string) {
  const selectOnly = db.prepare<[number, number], DocumentRow>(
    `${selectColumns} WHERE ${presentOnly}`,
  );
  const selectPermanent = db.prepare<[number, number, number | null, number], DocumentRow>(
    `${selectColumns} WHERE ${shared} AND lifetime_ms IS NULL AND ${inScope}
     ORDER BY stored_at, id LIMIT +?`,
  );
  const selectLongest = db.prepare<
    [number, number, number, number, number | null, number],
    DocumentRow
  >(
    `${selectColumns} WHERE ${shared} AND lifetime_ms >= ? AND expires_at > ? AND ${inScope}
     ORDER BY lifetime_ms DESC, stored_at, id LIMIT +?`,
  );

  /** Returns the document of a content that lives longest, if it lives as long as the page. */
  function longestOf(
    content: number,
    { excluded, scope, now }: Living,
    lifetimeMs: number | null,
  ): DocumentRow | undefined {
    const isOther = (row: DocumentRow) => !excluded.includes(row.id) && isInScope(row, scope);
    const since = scope?.since ?? 0;
    const site = scope?.site == null ? null : hashSite(scope.site);
    const atMost = excluded.length + 1;
    const only = selectOnly.get(content, now);
    if (only !== undefined) {
      return isOther(only) && livesAsLong(only.lifetimeMs, lifetimeMs) ? only : undefined;
    }
    const permanent = selectPermanent.all(content, since, site, atMost).find(isOther);
    if (permanent !== undefined || lifetimeMs === null) return permanent;
    return selectLongest.all(content, lifetimeMs, now, since, site, atMost).find(isOther);
  }

  /** @param groups matches, best first */
  return function find(
    groups: readonly MatchGroup[],
    living: Living,
    { duplicateIf, lifetimeMs }: Refusal,
  ): RefusingDocument | undefined {
    let found: RefusingDocument | undefined;
    for (const ranked of groups) {
      if (found !== undefined && found.ranked.rank < ranked.rank) break;
      if (!mayRefuse(ranked.match, duplicateIf)) break;
      for (const content of ranked.contents) {
        const row = longestOf(content, living, lifetimeMs);
        if (row === undefined) continue;
        if (found === undefined || compareLives(row, found.row) < 0) found = { ranked, row };
      }
    }
    return found;
  };
}

/** Tests if a match makes the page a duplicate, unless the page outlives it. */
export const mayRefuse = (match: BestMatch, duplicateIf: Level): boolean =>
  matchEffect(match, duplicateIf, false) === 'refusing';

const shared = 'documents.content = ? AND shared = 1';
/** Parameters: earliest time of storing, hash of the site or null for any. */
const inScope = 'stored_at >= ? AND site IS ifnull(?, site)';

/** Compares two documents in the order of their requested lifetimes, longest first, then of their ages. */
function compareLives(a: DocumentRow, b: DocumentRow): number {
  if (a.lifetimeMs !== b.lifetimeMs) return livesAsLong(a.lifetimeMs, b.lifetimeMs) ? -1 : 1;
  return a.storedAt - b.storedAt || compareUtf8(a.id, b.id);
}
