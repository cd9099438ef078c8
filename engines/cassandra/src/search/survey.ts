import {
  type BestMatch,
  compareMatches,
  comparer,
  containmentBetween,
  createNearest,
  familyMax,
  foundBy,
  type Geometry,
  hostOrCommon,
  livesAsLong,
  type Match,
  matchEffect,
  matchRank,
  pickFacts,
  type Signature,
} from 'neardup/engine';
import { attemptState } from '../protocol/protocol.js';
import { type AttemptRow, groupBy, type IndexRows } from '../tables/index-rows.js';
import type { DocumentRow, Registers } from '../tables/registers.js';
import {
  type ContentsOf,
  createCandidates,
  first,
  type Search,
  type StoredContent,
} from './candidates.js';

/**
 * An open attempt (protocol.ts): one that is undecided, or committed with a document that has expired. `row` is the row
 * of the id under which the attempt stores its document.
 */
export interface OpenAttempt extends AttemptRow {
  readonly row: DocumentRow;
}

export interface FoundMatches {
  /** Matches, best first. */
  readonly matches: readonly Match[];
  /** As in `SearchedMatches`. */
  readonly best: Match | undefined;
  /** As in `SearchedMatches`. */
  readonly outlivesBest: boolean;
  /** Number of similar stored texts of the host of the page, counted up to `familyMax`. */
  readonly family: number;
  /** True if some candidates were not compared, because there were too many. */
  readonly isCut: boolean;
  /** Rows of the matching documents, by id. */
  readonly rows: ReadonlyMap<string, DocumentRow>;
}

export const noneFound: FoundMatches = {
  matches: [],
  best: undefined,
  outlivesBest: false,
  family: 0,
  isCut: false,
  rows: new Map(),
};

/** A match with the row of its document. */
interface FoundMatch {
  readonly match: Match;
  readonly row: DocumentRow;
}

/**
 * Result of a survey: the matches, and the open attempts (undecided or expired) that may affect the operation that
 * searches. Which ones these are depends on the matches:
 *
 *   all    if nothing matches, if similar documents are counted (`keepPerFamily`), or if a match is replaced
 *   some   if the best match is only similar, or the page outlives it: the attempts whose documents would refuse the page
 *   none   if a match refuses the page and no match is replaced, even if similar documents are counted
 */
export interface Found extends FoundMatches {
  /** False if certainly no other document has the content of the page. */
  readonly mayBeKnown: boolean;
  /** Attempts that are undecided, that is, neither committed nor dead. */
  readonly undecided: readonly OpenAttempt[];
  /** Attempts that are committed, but whose documents have expired. */
  readonly expired: readonly OpenAttempt[];
}

/** A matching content. Contents of equal rank are ordered by their documents. */
interface MatchingContent extends BestMatch, StoredContent {
  /** True if the content has a document. */
  readonly isLiving: boolean;
  /** True if its oldest document has the host of the page. */
  readonly sharesHost: boolean;
}

/** Candidates that a single replica has. The replica may lack some. */
export interface Glance {
  readonly exactHashes: readonly string[];
  readonly contents: ContentsOf;
}

/**
 * Finds matches: candidates.ts finds the contents to compare, and the rules that all stores share (matching/) decide if
 * they match, and rank them.
 */
