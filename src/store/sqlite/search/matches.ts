import type { Database } from 'better-sqlite3';
import type { Signature } from '../../../fingerprint/signature.js';
import { containmentBetween } from '../../../matching/compare.js';
import { type Match, pickFacts } from '../../../matching/match.js';
import { compareUtf8 } from '../../../matching/match-rule.js';
import type { Collection } from '../../contract/collections.js';
import type { Scope } from '../../contract/scope.js';
import type { SearchEffort } from '../../contract/statistics.js';
import { documentBytes, replyBytesMax } from '../../rules/reply-bytes.js';
import { isInScope } from '../../rules/scope.js';
import { livesAsLong } from '../../rules/versions.js';
import type { Catalog } from '../tables/catalog.js';
import type { Indexes } from '../tables/contents.js';
import { hashSite } from '../tables/site-hash.js';
import {
  type CandidateSearch,
  countProbes,
  createCandidates,
  type FoundCandidates,
} from './candidates.js';
import type { ContentCache } from './content-cache.js';
import type { LivenessAt } from './liveness.js';
import { createLongestLived, mayRefuse, type Refusal } from './longest-lived.js';
import type { DocumentRow, MatchGroup, MatchRank } from './match-groups.js';
import type { FindOldest } from './oldest-documents.js';
import {
  createPresentDocuments,
  presentByAge,
  presentByExpiry,
  presentOfSite,
  presentOnly,
} from './present-documents.js';

export interface FoundMatches
  extends Pick<ReadMatches, 'matches' | 'best' | 'truncated'>,
    Pick<FoundCandidates, 'family'> {
  /** As in `SearchedMatches`; false without a `refusal`. */
  readonly outlivesBest: boolean;
  /** Number of contents that were compared. */
  readonly candidates: number;
  /** True if some candidates were not compared, because there were too many. */
  readonly isCut: boolean;
}

/**
 * Finds matches in two steps: first the matching contents, then their documents, oldest first, and only as many as the
 * response can contain.
 */
export function createMatchSearch(
  db: Database,
  indexes: Indexes,
  cache: ContentCache,
  livenessAt: LivenessAt,
  findOldest: FindOldest,
  { mayHaveOrphans, contentKinds }: Pick<Catalog, 'mayHaveOrphans' | 'contentKinds'>,
  onSearch: (effort: SearchEffort) => void,
) {
  const findCandidates = createCandidates(indexes, cache, livenessAt, contentKinds);
  const { read: readDocuments } = createMatchedDocuments(db, findOldest, mayHaveOrphans);
  const findLongestLived = createLongestLived(db, selectColumns);

  /** @param refusal only for a check: decides which of the best matches is `best` */
  return function findMatches(search: CandidateSearch, refusal?: Refusal): FoundMatches {
    const { groups, candidates, isCut, family } = findCandidates(search);
    const { matches, best, bestLifetimeMs, truncated } = readDocuments(groups, search);
    onSearch({ probes: countProbes(search), candidates });
    const found = { matches, best, outlivesBest: false, truncated, candidates, isCut, family };
    if (best === undefined || refusal === undefined) return found;
    const isRefused = mayRefuse(best, refusal.duplicateIf);
    if (!isRefused || livesAsLong(bestLifetimeMs, refusal.lifetimeMs)) return found;
    const lasting = findLongestLived(groups, search, refusal);
    if (lasting === undefined) return { ...found, outlivesBest: true };
    return { ...found, best: toMatch(lasting.ranked, lasting.row, search) };
  };
}

/** Collection, time and scope of a search. */
export interface Moment {
  readonly collection: Collection;
  readonly now: number;
  readonly scope?: Scope | undefined;
}

export interface WantedDocuments extends Moment {
  /** Signature of the page whose matches are read. */
  readonly signature: Pick<Signature, 'shingles'>;
  /** Ids of documents that are left out of the matches. */
  readonly excluded: readonly string[];
  readonly limit: number;
}

/** Matches, best first. */
export interface ReadMatches {
  /** At most `limit` matches. The list ends early with the match that brings the total size to `replyBytesMax`. */
  readonly matches: readonly Match[];
  /** Best match, even if `limit` is 0. */
  readonly best: Match | undefined;
  /** Lifetime that was requested for `best`; null if it never expires, or if there is no match. */
  readonly bestLifetimeMs: number | null;
  /** True if there are more matches. */
  readonly truncated: boolean;
}

/** Next document of a content to read: the oldest one that has not been read yet. */
interface Head {
  readonly ranked: MatchRank;
  readonly content: number;
  /** True if no other document has this content, not even an expired one. */
  readonly isOnly: boolean;
  readonly storedAt: number;
  readonly id: string;
}

