import { fromHex } from '../../../fingerprint/blocks.js';
import type { Geometry } from '../../../fingerprint/geometry.js';
import { hammingDistance } from '../../../fingerprint/hamming.js';
import type { Signature } from '../../../fingerprint/signature.js';
import { comparer, containmentBetween, foundBy } from '../../../matching/compare.js';
import { effectOf } from '../../../matching/decide.js';
import type { BestMatch, Match, MatchRule, Refusal } from '../../../matching/match.js';
import { compareMatches, rankOf } from '../../../matching/match-order.js';
import { bestOf } from '../../../matching/match-rule.js';
import { createNearest } from '../../../matching/nearest.js';
import type { Collection } from '../../contract/collections.js';
import { fateOf } from '../protocol/protocol.js';
import { type AttemptRow, type IndexRows, probesOf } from '../tables/index-rows.js';
import type { DocumentRow, Registers } from '../tables/registers.js';

/** What is looked for, and what for. */
export interface Search {
  readonly collection: Collection;
  /** As the collection keeps it. */
  readonly signature: Signature;
  readonly rule: MatchRule;
  /** Id of a document that is left out of the matches; null: none. */
  readonly excluded: string | null;
  /** How many of the best matches are wanted; the others may be missing. */
  readonly wanted: number;
  readonly now: number;
}

/** An attempt that is not committed, with the row of its document. */
export interface OpenAttempt extends AttemptRow {
  readonly row: DocumentRow;
}

export interface Found {
  /** Best first. */
  readonly matches: readonly Match[];
  /** Whether there may be another document of this very content. */
  readonly mayBeKnown: boolean;
  /** All of them if there is no match; all that would refuse if no match does; else none. */
  readonly undecided: readonly OpenAttempt[];
  readonly expired: readonly OpenAttempt[];
}

/** Contents that match equally well: only their documents decide which match is better. */
export interface MatchingContent extends BestMatch {
  readonly attempts: Attempts;
}

interface Candidates {
  readonly contents: readonly Attempts[];
  /** Whether there may be an attempt to store this very content. */
  readonly mayBeKnown: boolean;
}

/** The candidates that one replica knows; it may miss some. */
export interface Glance {
  readonly contents: readonly Attempts[];
  readonly attemptsOf: AttemptsOf;
}

/** The attempts to store a content, in the order of matches. */
type Attempts = AsyncIterable<AttemptRow>;
type AttemptsOf = (content: string) => Attempts;

/**
 * Finds matches. The engine proposes contents. The rules of all stores decide whether one matches,
 * and which match is better.
 */