export function createSurvey(registers: Registers, rows: IndexRows, geometry: Geometry) {
  const { openContents, candidates, glance } = createCandidates(registers, rows, geometry);

  /** Returns the matches among documents that have not expired. */
  async function find(search: Search, contents = openContents(search)): Promise<FoundMatches> {
    const { contents: some, isCut } = await candidates(search, contents);
    const contentsFound = await matching(search, some);
    const found = await best(search, contentsFound);
    const lasting = await longestLived(search, contentsFound, found[0]);
    return foundMatches(search, found, lasting, sumSizes(contentsFound), isCut);
  }

  /** Returns the contents that match the page. */
  async function matching(search: Search, contents: readonly StoredContent[]) {
    const { collection, signature: probe, rule, judges = true } = search;
    const compared = comparer<Signature>(probe, { recipe: collection.recipe, rule }, () => null);
    const sharesHost = (index: number) => hasHostOf(search, isLiving[index]?.document?.id ?? null);
    const nearest = createNearest<number>(
      probe,
      (index) => ({
        sketch: firstAttempts[index]!.signature.sketch,
        age: firstAttempts[index]!.since,
      }),
      sharesHost,
    );
    const firstAttempts = await Promise.all(contents.map(({ attempts }) => first(attempts)));
    const matches = firstAttempts.map(
      // `foundBy.band` is safe for all: candidates that share no band were found within the distance.
      (attempt) => (attempt && compared.compare(attempt.signature, foundBy.band)) ?? null,
    );
    const isLiving = await Promise.all(
      contents.map(async ({ living }, index) => matches[index] && (await first(living))),
    );
    for (const [index, match] of matches.entries()) {
      const { evidence } = firstAttempts[index]?.signature ?? { evidence: null };
      if (match === null || match.exact || evidence === null || !judges) continue;
      if (isLiving[index]) nearest.offer(index, match);
      // A content without a document is compared as well, but is not among the contents from which `nearest` chooses.
      else matches[index] = compared.judge(firstAttempts[index]!.signature, match);
    }
    for (const { content: index, match } of nearest.chosen()) {
      matches[index] = compared.judge(firstAttempts[index]!.signature, match);
    }
    return contents.flatMap((content, index): MatchingContent[] => {
      const match = matches[index];
      if (!match) return [];
      const state = { isLiving: Boolean(isLiving[index]), sharesHost: sharesHost(index) };
      return [{ ...content, ...match, ...state }];
    });
  }

  async function readMatches(search: Search, found: MatchingContent): Promise<FoundMatch[]> {
    const matches: FoundMatch[] = [];
    for await (const row of found.living) {
      if (row.document!.id === search.excluded) continue;
      matches.push({ match: toMatch(found, row, search.signature), row });
      if (matches.length >= search.wanted) break;
    }
    return matches;
  }

  /**
   * Reads the registers of the attempts to store a content, and sorts the attempts by their states. Deletes the rows of
   * dead attempts. If one of the attempts turns out to be committed, returns only its match, as `found`.
   */
  async function judge(
    search: Search,
    content: MatchingContent,
    among: readonly string[] | null,
  ): Promise<Pick<Found, 'undecided' | 'expired'> & { readonly found?: FoundMatch }> {
    const { generation, recipe } = search.collection;
    const undecided: OpenAttempt[] = [];
    const expired: OpenAttempt[] = [];
    for await (const attempt of content.attempts) {
      if (attempt.id === search.excluded) continue;
      if (among !== null && !among.includes(attempt.attempt)) continue;
      const row = await registers.readSerially(generation, attempt.id);
      const state = attemptState(attempt, row.register, search.now);
      if (state === 'committed') {
        if (content.isLiving && !lasts(search, row)) continue;
        const match = toMatch(content, row, search.signature);
        return { found: { match, row }, undecided: [], expired: [] };
      }
      if (state === 'undecided') undecided.push({ ...attempt, row });
      if (state === 'expired') expired.push({ ...attempt, row });
      if (state === 'dead') await rows.remove(generation, recipe, attempt);
    }
    return { undecided, expired };
  }

  return {
    /** Returns the matches, and the number of candidate contents that have a document. */
    async query(search: Search) {
      const { contents, isCut } = await candidates(search, openContents(search));
      const living = await Promise.all(contents.map((each) => first(each.living)));
      const present = contents.filter((_, index) => living[index] !== undefined);
      const found = await best(search, await matching(search, present));
      return { matches: found.map(({ match }) => match), candidates: present.length, isCut };
    },

    find: (search: Search): Promise<FoundMatches> => find(search),

    async glance(search: Search): Promise<Glance> {
      return { exactHashes: await glance(search), contents: openContents(search) };
    },

    /**
     * Returns the matches among documents that have not expired. Does not search if `glance` has found no candidate.
     */
    async look(search: Search, { exactHashes, contents }: Glance): Promise<FoundMatches> {
      if (exactHashes.length === 0) return noneFound;
      // Reads the attempts of these contents while the list of contents is still being read at a quorum.
      const ahead = exactHashes.slice(0, familyMax).map((each) => first(contents(each).attempts));
      const [found] = await Promise.all([find(search, openContents(search, contents)), ...ahead]);
      return found;
    },

    /**
     * Returns the matches among present documents, and the open attempts that may affect the decision (`Found`).
     * @param own name of the attempt that searches
     * @param among names of the attempts to which the result is limited; null for all attempts
     * @param replaces returns true if the operation replaces any of the given matches
     */
    async open(
      search: Search,
      own: string,
      among: readonly string[] | null,
      replaces: (found: FoundMatches) => boolean,
    ): Promise<Found> {
      const candidate = await candidates(search, openContents(search), own);
      const { contents: others, isCut, mayBeKnown } = candidate;
      const contents = await matching(search, others);
      const found = await best(search, contents);
      const lasting = await longestLived(search, contents, found[0]);
      const present = foundMatches(search, found, lasting, sumSizes(contents), isCut);
      const { outlivesBest } = present;
      const isReplacing = replaces(present);
      if (mayRefuse(search, present.best) && !outlivesBest && !isReplacing) {
        return { ...present, mayBeKnown, undecided: [], expired: [] };
      }
      const isCounted = search.collection.keepPerFamily !== null;
      const areAll = found.length === 0 || isCounted || isReplacing;
      const open = contents.filter((each) =>
        each.isLiving ? outlivesBest && mayRefuse(search, each) : areAll || mayRefuse(search, each),
      );
      const judged = await Promise.all(open.map((each) => judge(search, each, among)));
      const committedLater = judged.flatMap((each) => each.found ?? []);
      const ofHost = judged.filter(
        (each, index) =>
          each.found && !open[index]!.isLiving && hasHostOf(search, each.found.match.id),
      );
      const size = present.family + ofHost.length;
      const lastingLater = lasting ?? longest(search, committedLater);
      return {
        ...foundMatches(
          search,
          [...found, ...committedLater].sort(byMatch),
          lastingLater,
          Math.min(size, familyMax),
          isCut,
        ),
        mayBeKnown,
        undecided: judged.flatMap((each) => each.undecided),
        expired: judged.flatMap((each) => each.expired),
      };
    },

    /** Returns the oldest document with the content of the page, or undefined if there is none. */
    async sameContent(search: Search): Promise<DocumentRow | undefined> {
      const everywhere = { ...search, scope: undefined };
      return first(openContents(everywhere)(search.signature.exactHash).living);
    },
  };

  /**
   * Returns the longest-lived of the best documents that refuse the page; undefined if there are none, or if the best
   * match lives long enough. Reads all documents of the contents that match best.
   */
  async function longestLived(
    search: Search,
    contents: readonly MatchingContent[],
    first: FoundMatch | undefined,
  ): Promise<FoundMatch | undefined> {
    if (first === undefined || !mayRefuse(search, first.match) || lasts(search, first.row)) return;
    const refusing = contents.filter((each) => each.isLiving && mayRefuse(search, each));
    const all = { ...search, wanted: Number.POSITIVE_INFINITY };
    const read = await Promise.all(refusing.map((each) => readMatches(all, each)));
    return longest(search, read.flat());
  }

  /** Returns the best matches. Reads the documents rank by rank, until there are enough matches. */
  async function best(search: Search, contents: readonly MatchingContent[]): Promise<FoundMatch[]> {
    const byRank = groupBy(contents, (content) => `${matchRank(content)}`);
    const ranks = [...byRank.keys()].sort((a, b) => Number(a) - Number(b));
    const found: FoundMatch[] = [];
    for (const rank of ranks) {
      const group = byRank.get(rank)!.map((content) => readMatches(search, content));
      found.push(...(await Promise.all(group)).flat().sort(byMatch));
      if (found.length >= search.wanted) break;
    }
    return found.slice(0, search.wanted);
  }
}