/**
 * Reads the documents of matching contents, best contents first. Documents of equally good contents are merged by age,
 * oldest first.
 *
 *   content 7   ▏1999▕▏2004▕▏2005▕        heads: 1999, 2001, 2003
 *   content 9   ▏2001▕▏2002▕              read in order: 1999, 2001, 2002, 2003, …
 *   content 4   ▏2003▕
 *
 * The oldest document of each content is found with an index. The later documents of a content are read only if they
 * belong in the response, so a content with 200,000 documents costs no more than a content with one. Nearly all
 * contents have a single document, so this case is tried first.
 */
export function createMatchedDocuments(
  db: Database,
  findOldest: FindOldest,
  mayHaveOrphans: (collection: Collection) => boolean,
) {
  const present = createPresentDocuments(db);
  const selectOnly = db.prepare<[number, number], DocumentRow>(
    `${selectColumns} WHERE ${presentOnly}`,
  );
  const selectDocuments = db.prepare<[number, number, number], DocumentRow>(documentsOfContent);
  const selectFrom = db.prepare<[number, number, number, string, number], DocumentRow>(
    documentsFrom(presentByAge),
  );
  const selectFromOfSite = db.prepare<
    [number, number, number, number, string, number],
    DocumentRow
  >(documentsFrom(presentOfSite));
  const selectFromByExpiry = db.prepare<
    [number, number, number, number, string, number],
    DocumentRow
  >(documentsFrom(presentByExpiry));

  const areFewerByExpiry = (content: number, { collection, now }: Moment): boolean =>
    mayHaveOrphans(collection) && present.areFewerByExpiry(content, now);

  function readHead(ranked: MatchRank, content: number, moment: Moment): Head | undefined {
    const oldest = findOldest(content, moment);
    return oldest && { ranked, content, ...oldest };
  }

  function rowsFrom(
    { content, isOnly, storedAt, id }: Omit<Head, 'ranked'>,
    moment: Moment,
    atMost: number,
  ) {
    if (isOnly) return selectOnly.all(content, moment.now);
    const { scope } = moment;
    if (scope?.site != null) {
      return selectFromOfSite.all(content, hashSite(scope.site), moment.now, storedAt, id, atMost);
    }
    if (scope !== undefined) return selectFrom.all(content, moment.now, storedAt, id, atMost);
    return areFewerByExpiry(content, moment)
      ? selectFromByExpiry.all(content, content, moment.now, storedAt, id, atMost)
      : selectFrom.all(content, moment.now, storedAt, id, atMost);
  }

  /**
   * Adds documents to the response in order. After adding documents of a content, inserts the next unread document of
   * that content into `heads`.
   * @returns false if the response is full
   */
  function readInto(answer: Answer, heads: Head[], wanted: WantedDocuments): boolean {
    const { excluded } = wanted;
    let some = 1;
    for (let at = 0; at < heads.length; at++) {
      const head = heads[at]!;
      const { ranked, content, isOnly } = head;
      const other = heads[at + 1];
      // Reads one row more than needed, which becomes the next head of the content.
      const rows = rowsFrom(head, wanted, some + 1);
      let next: Head | undefined;
      for (const [i, row] of rows.entries()) {
        next = { ranked, content, isOnly, storedAt: row.storedAt, id: row.id };
        if (i === some || (i > 0 && other !== undefined && compareHeads(next, other) > 0)) break;
        next = undefined;
        if (!isInScope(row, wanted.scope)) continue;
        if (!excluded.includes(row.id) && !answer.add(ranked, row, wanted)) return false;
      }
      some = next !== undefined && rows.length > some ? Math.min(2 * some, rowsAtOnce) : 1;
      if (next !== undefined) insert(heads, at + 1, next);
    }
    return true;
  }

  function read(groups: readonly MatchGroup[], wanted: WantedDocuments): ReadMatches {
    const answer = createAnswer(wanted.limit);
    const atMost = wanted.limit + 1 + wanted.excluded.length;
    for (let at = 0, end = 0; at < groups.length; at = end) {
      const group = groups[at]!;
      // Groups of the same rank may differ in other fields, but their documents are ordered by age alone.
      while (end < groups.length && groups[end]!.rank === group.rank) end++;
      const { contents } = group;
      const isSingle = end === at + 1 && contents.length === 1 && atMost <= rowsAtOnce;
      const isOne = isSingle && wanted.scope === undefined;
      const rows = isOne ? oldestRows(contents[0]!, wanted, atMost) : undefined;
      if (rows !== undefined) {
        if (!addRows(rows, group, wanted, answer)) break;
        continue;
      }
      const heads = groups
        .slice(at, end)
        .flatMap((each) =>
          each.contents.flatMap((content) => readHead(each, content, wanted) ?? []),
        )
        .sort(compareHeads);
      if (!readInto(answer, heads, wanted)) break;
    }
    return answer;
  }

  /**
   * Returns the documents of a content behind a place in the order of age, oldest first, at most `atMost`.
   * @param after null to begin with the oldest document
   */
  function readAfter(
    content: number,
    after: Pick<Head, 'storedAt' | 'id'> | null,
    moment: Moment,
    atMost: number,
  ): DocumentRow[] {
    const only = selectOnly.get(content, moment.now);
    const start = after ?? { storedAt: 0, id: '' };
    const head = { content, isOnly: false, ...start };
    const rows = only === undefined ? rowsFrom(head, moment, atMost + 1) : [only];
    if (after === null) return rows;
    return rows.filter((row) => compareAge(row, after) > 0);
  }

  return { read, readAfter };

  /** Returns the oldest documents with this content, or undefined if the expiry index would find them faster. */
  function oldestRows(content: number, moment: Moment, atMost: number): DocumentRow[] | undefined {
    const only = selectOnly.get(content, moment.now);
    if (only !== undefined) return [only];
    if (areFewerByExpiry(content, moment)) return undefined;
    return selectDocuments.all(content, moment.now, atMost);
  }

  /** Adds documents to the response. @returns false if the response is full */
  function addRows(
    rows: readonly DocumentRow[],
    ranked: MatchRank,
    wanted: WantedDocuments,
    answer: Answer,
  ): boolean {
    for (const row of rows) {
      if (wanted.excluded.includes(row.id)) continue;
      if (!answer.add(ranked, row, wanted)) return false;
    }
    return true;
  }
}