export function createSurvey(registers: Registers, rows: IndexRows, geometry: Geometry) {
  /**
   * Contents that are candidates: within the distance, or with a band in common.
   * @param own an attempt that is left out, with its content where nobody else has this
   */
  async function candidates(
    search: Search,
    attemptsOf: AttemptsOf,
    { own = null, by = 'quorum' }: { own?: string | null; by?: 'quorum' | 'one' } = {},
  ): Promise<Candidates> {
    const { collection, signature, rule } = search;
    const { generation, recipe } = collection;
    const { parts, bands } = probesOf(signature, recipe, geometry, rule.maxDistance);
    const [near, sharing] = await Promise.all([
      rows.contentsUnder(generation, parts, by),
      rows.contentsUnder(generation, bands, by),
    ]);
    for (const [content, keyed] of near) {
      const distance = hammingDistance(fromHex(keyed.fingerprint), signature.fingerprint);
      if (distance <= rule.maxDistance) sharing.set(content, keyed);
    }
    // Every attempt is under every key of its content.
    const others = [...sharing].filter(
      ([, { attempts }]) => own === null || attempts.size > 1 || !attempts.has(own),
    );
    return {
      contents: others.map(([content]) => attemptsOf(content)),
      // A content without keys is found by its hash alone.
      mayBeKnown:
        parts.length + bands.length === 0 ||
        others.some(([content]) => content === signature.exactHash),
    };
  }

  /** Reads those of each content once, however many ask. */
  function attemptsReader({ collection: { generation } }: Search): AttemptsOf {
    const known = new Map<string, Attempts>();
    return (content) => {
      const attempts = known.get(content) ?? readOnce(rows.attemptsOf(generation, content));
      known.set(content, attempts);
      return attempts;
    };
  }

  /** The present matches. */
  async function find(search: Search, attemptsOf = attemptsReader(search)): Promise<Match[]> {
    const { contents } = await candidates(search, attemptsOf);
    return best(search, await matching(search, contents));
  }

  /** The contents that match, in groups of equally good ones, best first. */
  async function matching(search: Search, contents: readonly Attempts[]) {
    const { collection, signature: probe, rule } = search;
    const compared = comparer<Signature>(probe, { recipe: collection.recipe, rule }, () => null);
    const nearest = createNearest<number>(probe.sketch, (index) => firstAttempts[index]!.signature);
    const firstAttempts = await Promise.all(contents.map(first));
    const matches = firstAttempts.map((attempt, index) => {
      if (attempt === undefined) return null;
      // Candidates that share no band are within the distance.
      const match = compared.compare(attempt.signature, foundBy.band) ?? null;
      if (match && attempt.signature.evidence !== null) nearest.offer(index, match);
      return match;
    });
    for (const { content: index, match } of nearest.chosen()) {
      matches[index] = compared.judge(firstAttempts[index]!.signature, match);
    }
    return contents.flatMap((attempts, index): MatchingContent[] => {
      const match = matches[index];
      return match ? [{ attempts, ...match }] : [];
    });
  }

  /** The first documents of a content that are there now, in the order of matches. */
  async function* committed(search: Search, attempts: Attempts): AsyncIterable<DocumentRow> {
    for await (const attempt of attempts) {
      const row = await registers.read(search.collection.generation, attempt.id);
      if (fateOf(attempt, row.register, search.now) === 'committed') yield row;
    }
  }

  async function matchesOf(search: Search, found: MatchingContent): Promise<Match[]> {
    const matches: Match[] = [];
    for await (const row of committed(search, found.attempts)) {
      const match = matchOf(found, row, search.signature);
      if (match.id === search.excluded) continue;
      matches.push(match);
      if (matches.length >= search.wanted) break;
    }
    return matches;
  }

  /** The states of the attempts to store a content; rows of dead attempts are deleted. */
  async function judge(
    search: Search,
    found: MatchingContent,
    among: readonly string[] | null,
  ): Promise<Pick<Found, 'undecided' | 'expired'> & { readonly match?: Match }> {
    const { generation, recipe } = search.collection;
    const undecided: OpenAttempt[] = [];
    const expired: OpenAttempt[] = [];
    for await (const attempt of found.attempts) {
      if (attempt.id === search.excluded) continue;
      if (among !== null && !among.includes(attempt.attempt)) continue;
      const row = await registers.readSerially(generation, attempt.id);
      const fate = fateOf(attempt, row.register, search.now);
      if (fate === 'committed') {
        const match = matchOf(found, row, search.signature);
        return { match, undecided: [], expired: [] };
      }
      if (fate === 'undecided') undecided.push({ ...attempt, row });
      if (fate === 'expired') expired.push({ ...attempt, row });
      if (fate === 'dead') await rows.remove(generation, recipe, attempt);
    }
    return { undecided, expired };
  }

  return {
    /** Contents that are candidates and have a document now, and the matches among them. */
    async query(search: Search): Promise<{ matches: Match[]; candidates: number }> {
      const { contents } = await candidates(search, attemptsReader(search));
      const live = await Promise.all(contents.map((each) => first(committed(search, each))));
      const present = contents.filter((_, index) => live[index] !== undefined);
      const matches = await best(search, await matching(search, present));
      return { matches, candidates: present.length };
    },

    find: (search: Search): Promise<Match[]> => find(search),

    /** Costs a fraction of a read by a quorum. */
    async glance(search: Search): Promise<Glance> {
      const attemptsOf = attemptsReader(search);
      const { contents } = await candidates(search, attemptsOf, { by: 'one' });
      return { contents, attemptsOf };
    },

    /** The present matches, if a glance found any candidate; else none. */
    async look(search: Search, { contents, attemptsOf }: Glance): Promise<Match[]> {
      if (contents.length === 0) return [];
      // Read already while a quorum tells which contents there are.
      const [matches] = await Promise.all([find(search, attemptsOf), matching(search, contents)]);
      return matches;
    },

    /**
     * The present matches, and those that may come and be told before them: all if there is none, those
     * that would refuse if there are only others.
     * @param own the attempt that asks
     * @param among only these attempts; null: all
     */
    async open(
      search: Search,
      duplicateIf: Refusal,
      own: string,
      among: readonly string[] | null,
    ): Promise<Found> {
      const attemptsOf = attemptsReader(search);
      const { contents: others, mayBeKnown } = await candidates(search, attemptsOf, { own });
      const contents = await matching(search, others);
      const matches = await best(search, contents);
      if (effectOf(matches[0], duplicateIf) === 'refusing') {
        return { matches, mayBeKnown, undecided: [], expired: [] };
      }
      const open = contents.filter(
        (each) => matches.length === 0 || effectOf(each, duplicateIf) === 'refusing',
      );
      const judged = await Promise.all(open.map((each) => judge(search, each, among)));
      const committedLater = judged.flatMap(({ match }) => match ?? []);
      return {
        matches: [...matches, ...committedLater].sort(compareMatches),
        mayBeKnown,
        undecided: judged.flatMap((each) => each.undecided),
        expired: judged.flatMap((each) => each.expired),
      };
    },

    /** The oldest document of this very content. */
    async sameContent(search: Search): Promise<DocumentRow | undefined> {
      const { collection, signature } = search;
      const attempts = rows.attemptsOf(collection.generation, signature.exactHash);
      return first(committed(search, attempts));
    },
  };

  /** Group by group of equally good contents, until there are as many as are wanted. */
  async function best(search: Search, contents: readonly MatchingContent[]): Promise<Match[]> {
    const ranked = contents.map((content) => ({
      content,
      rank: rankOf(content),
    }));
    const ranks = [...new Set(ranked.map(({ rank }) => rank))].sort((a, b) => a - b);
    const matches: Match[] = [];
    for (const rank of ranks) {
      const group = ranked.filter((each) => each.rank === rank);
      const found = await Promise.all(group.map(({ content }) => matchesOf(search, content)));
      matches.push(...found.flat().sort(compareMatches));
      if (matches.length >= search.wanted) break;
    }
    return matches.slice(0, search.wanted);
  }
}

function matchOf(found: MatchingContent, { document }: DocumentRow, probe: Signature): Match {
  const { id, signature, metadata, storedAt } = document!;
  const containment = containmentBetween(found, probe, signature, null);
  const { fingerprint } = signature;
  return { id, ...bestOf(found), containment, fingerprint, metadata, storedAt };
}

/** The same values for everybody who asks, each read once, and only as far as somebody asks. */
function readOnce<T>(source: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = source[Symbol.asyncIterator]();
  const read: Promise<IteratorResult<T>>[] = [];
  return {
    async *[Symbol.asyncIterator]() {
      for (let at = 0; ; at++) {
        read[at] ??= iterator.next();
        const { done, value } = await read[at]!;
        if (done) return;
        yield value;
      }
    },
  };
}

async function first<T>(values: AsyncIterable<T>): Promise<T | undefined> {
  for await (const value of values) return value;
  return undefined;
}