/** Tests if a match makes the page a duplicate, unless the page outlives it. */
const mayRefuse = ({ refusal }: Search, match: BestMatch | undefined): boolean =>
  refusal !== undefined && matchEffect(match, refusal.duplicateIf, false) === 'refusing';

/** Tests if a document was stored for at least as long a lifetime as is requested for the page. */
const lasts = ({ refusal }: Search, { document }: DocumentRow): boolean =>
  refusal === undefined || livesAsLong(document!.lifetimeMs, refusal.lifetimeMs);

/** Returns the longest-lived of the best matches that refuse the page; undefined if there are none. */
function longest(search: Search, found: readonly FoundMatch[]): FoundMatch | undefined {
  const lasting = found.filter(({ match, row }) => mayRefuse(search, match) && lasts(search, row));
  return lasting.sort(byLife)[0];
}

const byLife = (a: FoundMatch, b: FoundMatch) =>
  matchRank(a.match) - matchRank(b.match) ||
  compareLives(a.row.document!.lifetimeMs, b.row.document!.lifetimeMs) ||
  byMatch(a, b);

/** Sorts the longer lifetime first. */
function compareLives(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return livesAsLong(a, b) ? -1 : 1;
}

const sumSizes = (contents: readonly MatchingContent[]) =>
  Math.min(familyMax, contents.filter((each) => each.isLiving && each.sharesHost).length);

const hasHostOf = ({ excluded }: Search, id: string | null): boolean =>
  hostOrCommon(id) === hostOrCommon(excluded);

const byMatch = (a: FoundMatch, b: FoundMatch) => compareMatches(a.match, b.match);

/**
 * @param found matches, best first
 * @param lasting longest-lived match that refuses the page, unless the best one does
 */
function foundMatches(
  search: Search,
  found: readonly FoundMatch[],
  lasting: FoundMatch | undefined,
  family: number,
  isCut: boolean,
): FoundMatches {
  const all = lasting === undefined ? found : [...found, lasting];
  const rows = new Map(all.map(({ match, row }) => [match.id, row]));
  const first = found[0];
  const isOutlived =
    first !== undefined && mayRefuse(search, first.match) && !lasts(search, first.row);
  const best = isOutlived ? (lasting ?? first) : first;
  return {
    ...{ matches: found.map(({ match }) => match), best: best?.match, family, isCut, rows },
    outlivesBest: isOutlived && lasting === undefined,
  };
}

function toMatch(found: MatchingContent, { document }: DocumentRow, probe: Signature): Match {
  const { id, signature, metadata, storedAt } = document!;
  const containment = containmentBetween(found, probe, signature);
  const { fingerprint } = signature;
  return { id, ...pickFacts(found), containment, fingerprint, metadata, storedAt };
}