type Answer = ReturnType<typeof createAnswer>;

/** Collects matches in the order in which they are added, until there is one more than the response can contain. */
function createAnswer(limit: number) {
  const matches: Match[] = [];
  let bytes = 0;
  const answer = {
    matches,
    best: undefined as Match | undefined,
    bestLifetimeMs: null as number | null,
    truncated: false,
    /** Adds a match if there is room. @returns true if another match is needed */
    add(ranked: MatchRank, row: DocumentRow, wanted: WantedDocuments): boolean {
      const match = toMatch(ranked, row, wanted);
      if (answer.best === undefined) {
        answer.best = match;
        answer.bestLifetimeMs = row.lifetimeMs;
      }
      answer.truncated = matches.length >= limit || bytes >= replyBytesMax;
      if (answer.truncated) return false;
      matches.push(match);
      bytes += documentBytes(match);
      return true;
    },
  };
  return answer;
}

/** Maximum number of documents that one query reads. It is small, because each document may have 16 KB of metadata. */
const rowsAtOnce = 32;

/** Compares heads in the order of `compareMatches`. */
function compareHeads(a: Head, b: Head): number {
  return a.ranked.rank - b.ranked.rank || compareAge(a, b);
}

function compareAge(a: Pick<Head, 'storedAt' | 'id'>, b: Pick<Head, 'storedAt' | 'id'>): number {
  return a.storedAt - b.storedAt || compareUtf8(a.id, b.id);
}

/**
 * Inserts a head into sorted heads. @param from index from which to look for the insertion point; all heads before this
 * index precede the new head
 */
function insert(heads: Head[], from: number, head: Head): void {
  let [low, high] = [from, heads.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareHeads(heads[middle]!, head) < 0) low = middle + 1;
    else high = middle;
  }
  heads.splice(low, 0, head);
}

export function toMatch(
  { match }: Pick<MatchRank, 'match'>,
  row: DocumentRow,
  wanted: Pick<WantedDocuments, 'signature'>,
): Match {
  const { part } = match;
  const { id, metadata, storedAt, high, low, shingles } = row;
  const containment = containmentBetween(match, wanted.signature, { shingles });
  const shown = { ...pickFacts(match), ...(part && { part }), containment };
  return { id, ...shown, fingerprint: { high, low }, metadata, storedAt };
}

const oldestFirst = 'ORDER BY stored_at, id LIMIT +?';

const selectColumns = `
  SELECT id, metadata, stored_at AS storedAt, lifetime_ms AS lifetimeMs,
    (fingerprint >> 32) & 0xffffffff AS high, fingerprint & 0xffffffff AS low, shingles
  FROM documents JOIN contents ON contents.number = documents.content`;

/**
 * Selects the oldest present documents that share a content, at most `limit`. The limit is not a bare `?`, because
 * SQLite would then prepare the statement again each time (docs/internals/performance-notes.md).
 */
export const documentsOfContent = `${selectColumns} WHERE ${presentByAge} ${oldestFirst}`;

/** Like `documentsOfContent`, but starts at a given document. */
const documentsFrom = (condition: string): string =>
  `${selectColumns} WHERE ${condition} AND (stored_at, id) >= (?, ?) ${oldestFirst}`;
